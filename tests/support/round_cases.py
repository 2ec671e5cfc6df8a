"""The cases on rounds in `rulespecs/**/*.cases.yaml`: a record that just passes and one that just fails, one value apart.

    - clause: 19:47-3.2(a)1i/punto_banker-wins
      as of: 2007-01-01
      table: {game: punto_banco}
      round: |
        {punto_player_cards: 9h Kd, punto_banker_cards: 2h 3d, stake: {punto_player: $100}, [[paid|collected]]: {punto_player: $100}}
      fails at: 1

Each line of `round` is a row of the record. A row without a `round` belongs to round 1 of table 1, the table that the case files,
in the evening of the day. With the value before the bar nothing fails and the clause passes; with the value behind it the clause
fails, and a finding is at that row. Where the readings of the clause disagree on the second record, the case states `opens at`.
If a day decides, the day has two values; if the table decides, it is a text as well (`table: |`). With `first: not applicable`
the value before the bar meets a condition under which the clause does not apply: nothing fails, and the clause does not pass
either. With `first: needs evidence` the record does not show what the verdict depends on, such as a fact of the round on which
its rows contradict each other. With `first: no breach` nothing fails (`rule_cases`). Some conditions decide only where another
provision is breached too, as in a hand of four cards where three are the most: `besides: [19:47-3.8(d)]` names what the first record
breaches all the same.

`python -m tests.support.round_cases SECTION ...` runs the cases of sections (`19:47-3.2`) and prints errors and missing cases.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import Any

from pitboss.checker.read.case_text import as_json
from tests.support.product import RULES, CompiledClause, LawIndex, Lot, Raw, judge_rows, load_law, load_rulebook
from tests.support.rule_cases import FRAME, VALUES, as_stated, as_yaml, first_of, items_of

PLACE = "record.jsonl"


@dataclass(frozen=True)
class RoundCase:
    clause: str
    day: str
    table: str  # as YAML, without its number
    round: str
    verdict: str
    at: int
    source: str
    first: str = "pass"  # the verdict on the record with the value before the bar
    besides: tuple[str, ...] = ()  # the other provisions that this record breaches


@cache
def round_cases(*sections: str) -> list[RoundCase]:
    """The cases on rounds next to these sections; without arguments, those of the rulebook."""
    names = {f"{section.replace(':', '-')}.cases.yaml" for section in sections}
    found = []
    for path in sorted(path for path in RULES.rglob("*.cases.yaml") if not names or path.name in names):
        for item in items_of(path):
            if "round" in item:
                verdict = "open" if "opens at" in item else "fail"
                table = (
                    item["table"].strip() if isinstance(item["table"], str) else json.dumps(item["table"], default=str)
                )
                at = int(item["opens at" if verdict == "open" else "fails at"])
                besides = tuple(item.get("besides", ()))
                found.append(
                    RoundCase(
                        item["clause"],
                        str(item["as of"]),
                        table,
                        item["round"],
                        verdict,
                        at,
                        path.name,
                        first_of(item),
                        besides,
                    )
                )
    return found


def clauses_on_rounds() -> list[CompiledClause]:
    return [clause for clause in load_rulebook()[0].clauses if clause.scope == "round"]


def section_of(clause: str) -> str:
    """
    >>> section_of("19:47-3.2(a)1i/punto_banker-wins"), section_of("19:47-2.1/whole")
    ('19:47-3.2', '19:47-2.1')
    """
    return clause.partition("/")[0].partition("(")[0]


@cache
def law_of(table: str, day: str) -> LawIndex:
    """The law of a filing that has one table."""
    submission = FRAME.replace("submission: {", f"submission: {{effective: {day}, ")
    filing = f"{submission}pits: [{{name: A, tables: [{table[:-1]}, number: 1}}]}}]\n"
    with tempfile.NamedTemporaryFile("w", suffix=".yaml", encoding="utf-8") as file:
        file.write(filing)
        file.flush()
        law_index, faults = load_law([file.name], [])
    assert faults == "", faults
    return law_index


def record_of(case: RoundCase, side: int) -> tuple[str, list[dict[str, Any]]]:
    """The day and the rows of the record with the value before the bar (1) or the one behind it (2)."""
    day = VALUES.sub(lambda m: m[side], case.day)
    start = {"round": "1", "table": "1", "moment": f"{day}T20:00"}
    lines = VALUES.sub(lambda m: m[side], case.round).splitlines()
    return day, [{**start, **row_of(line)} for line in lines]


@cache
def row_of(line: str) -> dict[str, Any]:
    """The fields of a row as written; most rows of a case are the same on both sides of the bar."""
    return dict(as_json(as_yaml(line)))


def judged(case: RoundCase, side: int) -> Lot:
    """The audit of the record with the value before the bar (1) or the one behind it (2)."""
    day, rows = record_of(case, side)
    raws = [Raw(f"{PLACE}:{number}", row, "", json.dumps(row)) for number, row in enumerate(rows, 1)]
    return judge_rows(law_of(VALUES.sub(lambda m: m[side], case.table), day), raws)


def faults_of(case: RoundCase) -> list[str]:
    """What is wrong with a case; empty if it shows what it should."""
    if len(VALUES.findall(case.round + case.day + case.table)) != 1:
        return ["exactly one [[passes|fails]] decides a case"]
    good, bad = judged(case, 1), judged(case, 2)
    faults = [
        f"{side}: the row is not read: {aside.reason}"
        for side, lot in (("passes", good), ("fails", bad))
        for aside in lot.aside
    ]
    if faults:
        return faults
    found = _verdicts(good, case.clause)
    if not as_stated(case.first, {*found}) or "open" in found:
        due = {"pass": "pass", "not applicable": "be exempt", "no breach": "be no breach"}.get(
            case.first, "need evidence"
        )
        faults.append(f"the first record should {due}: {_shown(found)}{_lacking(good, case.clause)}")
    breaches = [f for f in good.findings if f.verdict == "fail"]
    faults += [
        f"the first record breaches {f.clause}: {f.expected} / {f.actual}"
        for f in breaches
        if _provision(f.clause) not in case.besides
    ]
    faults += [
        f"the first record does not breach {one}"
        for one in case.besides
        if one not in {_provision(f.clause) for f in breaches}
    ]
    found = _verdicts(bad, case.clause)
    if not found.get(case.verdict):
        faults.append(f"the second record should be {case.verdict}: {_shown(found)}{_lacking(bad, case.clause)}")
    elif f"{PLACE}:{case.at}" not in {f.place for f in bad.findings if f.verdict == case.verdict}:
        faults.append(f"no finding at row {case.at}: {[(f.place, f.clause, f.verdict) for f in bad.findings]}")
    return faults


def _provision(clause: str) -> str:
    return clause.partition("/")[0]


def _verdicts(lot: Lot, clause: str) -> Counter[str]:
    return Counter({str(verdict): many for (id, verdict), many in lot.counts.items() if id == clause})


def _lacking(lot: Lot, clause: str) -> str:
    lacks = [name for (id, name) in lot.missing if id == clause]
    return f", lacks {', '.join(lacks)}" if lacks else ""


def _shown(found: Counter[str]) -> str:
    return ", ".join(f"{verdict} in {many} rows" for verdict, many in sorted(found.items())) or "it is not judged"


def main(*sections: str) -> int:
    cases, wrong = round_cases(*sections), 0
    for case in cases:
        for fault in faults_of(case):
            wrong += 1
            print(f"{case.clause} as of {case.day}: {fault}")
    all_of_them = dict.fromkeys(c.id for c in clauses_on_rounds() if section_of(c.id) in sections or not sections)
    missing = [id for id in all_of_them if id not in {case.clause for case in cases}]
    print(f"{wrong} faults; {len(missing)} of {len(all_of_them)} clauses have no case", *missing, sep="\n  ")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
