"""`python verdicts.py JOBS OUT CHECKOUT`: run the commands of a list with the `pitboss` of a checkout, and write their verdicts.

This file runs under commits that it is not part of. It uses the standard library and the command line of `pitboss` alone, whose
arguments and JSON reports are stable.

JOBS is a JSON list of `{"name": …, "command": […]}`. OUT gets one JSON line for each: `counts` is clause → verdict → number of
places, without places where a clause does not apply; `findings` are [clause, verdict, place]. What a command could not read counts
as a clause of its own.
"""

from __future__ import annotations

import io
import json
import os
import sys
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from multiprocessing import Pool
from pathlib import Path
from typing import Any

NOT_APPLICABLE = "not applicable"
VERDICTS = ("pass", "fail", "needs evidence", "open", "approved")
NOT_READ = "(not read)"  # stands for a clause


def run(job: dict[str, Any]) -> dict[str, Any]:
    """Run a command in this process, and return its verdicts."""
    main = import_module("pitboss.cli").main  # of the checkout, which need not be the one of this file
    out, messages = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(messages):
        try:
            code = main(job["command"])
        except SystemExit as exit_:
            code = exit_.code
    try:
        report = json.loads(out.getvalue())
    except ValueError:  # no report
        lines = messages.getvalue().splitlines() or [""]
        return {"job": job["name"], "counts": {NOT_READ: {f"exit {code}: {lines[0]}": 1}}, "findings": []}
    return {"job": job["name"], **(on_rounds(report) if "rounds" in report else on_filing(report))}


def on_filing(report: Any) -> dict[str, Any]:
    """The verdicts of `pitboss check --format json`."""
    counts = {line["clause"]: {v: line[v] for v in VERDICTS if v in line} for line in report["clauses"]}
    problems = Counter(problem["code"] for problem in report["problems"])
    findings = [
        [part["clause"], finding["verdict"], " ".join(filter(None, (part["beside"], table)))]
        for finding in report["findings"]
        for part in finding["parts"]
        for table in part["tables"] or ("",)
    ]
    return _verdicts(counts, problems, findings)


def on_rounds(report: Any) -> dict[str, Any]:
    """The verdicts of `pitboss rounds audit --format json`."""
    counts = {line["clause"]: line["verdicts"] for line in report["clauses"]}
    findings = [
        [f["clause"], f["verdict"], " ".join(("round", f["round"], "at table", f["table"], f["seat"])).rstrip()]
        for f in report["findings"]
    ]
    return _verdicts(counts, Counter({"row set aside": report["set_aside"]}), findings)


def _verdicts(counts: dict[str, dict[str, int]], problems: Counter[str], findings: list[list[str]]) -> dict[str, Any]:
    counts = {**counts, NOT_READ: problems}
    applying = {
        clause: {verdict: n for verdict, n in each.items() if n and verdict != NOT_APPLICABLE}
        for clause, each in counts.items()
    }
    return {"counts": {clause: each for clause, each in applying.items() if each}, "findings": findings}


def main(jobs: str, out: str, checkout: str) -> None:
    import pitboss

    loaded, expected = Path(pitboss.__file__).resolve(), Path(checkout).resolve()
    assert loaded.is_relative_to(expected / "src"), f"{loaded} is not of the checkout {expected}"
    with Pool(os.cpu_count()) as pool:
        lines = sorted(map(json.dumps, pool.imap_unordered(run, json.loads(Path(jobs).read_text("utf-8")))))
    draft = Path(f"{out}.draft")
    draft.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    draft.replace(out)


if __name__ == "__main__":
    main(*sys.argv[1:])
