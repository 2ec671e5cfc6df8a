"""A provision or a section as text: its clauses in plain English, their sources, and the citations in both directions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap

from pitboss.compiler.catalog.lookup import found, unavailable
from pitboss.compiler.catalog.payout_runs import row, runs
from pitboss.compiler.model.catalog_entries import (
    AnomalyEntry,
    Catalog,
    CheckedAs,
    ClauseEntry,
    EditionEntry,
    MissingText,
    NoteEntry,
    PrintedTable,
    ProvisionEntry,
    SectionEntry,
    VersionEntry,
)
from pitboss.compiler.model.citations import is_below
from pitboss.compiler.model.clause_terms import Basis, CitationRole
from pitboss.grammar.clause_kinds import ClauseKind

_WIDTH = 96
_BASIS = {Basis.FIRM: "", Basis.INFERRED: "inferred: {}", Basis.PRESUMED: "presumed: {}"}
_ROLES = {
    CitationRole.PER: "",
    CitationRole.DESPITE: "goes before it",
    CitationRole.EXCEPT: "gives way to it",
}


def explain(catalog: Catalog, citation: str) -> str | None:
    """The text of a provision or a section; None if the rulebook does not have it.

    >>> print(explain(Catalog("d", sections=(SectionEntry("1:1-9.1", "Tiles", None, None, "t.rules"),)), "9.1"), end="")
    1:1-9.1  Tiles
    <BLANKLINE>
      written in  t.rules
    """
    place = found(catalog, citation)
    if place is None:
        missing = unavailable(catalog, citation)
        return "".join("\n".join(_missing(gap)) + "\n" for gap in missing) or None
    section, label = place
    provision = next((p for p in section.provisions if p.label == label), None)
    if label or (provision and len(section.provisions) == 1):
        known = provision or ProvisionEntry(label, section.citation + label)
        lines = [*_provision(section, known), *([] if label else ["", *_history(section.notes)])]
    else:
        lines = list(_section(section))
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _missing(missing: MissingText) -> Iterator[str]:
    yield f"{missing.citation}  {missing.title}".rstrip() + ("; " if missing.title else "  ") + "text not available"
    yield ""
    if missing.listed_by:
        yield from _fact("listed by", f"the contents of {missing.listed_by}")
    if missing.cited_by:
        yield from _fact("cited by", ", ".join(missing.cited_by))
    if missing.misprint_of:
        yield from _fact("misprint of", ", ".join(missing.misprint_of))


# ---- a section


def _section(section: SectionEntry) -> Iterator[str]:
    yield f"{section.citation}  {section.title}" + (f", at {_spaced(section.game)}" if section.game else "")
    yield ""
    yield from _fact("written in", section.file)
    if section.adopted:
        yield from _fact("adopted", section.adopted)
    if section.printed:
        yield from _fact("print", f"of {section.printed[:4]}")
    for edition in section.editions:
        yield from _fact("print", f"{edition.name}, {_span(edition)}")
    if section.cited_by:
        yield from _fact("cited by", ", ".join(section.cited_by))
    yield from _history(section.notes)
    yield from _anomalies(section.anomalies)
    if section.provisions:
        yield ""
    width = max((len(p.label) for p in section.provisions), default=0)
    for provision in section.provisions:
        yield from _whole(provision, width)


def _history(notes: Sequence[NoteEntry]) -> Iterator[str]:
    for number, note in enumerate(notes):
        parts = [note.kind, *([note.day] if note.day else [])]
        parts += [note.source] if note.source else []
        parts += [f"operative {note.operative}"] if note.operative else []
        parts += [f"until {note.until}"] if note.until else []
        text = " ".join(parts) + (f": {note.words}" if note.words else "")
        yield from _fact("history" if not number else "", text)


def _whole(provision: ProvisionEntry, width: int) -> Iterator[str]:
    """A provision with every sentence that it states."""
    yield f"  {provision.label:{width}}  [{', '.join(provision.kinds)}]"
    rules = [c.versions[-1].words for c in provision.clauses if c.kind != ClauseKind.DEFINITION]
    terms = [c for c in provision.clauses if c.kind == ClauseKind.DEFINITION and not c.name.endswith("-defined")]
    defined = [c.versions[-1].words for c in (terms if rules or terms else provision.clauses)]
    for text in (*_told_once(rules), *defined, *(part.words for part in provision.parts)):
        yield from _wrapped(text, "  " + " " * width + "  ", "  " + " " * width + "    ")


def _told_once(texts: Sequence[str]) -> Iterator[str]:
    """The texts; of those that follow each other and differ in one name alone, the first, and the names of the others.

    >>> list(_told_once(["The red lamp is lit.", "The blue lamp is lit.", "The green lamp is lit.", "A lamp is lit."]))
    ['The red lamp is lit. The same for blue and green.', 'A lamp is lit.']
    """
    rest = [*texts]
    while rest:
        names: list[str] = []
        for other in rest[1:]:
            name = _only_difference(rest[0], other)
            if not name:
                break
            names.append(name)
        same = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)
        yield rest[0] + (f" The same for {same}." if len(names) > 1 else "")
        del rest[: 1 + (len(names) if len(names) > 1 else 0)]


def _only_difference(first: str, other: str) -> str:
    """The words in which another text differs from the first, if they are few and stand in one place; empty if not."""
    a, b = first.split(), other.split()
    start = next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), 0)
    end = next((n for n, (x, y) in enumerate(zip(reversed(a), reversed(b), strict=False)) if x != y), 0)
    few = 0 < len(b) - start - end <= 4 and 0 < len(a) - start - end <= 4
    return " ".join(b[start : len(b) - end]) if few and start + end >= 4 and end else ""


def _listed(provision: ProvisionEntry, width: int) -> Iterator[str]:
    kinds = ", ".join(provision.kinds)
    rules = [c.versions[-1].words for c in provision.clauses if c.kind != ClauseKind.DEFINITION]
    rules = rules or [c.versions[-1].words for c in provision.clauses] or [p.words for p in provision.parts]
    more = f" (and {len(rules) - 1} more)" if len(rules) > 1 else ""
    yield f"  {provision.label:{width}}  [{kinds}]"
    if rules:
        yield from _wrapped(rules[0] + more, "  " + " " * width + "  ")


# ---- a provision


def _provision(section: SectionEntry, provision: ProvisionEntry) -> Iterator[str]:
    yield f"{section.citation}{provision.label}  {section.title}" + (
        f", at {_spaced(section.game)}" if section.game else ""
    )
    if provision.kinds not in ((), (CheckedAs.HEADING,)):
        yield from _fact("checked as:", ", ".join(provision.kinds), 0)
    rules = [c for c in provision.clauses if c.kind != ClauseKind.DEFINITION]
    terms = {_term(v) for c in provision.clauses for v in c.versions}
    if len(terms) == 1:
        yield from _fact("in force:", terms.pop(), 0)
    for pays, run in runs(rules):
        if pays:
            yield ""
            yield from _paid(pays, run, dated=len(terms) > 0)
            continue
        for clause in run:
            for number, version in enumerate(clause.versions):
                yield ""
                yield from _version(clause, version, (number, len(clause.versions)), dated=len(terms) > 0)
    if len(rules) < len(provision.clauses):
        yield ""
        yield "  defines"
    for clause in provision.clauses:
        if clause.kind == ClauseKind.DEFINITION:
            yield from _defined(clause, dated=len(terms) > 0)
    for part in provision.parts:
        yield ""
        yield from _wrapped(part.words, "  ")
        for table in part.tables:
            yield from _table(table)
        yield from _fact("part of", part.of, 4)
        yield from _fact("written in", part.source, 4)
    own = section.citation + provision.label
    below = [p for p in section.provisions if is_below(p.label, provision.label)]
    below = [p for p in below if p.clauses or any(part.of != own for part in p.parts)]
    if below:
        yield ""
        yield "  below it"
        width = max(len(p.label) for p in below)
        for under in below:
            yield from _listed(under, width)
    yield from _citations(provision)
    if provision.anomalies:
        yield ""
        yield from _anomalies(provision.anomalies)


def _defined(clause: ClauseEntry, dated: bool) -> Iterator[str]:
    name = _spaced(clause.name.removesuffix("-defined"))
    for version in clause.versions:
        term = f" [since {version.since or 'ever'}]" if dated else ""
        text = f"{name}: {version.words.rstrip('.')}{term} ({version.source})"
        yield from wrap(text, _WIDTH, initial_indent="    ", subsequent_indent="      ", break_on_hyphens=False)


def _version(clause: ClauseEntry, version: VersionEntry, of: tuple[int, int], dated: bool) -> Iterator[str]:
    number, count = of
    yield from _wrapped(version.words + (f"  [version {number + 1} of {count}]" if count > 1 else ""), "  ")
    if clause.kind == ClauseKind.IRREGULARITY:
        yield from _fact("leads to", " or ".join(version.values), 4)
    for table in version.tables:
        yield from _table(table)
    for reading in version.readings:
        yield from _fact("reading", f"{_spaced(reading.name)}: {reading.ground}", 4)
        if reading.words != version.words:
            yield from _fact("", f"then: {reading.words}", 4)
        if reading.tables != version.tables:
            for table in reading.tables:
                yield from _table(table)
    if dated:
        yield from _fact("in force", _term(version), 4)
    yield from _fact("written in", version.source, 4)
    yield from _fact("called", clause.id.partition("/")[2], 4)


def _paid(how: str, clauses: list[ClauseEntry], dated: bool) -> Iterator[str]:
    """What each wager pays, one row per wager; a row whose days differ from those of most rows ends with them."""
    paid = [(*row(v), _term(v)) for c in clauses for v in c.versions]
    usual, often = Counter(term for *_, term in paid).most_common(1)[0]
    yield from _columns(
        [("wager", f"pays {how}"), *((who, odds) for who, odds, _ in paid)],
        ["", *("" if term == usual else term for *_, term in paid)],
    )
    if dated:
        yield from _fact("in force", usual + ("" if often == len(paid) else ", unless another day is printed"), 4)
    sources = [v.source for c in clauses for v in c.versions]
    yield from _fact("written in", f"{sources[0]} to {sources[-1].rpartition(':')[2]}", 4)


def _term(version: VersionEntry) -> str:
    """The term of a version, and the basis on which it is known."""
    operative = f", operative {version.operative}" if version.operative else ""
    basis = _BASIS[version.basis].format(version.ground)
    return _span(version) + operative + (f" ({basis})" if basis else "")


def _span(of: VersionEntry | EditionEntry) -> str:
    since = f"since {of.since}" if of.since else "since ever"
    return since + (f", until {of.until}" if of.until else "")


def _table(table: PrintedTable) -> Iterator[str]:
    if table.title:
        yield "    " + (f"{table.label}  " if table.label else "") + f"{table.title}"
    yield from _columns(table.rows)


def _columns(rows: Sequence[Sequence[str]], ends: Sequence[str] = ()) -> Iterator[str]:
    """Rows under a heading; `ends`: text after each row, wrapped there."""
    widths = [max(len(cells[i]) for cells in rows) for i in range(len(rows[0]))]
    for number, cells in enumerate(rows):
        line = "      " + "   ".join(f"{cell:{width}}" for cell, width in zip(cells, widths, strict=True))
        end = ends[number] if ends else ""
        yield from _wrapped(end, line + "   ", " " * len(line) + "   ") if end else [line]
        if not number:
            yield "      " + "   ".join("-" * width for width in widths)


def _citations(provision: ProvisionEntry) -> Iterator[str]:
    if provision.cites or provision.cited_by:
        yield ""
    name = "cites"
    for cite in provision.cites:
        text = cite.target if cite.reading or cite.printed == cite.target else f"{cite.target}, printed {cite.printed}"
        if cite.reading:
            text += f", printed {cite.printed}" + (f": {cite.ground}" if cite.ground else "")
        notes = [_ROLES[cite.role], "" if cite.available else "text not available"]
        yield from _fact(name, text + "".join(f" ({n})" for n in notes if n))
        name = ""
    if provision.cited_by:
        yield from _fact("cited by", ", ".join(provision.cited_by))


def _anomalies(found: Sequence[AnomalyEntry]) -> Iterator[str]:
    for number, anomaly in enumerate(found):
        text = f"{anomaly.code}  {anomaly.kind}"
        text += f", printed {anomaly.printed}" if anomaly.printed else ""
        text += f", read {anomaly.reading}" if anomaly.reading else ""
        yield from _fact("" if number else "anomaly", f"{text}: {anomaly.ground}")


# ---- lines


def _fact(name: str, text: str, indent: int = 2) -> Iterable[str]:
    start = " " * indent + f"{name:11} "
    return wrap(text, _WIDTH, initial_indent=start, subsequent_indent=" " * len(start), break_on_hyphens=False)


def _wrapped(text: str, indent: str, then: str | None = None) -> list[str]:
    further = indent if then is None else then
    return wrap(text, _WIDTH, initial_indent=indent, subsequent_indent=further, break_on_hyphens=False)


def _spaced(name: str) -> str:
    return name.replace("_", " ")
