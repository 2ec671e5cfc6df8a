"""A plugin of pytest: `pytest --pitboss filings/` adds one test for each provision and group of tables of a filing.

A test fails where `pitboss check` would, with the same configuration: its baseline, what it ignores, its `fail-on`. What is open, or can
only be seen on the floor, is skipped with the reason. pytest loads this module at every start, so it imports pitboss only when the
option is given.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from pitboss import Finding, Result

_SKIPPED = {
    "open": "the law can be read in two ways",
    "floor": "to be seen on the floor",
    "approved": "approved",
    "ignored": "ignored",
    "known": "in the baseline",
}


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("pitboss")
    group.addoption(
        "--pitboss", metavar="PATH", action="append", default=[],
        help="check this filing: one test for each provision and group of tables (repeatable)",
    )  # fmt: skip
    group.addoption("--pitboss-as-of", metavar="DATE", help="apply the law of this date (default: the effective date)")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--pitboss"):  # openpyxl warns of what it leaves out of a workbook
        config.addinivalue_line("filterwarnings", "ignore::UserWarning:openpyxl")


def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add the tests of each filing behind those that pytest has found."""
    for path in config.getoption("--pitboss"):
        items.extend(FilingTests.from_parent(session, name=path, nodeid=path).collect())


class FilingTests(pytest.Collector):
    """A filing."""

    def collect(self) -> list[pytest.Item]:
        from pitboss.checker.findings.severity import ranked
        from pitboss.reports.provision_cases import provision_cases

        result, wanted = _checked(self.name, self.config.getoption("--pitboss-as-of"))
        failing = {f.fingerprint for f in result.failing(wanted)}
        tests: list[pytest.Item] = []
        if result.problems or not result.clauses:
            tests.append(ReadingTest.from_parent(self, name="the filing is read", result=result))
        groups: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
        found: dict[str, Finding] = {}
        for (cite, table), (state, findings) in provision_cases(result).items():
            found |= {f.fingerprint: f for f in findings}
            groups.setdefault((cite, state, tuple(f.fingerprint for f in findings)), []).append(table)
        for (cite, state, prints), tables in groups.items():
            name = f"{cite}[{_line(','.join(tables)) or 'licensee'}]"
            some = ranked(found[each] for each in prints)  # what fails before what is open
            wrong = [f for f in some if f.fingerprint in failing]
            tests.append(
                ProvisionTest.from_parent(self, name=name, result=result, state=state, findings=some, failing=wrong)
            )
        return tests


def _checked(path: str, day: str | None) -> tuple[Result, frozenset[str]]:
    """The check of `pitboss check PATH`, and the verdicts that fail it."""
    from pathlib import Path

    from pitboss.cli import parser_of
    from pitboss.commands.check import checked
    from pitboss.commands.configuration import configure
    from pitboss.commands.fail_on import parse_fail_on
    from pitboss.rulebook import load_rulebook

    arguments = parser_of("check").parse_args(["check", *(["--as-of", day] if day else []), "--", path])
    if message := configure(arguments):
        raise pytest.UsageError(message)
    wanted = parse_fail_on(arguments.fail_on)
    if isinstance(wanted, str):
        raise pytest.UsageError(wanted)
    found = checked(arguments, *load_rulebook(*map(Path, arguments.rules)))
    if isinstance(found, str):
        raise pytest.UsageError(found)
    return found[0], wanted


def _line(text: str) -> str:
    """The text as one line of the log."""
    from pitboss.reports.sanitize import safe

    return safe(text)


class _Test(pytest.Item):
    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        """The finding itself; the lines of this module would explain nothing."""
        return str(excinfo.value)

    def reportinfo(self) -> tuple[Path, None, str]:
        return (
            self.path,
            None,
            f"{self.parent and self.parent.name} {self.name}",
        )  # pytest would print the dots of a bare name as colons


class ReadingTest(_Test):
    """That a filing could be read as a whole."""

    def __init__(self, *, result: Result, **more: object) -> None:
        super().__init__(**more)  # type: ignore[arg-type]
        self.result = result

    def runtest(self) -> None:
        faults = [_line(f"{p.place}: {p.code} {p.message}") for p in self.result.problems]
        pytest.fail("\n".join(faults) or "nothing was judged", pytrace=False)


class ProvisionTest(_Test):
    """That a provision is met at the tables whose findings are the same."""

    def __init__(
        self, *, result: Result, state: str, findings: list[Finding], failing: list[Finding], **more: object
    ) -> None:
        super().__init__(**more)  # type: ignore[arg-type]
        self.result, self.state, self.findings, self.failing = result, state, findings, failing

    def runtest(self) -> None:
        if self.findings and not self.failing:
            reason = _SKIPPED.get(self.state, f"{self.state}, which does not fail here")
            pytest.skip(_line(f"{reason}: {self.findings[0].notice}"))
        if self.failing:
            pytest.fail("\n\n".join("\n".join(map(_line, self._lines(f))) for f in self.failing), pytrace=False)

    def _lines(self, f: Finding) -> Iterator[str]:
        yield f"{f.verdict} {', '.join(f.provisions)}: {f.notice}"
        if place := self.result.place(f):
            yield f"  --> {place}"
        for key, value in (("expected", f.expected), ("actual", f.actual), ("cure", f.cure)):
            if value:
                yield f"  {key:>8}  {value}"
