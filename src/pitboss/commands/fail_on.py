"""`--fail-on VERDICT,…`: the verdicts that make a command exit with 1."""

from __future__ import annotations

from pitboss.checker.findings.findings import FLOOR
from pitboss.checker.findings.result import Result
from pitboss.checker.runtime.operations import APPROVED, FAIL, NEEDS, OPEN

VERDICTS = (FAIL, NEEDS, FLOOR, OPEN, APPROVED)


def parse_fail_on(given: str, *also: str) -> frozenset[str] | str:
    """Return the verdicts, or an error message. A dash may replace the space; `none` selects no verdict.

    `also`: what else a command counts apart from its verdict.

    >>> sorted(parse_fail_on("fail, needs-evidence")), sorted(parse_fail_on("none"))
    (['fail', 'needs evidence'], [])
    >>> parse_fail_on("fails")
    "--fail-on: 'fails' is not a verdict; use fail, needs evidence, floor, open, approved, none"
    >>> parse_fail_on("open,none")
    '--fail-on: none cannot be combined with other verdicts'
    """
    names = [each.strip() for each in given.split(",")]
    verdicts = [name.replace("-", " ").replace("_", " ") for name in names]
    unknown = [
        f"'{name}'" for name, verdict in zip(names, verdicts, strict=True) if verdict not in (*VERDICTS, *also, "none")
    ]
    if unknown:
        is_not = "is not a verdict" if len(unknown) == 1 else "are not verdicts"
        return f"--fail-on: {', '.join(unknown)} {is_not}; use {', '.join((*VERDICTS, *also, 'none'))}"
    if "none" in verdicts and len(verdicts) > 1:
        return "--fail-on: none cannot be combined with other verdicts"
    return frozenset(verdicts) - {"none"}


def exit_code(result: Result, wanted: frozenset[str]) -> int:
    """Return 1 if a new finding has one of the verdicts. Findings of the baseline do not count."""
    return int(bool(result.failing(wanted)))
