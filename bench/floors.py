"""How long `pitboss check` takes, phase by phase and as a command: `PYTHONPATH=src python bench/check.py`.

The floors are the example floor, and floors of thousands of tables made from it: once with identical text at every copy,
and once with a limit of its own at every copy.
"""

from __future__ import annotations

import copy
import gc
import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from pitboss.checker.filing.assemble import assemble
from pitboss.checker.findings.findings import findings
from pitboss.checker.findings.result import check
from pitboss.checker.judging.judge import judge
from pitboss.checker.read import read
from pitboss.commands.check import locator
from pitboss.reports.formats import Context
from pitboss.reports.formats.text import text
from pitboss.rulebook import load_rulebook

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "boardwalk"
TABLES, ROUNDS = 4000, 5
COLUMNS = ("read", "assemble", "judge", "findings", "places", "report", "command")


def example() -> dict[str, Any]:
    """The example floor as one mapping, its lists of tables in their pits."""
    documents = read(EXAMPLE).documents
    sheets = {Path(d.name).name: d.data for d in documents if isinstance(d.data, list)}
    made: dict[str, Any] = {}
    for document in documents:
        for key, value in document.data.items() if isinstance(document.data, dict) else ():
            known = made.setdefault(key, type(value)())
            known.extend(value) if isinstance(value, list) else known.update(value)
    for pit in made["pits"]:
        if isinstance(pit["tables"], dict):
            pit["tables"] = [cells(row) for row in sheets[pit["tables"]["file"]]]
    return made


def cells(row: dict[str, Any]) -> dict[str, Any]:
    """A row of a CSV file as a mapping."""
    stated = {key: value for key, value in row.items() if value is not None}
    lists = {"denominations", "options", "wagers", "equipment"} & stated.keys()
    return stated | {key: [cell.strip() for cell in str(stated[key]).split(";")] for key in lists}


def floor(tables: int, own_limits: bool) -> dict[str, Any]:
    """The example with its tables repeated; a statement about a table becomes a statement about each of its copies."""
    made = copy.deepcopy(example())
    here = sum(len(pit["tables"]) for pit in made["pits"])
    copies: dict[str, list[str]] = {}
    number = 0
    for pit in made["pits"]:
        originals, pit["tables"] = pit["tables"], []
        for i in range(round(tables / here)):
            for table in originals:
                number += 1
                again = {**table, "number": f"{table['number']}-{i}"}
                if own_limits:
                    again["wagers"] = limited(table, made["defaults"], number)
                pit["tables"].append(again)
                copies.setdefault(str(table["number"]), []).append(again["number"])
    for key in ("statements", "events", "attestations", "approvals"):
        for item in made.get(key, ()):
            if "tables" in item:
                item["tables"] = spread(item["tables"], copies)
    return made


def limited(table: dict[str, Any], defaults: dict[str, Any], number: int) -> dict[str, Any]:
    """The table's wagers, the first with a limit that no other table has."""
    listed = table.get("wagers") or defaults[table["game"]]["wagers"]
    if isinstance(listed, list):
        mappings = (one if isinstance(one, dict) else {"wager": one} for one in listed)
        listed = {one["wager"]: {k: v for k, v in one.items() if k != "wager"} for one in mappings}
    first, *rest = listed
    return {first: {**(listed[first] or {}), "maximum": f"${1000 + number}"}, **{name: listed[name] for name in rest}}


def spread(selector: Any, copies: dict[str, list[str]]) -> Any:
    """The copies of each table that is named by its number."""
    if isinstance(selector, list):
        return [each for one in selector for each in copies.get(str(one), [one])]
    return copies.get(str(selector), selector)


def clock() -> float:
    """Seconds of CPU, including commands that were run; the load of the machine does not count."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + children.ru_utime + children.ru_stime


def best(work: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds of the fastest of several runs, and the result of the work."""
    seconds = []
    for _ in range(ROUNDS):
        gc.collect()
        start = clock()
        found = work()
        seconds.append(clock() - start)
    return min(seconds), found


def measure(path: Path) -> tuple[list[float], str]:
    book, vocabulary = load_rulebook()
    took_read, source = best(lambda: read(path))
    took_assemble, (filing, faults) = best(lambda: assemble(source.documents, vocabulary))
    assert not source.problems and not faults, (source.problems, faults)
    day = filing.effective
    took_judge, judgment = best(lambda: judge(filing, book, day))
    took_findings, _ = best(lambda: findings(filing, judgment, vocabulary, day))
    result = check("bench", filing, book, vocabulary, day, (), locator(source))
    took_places, _ = best(lambda: locator(source)(result.places))
    took_report, _ = best(lambda: text(result, Context(source.texts)))
    command = [sys.executable, "-m", "pitboss", "check", str(path)]
    surroundings = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    took_command, _ = best(lambda: subprocess.run(command, env=surroundings, stdout=subprocess.DEVNULL))
    size = sum(len(document.text.encode()) for document in source.documents) / 1e6
    judged = f"{len(judgment.verdicts):,} verdicts, {1000 * took_judge / len(filing.tables):.3f} ms to judge a table"
    about = f"{len(filing.tables):,} tables, {size:.2f} MB, {len(result.findings)} findings, {judged}"
    return [took_read, took_assemble, took_judge, took_findings, took_places, took_report, took_command], about


def main() -> None:
    print(f"{'milliseconds of CPU':30}" + "".join(f"{column:>10}" for column in COLUMNS))
    with TemporaryDirectory() as folder:
        floors = {"the example, a folder": EXAMPLE}
        for name, own_limits in (("the same over and over", False), ("a limit for every table", True)):
            made = json.dumps(floor(TABLES, own_limits), indent=1, default=str)
            for form in ("yaml", "json"):
                path = Path(folder, f"{name.split()[1]}.{form}")
                path.write_text(made)
                floors[f"{name}, {form.upper()}"] = path
        for name, path in floors.items():
            took, about = measure(path)
            print(f"{name:30}" + "".join(f"{1000 * each:10.1f}" for each in took) + f"   {about}")


if __name__ == "__main__":
    main()
