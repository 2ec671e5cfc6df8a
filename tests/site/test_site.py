"""The rulebook's site: whole, without a dangling link, the same bytes twice, and true to the catalog."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pitboss.reports.site.links import anchor, clause_anchor, page
from tests.support import site_crawler
from tests.support.product import Catalog, main

HERE = Path(__file__).parent
ROOT = HERE.parents[1]

Files = dict[str, str]
Json = dict[str, Any]


# ---- nothing dangles


@pytest.mark.parametrize("files", ["plain", "with_text"])
def test_every_link_lands(files: str, request: pytest.FixtureRequest) -> None:
    assert list(site_crawler.faults(request.getfixturevalue(files))) == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("<p><a href='b.html'>x</a></p>", "a.html:1: there is no b.html"),
        ("<p><a href='#l'>x</a></p>", "a.html:1: there is no place #l"),
        ("<p><a href='a.html?as-of=2001-01-01#l'>x</a></p>", "a.html:1: there is no place a.html?as-of=2001-01-01#l"),
        ("<script src='//other/x.js'></script>", "a.html:1: leaves the site: //other/x.js"),
        ("<p id='l'></p><p id='l'></p>", "a.html: two elements are called l"),
        ("<p><b></p>", "a.html:1: </p> closes [('b', 1)]"),
        ("<div>", "a.html:1: <div> is never closed"),
        ("<label for='q'>x</label>", "a.html:1: a label of nothing: q"),
        ("<p onclick='x()'></p>", "a.html:1: <p> has onclick"),
    ],
)
def test_the_crawler_finds_what_is_wrong(text: str, fault: str) -> None:
    assert fault in list(site_crawler.faults({"a.html": text}))


def test_every_entry_of_the_search_lands(plain: Files, model: Json) -> None:
    known = site_crawler.read(plain)
    for href, name, _, _ in model["search"]:
        file, _, place = href.partition("#")
        assert file in known and (not place or place in known[file].ids), (name, href)
    assert json.loads(plain["words.js"].removeprefix("window.WORDS=").removesuffix(";\n")) == model["search"]


def test_nothing_is_fetched_from_elsewhere(with_text: Files) -> None:
    for name, text in with_text.items():
        urls = set(re.findall(r"https?://[^\s\"'<>)]+", text)) - {"http://www.w3.org/2000/svg"}
        assert not urls, name
        assert "@import" not in text and "url(" not in text, name


# ---- it is all there


def test_every_provision_and_every_clause_has_its_place(plain: Files, book: Catalog) -> None:
    known = site_crawler.read(plain)
    for section in book.sections:
        ids = set(known[page(section.citation)].ids)
        for p in section.provisions:
            assert anchor(p.label) in ids, p.cite
            assert {clause_anchor(p.label, c.name) for c in p.clauses} <= ids, p.cite


def test_provisions_are_in_the_laws_order(plain: Files, book: Catalog) -> None:
    for section in book.sections:
        shown = re.findall(r'<article class="provision[^"]*" id="([^"]+)"', plain[page(section.citation)])
        assert shown == [anchor(p.label) for p in section.provisions]


def test_what_cites_is_linked_from_what_it_cites(plain: Files, book: Catalog) -> None:
    for section in book.sections:
        for p in section.provisions:
            for cite in p.cites:
                if cite.available and cite.label and cite.target != p.cite:
                    place = f"#{anchor(p.label)}" if p.label else ""
                    back = f'href="{page(section.citation)}{place}"'
                    assert back in article(plain, cite.section, cite.label), (p.cite, cite.target)


def article(files: Files, section: str, label: str) -> str:
    found = re.search(rf'<article [^>]*id="{re.escape(anchor(label))}">.*?</article>', files[page(section)], re.S)
    assert found, (section, label)
    return found[0]


def test_every_version_states_its_days(plain: Files, book: Catalog) -> None:
    for section in book.sections:
        for p in section.provisions:
            text = article(plain, section.citation, p.label)
            for clause in p.clauses:
                if clause.kind != "definition":
                    for v in clause.versions:
                        assert f'data-since="{v.since or ""}" data-until="{v.until or ""}"' in text, clause.id


def test_a_misprint_is_reported_with_its_reading_and_ground(plain: Files, book: Catalog) -> None:
    from html import escape

    for section in book.sections:
        for p in section.provisions:
            for odd in p.anomalies:
                if odd.kind == "misprinted citation":
                    text = article(plain, section.citation, p.label)
                    for part in (odd.printed, odd.reading, odd.code):
                        assert escape(part, quote=False) in text.replace("&#39;", "'").replace("&#34;", '"'), odd[
                            "code"
                        ]


def test_readings_are_side_by_side(plain: Files, book: Catalog) -> None:
    text = article(plain, "19:47-2.22", "(h)")
    section = next(s for s in book.sections if s.citation == "19:47-2.22")
    (provision,) = [p for p in section.provisions if p.label == "(h)"]
    read = [len(version.readings) for clause in provision.clauses for version in clause.versions]
    assert text.count('<div class="readings">') == sum(many > 0 for many in read) > 1
    assert text.count('<div class="reading">') == sum(read) > 3


def test_payouts_that_the_law_prints_as_a_table_are_one(plain: Files, book: Catalog) -> None:
    text = article(plain, "19:47-5.2", "(a)")
    (figure,) = re.findall(r'<figure class="table paid">.*?</figure>', text, re.S)
    reported = re.findall(r'<th scope="row">(.*?)</th><td>(.*?)</td>', figure)
    assert reported[0] == ("Straight wager", "35 to 1") and ("Dozen wager", "2 to 1") in reported
    section = next(s for s in book.sections if s.citation == "19:47-5.2")
    paid = [c for p in section.provisions for c in p.clauses if c.kind == "payout"]
    pays = [c for c in paid if not any(version.readings for version in c.versions)]
    assert len(pays) < len(paid), "payouts with readings have each their own article"
    assert len(reported) == len(pays) and all(f'id="{clause_anchor("(a)", c.name)}"' in figure for c in pays)
    assert figure.count('data-since="2009-06-15"') == 1, "each row has its days"
    apart = re.findall(r"The [a-z ]+ pays at least", text.replace(figure, ""))
    assert {*apart} == {"The six numbers color wager pays at least", "The seven numbers color wager pays at least"}


def test_options_of_a_paytable_are_side_by_side(model: Json) -> None:
    game = next(g for g in model["games"] if g["name"] == "blackjack")
    pays = next(p for p in game["paytables"] if p["anchor"] == "match_the_dealer")
    (table,) = pays["pays"][0]["tables"]
    assert [g["title"] for g in table["groups"]] == ["decks of cards in use: 6", "decks of cards in use: 8"]
    assert all(len(row) == len(table["head"]) for block in table["blocks"] for row in block["rows"])


def test_blocks_too_wide_for_columns_are_groups_of_rows(model: Json) -> None:
    game = next(g for g in model["games"] if g["name"] == "blackjack")
    pays = next(p for p in game["paytables"] if p["anchor"] == "same_suit")
    (table,) = pays["pays"][0]["tables"]
    assert [(b["label"], b["title"][-1]) for b in table["blocks"]] == [
        ("(e)2i", "1"), ("(e)2ii", "2"), ("(e)2iii", "4"), ("(e)2iv", "6"), ("(e)2v", "8"),
    ]  # fmt: skip
    assert all(len(row) == len(table["head"]) for block in table["blocks"] for row in block["rows"])


# ---- what excludes what


def test_the_matrix_is_that_of_its_days(model: Json) -> None:
    game = next(g for g in model["games"] if g["name"] == "blackjack")
    spans = [(m["since"], m["until"]) for m in game["matrix"]]
    assert spans[0][1] is None and all(a == b for (a, _), (_, b) in zip(spans, spans[1:], strict=False))
    early = next(m for m in game["matrix"] if m["since"] <= "2000-01-01" < m["until"])
    assert "streak wager" not in [t["title"] for t in early["things"]]
    late = game["matrix"][0]
    pair = next(p for p in late["pairs"] if {p["first"], p["second"]} == {"streak wager", "multiple action blackjack"})
    assert pair["status"] == "barred" and "19:47-2.22(l)" in [c["cite"] for c in pair["clauses"]]


def test_the_grid_is_symmetric_and_its_signs_lead_to_the_clauses(model: Json) -> None:
    for game in model["games"]:
        for matrix in game["matrix"]:
            places = {p["anchor"]: p for p in (*matrix["pairs"], *matrix["requires"])}
            rows = [row["cells"] for row in matrix["rows"]]
            for i, row in enumerate(rows):
                assert row[i] is None
                for j, cell in enumerate(row[: len(rows)]):
                    assert cell is None or (cell["status"], cell["to"]) == (rows[j][i]["status"], rows[j][i]["to"])
                    if cell and cell["status"] not in ("allowed", "required"):
                        assert places[cell["to"][1:]]["clauses"]


# ---- the user's own text


def test_a_text_is_next_to_its_rule_and_is_not_active(with_text: Files) -> None:
    text = article(with_text, "19:47-2.22", "(a)")
    assert "about &lt;script&gt;alert(&#34;lamps&#34;)&lt;/script&gt; &amp; tiles." in text
    assert "Two lamps burn:" in article(with_text, "19:47-2.22", "(d)")
    assert "A red one; or" in article(with_text, "19:47-2.22", "(d)1")
    assert "A paragraph that the rules do not have." in with_text["19-47-2.22.html"].partition('id="text-only"')[2]


def test_without_a_text_none_is_there(plain: Files) -> None:
    assert not any(
        "printed-text" in text or "show-text" in text for name, text in plain.items() if name.endswith(".html")
    )


# ---- the command


@pytest.mark.soak  # tests/commands/test_surroundings.py compares the whole site in `make test`
def test_the_same_bytes_twice(tmp_path: Path, plain: Files) -> None:
    run = "from pitboss.cli import main; import sys; sys.exit(main(['law', 'site', '--no-odds', '--out', sys.argv[1]]))"
    seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    subprocess.run(
        [sys.executable, "-c", run, str(tmp_path / "out")], cwd=ROOT, check=True, stdout=subprocess.DEVNULL,
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT / "src")},
    )  # fmt: skip
    made = {p.name: p.read_bytes().decode("utf-8") for p in (tmp_path / "out").iterdir()}
    assert made == plain and len(made) > 100


def test_a_folder_of_others_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "index.html").write_text("<title>A diary</title>")
    assert main(["law", "site", "--no-odds", "--out", str(tmp_path)]) == 2
    assert "contains other files" in capsys.readouterr().err
    assert [p.name for p in tmp_path.iterdir()] == ["index.html"]


def test_a_text_goes_nowhere_but_to_the_pages_and_old_pages_go(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "pitboss.commands.site._lint", lambda with_odds: None
    )  # most of the time, for nothing that is tested here
    monkeypatch.setattr("pitboss.commands.site._sets", lambda book: {})
    text, out = tmp_path / "text", tmp_path / "out"
    text.mkdir()
    (text / "law.txt").write_text("19:47-2.22 Streak wager\n\n(a) Only lamps of brass.\n")
    assert main(["law", "site", "--no-odds", "--out", str(out), "--text", str(text)]) == 0
    assert "Only lamps of brass." in (out / "19-47-2.22.html").read_text()
    (out / "19-47-99.9.html").write_text("a page of an earlier rulebook")
    assert main(["law", "site", "--no-odds", "--out", str(out)]) == 0
    assert not (out / "19-47-99.9.html").exists()
    assert not any("Only lamps of brass." in p.read_text() for p in out.iterdir())
    assert main(["law", "site", "--no-odds", "--out", str(out), "--text", str(tmp_path / "none")]) == 2
    assert "none" in capsys.readouterr().err
