"""`pitboss rounds audit`: check settled rounds against the clauses on rounds; `pitboss rounds deal`: deal test rounds."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pitboss.checker.read.file import name_in_text
from pitboss.checker.rounds.audit import Aside, Audit, Lot, audit, lots
from pitboss.checker.rounds.law_index import LawIndex
from pitboss.checker.rounds.round_findings import FindingKind
from pitboss.checker.rounds.row_files import NoRecords, require_polars, states_of
from pitboss.checker.rounds.sound_parquet import require_sound
from pitboss.commands.complete_file import complete_file
from pitboss.commands.errors import report_error
from pitboss.commands.fail_on import parse_fail_on
from pitboss.commands.round_law import load_law
from pitboss.progress import show_progress


def run(arguments: argparse.Namespace) -> int:
    try:
        return _deal(arguments) if arguments.action == "deal" else _audit(arguments)
    except NoRecords as fault:
        return report_error(str(fault))


def _audit(arguments: argparse.Namespace) -> int:
    wanted = parse_fail_on(arguments.fail_on, "record", "departure", "unjudged")
    if isinstance(wanted, str):
        return report_error(wanted)
    law, errors = load_law(arguments.filing, arguments.rules)
    sys.stderr.write(errors)
    if not law.filings:
        return 2
    before = states_of(arguments.records)
    require_sound(before)
    engine = _engine(arguments, law)
    with _aside_to(arguments.aside) as aside:
        found = audit(name_in_text(arguments.records), law, engine, aside, show_progress)
    show_progress()
    sys.stdout.write(_report(found, arguments.format))
    if changed := sorted(path for path, _ in before.items() ^ states_of(arguments.records).items()):
        return report_error(f"{changed[0]} changed during the audit; audit the whole record again")
    if errors or found.aside:
        return 2
    counted = any(many and verdict in wanted for _, each in found.counts for verdict, many in each)
    counted |= any(not wanted.isdisjoint((FindingKind.RECORD, verdict)) for _, verdict, _ in found.records)
    if "unjudged" in wanted and found.unjudged:
        return 1
    return int(counted or any(finding.counts_as in wanted for finding in found.findings))


def _engine(arguments: argparse.Namespace, law: LawIndex) -> Iterator[Lot]:
    if arguments.engine == "dask":
        from pitboss.commands.cluster import lots_on_cluster

        return lots_on_cluster(arguments.records, arguments.filing, arguments.rules, arguments.cluster)
    return judged_lots(arguments.engine, law, arguments.records)


def judged_lots(engine: str, law: LawIndex, records: str) -> Iterator[Lot]:
    """Judge the rows in lots, row by row (`plain`) or by column (`columnar`), in this process."""
    if engine == "plain":
        return lots(law, records)
    require_polars()
    from pitboss.checker.rounds.columnar_evaluator import lots_in_columns

    return lots_in_columns(law, records)


def _report(found: Audit, form: str) -> str:
    if form == "json":
        from pitboss.reports.rounds_json import rounds_json

        return rounds_json(found)
    if form == "csv":
        from pitboss.reports.rounds_csv import rounds_csv

        return rounds_csv(found)
    from pitboss.reports.rounds_text import rounds_text

    return rounds_text(found)


@contextmanager
def _aside_to(path: str | None) -> Iterator[Callable[[Aside], object]]:
    """Write a JSON line for each row set aside: its place, the reason, and the row as written."""
    if path is None:
        yield lambda one: None
        return
    with complete_file(path) as draft, open(draft, "w", encoding="utf-8", newline="\n") as out:

        def put(one: Aside) -> None:
            line = {"place": one.place, "reason": one.reason, "row": one.text}
            out.write(json.dumps(line, ensure_ascii=False) + "\n")

        yield put


def _deal(arguments: argparse.Namespace) -> int:
    from pitboss.commands.deal import deal

    return deal(arguments)
