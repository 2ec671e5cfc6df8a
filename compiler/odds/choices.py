"""What is chosen before the cards: by the licensee within the law, by the player, and by who reads the text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from pitboss.compiler.front.walk import of_round
from pitboss.compiler.odds.active_law import Law, Needs
from pitboss.compiler.oracle.interpreter import judge_table
from pitboss.compiler.oracle.kleene import FAIL
from pitboss.grammar import tree as t


def options(law: Law, found: Needs) -> dict[str, tuple[Any, ...]]:
    """Each field that a licensee or a player chooses, with its values."""
    made: dict[str, tuple[Any, ...]] = {}
    for key, path in found.paths.items():
        known = law.book.fields.get(path.name)
        if known is None or path.name in law.derived or path.name in law.chances or path.name in law.dealt:
            continue
        if path.name in law.book.parameters:
            made[key] = tuple(_plain(v) for v in law.book.parameters[path.name])
        elif not of_round(law.book, path.name) and path.name != "decks":
            values = tuple(_plain(v) for v in known.type.values) or _bounds(law, path)
            if values:
                made[key] = values
    return made


def _bounds(law: Law, path: t.Path) -> tuple[Any, ...]:
    """The values that bounds on the field name."""
    found: dict[Any, None] = {}
    for kind in ("bound", "election"):
        for said in law.said.get(kind, ()):
            for check in said.checks:
                mode = getattr(check.predicate, "mode", "elected")
                if check.subject == path and mode in ("among", "exactly", "elected"):
                    for value in getattr(check.predicate, "values", ()):
                        if isinstance(value, t.Literal):
                            found[_plain(value)] = None
    return tuple(found)


def _plain(value: t.Literal) -> Any:
    return value.value


def lawful(law: Law, wager: str, chosen: dict[str, Any], decks: int | None) -> bool:
    """Whether no clause on what is chosen fails at a table that offers the wager."""
    offers: dict[str, dict[str, Any]] = {name: {} for name in offered(law, wager)}
    facts: dict[str, Any] = {"game": law.game, "offers": offers, "closed": True}
    for key, value in chosen.items():
        name, _, of = key.partition(" of ")
        if of:
            offers.setdefault(of, {})[name] = value
        else:
            facts[name] = value
    if decks is not None:
        facts["decks"] = decks
    about = {(key.partition(" of ")[0], key.partition(" of ")[2] or None) for key in chosen} | {("decks", None)}
    for kind in ("bound", "election"):
        for said in law.said.get(kind, ()):
            path = said.checks[0].subject
            ours = said.clause.scope == "table" and (path.name, path.of) in about
            if ours and judge_table(law.book, said.clause, facts, law.day) == FAIL:
                return False
    return True


def offered(law: Law, wager: str) -> frozenset[str]:
    """The wager, and what it cannot be offered without."""
    found, waiting = {wager: None}, [wager]
    while waiting:
        name = waiting.pop()
        for said in law.about("requires", name):
            for other in getattr(said.checks[0].predicate, "names", ()):
                if other not in found and other in law.book.names and law.book.names[other].kind != "equipment":
                    found[other] = None
                    waiting.append(other)
    return frozenset(found)


def choices(
    law: Law, wager: str, found: Needs, decks: Iterable[int | None]
) -> Iterator[tuple[dict[str, Any], int | None]]:
    """Every lawful combination of what is chosen and of decks."""
    listed = options(law, found)
    for many in decks:
        for values in product(*listed.values()):
            chosen = dict(zip(listed, values, strict=True))
            if lawful(law, wager, chosen, many):
                yield chosen, many


def deck_counts(law: Law, wager: str) -> tuple[int, ...]:
    """Every lawful number up to the highest that any rule names: where a game has only a floor, other games tell where shoes end."""
    return tuple(n for n in range(1, highest_count(law) + 1) if lawful(law, wager, {}, n))


def highest_count(law: Law) -> int:
    return max(_named_decks(law), default=1)


def _named_decks(law: Law) -> Iterator[int]:
    checks = (c for clause in law.book.clauses for v in clause.versions for c in v.checks)
    for check in checks:
        named = getattr(check.predicate, "values", ()) if check.subject == t.Path("decks") else ()
        if getattr(check.predicate, "by", None) == "decks":
            named = tuple(block.value for block in check.blocks)
        values = (value.value for value in named if isinstance(value, t.Literal))
        yield from (int(value) for value in values if isinstance(value, Fraction))


def readings(found: Needs) -> Iterator[dict[frozenset[str], str]]:
    """Every way of reading what is open; readings of one name go together."""
    groups = sorted(found.readings, key=sorted)
    for names in product(*(sorted(group) for group in groups)):
        yield dict(zip(groups, names, strict=True))


def units(law: Law, wager: str) -> tuple[Fraction, ...]:
    """The amounts that can be staked, where the law lists them; else one."""
    for said in law.said.get("bound", ()):
        check = said.checks[0]
        if check.subject == t.Path("stakes", wager) and getattr(check.predicate, "mode", "") in ("among", "exactly"):
            listed = tuple(v.value for v in getattr(check.predicate, "values", ()) if isinstance(v, t.Literal))
            if listed and all(isinstance(v, Fraction) for v in listed):
                return listed  # type: ignore[return-value]
    return (Fraction(1),)
