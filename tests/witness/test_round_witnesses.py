"""Witnesses of clauses on rounds: each record is audited again, states nothing that it can do without, and is of the rules as they are."""

from __future__ import annotations

import dataclasses
import json
import random
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pitboss.compiler.witness import round_entries
from pitboss.compiler.witness.entries import Example, Unshown
from pitboss.compiler.witness.lacking import Lacking
from pitboss.compiler.witness.round_entries import RoundWitness, RoundWitnesses, records
from pitboss.reports.site.examples import add_examples
from pitboss.rulebook import load_round_witnesses, load_witnesses
from pitboss.witnesses.generate_rounds import generate, load_law, versions_on_rounds
from pitboss.witnesses.round_search import Audited, applies, audited
from pitboss.witnesses.round_tables import LoadedLaw, index_of
from tests.support.product import RULES, LawIndex, load_catalog
from tests.support.soak import count
from tests.support.verdicts import command


@cache
def law() -> tuple[RoundWitnesses, LoadedLaw]:
    return load_round_witnesses(), load_law()


@cache
def index(table: str) -> LawIndex:
    """The law at a table whose filing was written and read."""
    witnesses, rules = law()
    witness = next(one for one in witnesses.found if one.table == table)
    found = index_of(rules, json.loads(json.dumps(witnesses.filing(witness))))
    assert found is not None
    return found


def seen(witness: RoundWitness, rows: Any = None) -> Audited | None:
    rows = json.loads(json.dumps([dict(row) for row in witness.rows])) if rows is None else rows
    return audited(index(witness.table), rows, witness.day)


def shows(witness: RoundWitness, rows: Any = None) -> bool:
    """Whether the audit finds what the witness states, and nothing more."""
    found, clause = seen(witness, rows), witness.of.clause
    if found is None or not found.findings <= {(witness.verdict, clause), *witness.also}:
        return False
    if witness.example is Example.BREACH:
        return (witness.verdict, clause) in found.findings
    unlike = {verdict for (of, verdict), many in found.verdicts.items() if of == clause and many} - {
        "pass",
        "not applicable",
    }
    chosen = witness.rows if rows is None else rows
    return not unlike and applies(index(witness.table), chosen, witness.day, clause)


@cache
def sample() -> list[RoundWitness]:
    found = law()[0].found
    return random.Random(13).sample(found, min(len(found), count(24, len(found))))


def test_each_version_of_each_clause_on_rounds_has_both_examples_or_a_reason() -> None:
    witnesses, rules = law()
    expected = {(known.id, known.since, known.version) for _, _, known in versions_on_rounds(rules)}
    both: Counter[tuple[str, str | None, str]] = Counter()
    for one in (*witnesses.found, *witnesses.unshown):
        both[one.of.clause, one.of.since, one.of.meaning] += 1
    assert {*both} == expected, "run `python -m pitboss.witnesses.generate_rounds`"
    assert {*both.values()} == {2}


def test_the_audit_confirms_every_witness() -> None:
    wrong = []
    for witness in sample():
        found = seen(witness)
        stated = {*witness.also, *([(witness.verdict, witness.of.clause)] if witness.example is Example.BREACH else [])}
        if found is None or {*found.findings} != stated or not shows(witness):
            wrong.append((witness, found))
    assert not wrong


def test_a_record_states_no_fact_that_it_can_do_without() -> None:
    for witness in sample()[: count(8, 10_000)]:
        for n, row in enumerate(witness.rows):
            for column in row.keys() - {"round"}:
                rows = [dict(one) for one in witness.rows]
                del rows[n][column]
                assert not shows(witness, rows), (witness, column)
            others = [dict(one) for place, one in enumerate(witness.rows) if place != n]
            assert not others or not shows(witness, others), (witness, n)


def test_the_command_reports_a_breach(tmp_path: Path) -> None:
    witnesses, _ = law()
    witness = next(one for one in sample() if one.example is Example.BREACH and one.alone)
    (tmp_path / "filing.json").write_text(json.dumps(witnesses.filing(witness)))
    (tmp_path / "rounds.jsonl").write_text("".join(json.dumps(row) + "\n" for row in records(witness)))
    paths = str(tmp_path / "rounds.jsonl"), "--filing", str(tmp_path / "filing.json")
    report = json.loads(command("rounds", "audit", *paths, "--format", "json")[1])
    assert {(f["verdict"], f["clause"]) for f in report["findings"]} == {(witness.verdict, witness.of.clause)}


def test_most_stand_alone() -> None:
    found = law()[0].found
    assert {one.verdict for one in found if one.example is Example.SATISFIED} == {"pass"}
    assert {one.verdict for one in found if one.example is Example.BREACH} == {"fail", "open"}
    assert sum(one.alone for one in found) > 0.9 * len(found)


def test_the_search_finds_the_same_again() -> None:
    """For versions that are missing, or that the audit does not confirm, wherever the search begins; the others are kept."""
    witnesses, rules = law()
    game = "minibaccarat"
    mine = [(clause.id, known.since) for clause, _, known in versions_on_rounds(rules) if clause.game == game]
    assert mine
    missing = {*mine[:: count(30, 1)]}
    before = RoundWitnesses(
        witnesses.tables,
        tuple(one for one in witnesses.found if (one.of.clause, one.of.since) not in missing),
        tuple(one for one in witnesses.unshown if (one.of.clause, one.of.since) not in missing),
        witnesses.kinds,
    )
    stale = next(
        one for one in before.found if (one.of.clause, one.of.since) in {*mine} and one.example is Example.BREACH
    )
    unconfirmed = dataclasses.replace(stale, also=(("fail", "a clause that an amendment changed"),))
    before = dataclasses.replace(before, found=tuple(unconfirmed if one == stale else one for one in before.found))
    again = generate(rules, load_witnesses(), before, (game,))
    assert again == RoundWitnesses(witnesses.tables, witnesses.found, witnesses.unshown, again.kinds)


def test_the_sentence_and_the_page_show_every_recorded_fact() -> None:
    witnesses, catalog = law()[0], load_catalog()
    for witness in sample():
        version: Any = {"since": witness.of.since}
        sections: Any = [
            {"provisions": [{"groups": [{"clauses": [{"id": witness.of.clause, "versions": [version]}]}]}]}
        ]
        add_examples(catalog, sections, None, witnesses)
        view = next(one for one in version["examples"] if one["example"] == witness.example)
        assert [json.loads(row) for row in view["rows"]] == records(witness)
        assert json.loads(view["filing"]) == witnesses.filing(witness)
        for row in witness.rows:
            for column, value in row.items() - {("round", "1")}:
                shown = ("yes" if value else "no") if isinstance(value, bool) else str(value).replace("_", " ")
                assert shown in view["words"], (column, view["words"])
        assert all(clause in view["words"] for _, clause in witness.also)


ELSEWHERE = {Lacking.NEVER_APPLIES, Lacking.NO_BREACH, Lacking.AUTHORIZED, Lacking.NO_FILING, Lacking.NOT_SEARCHED}


def test_what_is_not_shown_has_its_reason() -> None:
    witnesses, _ = law()
    shown = {(one.of, one.example) for one in witnesses.found}
    assert not shown & {(one.of, one.example) for one in witnesses.unshown}
    assert {one.reason for one in witnesses.unshown} == {*Lacking} - ELSEWHERE
    assert all(isinstance(one, Unshown) for one in witnesses.unshown)


def test_the_file_is_read_as_it_is_written() -> None:
    text = (RULES / round_entries.NAME).read_text("utf-8")
    assert round_entries.dumps(round_entries.loads(text)) == text


def test_another_file_is_refused() -> None:
    with pytest.raises(ValueError, match="these are no witnesses of rounds: tiles"):
        round_entries.loads('{"schema": "tiles"}')
