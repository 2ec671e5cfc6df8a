"""Reads the pieces of a filing against the vocabulary; records every fault instead of stopping at the first.

>>> reader = FieldReader(Vocabulary({}, {}, {}, {}, (), {}))
>>> reader.value("six", ("count",), (0, "decks")), reader.faults[0].code, reader.faults[0].path
(None, 'E205', (0, 'decks'))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from pitboss.checker.filing.model import Path
from pitboss.checker.filing.scalar_values import SCALARS, canonical, shown
from pitboss.checker.filing.typed_values import Misfit, as_named, closest, part_name, typed
from pitboss.checker.filing.vocabulary import Type, Vocabulary, VocabularyField
from pitboss.grammar.quick_start import TYPE_CHECKING, TypeVar, dataclass

if TYPE_CHECKING:
    from typing import Any

MAPPINGS = ("map_of", "chances")  # types whose values are mappings
FEW = 12  # keys that a message names
MOST_PLACED = 1_000  # faults of one filing that are reported one by one
NAME_TYPES = ("game", "wager", "option", "variation", "equipment")


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a filing, with its path; `place_faults` finds file, line and column."""

    code: str
    message: str
    path: Path
    on_key: bool = False
    help: str = ""
    related: tuple[tuple[str, Path], ...] = ()


PartValue = TypeVar("PartValue")


class Choice(tuple[object, ...]):
    """A scalar field filed as a list: alternatives, of which one is in use at a time."""


class Parts(dict[str, PartValue | None]):
    """A field filed as a mapping: values in use at the same time, each in a part of the table; None is unknown."""


class FieldReader:
    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.faults: list[Fault] = []
        self._fields: dict[tuple[str, ...], dict[str, Type]] = {}
        self._names: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._by_owner: dict[str, list[tuple[int, VocabularyField]]] = {}
        for place, known in enumerate(vocabulary.fields.values()):
            for owner in known.owners:
                self._by_owner.setdefault(owner, []).append((place, known))

    def fault(
        self, code: str, message: str, path: Path, help: str = "", on_key: bool = False, *related: tuple[str, Path]
    ) -> None:
        self.faults.append(Fault(code, message, path, on_key, help, related))

    # ---- fields and names of the vocabulary

    def fields(self, owner: str, *also: str) -> dict[str, Type]:
        """The fields of a scope or an offer that a filing can state."""
        key = (owner, *also)
        if key not in self._fields:
            own = {place: f for name in key for place, f in self._by_owner.get(name, ())}
            known = {own[place].name: self._type(own[place].type) for place in sorted(own)}
            self._fields[key] = {name: of for name, of in known.items() if "cards" not in flat(of)}
        return self._fields[key]

    def _type(self, of: Type) -> Type:
        """The type of a field; a field whose value is a game, an offer or the like takes one of their names."""
        if of[0] in NAME_TYPES:
            return ("one_of", self.names(str(of[0])))
        return tuple(self._type(part) if isinstance(part, tuple) and of[0] != "one_of" else part for part in of)

    def names(self, *kinds: str) -> tuple[str, ...]:
        if kinds not in self._names:
            self._names[kinds] = tuple(self.vocabulary.named(*kinds))
        return self._names[kinds]

    # ---- shapes

    def mapping(self, value: object, path: Path, what: str) -> dict[str, object]:
        if isinstance(value, dict):
            return value
        if value is not None:
            self.misfit_container(value, f"a mapping with {what}", path)
        return {}

    def sequence(self, value: object, path: Path, what: str) -> list[object]:
        if isinstance(value, list):
            return value
        if value is not None:
            self.misfit_container(value, f"a list of {what}", path, "begin each entry with '- '")
        return []

    def misfit_container(self, value: object, expected: str, path: Path, help: str = "") -> None:
        what = "a list" if isinstance(value, list) else "a mapping" if isinstance(value, dict) else shown(value)
        self.fault("E202", f"expected {expected}, not {what}", path, help)

    def unknown_key(self, key: str, path: Path, known: Iterable[str], help: str = "") -> None:
        known = tuple(known)
        advice = (
            help
            or self.near(canonical(key), known)
            or (
                f"the keys here are {', '.join(known)}"
                if len(known) <= FEW
                else "remove it; `pitboss schema` lists every key"
            )
        )
        self.fault("E201", f"unknown key {shown(key)}", path, advice, True)

    def near(self, word: str, known: Iterable[str]) -> str:
        """A suggestion for a misspelled name. There are none after many faults, because each takes time and few are
        read.
        """
        if len(self.faults) >= MOST_PLACED:
            return ""
        known = tuple(known)
        return closest(word, known) or closest(word.lower(), known)

    def known(self, raw: dict[str, object], path: Path, keys: Iterable[str]) -> Iterator[tuple[str, object]]:
        """The entries with a known key and a value."""
        keys = tuple(keys)
        for key, value in raw.items():
            if key not in keys:
                self.unknown_key(key, (*path, key), keys)
            elif value is not None:
                yield key, value

    def has(self, raw: dict[str, object], path: Path, *keys: str) -> bool:
        """Whether all required keys have a value; `key:` with nothing has none."""
        missing = [key for key in keys if raw.get(key) is None]
        for key in missing:
            self.fault("E203", f"{shown(key)} is missing", path, f"add '{key}:' with its value")
        return not missing

    def record(
        self, raw: object, path: Path, what: str, types: dict[str, Type], *required: str
    ) -> dict[str, Any] | None:
        """A mapping of typed entries, or None if it is not a mapping or lacks a required key."""
        before = len(self.faults)
        entry = self.mapping(raw, path, what)
        if len(self.faults) > before or not self.has(entry, path, *required):
            return None
        found = {key: self.value(value, types[key], (*path, key)) for key, value in self.known(entry, path, types)}
        return None if any(found.get(key) is None for key in required) else found

    # ---- values

    def value(self, value: object, of: Type, path: Path) -> Any:
        """Return the typed value, or None with a fault. An empty set or map is None, so that it cannot make a duty
        pass.
        """
        if of[0] == "any":
            return value
        try:
            found = typed(value, of)
            return None if isinstance(found, tuple | dict) and not found else found
        except Misfit as misfit:
            code = "E202" if misfit.container else "E205"
            self.fault(code, misfit.message, (*path, *misfit.steps), misfit.help, misfit.on_key)
            return None

    def choice(self, value: object, of: Type, path: Path) -> Any:
        """As `value`; a list where the type is a scalar is a choice, and a mapping where the type is none has parts."""
        if isinstance(value, dict) and of[0] not in MAPPINGS:
            return self.parts(value, path, lambda item, at: self.value(item, of, at))
        if not isinstance(value, list) or not (of[0] in SCALARS or of[0] == "one_of"):
            return self.value(value, of, path)
        if not value:
            self.fault("E202", "expected a value, or a list of the values in use, not an empty list", path)
        found = [self.value(item, of, (*path, i)) for i, item in enumerate(value)]
        if not found or None in found:
            return None
        distinct = dict.fromkeys(found)
        return Choice(distinct) if len(distinct) > 1 else found[0]

    def parts(
        self, value: dict[str, object], path: Path, read: Callable[[object, Path], PartValue]
    ) -> Parts[PartValue] | None:
        """The value of each part of the table."""
        found = Parts[PartValue]()
        for key, item in value.items():
            name, at = part_name(key), (*path, key)
            if not name or name in found:
                message = f"the part {shown(key)} is here twice" if name else f"{shown(key)} is not the name of a part"
                self.fault("E206" if name else "E205", message, at, "", True)
            elif name:
                found[name] = None if item is None else read(item, at)
        if not value:
            self.fault("E202", "expected a value, or a mapping of the values in use, not an empty mapping", path)
        return found or None

    def named(self, value: object, kinds: tuple[str, ...], path: Path, on_key: bool = False) -> str | None:
        """A declared name of one of the kinds, or `other:` and what the operator calls it."""
        what = " or ".join(kinds)
        if not isinstance(value, str):
            if isinstance(value, list | dict):
                self.misfit_container(value, f"the name of a {what}", path)
            else:
                self.fault("E205", f"{shown(value)} is not the name of a {what}", path, self.all_names(kinds))
            return None
        name = as_named(value)
        if name[6:] and name.startswith("other:") and kinds[0] in ("wager", "option"):
            return name
        known = self.vocabulary.names.get(name)
        if known and known.kind in kinds:
            return name
        if known:
            under = known.kind if known.kind in ("variation", "equipment") else f"{known.kind}s"
            help = f"write it under '{under}'" if known.kind != "game" else ""
            message = f"{shown(value)} is {_one(known.kind)}, not {_one(what)}"
            self.fault("E204", message, path, help, on_key)
            return None
        called = self.vocabulary.called(name, *kinds)
        if len(called) == 1:
            return called[0]
        if called:
            self.fault(
                "E204", f"several {what}s are called {shown(value)}", path, f"write {' or '.join(called)}", on_key
            )
        else:
            self.fault("E204", f"there is no {what} {shown(value)}", path, self.suggested(name, kinds), on_key)
        return None

    def suggested(self, name: str, kinds: tuple[str, ...]) -> str:
        """The closest name, or where to find the names. A game with a word added to its name is another game, or a variation."""
        near, all_names = self.near(name, self.names(*kinds)), self.all_names(kinds)
        for game in self.names("game") if near and "game" in kinds else ():
            if (
                f"'{game}'" in near
                and game.replace("_", "") in (letters := name.replace("_", ""))
                and len(letters) > len(game) + 2
            ):
                variations = [n for n in self.names("variation") if self.vocabulary.names[n].game == game]
                listed = (
                    f"; a variation of {game} is filed as 'variation: {' or '.join(variations)}'" if variations else ""
                )
                return f"{all_names}{listed}; no rule is about any other"
        return near or all_names

    def all_names(self, kinds: tuple[str, ...]) -> str:
        """Where to find the names: all games, or how to list those of a game."""
        if "game" in kinds:
            return f"the games are {', '.join(self.names('game'))}"
        other = "; one that no rule names is other:NAME" if kinds[0] in ("wager", "option") else ""
        return f"pitboss init GAME lists those of a game{other}"


def _one(kind: str) -> str:
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


def flat(of: Type) -> set[str]:
    """The simple types that a type is made of."""
    if of[0] == "one_of":
        return set()
    return {str(of[0])}.union(*(flat(part) for part in of[1:] if isinstance(part, tuple)))
