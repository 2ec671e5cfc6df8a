"""`--fail-on VERDICT,…`: which verdicts make a command exit with 1."""

from __future__ import annotations

from pitboss.checker.findings.result import Result

VERDICTS = ("fail", "needs evidence", "floor", "open", "approved")


def parse_fail_on(given: str) -> frozenset[str] | str:
    """The verdicts, or what is wrong with them; a dash may stand for the blank, and `none` for no verdict.

    >>> sorted(parse_fail_on("fail, needs-evidence")), sorted(parse_fail_on("none")), parse_fail_on("fails")
    (['fail', 'needs evidence'], [], '--fail-on knows fail, needs evidence, floor, open, approved, none; not fails')
    >>> parse_fail_on("open,none")
    '--fail-on none goes with no other verdict'
    """
    named = [each.strip() for each in given.split(",")]
    wanted = [each.replace("-", " ").replace("_", " ") for each in named]
    strange = [
        name or "an empty name" for name, each in zip(named, wanted, strict=True) if each not in (*VERDICTS, "none")
    ]
    if strange:
        return f"--fail-on knows {', '.join((*VERDICTS, 'none'))}; not {', '.join(strange)}"
    if "none" in wanted and len(wanted) > 1:
        return "--fail-on none goes with no other verdict"
    return frozenset(wanted) - {"none"}


def exit_code(result: Result, wanted: frozenset[str]) -> int:
    """What an earlier run told already is no failure."""
    return int(any(f.counts_as in wanted for f in result.findings if result.standing(f) == "new"))
