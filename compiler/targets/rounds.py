"""Rulebook → the clauses that judge a settled round: a function a reading, and what part each plays in the settlement.

The same text serves the plain evaluator and the columnar one: only the module that its words come from differs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pitboss.compiler.borrowed import borrowed
from pitboss.compiler.expressions import Writer, constant, module_name, ranking_name
from pitboss.compiler.model import Check, Clause, Rulebook, Said, Version
from pitboss.compiler.paths import reach
from pitboss.compiler.resolve import ROUND_SCOPES
from pitboss.compiler.wagered import by_wager
from pitboss.compiler.walk import within
from pitboss.grammar import tree as t

_WORD = re.compile(r"(?<!def )(?<![\w.])([a-z_]+|Fraction)(?=\()|(?<=, )((?:at_least|at_most|all_equal)(?=\)))")
_BUILT_IN = {"Fraction", "str", "Step", "dict"}
_MODULE = "rounds"


def rounds(book: Rulebook, words: str = "words") -> str:
    """One module: functions of the facts of a row, then `STEPS` in the law's order and what is kept by wager."""
    functions: list[str] = []
    steps: list[str] = []
    for clause in book.clauses:
        for version in clause.versions:
            for number, check in enumerate(version.checks):
                role = _role(book, clause, check)
                if role is None:
                    continue
                name = _name(clause, version, number)
                texts = [*_texts(book, check, name)]
                functions += [text for _, text in texts]
                given = "".join(f", {key}={name}{suffix}" for key, (suffix, _) in zip(_keys(texts), texts, strict=True))
                far = reach(*check.conditions, *getattr(check.predicate, "values", ()), means=book.definitions)
                given += f", reach={far!r}" if far else ""
                since = version.since.isoformat() if version.since else None
                steps.append(f"    Step({clause.id!r}, {since!r}, {check.reading or ''!r}, {constant(role)}{given}),\n")
    ranked = [r for r in book.rankings.values() if any(ranking_name(r.name, _MODULE) in text for text in functions)]
    listed = [f'{ranking_name(r.name, _MODULE)} = "{ranking_name(r.name, _MODULE)}"' for r in ranked]
    if words == "words":
        listed = [Writer(book, _MODULE).ranking(r) for r in ranked]
    body = "\n\n\n".join([*listed, *functions])
    code = re.sub(r'"(?:[^"\\\n]|\\.)*"', '""', body)
    used = {word for pair in _WORD.findall(code) for word in pair if word} - _BUILT_IN
    imports = f"from pitboss.checker.rounds.{words} import {', '.join(sorted(used))}\n" if used else ""
    fractions = "from fractions import Fraction\n\n" if "Fraction(" in body else ""
    return (
        f'"""What judges a settled round. Generated from the rulebook; do not edit."""\n\n{fractions}'
        f"from pitboss.checker.rounds.steps import Step\n{imports}\n\n{body}\n\n\n"
        f"BY_WAGER = {by_wager(book)!r}\nBORROWED = {_borrowed(book)!r}\n\nSTEPS = (\n{''.join(steps)})\n"
    )


def _borrowed(book: Rulebook) -> dict[str, tuple[str, ...]]:
    """By game: the clauses of other games that also count in its rounds."""
    found = {name.name: borrowed(book, name.name) for name in book.names.values() if name.kind == "game"}
    return {game: clauses for game, clauses in found.items() if clauses}


def _role(book: Rulebook, clause: Clause, check: Check) -> tuple[str, ...] | None:
    """The part that a clause plays, and of which wager; None when a round shows nothing of it."""
    subject = check.subject
    match check.predicate:
        case t.Result(verb):
            return ("result", subject.name, verb)
        case Said("outcome") if clause.kind == "outcome":
            return ("outcome", subject.of or "", subject.name)
        case Said("outcome"):
            return ("rank", "", subject.name)
        case Said("irregular"):
            return ("irregularity", subject.name)
        case t.PaysOnly():
            return ("highest", subject.name)
        case t.PaysEach():
            return ("each", subject.name)
        case t.PaysGross():
            return ("gross", subject.name)
        case t.Shares():
            return ("shares", subject.name)
        case t.Rounds(direction, _, amount):
            return ("rounding" if amount else "rounds", subject.of or subject.name, direction)
        case t.Limit() if clause.kind == "derived" and clause.scope == "round":
            return ("derived", "", subject.name)
        case t.Limit(mode) if clause.scope == "round":
            return ("bound", subject.of or "", subject.name, mode)
        case t.Pays():
            return ("pays", subject.of or subject.name)
        case t.Requires((other,)) if _wager(book, subject.name) and _wager(book, other):
            return ("requires", subject.name, other)
    return None


def _wager(book: Rulebook, name: str) -> bool:
    return name in book.names and book.names[name].kind == "wager"


def _looked_at(check: Check) -> Iterator[tuple[str, int]]:
    """How many first cards of a hand an outcome looks at: it is not reached by a hand that was settled with fewer."""
    if isinstance(check.predicate, Said) and check.predicate.what == "outcome":
        for part in (part for condition in check.conditions for part in within(condition)):
            if isinstance(part, t.Cards) and part.which == "first":
                yield part.of or "cards", part.count


def _in_money(book: Rulebook, path: t.Path) -> bool:
    field = book.fields.get(path.name)
    return field is not None and field.type.kind == "money" and bool({*field.owners} & {*ROUND_SCOPES})


def _texts(book: Rulebook, check: Check, name: str) -> Iterator[tuple[str, str]]:
    """(suffix of the name, text) of each function that a step has."""
    writer = Writer(book, _MODULE)
    enough = [f'at_least(size(t.get("{of}")), {count})' for of, count in _looked_at(check)]
    conditions = writer.both([*enough, *(writer.condition(c) for c in check.conditions)])
    match check.predicate:
        case t.Pays() | t.Requires():
            return
        case t.Limit(mode) if mode.startswith("follows"):
            comes_to = writer.follows(check, name)
            alike = "to_cent" if _in_money(book, check.subject) else "same"
            holds = f"{alike}({writer.value(check.subject)}, {comes_to})"
            yield "", _function(name, writer, f"verdict({conditions}, {holds})")
            bare = Writer(book, _MODULE)
            bare_value = f"given({conditions}, {bare.follows(check, f'{name}_value')})"
            yield "_value", _function(f"{name}_value", bare, bare_value)
        case t.Limit():
            holds = writer.limit(check, name)
            if check.predicate.mode == "exactly" and _in_money(book, check.subject):
                holds = f"to_cent({writer.value(check.subject)}, {writer.value(check.predicate.values[0])})"
            yield "", _function(name, writer, f"verdict({conditions}, {holds})")
            if check.predicate.mode in ("at_most", "exactly") and check.subject.of:
                bare = Writer(book, _MODULE)
                yield "_applies", _function(f"{name}_applies", bare, conditions)
                yield "_value", _function(f"{name}_value", bare, bare.value(check.predicate.values[0]))
        case t.Rounds(direction, step, (amount,)):
            comes_to = f'rounded({writer.value(amount)}, {writer.value(step)}, "{direction}")'
            holds = f"equal({writer.value(check.subject)}, {comes_to})"
            yield "", _function(name, writer, f"verdict({conditions}, {holds})")
            yield "_value", _function(f"{name}_value", writer, comes_to)
        case t.Rounds(_, step):
            yield "_applies", _function(f"{name}_applies", writer, conditions)
            yield "_value", _function(f"{name}_value", writer, writer.value(step))
        case t.Shares((amount,)):
            yield "_applies", _function(f"{name}_applies", writer, conditions)
            yield "_value", _function(f"{name}_value", writer, writer.value(amount))
        case Said("irregular", values):
            listed = constant(tuple(v.value for v in values))
            applies = f'both(equal(t.get("irregularity"), "{check.subject.name}"), {conditions})'
            yield "", _function(name, writer, f'verdict({applies}, among(t.get("consequence"), {listed}))')
        case _:
            yield "_applies", _function(f"{name}_applies", writer, conditions)


def _keys(texts: list[tuple[str, str]]) -> list[str]:
    return [{"": "judge", "_applies": "applies", "_value": "value"}[suffix] for suffix, _ in texts]


def _function(name: str, writer: Writer, expression: str) -> str:
    text = f"def {name}(t):\n    return {expression}"
    return "\n\n\n".join([*writer.constants, text])


def _name(clause: Clause, version: Version, number: int) -> str:
    since = f"_from_{version.since:%Y_%m_%d}" if len(clause.versions) > 1 and version.since else ""
    place = re.sub(r"\W+", "_", f"{module_name(clause.section)}{clause.label}").strip("_")
    reading = f"_{number}" if len(version.checks) > 1 else ""
    return f"{place}_{re.sub(r'[^a-z0-9]+', '_', clause.name)}{since}{reading}"
