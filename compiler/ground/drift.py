"""Compares a new print with the fingerprints of the old one: what changed, appeared or vanished, and what depends on it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from pitboss.compiler.front.lower import lower
from pitboss.compiler.front.resolve import resolve
from pitboss.compiler.ground import fingerprints as prints
from pitboss.compiler.ground.ground import Ground, UnplacedRun, in_order
from pitboss.compiler.ground.provisions import Text, split
from pitboss.compiler.model.citations import ancestors, is_below, resolved
from pitboss.compiler.model.core import Clause, Duty, PayoutTable

_CASE = re.compile(r"\s*(?:- )?clause: ['\"]?(?P<clause>[^\s'\"]+)")


class RestingOn(TypedDict):
    """The clauses and cases that depend on a provision."""

    clauses: list[str]
    citing: list[str]
    paytables: list[str]
    cases: list[str]


class DriftChange(RestingOn):
    """A provision whose text differs."""

    what: str
    provision: str
    text: str | None


class DriftData(TypedDict):
    """The document `pitboss.drift/1`."""

    schema: str
    known: int
    same: int
    changes: list[DriftChange]
    totals: dict[str, int]
    not_in_this_print: list[str]
    not_placed: list[UnplacedRun]
    scan_notes_dropped: list[str]


@dataclass(frozen=True, slots=True)
class DriftCase:
    clause: str
    at: str


def read_cases(rules: Path) -> tuple[DriftCase, ...]:
    """The cases next to the rules: which clause each is about, and where it is."""
    found = []
    for path in sorted(rules.rglob("*.cases.yaml")):
        name = path.relative_to(rules.parent).as_posix()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if match := _CASE.match(line):
                found.append(DriftCase(match["clause"], f"{name}:{number}"))
    return tuple(found)


def drift_data(ground: Ground, cases: Iterable[DriftCase]) -> DriftData:
    """The changes of the text as data, each with the clauses and cases that depend on it.

    >>> from pitboss.compiler.front.corpus import Corpus
    >>> from pitboss.compiler.ground.lines import lines_of
    >>> known = prints.Fingerprints({"1:1-1.1 title": ["0"], "1:1-1.1(a)": ["0"], "1:1-1.1(b)": ["0"]})
    >>> files = {"a": lines_of("1:1-1.1 Tiles\\n(a) Six sets.", "a")}
    >>> made = drift_data(Ground(files, Text(()), Corpus((), (), "", ()), (), (), (), known), ())
    >>> [(c["what"], c["provision"]) for c in made["changes"]]
    [('changed', '1:1-1.1 title'), ('changed', '1:1-1.1(a)'), ('vanished', '1:1-1.1(b)')]
    """
    all_scans = tuple(dict.fromkeys(scan for scan, _ in ground.scans))
    fitting = prints.fitting(ground.files, all_scans, ground.prints)
    text = split(ground.files, [scan for scan in fitting.values() if scan])
    now, known = prints.of_text(text), ground.prints.text
    sections, subchapters = {_section(c) for c in now}, {_subchapter(c) for c in now}
    places = _places(text)
    clauses = lower(resolve(ground.corpus).rulebook).clauses
    every = tuple(cases)
    changes: list[DriftChange] = []
    absent: set[str] = set()
    for cite in sorted({*now, *known}, key=in_order):
        section = _section(cite)
        if cite in now and cite in known:
            what = "" if prints.same(now[cite], known[cite]) else "changed"
        elif cite in now:
            what = "appeared"
        elif section not in sections and _subchapter(cite) not in subchapters:
            absent.add(section)
            what = ""
        else:
            what = "vanished"
        if what:
            changes.append(
                {"what": what, "provision": cite, "text": places.get(cite), **_resting(cite, clauses, every)}
            )
    return {
        "schema": "pitboss.drift/1",
        "known": len(known),
        "same": sum(cite in now and prints.same(now[cite], hashes) for cite, hashes in known.items()),
        "changes": changes,
        "totals": {what: sum(c["what"] == what for c in changes) for what in ("changed", "appeared", "vanished")},
        "not_in_this_print": sorted(absent, key=in_order),
        "not_placed": [{"from": run[0].at, "to": run[-1].at, "lines": len(run)} for run in text.unplaced],
        "scan_notes_dropped": [scan.at for scan, held in fitting.items() if held is None],
    }


def _section(cite: str) -> str:
    """
    >>> _section("1:1-2.3(a)1"), _section("1:1-2.3 title"), _subchapter("1:1-2.3(a)1")
    ('1:1-2.3', '1:1-2.3', '1:1-2')
    """
    return cite.partition("(")[0].partition(" ")[0]


def _subchapter(cite: str) -> str:
    return _section(cite).partition(".")[0]


def _places(text: Text) -> dict[str, str]:
    found: dict[str, str] = {}
    for part in text.parts:
        for provision in part.provisions:
            found.setdefault(part.citation + provision.label, provision.lines[0].at)
        if part.history:
            found.setdefault(part.citation + prints.HISTORY, part.history[0].at)
        if part.head:
            found.setdefault(part.citation + prints.TITLE, part.head.at)
    return found


def _resting(cite: str, clauses: tuple[Clause, ...], cases: tuple[DriftCase, ...]) -> RestingOn:
    """The clauses of a provision and those that cite it; which of them are paytables; and the cases of all of them."""
    section, label = _section(cite), cite[len(_section(cite)) :]
    if label.startswith(" "):  # history notes and titles: no clause states them, although dates derive from them
        return {"clauses": [], "citing": [], "paytables": [], "cases": []}
    here = [c for c in clauses if c.section == section]
    own = [c for c in here if c.label == label or is_below(c.label, label)]
    for above in reversed(ancestors(label)[:-1]):
        own = own or [c for c in here if c.label == above]
    citing = [c for c in clauses if c not in own and any(_meant(target, section, label) for target in _targets(c))]
    ids = {c.id for c in (*own, *citing)}
    return {
        "clauses": [c.id for c in own],
        "citing": [c.id for c in citing],
        "paytables": [c.id for c in own if any(_has_table(r.duty) for v in c.versions for r in v.readings)],
        "cases": [case.at for case in cases if case.clause in ids],
    }


def _has_table(duty: Duty) -> bool:
    return isinstance(duty, PayoutTable) and bool(duty.table or duty.schedules)


def _targets(clause: Clause) -> Iterator[tuple[str, str]]:
    for version in clause.versions:
        for citation in version.citations:
            yield resolved(citation.reading or citation.printed, clause.section)


def _meant(target: tuple[str, str], section: str, label: str) -> bool:
    return target[0] == section and bool(target[1]) and (target[1] == label or is_below(label, target[1]))
