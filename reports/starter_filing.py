"""Generates a filing template for one game from the vocabulary: every relevant key, with its title, citation and values.

>>> tiles = Named("game", "tiles", "Tiles", "tiles", "1:1-9.1(a)")
>>> decks = VocabularyField("decks", ("table",), ("one_of", (6, 8)), "decks in use", "1:1-9.1(b)")
>>> print(starter(Vocabulary({"decks": decks}, {"tiles": tiles}, {}, {}, (), {}), "tiles").splitlines()[20])
        decks:                            # decks in use (1:1-9.1(b)): 6 or 8
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pitboss.checker.filing.scalar_values import TYPE_WORDS
from pitboss.checker.filing.vocabulary import Named, Type, Vocabulary, VocabularyField
from pitboss.checker.runtime.operations import FAIL, PASS, ClauseScope, CompiledClause
from pitboss.compiler.model.catalog_entries import Catalog
from pitboss.grammar.clause_kinds import ClauseKind

_COLUMN = 40
_HEAD = """\
# yaml-language-server: $schema=./filing.schema.json
#
# A filing to fill in for {title}. What is left empty is not known, and a check asks for it
# where it counts. Take the # away from what is on offer. A value that varies may be a list.
"""
_EXAMPLES = {"money": ", as 2500", "percent": ", as 4%", "odds": ", as 3 to 2", "date": ", as 2006-12-31"}
_LIMITS = ("minimum", "maximum")  # fields of every wager
# keys for which the template has a form of its own, and one that follows from `stakes`
_FORMS = (
    "number", "game", "name", "licensee", "variation", "equipment", "payouts", "paytable", "wagers", "options", "payout_stakes",
)  # fmt: skip
_NamesByClause = tuple[frozenset[str], ...]  # for each clause, the names that it mentions


def starter(
    vocabulary: Vocabulary, game: str, clauses: Iterable[CompiledClause] = (), catalog: Catalog | None = None
) -> str:
    """With the rulebook's `clauses`, required wagers are filled in; without them, all wagers are comments.

    With its `catalog`, a field that every game has is omitted if no clause of this game mentions it.
    """
    clauses = tuple(clauses)
    required, parts = _required(vocabulary, game, clauses), _names_by_clause(catalog, game)
    lines = [
        *_HEAD.format(title=vocabulary.names[game].title).splitlines(),
        "",
        "submission:",
        *_line(2, "id", "what the licensee calls this submission"),
        *_line(2, "licensee", "name of the casino licensee"),
        *_line(2, "effective", "the day from which it holds, as 2006-12-31"),
        *_fields(vocabulary, 2, "licensee", parts),
        "  # Once somebody certifies that they are complete, what the lists below leave out is not offered.",
        "  certifications:",
        *_line(4, "- by", "who certifies"),
        *_line(6, "role", "as what"),
        *_line(6, "on", "on what day"),
        "",
        "pits:",
        *_line(2, "- name", "name of the pit", "Pit 1"),
        *_fields(vocabulary, 4, "pit", parts),
        "    tables:",
        *_line(6, "- number", "table number, as on the floor plan", "1"),
        *_line(8, "game", vocabulary.names[game].title, game),
        *_fields(vocabulary, 8, "table", parts),
        *_variations(vocabulary, game),
        *_equipment(vocabulary, parts),
        *_offers(vocabulary, game, "wager", required, parts),
        *_offers(vocabulary, game, "option", required, parts),
        *_approvals(clauses, game),
    ]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _line(indent: int, key: str, about: str, value: str = "", comment: bool = False) -> Iterator[str]:
    written = f"{' ' * indent}{'# ' if comment else ''}{key}: {value}".rstrip()
    yield f"{written:<{_COLUMN}}  # {' '.join(about.split())}" if about else written


# ---- required offers


def _required(vocabulary: Vocabulary, game: str, clauses: Iterable[CompiledClause]) -> set[str]:
    """Names without which a clause fails and with which it passes, whatever else is filed."""

    def phrase(clause: CompiledClause, *names: str) -> object:
        facts = {"game": game, "offers": {name: {} for name in names}, "equipment": {}, "closed": True}
        return clause.check(facts) if clause.check else None

    offered_clauses = [
        c for c in clauses if c.kind == ClauseKind.OFFERED and c.scope == ClauseScope.TABLE and c.game == game
    ]
    failing = [c for c in offered_clauses if phrase(c) == FAIL]
    names = [n.name for n in vocabulary.named("wager", "option").values() if n.game == game]
    return {name for clause in failing for name in names if phrase(clause, name) == PASS}


def _names_by_clause(catalog: Catalog | None, game: str) -> _NamesByClause:
    """By the clauses of the game, and by those of no particular game."""
    sections = [s for s in catalog.sections if s.game in (game, None)] if catalog else []
    return tuple(dict.fromkeys(frozenset(c.refers_to) for s in sections for c in s.clauses))


def _mentioned(parts: _NamesByClause, *names: str) -> bool:
    """Whether some clause mentions all of these; unknown clauses count as yes."""
    return not parts or any(clause.issuperset(names) for clause in parts)


def _fields(vocabulary: Vocabulary, indent: int, owner: str, parts: _NamesByClause) -> Iterator[str]:
    for field in vocabulary.of(owner).values():
        if field.name not in _FORMS and "cards" not in str(field.type) and _mentioned(parts, field.name):
            yield from _field(vocabulary, indent, field)


def _field(vocabulary: Vocabulary, indent: int, field: VocabularyField, comment: bool = False) -> Iterator[str]:
    example = _EXAMPLES.get(str(field.type[0]), "")
    return _line(indent, field.name, f"{_titled(field)}: {_values(vocabulary, field.type)}{example}", comment=comment)


def _section(cite: str) -> str:
    found = re.match(r"[0-9]+:[0-9]+[A-Z]*-[0-9]+\.[0-9]+[A-Z]?", cite)
    return found[0] if found else ""


def _titled(known: VocabularyField | Named) -> str:
    return f"{known.title} ({known.cite})" if _section(known.cite) else known.title


def _values(vocabulary: Vocabulary, of: Type) -> str:
    """What can be written for a value of the type."""
    match of:
        case ("one_of", tuple(choices), *_):
            return _either(str(choice) for choice in choices)
        case ("set_of" | "list_of", tuple(item)):
            return f"a list, each {_values(vocabulary, item)}"
        case ("map_of", tuple(key), tuple(item)):
            return f"by {_values(vocabulary, key)}, {_values(vocabulary, item)}"
        case (kind, *_) if kind in TYPE_WORDS:
            return TYPE_WORDS[str(kind)]
        case _:
            return _either(vocabulary.named(str(of[0]))) or "nothing yet"


def _either(words: Iterable[str]) -> str:
    *most, last = list(words) or [""]
    return f"{', '.join(most)} or {last}" if most else last


# ---- offers at the table


def _variations(vocabulary: Vocabulary, game: str) -> Iterator[str]:
    named = [n for n in vocabulary.named("variation").values() if n.game == game]
    if named:
        yield from _line(8, "variation", f"of the game in use: {_either(n.name for n in named)}")


def _equipment(vocabulary: Vocabulary, parts: _NamesByClause) -> Iterator[str]:
    named = [n for n in vocabulary.named("equipment").values() if _mentioned(parts, n.name)]
    yield from _line(8, "equipment", "what is at the table" if named else "[] if there is none")
    for n in named:
        yield from _line(10, n.name, f"{_titled(n)}: yes or no")


def _offers(vocabulary: Vocabulary, game: str, word: str, required: set[str], parts: _NamesByClause) -> Iterator[str]:
    kinds = (
        ("option", "variation") if word == "option" else (word,)
    )  # a variation with figures of its own is listed too
    known = [n for n in vocabulary.named(*kinds).values() if n.game == game]
    named = [n for n in known if n.kind == word or vocabulary.of(n.name)]
    yield from _line(8, f"{word}s", f"every {word} on offer, [] if there is none; one that no rule names is other:NAME")
    for n in sorted(named, key=lambda n: n.name not in required):
        duty = "must be offered" if n.name in required else "if offered"
        comment = n.name not in required
        yield from _line(10, n.name, f"{_titled(n)}, {duty}", comment=comment)
        if word == "wager" or _mentioned(parts, n.name, "payouts") or n.name in vocabulary.outcomes:
            yield from _payment(vocabulary, n.name, comment)
        for field in vocabulary.of(word, n.name).values():
            always = (word == "wager" and field.name in _LIMITS) or n.name in field.owners
            if not (always or field.name == "selection" or _mentioned(parts, n.name, field.name)):
                continue
            headings = vocabulary.selections.get(n.name)
            if field.name == "selection" and headings:
                yield from _line(12, "selection", f"{_titled(field)}: {_either(headings)}", comment=comment)
            elif field.name not in (*_FORMS, "selection"):
                yield from _field(vocabulary, 12, field, comment)


def _payment(vocabulary: Vocabulary, name: str, comment: bool) -> Iterator[str]:
    outcomes = vocabulary.outcomes.get(name, ("win",))
    if outcomes == ("win",):
        yield from _line(12, "pays", f"{TYPE_WORDS['payout']}, as 3 to 2", comment=comment)
        return
    yield from _line(12, "payouts", f"{TYPE_WORDS['payout']} for each, as 3 to 2", comment=comment)
    for outcome in outcomes:
        key = outcome if re.fullmatch(r"[a-z_][a-z0-9_]*", outcome) else f'"{outcome}"'
        yield from _line(14, key, "", comment=True)


# ---- instruments


def _approvals(clauses: tuple[CompiledClause, ...], game: str) -> Iterator[str]:
    """An entry to complete for each approval that the law requires of the game."""
    asked = {c.id: c for c in clauses if c.kind == ClauseKind.APPROVAL and c.game == game}
    yield ""
    yield from _line(0, "approvals", "instruments of approval in force; [] if there are none")
    for clause in asked.values():
        yield f"  # {' '.join(clause.words.split())}"
        yield from _line(2, "- provision", "the clause that requires it", clause.id, comment=True)
        yield from _line(4, "instrument", "number or name of the instrument", comment=True)
        yield from _line(4, "sha256", "SHA-256 of the document: 64 hexadecimal digits", comment=True)
        yield from _line(4, "from", "the day from which it is in force, as 2006-12-31", comment=True)
