"""Registers as documents: rejected entries, with place and reason; and the anomalies that `law.rules` shows in
addition to a valid register.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from pitboss.compiler.catalog.anomalies import anomalies, resting
from pitboss.compiler.front.register import CODES, DERIVED, KINDS, duplicate_codes
from tests.support import rule_documents
from tests.support.product import ResolvedRulebook, analyze, load_rulebook, lower, main, read_register, register_data
from tests.support.product import emit_catalog as catalog
from tests.support.product import explain_text as explain
from tests.support.product import load_catalog as own_catalog
from tests.support.product import register_text as register

HERE = Path(__file__).parent
BAD = sorted((HERE / "bad").glob("*.toml"))
EXPECT = re.compile(r"# expect (\d+:\d+ R\d+)(?: (.+))?")


def book(toml: Path | None = None) -> ResolvedRulebook:
    made = rule_documents.book((HERE.parent / "compiler/law.rules").read_text(), "law.rules")
    if toml is None:
        return made
    entries, problems = read_register(toml.read_bytes(), toml.name)
    assert not problems
    return replace(made, register=tuple(entries))


@pytest.mark.parametrize("path", BAD, ids=lambda p: p.stem)
def test_a_bad_register_is_refused_for_these_reasons(path: Path) -> None:
    entries, problems = read_register(path.read_bytes(), path.name)
    problems += duplicate_codes(entries)
    problems += (
        ()
        if problems
        else [d for d in analyze(lower(replace(book(), register=tuple(entries)))) if d.place.file == path.name]
    )
    found = sorted(problems, key=lambda d: (d.place, d.code))
    expected = EXPECT.findall(path.read_text())
    assert [f"{d.place.line}:{d.place.column} {d.code}" for d in found] == [place for place, _ in expected]
    for diagnostic, (_, words) in zip(found, expected, strict=True):
        assert words in f"{diagnostic.message}; {diagnostic.help}"


def test_every_code_has_a_document_that_earns_it_and_a_line_in_the_guide() -> None:
    shown = {place.split()[1] for path in BAD for place, _ in EXPECT.findall(path.read_text())}
    assert shown == set(CODES)
    guide = (HERE.parents[1] / "docs/register.md").read_text()
    for code, sentence in CODES.items():
        assert f"| {code} | {sentence} |" in guide
    for kind in (*KINDS, *DERIVED):
        assert f"`{kind}`" in guide


def test_what_the_rules_show_is_there_without_being_written() -> None:
    reported = {o.code: (o.kind, o.clauses, o.derived) for o in anomalies(lower(book()))}
    assert reported == {
        "ODD-9.1-a-cites-1-2-9.2": ("misprinted citation", ("tiles-authorised",), True),
        "ODD-9.1-c-since-2005-09-01": ("inferred start", ("boxes-at-most",), True),
        "ODD-9.1-g1-strict-or-mild": ("open text", ("decks-at-least",), True),
    }


def test_a_good_register_is_in_the_laws_order_and_refers_to_its_clauses() -> None:
    made = book(HERE / "good.toml")
    assert [d for d in analyze(lower(made)) if d.place.file == "good.toml"] == []
    assert [o.code for o in anomalies(lower(made))] == [
        "ODD-9.1-loose-leaf", "ODD-9.1-a-cites-1-2-9.2", "ODD-9.1-b1-five-and-a-half", "ODD-9.1-c-six",
        "ODD-9.1-c-since-2005-09-01", "ODD-9.1-d-unused", "ODD-9.1-g1-strict-or-mild",
    ]  # fmt: skip
    rests = {
        (id.partition("/")[2], str(since)): [o.code for o in some]
        for (id, since), some in resting(anomalies(lower(made)), lower(made).clauses).items()
        if some
    }
    assert rests == {
        ("tiles-authorised", "2001-03-01"): ["ODD-9.1-a-cites-1-2-9.2"],
        ("boxes-at-most", "2001-03-01"): ["ODD-9.1-c-six"],
        ("boxes-at-most", "2005-09-01"): ["ODD-9.1-c-six", "ODD-9.1-c-since-2005-09-01"],
        ("decks-at-least", "2001-03-01"): ["ODD-9.1-g1-strict-or-mild"],
    }


def test_it_is_explained_under_its_provision_and_listed() -> None:
    law = catalog(book(HERE / "good.toml"))
    reported = " ".join(str(explain(law, "9.1(c)")).split())
    assert (
        "anomaly ODD-9.1-c-six conflicting provisions, printed six, read eight: two figures for one thing" in reported
    )
    assert "ODD-9.1-loose-leaf" in str(explain(law, "9.1"))
    assert "ODD-9.1-b1-five-and-a-half" in str(explain(law, "9.1(b)1"))
    assert "ODD-9.1" not in str(explain(law, "9.2"))
    data = register_data(law)
    assert [o["code"] for o in data["oddities"]] == [o.code for o in anomalies(lower(book(HERE / "good.toml")))]
    assert register_data(law, "8")["oddities"] == []
    text = register(data)
    assert text.startswith("all: 7 registered, 4 of them by hand and 3 derived from the rules\n")
    assert max(map(len, text.splitlines())) <= 100


# ---- the register of this rulebook


def test_codes_are_unique_and_nothing_is_quoted() -> None:
    found = register_data(own_catalog())["oddities"]
    assert len({o["code"] for o in found}) == len(found) >= 90
    assert all(len(o["printed"].split()) <= 8 for o in found)
    assert {o["kind"] for o in found if not o["derived"]} <= set(KINDS)
    assert {o["kind"] for o in found if o["derived"]} == set(DERIVED)


def test_the_compiled_clauses_carry_what_they_rest_on() -> None:
    carried = {code for c in load_rulebook()[0].clauses for code, _, _ in c.anomalies}
    assert {"ODD-2.20-l-cites-19-46-2.18", "ODD-2.17-e3-narrower-than-b4", "ODD-2.17-a2-since-1994-03-21"} <= carried
    assert "ODD-2.20-l-capital" not in carried, "nothing rests on a capital letter"


FILING = """submission: {id: f, licensee: L, effective: 2007-01-01, certifications: [{by: A. Person, role: counsel, on: 2007-01-01}]}
pits: [{name: A, tables: [{number: 1, game: blackjack, wagers: [blackjack_wager, WAGER], options: [OPTION]}]}]
"""


def whys(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], wager: str, option: str, *more: str
) -> dict[str, list[str]]:
    file = tmp_path / "filing.yaml"
    file.write_text(FILING.replace("WAGER", wager).replace("OPTION", option))
    main(["check", str(file), "--format", "json", *more])
    return {c["id"]: f["why"] for f in json.loads(capsys.readouterr().out)["findings"] for c in f["clauses"]}


def test_a_finding_states_in_one_line_that_it_rests_on_an_anomaly(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    why = whys(tmp_path, capsys, "blackjack_bonus", "multiple_action")[
        "19:47-2.20(l)/blackjack_bonus-bars-multiple_action"
    ]
    lines = [line for line in why if "ODD-" in line]
    assert (
        "anomaly in the law: misprinted citation, printed 19:46-2.18, read 19:47-2.18 [ODD-2.20-l-cites-19-46-2.18]"
        in lines
    )


def test_an_inferred_start_is_reported_with_its_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = whys(tmp_path, capsys, "same_suit", "surrender", "--as-of", "1993-01-01")[
        "19:47-2.17(a)2/same_suit-authorised"
    ]
    assert [line for line in before if "ODD-" in line] == [line for line in before if "not established" in line]
    assert sum(line.endswith("[ODD-2.17-a2-since-1994-03-21]") for line in before) == 1


def test_what_rests_on_no_anomaly_has_no_such_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    why = whys(tmp_path, capsys, "streak", "multiple_action")["19:47-2.22(l)/streak-bars-multiple_action"]
    assert not [line for line in why if "ODD-2.22" in line]


def test_the_command_lists_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["law", "register", "--subchapter", "2"]) == 0
    assert "ODD-2.20-l-capital  scan damage" in capsys.readouterr().out
    assert main(["law", "register", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["schema"] == "pitboss.register/1"
