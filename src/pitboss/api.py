"""The Python interface; `pitboss` itself offers every name of it. docs/api.md has an example of each."""

from __future__ import annotations

import datetime
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from pitboss import rulebook as compiled
from pitboss.checker.filing.vocabulary import Vocabulary
from pitboss.checker.findings.findings import Finding
from pitboss.checker.findings.result import Result
from pitboss.checker.judging.judge import CompiledRulebook
from pitboss.checker.read.stream import read_bytes
from pitboss.checker.runtime.operations import Verdict
from pitboss.commands.check import check_source, document_digests
from pitboss.commands.filing_source import FilingSource
from pitboss.grammar.diagnostics import Diagnostic, Place, Rejected

if TYPE_CHECKING:  # numpy and the round clauses are loaded where they are used
    from pitboss.checker.findings.odds_data import OddsData
    from pitboss.checker.rounds.audit import Audit

__all__ = [
    "Diagnostic", "Finding", "PitbossError", "Place", "Rejected", "Result", "LoadedRulebook", "Verdict",
    "audit", "check", "load_rulebook", "odds", "render",
]  # fmt: skip

AnyPath: TypeAlias = str | os.PathLike[str]
Day: TypeAlias = str | datetime.date
Paths: TypeAlias = AnyPath | Sequence[AnyPath]
FilingData: TypeAlias = Paths | Mapping[str, object]


class PitbossError(ValueError):
    """An argument cannot be used; the message states why. A fault in a filing is no exception but in `Result.problems`."""


@dataclass(frozen=True, slots=True)
class LoadedRulebook:
    """The compiled law: its clauses, and the vocabulary of the filings that it applies to."""

    compiled: CompiledRulebook
    vocabulary: Vocabulary
    folders: tuple[Path, ...] = ()  # of rules; none: the rulebook of this package

    @property
    def begins(self) -> str | None:
        """The first date that it covers, in ISO format; None if there is no bound."""
        return self.compiled.begins

    @property
    def expires(self) -> str | None:
        """The first date that it no longer covers; None if there is no bound."""
        return self.compiled.expires

    @property
    def digest(self) -> str:
        """What identifies its meaning: rulebooks with equal digests give equal verdicts."""
        return self.compiled.digest

    @property
    def games(self) -> tuple[str, ...]:
        """The names of its games."""
        return tuple(self.vocabulary.named("game"))


def load_rulebook(*folders: AnyPath) -> LoadedRulebook:
    """Return the rulebook of this package, or of the rules in folders.

    Raises `Rejected` with all errors in the rules, and `PitbossError` where there is no such folder.
    """
    paths = tuple(Path(path) for path in _paths(folders, "folders of rules"))
    if missing := [path for path in paths if not path.is_dir()]:
        raise PitbossError(f"'{missing[0]}' is not a folder of rules")
    return LoadedRulebook(*compiled.load_rulebook(*paths), paths)


def check(
    filing: FilingData,
    *,
    as_of: Day | None = None,
    previous: AnyPath | None = None,
    inspection: Paths = (),
    rulebook: LoadedRulebook | None = None,
) -> Result:
    """Check a filing, and return its findings and the errors in it.

    `filing` is a file, a folder, several of these that make one filing together, or the data itself. `as_of` is the date whose law
    applies, by default the effective date of the filing. `previous` is an earlier filing, whose changes need notice; `inspection`
    has completed worksheets. A filing that cannot be read is reported in `Result.problems`; an empty list of paths, or an
    empty path, is no filing, and raises `PitbossError`.
    """
    book = rulebook or load_rulebook()
    old = None if previous is None else _paths(previous, "a previous filing")[0]
    result, _, problems, _ = check_source(
        _source(filing), _iso(as_of), old, _paths(inspection, "worksheets"), book.compiled, book.vocabulary
    )
    return replace(result, problems=problems, previous=document_digests(old))


def odds(name: str | None = None, *, as_of: Day | None = None, rulebook: LoadedRulebook | None = None) -> OddsData:
    """Return the exact odds of a game or a wager, or of every wager, as `pitboss law odds --format json` prints them.

    `as_of` is by default the last date of the text. Needs the extra `odds`; the first call for a game takes seconds, later ones use
    the cache. Raises `PitbossError` if the name is not of the rulebook, the date is not covered, or numpy is not installed.
    """
    from pitboss.commands.dates import parse_as_of
    from pitboss.commands.odds import odds_by_wager, wagers_of

    folders = rulebook.folders if rulebook else ()
    catalog = compiled.load_catalog(*folders)
    day, error = parse_as_of(_iso(as_of), catalog.begins, catalog.expires)
    wagers = None if name is None else wagers_of(catalog, name)
    if error or isinstance(wagers, str):
        raise PitbossError(error or wagers)
    found = odds_by_wager(catalog, day, wagers, folders)
    if isinstance(found, str):
        raise PitbossError(found)
    return found


def audit(
    records: AnyPath,
    filings: Paths,
    *,
    rulebook: LoadedRulebook | None = None,
    engine: Literal["plain", "columnar"] = "plain",
) -> Audit:
    """Audit records of settled rounds (JSON Lines, CSV, Parquet) against the filings in force, and return the findings.

    The columnar engine, and Parquet, need the extra `rounds`. Raises `PitbossError` if a filing has errors or no record can be read.
    """
    from pitboss.checker.rounds.audit import audit as merge
    from pitboss.checker.rounds.row_files import NoRecords
    from pitboss.commands.round_law import load_law
    from pitboss.commands.rounds import judged_lots

    folders = [str(path) for path in rulebook.folders] if rulebook else []
    law, errors = load_law(_paths(filings, "filings"), folders)
    if errors:
        raise PitbossError(errors)
    name = os.fspath(records)
    try:
        return merge(name, law, judged_lots(engine, law, name), lambda row: None)
    except NoRecords as fault:
        raise PitbossError(str(fault)) from None


def render(result: Result, form: str = "text") -> str:
    """Return a result in one of the formats of `pitboss check --format`, for example json, sarif or junit."""
    from pitboss.reports import formats

    if form not in formats.known():
        raise PitbossError(f"'{form}' is not a format; use {', '.join(formats.known())}")
    return formats.render(form, result, formats.Context())


def _source(filing: FilingData) -> FilingSource:
    if isinstance(filing, Mapping):
        return read_bytes(json.dumps(filing, default=_plain, indent=1).encode(), "data")
    if not (paths := tuple(_paths(filing, "a filing"))):
        raise PitbossError("no filing is given: the list of paths is empty")
    return paths if len(paths) > 1 else paths[0]


def _paths(given: object, what: str) -> list[str]:
    """The paths in one or several."""
    several = (given,) if isinstance(given, str | os.PathLike) else given
    if not isinstance(several, Sequence) or not all(isinstance(path, str | os.PathLike) for path in several):
        raise PitbossError(f"{what} must be a path or a list of paths, not {given!r}")
    if not all(os.fspath(path) for path in several):
        raise PitbossError(f"{what} must be a path or a list of paths; one of them is empty")
    return [os.fspath(path) for path in several]


def _plain(value: object) -> object:
    """A value that JSON has no type for, in the form that a filing would have."""
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, Decimal) and Decimal(repr(float(value))) == value:
        return int(value) if value == int(value) else float(value)
    raise PitbossError(f"a filing cannot contain {value!r}, of type {type(value).__name__}")


def _iso(day: Day | None) -> str | None:
    return day.isoformat() if isinstance(day, datetime.date) else day
