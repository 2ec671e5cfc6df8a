"""`law.txt` is a session: commands, and what they print. `REWRITE=1 pytest tests/reports` writes it anew."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from tests.support import output_safety, rule_documents
from tests.support.product import (
    Catalog,
    changes_data,
    dump_catalog,
    history_data,
    load_catalog,
    load_core,
    main,
    register_data,
    resolved_citation,
)
from tests.support.product import changes_text as diff
from tests.support.product import coverage_text as coverage
from tests.support.product import emit_catalog as catalog
from tests.support.product import explain_text as explain
from tests.support.product import history_text as history
from tests.support.product import register_text as register

HERE = Path(__file__).parent
SESSION = HERE / "law.txt"


@pytest.fixture(scope="module")
def law() -> Catalog:
    text = (HERE.parent / "compiler/law.rules").read_text()
    return catalog(rule_documents.book(text, "law.rules"))


def printed(law: Catalog, command: str) -> str:
    what, _, citation = command.partition(" ")
    if what == "coverage":
        return coverage(law, citation or None)
    if what == "history":
        data = history_data(law, citation)
        return history(data) if data else "(unknown)\n"
    if what == "diff":
        first, last = citation.split()
        return diff(changes_data(law, first, last))
    if what == "register":
        return register(register_data(law, citation or None))
    return explain(law, citation) or "(unknown)\n"


def test_the_session_prints_what_it_shows(law: Catalog) -> None:
    text = SESSION.read_text()
    commands = re.findall(r"^\$ (.+)$", text, re.MULTILINE)
    reported = "\n".join(f"$ {c}\n{printed(law, c)}" for c in commands)
    if os.environ.get("REWRITE"):
        SESSION.write_text(reported)
    assert reported == text


@pytest.mark.parametrize("typed", ["8.3", "8.3(c)", "1:1-8.3(c)", "8.3(c)1"])
def test_a_cited_provision_without_text_is_known(law: Catalog, typed: str) -> None:
    """Only 8.3(c) is cited: its section and its parts are known by it."""
    assert (explain(law, typed) or "").startswith("1:1-8.3(c)  text not available\n\n  cited by")
    assert explain(law, "8.3(d)") is None


def test_no_line_is_wider_than_a_page(law: Catalog) -> None:
    for section in law.sections:
        for label in ("", *(p.label for p in section.provisions)):
            text = explain(law, section.citation + label)
            assert text is not None
            assert max(map(len, text.splitlines())) <= 100
    assert max(map(len, coverage(law, None).splitlines())) <= 100


def test_the_same_catalogue_makes_the_same_text_and_is_not_changed(law: Catalog) -> None:
    before = dump_catalog(law)
    assert explain(law, "9.1(b)") == explain(law, "9.1(b)")
    assert coverage(law, "9") == coverage(law, "9")
    assert dump_catalog(law) == before


def test_notes_are_separated_by_kind_and_days_are_in_order(law: Catalog) -> None:
    data = history_data(law, "9.1(c)")
    assert data is not None
    assert list(data["notes"]) == ["adoption", "amendments", "petitions"]
    days = [day["day"] for day in data["timeline"]]
    assert days == sorted(set(days)) == ["2001-03-01", "2005-07-01", "2005-09-01"]
    older, newer = next(c["versions"] for c in data["clauses"] if c["name"] == "boxes-at-most")
    assert (older["until"], older["ends_by"]) == ("2005-07-01", "R.2005 d.901")
    assert (newer["since"], newer["basis"], newer["operative"]) == ("2005-09-01", "inferred", "2005-09-01")
    assert newer["starts_by"] == "", "the note has another day"


def test_a_span_without_a_change_is_empty_and_a_clause_is_reported_on_both_of_its_days(law: Catalog) -> None:
    assert not any(changes_data(law, "2005-09-01", "2009-01-01")["totals"].values()), (
        "the first day is not part of the span"
    )
    over = changes_data(law, "2005-06-30", "2005-09-01")
    (boxes,) = [c for s in over["sections"] for c in s["clauses"]]
    assert [(s["day"], s["what"]) for s in boxes["steps"]] == [("2005-07-01", "ends"), ("2005-09-01", "starts")]
    assert (boxes["change"], boxes["before"]["until"], boxes["after"]["since"]) == (
        "changes",
        "2005-07-01",
        "2005-09-01",
    )
    (gap,) = [c for s in changes_data(law, "2005-06-30", "2005-08-01")["sections"] for c in s["clauses"]]
    assert (gap["change"], gap["after"]) == ("ends", None)


def test_rows_of_tables_and_bars_are_compared() -> None:
    text = """section 1:1-9.3 "Rows" at tiles
adopted 2001-03-01 R.2001 d.900
amended 2005-07-01 R.2005 d.901 "the trio"

(a)       game tiles "Tiles"
          wager pairs optional "pairs wager"
          wager threes optional "threes wager"
          wager fours optional "fours wager"
          outcome trio of pairs when same_rank(cards)
          outcome duo of pairs when suited(cards)
(b)       pairs pays exactly until 2005-07-01
            | Hand | odds   |
            | Trio | 5 to 1 |
            | Duo  | 2 to 1 |
          pairs pays exactly from 2005-07-01
            | Hand | odds   |
            | Trio | 6 to 1 |
            | Duo  | 2 to 1 |
(c)       pairs bars threes until 2005-07-01
          pairs bars fours from 2005-07-01
          fours bars pairs from 2006-01-01
"""
    law = catalog(rule_documents.book(text))
    data = changes_data(law, "2005-01-01", "2006-01-01")
    assert [(t["clause"], t["table"], t["rows"]) for t in data["tables"]] == [
        (
            "1:1-9.3(b)/pairs-pays",
            "changed",
            [{"row": "Trio", "before": ["Trio", "5 to 1"], "after": ["Trio", "6 to 1"]}],
        )
    ]
    assert [(e["change"], e["pair"], e["day"], len(e["clauses"])) for e in data["exclusions"]] == [
        ("removed", ["pairs", "threes"], "2005-07-01", 1),
        ("added", ["pairs", "fours"], "2005-07-01", 2),
    ]
    reported = diff(data)
    assert "~ Trio: 5 to 1 → 6 to 1" in reported and "Duo" not in reported.partition("tables")[2]
    restated = changes_data(law, "2005-07-01", "2006-01-01")
    assert restated["exclusions"] == [], "a bar that is stated from the other side too is no new one"
    assert restated["totals"]["starts"] == 1


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["law", "history", "9.99"], "the rulebook has no provision 9.99"),
        (["law", "history", "2.18(z)"], "the rulebook has no provision 2.18(z)"),
        (["law", "explain", "streak wager"], "these mention it: 19:47-2.22 (Streak wager), "),
        (["law", "diff", "2007-01-01", "2004-01-01"], "runs backward"),
        (["law", "diff", "2004-13-01", "2007-01-01"], "'2004-13-01' is not a date"),
    ],
)
def test_what_cannot_be_reported_is_refused(command: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(command) == 2
    out, err = capsys.readouterr()
    assert words in err and out == ""


def test_the_commands_report_the_law_of_this_rulebook(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["law", "history", "19:47-2.18", "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [n["source"] for n in data["notes"]["adoption"]] == ["R.1993 d.461"]
    assert [n["day"] for n in data["notes"]["petitions"]] == [None]
    assert data["notes"]["expiry"][0]["day"] == "2011-06-09"
    assert main(["law", "history", "2.18(a)"]) == 0
    assert "inferred by R.1996 d.315" in capsys.readouterr().out
    assert main(["law", "diff", "2004-01-01", "2007-01-01"]) == 0
    assert (
        "2004-07-19 + multiple action and match the dealer at one table, barred by 19:47-2.18(a)"
        in capsys.readouterr().out
    )


def test_what_each_wager_pays_is_one_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["law", "explain", "19:47-5.2(a)"]) == 0
    stated = capsys.readouterr().out
    rows = stated[stated.index("wager                       pays at least") :].partition("written in")[0]
    assert re.search(r"Straight wager +35 to 1\n", rows)
    assert re.search(r"Eight numbers color wager +3 to 1 +since 2009-06-15\n", rows)
    assert "in force    since 1978-06-02" in rows and "unless another day is printed" in rows
    assert re.findall(r"(\w+ numbers color) wager pays at least", stated) == [
        "six numbers color",
        "seven numbers color",
    ]
    assert stated.count("wager pays at least") == 2, "a clause with readings is listed by itself"


def test_every_section_of_the_contents_and_every_citation_is_known() -> None:
    """What has no text is known as such: `law explain 2.6A` does not take it for a slip of the pen."""
    rules, known = load_core(), load_catalog()
    contents = [
        (cite.printed, note.words)
        for s in rules.sections
        for note in s.notes
        if note.kind == "contents"
        for cite in note.per
    ]
    titles = {section.citation: section.title for section in rules.sections}
    assert len(contents) >= 100
    for citation, title in contents:
        text = explain(known, citation) or ""
        assert citation in titles or text.startswith(f"{citation}  {title}; text not available\n\n  listed by"), (
            citation
        )
        assert titles.get(citation, title).replace(":", ";") == title.replace(":", ";")
    cites = {
        (section.citation, printed)
        for section in rules.sections
        for cite in (
            c
            for part in (*section.entries, *section.notes)
            for c in getattr(part, "citations", getattr(part, "per", ()))
        )
        for printed in (cite.printed, cite.reading or cite.printed)
    }
    assert len(cites) > 500
    unknown = [
        (place, cite) for place, cite in cites if explain(known, "".join(resolved_citation(cite, place))) is None
    ]
    assert unknown == []


def test_a_misprinted_citation_states_the_intended_one() -> None:
    assert "misprint of 19:47-2.18" in (explain(load_catalog(), "19:46-2.18") or "")


def test_what_turns_at_a_hostile_filing_is_not_obeyed_by_a_log(law: Catalog) -> None:
    notice = f"{'Table ' * 15}::error file=a::b ##vso[task.setvariable variable=a]b"
    flip: Any = {
        "day": "2005-07-01", "before": "pass", "after": "fail", "code": "1:1-9.1(a)/x", "provisions": ["1:1-9.1(a)"],
        "clauses": [], "place": None, "tables": [notice], "rule": "", "notice": notice, "expected": "", "actual": "",
        "because": [notice], "fingerprint": "",
    }  # fmt: skip
    reported = diff(changes_data(law, "2005-07-01", "2006-01-01"), [flip], "::filing.json")
    assert reported.count(r"\x3a:error") == 3 and list(output_safety.lines(reported)) == []


def test_a_section_has_every_sentence_of_its_provisions() -> None:
    """What differs in the name of a wager alone is stated once, with the other names."""
    text = " ".join((explain(load_catalog(), "19:47-5.4") or "").split())
    assert text.count("the house collects nothing of the straight wager. The same for split, three numbers,") == 3
    assert "The consequence is no spin if (1) and (2) hold." in text
    assert "(2) The irregularity that occurred is object in wheel." in text
    assert "more)" not in text
