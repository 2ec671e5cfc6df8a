"""Witnesses as data: for each version of a clause, an example that breaches it and one that satisfies it, or why there is none.

`rulespecs/witnesses.json` has those of filings, one entry in a line; each states what it changes in a lawful table of its game. A
version is named by the digest of its meaning, so an entry is out of date exactly when the demand of its clause changed.

>>> book = loads(dumps(Witnesses({("tiles", "2004-01-01"): {("decks",): 6}}, (), ())))
>>> book.bases
{('tiles', '2004-01-01'): {('decks',): 6}}
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from pitboss.compiler.witness.draft import Draft, Path, filing
from pitboss.compiler.witness.lacking import Example as Example
from pitboss.compiler.witness.lacking import Lacking
from pitboss.grammar.json_types import Json

NAME = "witnesses.json"
SCHEMA = "pitboss.witnesses/1"
_BETWEEN = " | "  # the steps of a path


@dataclass(frozen=True, slots=True)
class VersionKey:
    """A version of a clause: its meaning and its start."""

    clause: str
    meaning: str  # digest
    since: str | None


@dataclass(frozen=True, slots=True)
class Witness:
    """The smallest filing that was found to breach a version, or to satisfy it non-vacuously.

    `verdict` is fail, open or pass. `also`: what else is not in order in it, which cannot be avoided; evidence that only
    the floor can give is always missing and is not listed.
    """

    of: VersionKey
    example: Example
    verdict: str
    game: str
    day: str
    changes: Mapping[Path, Json]  # in the lawful table of the game on the day; None: without the fact
    also: tuple[tuple[str, str], ...] = ()  # verdict and clause

    @property
    def alone(self) -> bool:
        """Whether nothing else is amiss."""
        return not self.also


@dataclass(frozen=True, slots=True)
class Unshown:
    """A version that no filing shows in one way, and the reason."""

    of: VersionKey
    example: Example
    reason: Lacking


@dataclass(frozen=True)
class Witnesses:
    """The witnesses of all clauses on filings."""

    bases: Mapping[tuple[str, str], Draft]  # by game and day: a lawful table
    found: tuple[Witness, ...]
    unshown: tuple[Unshown, ...]
    kinds: Mapping[str, str] = field(default_factory=dict)  # of offers: wager, option or variation

    def of(self, clause: str, since: str | None) -> dict[Example, Witness | Unshown]:
        """The examples of a version."""
        return self._by_version.get((clause, since), {})

    @cached_property
    def _by_version(self) -> dict[tuple[str, str | None], dict[Example, Witness | Unshown]]:
        made: dict[tuple[str, str | None], dict[Example, Witness | Unshown]] = {}
        entries: tuple[Witness | Unshown, ...] = (*self.found, *self.unshown)
        for one in entries:
            made.setdefault((one.of.clause, one.of.since), {})[one.example] = one
        return made

    def facts(self, witness: Witness) -> Draft:
        """Every fact that the witness states."""
        facts = {**self.bases[witness.game, witness.day], **witness.changes}
        return {path: value for path, value in facts.items() if value is not None}

    def filing(self, witness: Witness, day: str | None = None) -> dict[str, Json]:
        """The witness as a filing, certified on its own day or on another one."""
        return filing(self.facts(witness), witness.game, day or witness.day, self.kinds)


def changes(base: Draft, draft: Draft) -> dict[Path, Json]:
    """What a draft changes in a base."""
    made: dict[Path, Json] = {path: None for path in base if path not in draft}
    return made | {path: value for path, value in draft.items() if path not in base or base[path] != value}


# ---- JSON


def dumps(witnesses: Witnesses) -> str:
    """The witnesses as JSON, one entry in a line, in a fixed order."""
    bases: Iterator[Json] = (
        {"game": game, "day": day, "facts": joined(facts)} for (game, day), facts in sorted(witnesses.bases.items())
    )
    found: Iterator[Json] = (
        {
            **key_data(one.of), "example": one.example.value, "verdict": one.verdict, "game": one.game, "day": one.day,
            "changes": joined(one.changes), **({"also": [list(other) for other in one.also]} if one.also else {}),
        }
        for one in witnesses.found
    )  # fmt: skip
    unshown: Iterator[Json] = (
        {**key_data(one.of), "example": one.example.value, "reason": one.reason.value} for one in witnesses.unshown
    )
    parts = {"bases": bases, "found": found, "unshown": unshown}
    kinds: Json = dict(sorted(witnesses.kinds.items()))
    lines = [f'"schema": {json.dumps(SCHEMA)}', f'"kinds": {json.dumps(kinds)}']
    for name, entries in parts.items():
        lines.append(
            f'"{name}": [\n' + ",\n".join(json.dumps(entry, separators=(",", ":")) for entry in entries) + "\n]"
        )
    return "{\n" + ",\n".join(lines) + "\n}\n"


def loads(text: str | bytes) -> Witnesses:
    """The witnesses that `dumps` wrote."""
    data = json.loads(text)
    if data["schema"] != SCHEMA:
        raise ValueError(f"these are no witnesses: {data['schema']}")
    bases = {(entry["game"], entry["day"]): split(entry["facts"]) for entry in data["bases"]}
    found = tuple(
        Witness(
            read_key(one), Example(one["example"]), one["verdict"], one["game"], one["day"], split(one["changes"]),
            tuple((verdict, clause) for verdict, clause in one.get("also", ())),
        )
        for one in data["found"]
    )  # fmt: skip
    unshown = tuple(Unshown(read_key(one), Example(one["example"]), Lacking(one["reason"])) for one in data["unshown"])
    return Witnesses(bases, found, unshown, data["kinds"])


def key_data(of: VersionKey) -> dict[str, Json]:
    """The version as an entry names it."""
    return {"clause": of.clause, "since": of.since, "meaning": of.meaning}


def read_key(entry: Mapping[str, str]) -> VersionKey:
    """The version that an entry names."""
    return VersionKey(entry["clause"], entry["meaning"], entry["since"])


def joined(facts: Mapping[Path, Json]) -> dict[str, Json]:
    """Facts with each path as one text."""
    return {_BETWEEN.join(path): facts[path] for path in sorted(facts)}


def split(facts: Mapping[str, Json]) -> dict[Path, Json]:
    """The facts that `joined` wrote."""
    return {tuple(path.split(_BETWEEN)): value for path, value in facts.items()}
