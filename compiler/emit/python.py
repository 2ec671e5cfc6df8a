"""Rulebook → readable Python, a module a section, a function a clause version (one a reading where the text is open)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from fractions import Fraction

from pitboss.compiler.catalog.anomalies import resting
from pitboss.compiler.emit import english as words
from pitboss.compiler.emit.expressions import (
    AWARD_WORDS,
    CARD_FUNCTIONS,
    ROW_FUNCTIONS,
    Writer,
    chances_name,
    constant,
    module_name,
    ranking_name,
)
from pitboss.compiler.front.lower import core_of, duty_of
from pitboss.compiler.model import core, query
from pitboss.compiler.model.citations import resolved
from pitboss.compiler.model.footprint import clause_footprint
from pitboss.compiler.model.meaning import WinChances, version_digest
from pitboss.compiler.model.rulebook import Check, Clause, Rulebook, Said, Section, Version
from pitboss.compiler.odds.win_chance import winning
from pitboss.grammar import tree as t

# words of the runtime: called, or handed on as a test
_WORD = re.compile(
    r"(?<!def )(?<![\w.])([a-z_]+|Fraction)(?=\()(?<!lambda)|(?<=, )((?:at_least|at_most|all_equal|pays_exactly|pays_at_least)(?=\)))"
)

_Odd = dict[tuple[str, date | None], tuple[core.Anomaly, ...]]


def python(book: Rulebook) -> dict[str, str]:
    """Module name → text, for every section that has a clause to run."""
    made, odd = {}, resting(core_of(book))
    for section in book.sections:
        clauses = [c for c in book.clauses if c.section == section.citation and c.scope != "none"]
        if clauses:
            made[module_name(section.citation)] = _module(book, section, clauses, odd)
    return made


def _module(book: Rulebook, section: Section, clauses: list[Clause], odd: _Odd) -> str:
    functions, records = [], []
    lowered, chances = {clause.id: clause for clause in core_of(book).clauses}, _win_chances(book)
    for clause in clauses:
        for number, version in enumerate(clause.versions):
            names = []
            for check in version.checks:
                name = _function_name(section, clause, version, check)
                text = _function(book, clause, version, check, name)
                if text:
                    functions.append(text)
                names.append(name if text else None)
            record = _record(book, section, clause, version, names, odd)
            meant = lowered[clause.id]
            digest = version_digest(core_of(book), meant, meant.versions[number], chances)
            seen = f"        footprint={clause_footprint(core_of(book), meant)!r},\n" if meant.scope != "round" else ""
            records.append(record.removesuffix("    ),") + f"{seen}        version={digest!r},\n    ),")
    body = "\n\n\n".join([*_shared(book, section, functions + records), *functions])
    words = (
        {w for pair in _WORD.findall(_without_words(body + _quantities(records))) for w in pair if w}
        | {"Clause"}
        | set(re.findall(r"\bNOT_APPLICABLE\b", body))
    )
    imports = ""
    for module, known in (("other_rows", ROW_FUNCTIONS), ("awards", AWARD_WORDS), ("cards", CARD_FUNCTIONS)):
        imports += (
            f"from pitboss.checker.runtime.{module} import {', '.join(sorted(words & known))}\n"
            if words & known
            else ""
        )
        words -= known
    imports += f"from pitboss.checker.runtime.operations import {', '.join(sorted(words - {'Fraction', 'str'}))}\n"
    fractions = "from fractions import Fraction\n\n" if "Fraction(" in body else ""
    head = f'"""{section.citation} {section.title}. Generated from {section.file}; do not edit."""\n\n{fractions}{imports}\n\n'
    listed = "\n".join(records)
    return (
        f"{head}{body}\n\n\nCLAUSES_{module_name(section.citation).upper()} = (\n{listed}\n)\n"
        if body
        else f"{head}CLAUSES_{module_name(section.citation).upper()} = (\n{listed}\n)\n"
    )


def _win_chances(book: Rulebook) -> WinChances:
    """The chance of winning of each wager of which a rule asks it."""
    found: dict[str, dict[int, Fraction] | Fraction] = {}
    for clause in core_of(book).clauses:
        for duty in (reading.duty for version in clause.versions for reading in version.readings):
            for expr in query.through_terms(core_of(book), *core.expressions(duty), *core_of(book).derivations.values()):
                match expr:
                    case core.Apply("hit" | "edge", (core.Const(value=str(wager)), *_)) if wager not in found:
                        chance = winning(core_of(book), wager)
                        assert not isinstance(chance, str), chance
                        found[wager] = chance
    return found


def _shared(book: Rulebook, section: Section, texts: list[str]) -> list[str]:
    """The chances and rankings that these texts name."""
    writer = Writer(book, module_name(section.citation))
    named = {word for text in texts for word in re.findall(r"\b\w+_IN_\w+", text)}
    wagers = [n.name for n in book.names.values() if n.kind == "wager"]
    chances = [w for w in wagers if chances_name(w, writer.module) in named]
    rankings = [r for r in book.rankings.values() if ranking_name(r.name, writer.module) in named]
    return [*(writer.chances(w) for w in chances), *(writer.ranking(r) for r in rankings)]


def _quantities(records: list[str]) -> str:
    return "\n".join(
        line
        for record in records
        for line in record.split("\n")
        if line.startswith(("        quantity=", "        comes="))
    )


def _without_words(body: str) -> str:
    """The code without its docstrings and texts."""
    return re.sub(r'"(?:[^"\\\n]|\\.)*"', '""', re.sub(r'""".*?"""', "", body, flags=re.DOTALL))


def _function_name(section: Section, clause: Clause, version: Version, check: Check) -> str:
    """Unique over the whole rulebook, since a standalone validator holds all sections in one file."""
    place = re.sub(r"\W+", "_", f"{section.citation.partition('-')[2]}{clause.label}").strip("_")
    name = f"s{place}_{re.sub(r'[^a-z0-9]+', '_', clause.name)}"
    if len(clause.versions) > 1:
        name += f"_from_{version.since:%Y_%m_%d}" if version.since else "_at_first"
    return name + (f"_read_as_{check.reading}" if check.reading else "")


def _function(book: Rulebook, clause: Clause, version: Version, check: Check, name: str) -> str:
    writer = Writer(book, module_name(clause.section))
    arguments, lines = "t", list(_body(clause, check, writer, name))
    if not lines:
        return ""
    if clause.scope == "event":
        arguments = "event, t"
    since = f"from {version.since}" if version.since else "since ever"
    until = f" until {version.until}" if version.until else ""
    doc = f'    """{clause.cite}, {since}{until}. {words.rule(core_of(book), duty_of(book, check))}"""'
    doc = doc.replace("\\", "\\\\")
    text = f"def {name}({arguments}):\n{doc}\n" + "\n".join(f"    {line}" for line in lines)
    return "\n\n".join([*writer.constants, "\n" + text]) if writer.constants else text


def _body(clause: Clause, check: Check, w: Writer, name: str) -> Iterator[str]:
    p, subject = check.predicate, check.subject
    if clause.scope == "round":
        yield from _round(check, w, name)
        return
    if isinstance(p, t.Same):
        member = w.both(w.guards(check))
        keys = ", ".join(f't.get("{e}")' for e in p.equal)
        yield f"return {member}, ({keys}{',' if len(p.equal) == 1 else ''}), {w.comes(check) or w.value(subject)}"
        return
    if isinstance(p, t.Notice):
        subjects = str(subject)
        lead = int(p.lead[0] * {"minutes": 1, "hours": 60, "days": 1440}[p.lead[1]]) if p.lead else None
        yield f'if event.get("subject") != "{subjects}" or event.get("kind") not in {constant(p.before)}:'
        yield "    return NOT_APPLICABLE"
        where = w.both(w.guards(check, subject=False))
        yield f'return notice_given(event, {where}, {lead}, {p.written}, {constant(p.to)}, t, "{clause.id}")'
        return
    if isinstance(p, Said) and p.what == "authorised":
        yield (
            f'return authorised(t, "{subject.name}")'
            if clause.name.removesuffix("-authorised") != clause.game
            else "return verdict(True, True)"
        )
        return
    applies = w.guards(check)
    holds = w.holds(check, clause.id, name)
    if not applies:
        yield f"return verdict(True, {holds})"
        return
    yield f"applies = {w.both(applies)}"
    yield "if applies is False:"
    yield "    return NOT_APPLICABLE"
    yield f"return verdict(applies, {holds})"


def _round(check: Check, w: Writer, name: str) -> Iterator[str]:
    """Rounds: a condition of the record, or (for limits and irregularities) a verdict on it."""
    p = check.predicate
    if isinstance(p, t.Result) or (isinstance(p, Said) and p.what == "outcome"):
        yield f"return {w.both([w.condition(c) for c in check.conditions])}"
    elif isinstance(p, Said) and p.what == "irregular":
        conditions = [w.condition(c) for c in check.conditions]
        applies = w.both([f'equal(t.get("irregularity"), "{check.subject.name}")', *conditions])
        yield f'return verdict({applies}, among(t.get("consequence"), {constant(tuple(v.value for v in p.values))}))'
    elif isinstance(p, t.Limit):
        yield f"return verdict({w.both([w.condition(c) for c in check.conditions])}, {w.limit(check, name)})"


def _record(
    book: Rulebook, section: Section, clause: Clause, version: Version, names: list[str | None], odd: _Odd
) -> str:
    check = version.checks[0]
    w = Writer(book, module_name(clause.section))
    given = {
        "id": clause.id,
        "kind": clause.kind,
        "scope": clause.scope,
        "game": clause.game,
        "since": _day(version.since),
        "until": _day(version.until),
        "basis": version.basis,
        "ground": version.ground,
    }
    lines = [f"        {key}={value!r}," for key, value in given.items()]
    lines.append(f"        check={names[0]},")
    subject = ("attested", clause.id) if clause.kind == "attest" else w.place(check)
    lines.append(f"        subject={constant(subject)},")
    for key, text in (
        ("words", words.rule(core_of(book), duty_of(book, check))),
        ("expected", words.expected(core_of(book), duty_of(book, check))),
        ("cure", words.cure(core_of(book), duty_of(book, check))),
    ):
        lines.append(f"        {key}={text!r},")
    lines.append(f"        source={f'{version.place.file}:{version.place.line}'!r},")
    if version.per:
        lines.append(
            f"        per={constant(tuple(c.printed + (f' (read {c.reading})' if c.reading else '') for c in version.per))},"
        )
    elsewhere = _not_in_hand(book, clause, version)
    if elsewhere:
        lines.append(f"        elsewhere={constant(elsewhere)},")
    if len(version.checks) > 1:
        readings = ", ".join(
            f"({c.reading!r}, {c.ground!r}, {n}, {_expected_so_read(book, c, check)!r})"
            for c, n in zip(version.checks, names, strict=False)
        )
        lines.append(f"        readings=({readings}),")
    other = w.other(check)
    if other:
        lines.append(f"        other={constant(other)},")
    if comes := w.comes(check):
        lines.append(f"        comes=lambda t: {comes},")
    if clause.kind in ("attest", "posting"):
        lines.append("        floor=True,")
    if version.basis == "inferred" and version is clause.versions[0] and section.adopted:
        lines.append(f"        opened={_day(section.adopted)!r},")
    if clause.kind == "derived":
        lines.append(f"        quantity=lambda t: {_follows(w, version, names)},")
    elif (
        isinstance(check.predicate, t.Limit)
        and len(check.predicate.values) == 1
        and not isinstance(check.predicate.values[0], t.Literal)
    ):
        lines.append(f"        quantity=lambda t: {w.value(check.predicate.values[0])},")
    if isinstance(check.predicate, t.Same):
        lines.append(f"        span={check.predicate.scope!r},")
    if odd.get((clause.id, version.since)):
        rows = "".join(f"\n            {_odd(o)!r}," for o in odd[clause.id, version.since])
        lines.append(f"        odd=({rows}\n        ),")
    return "    Clause(\n" + "\n".join(lines) + "\n    ),"


def _expected_so_read(book: Rulebook, check: Check, first: Check) -> str:
    """A reading that asks it of something else says of what."""
    said = words.expected(core_of(book), duty_of(book, check))
    return (
        said
        if check.subject == first.subject
        else f"{words.subject(core_of(book), duty_of(book, check).subject)} {said}"
    )


def _follows(w: Writer, version: Version, names: list[str | None]) -> str:
    """What the subject comes to, in all readings."""
    parts = []
    for check, name in zip(version.checks, names, strict=True):
        if not isinstance(check.predicate, t.Limit) or not check.predicate.mode.startswith("follows"):
            parts.append("None")  # in this reading nothing follows
            continue
        label = f'row(t, "{check.predicate.by}", {str(name).upper()}_TABLE)' if check.predicate.by else ""
        holds = w.both([w.condition(c) for c in check.conditions])
        parts.append(f"given({holds}, {label or w.follows(check, str(name))})")
    return parts[0] if len(parts) == 1 else f"agreed({', '.join(parts)})"


def _not_in_hand(book: Rulebook, clause: Clause, version: Version) -> tuple[str, ...]:
    """Of a game, the sections it cites for what else may be offered, and that the rulebook does not have."""
    if clause.kind != "authority" or version.checks[0].subject.name != clause.game:
        return ()
    cites = (c for c in version.per if book.section(resolved(c.reading or c.printed, clause.section)[0]) is None)
    return tuple(c.printed for c in cites)


def _odd(odd: core.Anomaly) -> tuple[str, str, str]:
    """Code and kind, and what of it can be said in a line."""
    said = [f"printed {odd.printed}"] if odd.printed else []
    said += [f"read {odd.reading}"] if odd.reading else []
    return odd.code, odd.kind, ", ".join(said) or odd.ground


def _day(day: date | None) -> str | None:
    return day.isoformat() if day else None
