"""Compares a section of the text with its file in the rulebook: each check is a function, all of them in one tuple."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pitboss.compiler.ground import figures, prose_citations
from pitboss.compiler.ground import printed_tables as tables
from pitboss.compiler.ground.history_notes import printed_notes
from pitboss.compiler.ground.lines import Line
from pitboss.compiler.ground.pair import Difference, Pair, around, prose
from pitboss.compiler.ground.provisions import Provision
from pitboss.compiler.ground.rule_figures import RuleFigure
from pitboss.compiler.model.citations import ancestors, is_below, resolved
from pitboss.compiler.model.transcript import Cited, Figure, Role, RuleTable
from pitboss.grammar.literals import canonical

_LARGEST_STAKE = 10  # the second figure of odds; a larger one means a range


def provisions(pair: Pair) -> Iterator[Difference]:
    """Report provisions of the text without an entry, entries without a provision, and a heading that differs from the print."""
    stated, printed = pair.section.labels, pair.printed
    titles = [p.title for p in pair.parts if p.head and p.title]
    if titles and canonical(pair.section.title) not in map(canonical, titles):
        yield Difference("provisions", pair.cite, "title", pair.line(""), pair.section.place)
    for label, found in printed.items():
        carried = any(is_below(x, label) for x in stated) and all(p.leads_in for p in found)
        if label not in stated and not carried:
            yield Difference(
                "provisions", pair.cite + label, "printed, not stated", found[0].lines[0], pair.place(label)
            )
    for label, place in stated.items():
        if label not in printed and label not in pair.section.past:
            yield Difference("provisions", pair.cite + label, "stated, not printed", pair.line(label), place)


def numbers(pair: Pair) -> Iterator[Difference]:
    """Report figures of a clause that neither its provision nor a provision cited there prints.

    Also report amounts, percentages and odds of a provision that the rules lack: the law never uses those as mere wording.
    """
    for label, found in pair.printed.items():
        near = [x.figure for x in pair.figures if x.label in around(label, pair.section.labels)]
        sizes = {size for _, size in near}
        for provision in found:
            for figure in sorted(figures.figures(provision.words)):
                ranged = figure[0].startswith("odds") and figure[1].denominator > _LARGEST_STAKE
                if figure[0] != "number" and not ranged and figure[1] not in sizes and _has_entry(pair, label):
                    what = f"{figures.shown(figure)}: printed, not stated"
                    yield Difference("numbers", pair.cite + label, what, provision.lines[0], pair.place(label))
    for ours in dict.fromkeys(x for x in pair.figures if x.role is not Role.NAME):
        if ours.label not in pair.printed and not any(x in pair.printed for x in ancestors(ours.label)):
            continue  # `provisions` reports it once
        if not any(_holds(ours, text) for text in _grounds(pair, ours)):
            yield Difference(
                "numbers", pair.cite + ours.label, figures.shown(ours.figure), pair.line(ours.label), ours.place
            )


def _has_entry(pair: Pair, label: str) -> bool:
    """Whether the rulebook has the provision or a part of it; if not, `provisions` reports it."""
    return label in pair.section.labels or any(is_below(x, label) for x in pair.section.labels)


def _grounds(pair: Pair, ours: RuleFigure) -> Iterator[str]:
    """The texts that may print a figure of the rules."""
    yield prose(pair.text, pair.cite, ours.label, whole=False)
    for cited in pair.section.cites:
        if cited.label == ours.label or cited.label in ancestors(ours.label):
            section, label = resolved(cited.citation.reading or cited.citation.printed, pair.cite)
            yield prose(pair.text, section, label)
    if ours.past or ours.role is Role.WORDS:
        yield "\n".join(" ".join(line.text.split()) for line in pair.history)


def _holds(ours: RuleFigure, text: str) -> bool:
    if ours.role is Role.WORDS:
        return ours.figure in figures.parts(text)
    if ours.figure in figures.figures(text):
        return True
    return (ours.role is Role.CONDITION or not ours.figure[1]) and figures.stands(ours.figure, text)


def printed_tables(pair: Pair) -> Iterator[Difference]:
    """Report cells of printed tables that differ from the rulebook's cell in the same row and column."""
    taken: set[tuple[RuleTable, int]] = set()
    where: list[str] = []
    for part in pair.parts:
        seen: set[tuple[RuleTable, int]] = set()
        for provision in part.provisions:
            for table in tables.printed_tables(provision.lines):
                where.append(provision.label)
                near = set(around(provision.label, [x.label for x in pair.section.tables]))
                candidates = [x for x in pair.section.tables if x.label in near]
                if not candidates and tables.stated_in_clauses(table, _values(pair, provision.label)):
                    continue
                for d in tables.compare(table, candidates, seen):
                    yield Difference(
                        "tables", pair.cite + provision.label, d.what, d.line, d.place or pair.place(provision.label)
                    )
        taken |= seen
    for ours in pair.section.tables:
        if not around(ours.label, where) or ours.past:
            continue  # printed as prose, not as a table: its figures are compared as figures
        for column in range(1, len(ours.head)):
            if (ours, column) not in taken:
                yield Difference(
                    "tables",
                    pair.cite + ours.label,
                    f"column {column + 1}: stated, not printed",
                    pair.line(ours.label),
                    ours.head[column].place,
                )


def _values(pair: Pair, label: str) -> list[Figure]:
    return [x.figure for x in pair.figures if x.label == label and x.role is Role.VALUE]


def cited(pair: Pair) -> Iterator[Difference]:
    """Report citations of the text that the rulebook lacks, and citations of the rulebook that the text lacks."""
    known = {step for x in pair.section.labels for step in ancestors(x)} | set(pair.section.labels)
    for label, found in pair.printed.items():
        near = [
            (c, resolved(c.citation.printed, pair.cite))
            for c in pair.section.cites
            if c.label in around(label, pair.section.labels)
        ]
        for provision in found:
            for c in prose_citations.citations(provision.words, pair.cite):
                if not c.inner:
                    there = any(target == (c.section, c.label) for _, target in near)
                elif c.weighty:
                    there = any(
                        target[0] == pair.cite and c.label in around(target[1], [c.label]) for _, target in near
                    )
                else:
                    there = c.label in known
                if not there and label in known:
                    yield Difference(
                        "citations",
                        pair.cite + label,
                        f"{c.shown}: printed, not stated",
                        _line_of(provision, c),
                        pair.place(label),
                    )
    for ours in dict.fromkeys(pair.section.cites):
        if not _printed(pair, ours):
            what = f"{ours.citation.printed}: stated, not printed"
            yield Difference("citations", pair.cite + ours.label, what, pair.line(ours.label), ours.citation.place)


def _printed(pair: Pair, cited: Cited) -> bool:
    section, label = resolved(cited.citation.printed, pair.cite)
    text = prose(pair.text, pair.cite, cited.label, whole=False)
    if section == pair.cite:
        own = [c.label for c in prose_citations.citations(text, pair.cite) if c.section == section and c.label]
        return bool(around(label, own or pair.printed)) if label else True
    if cited.past:
        text += "\n" + "\n".join(line.text for line in pair.history)
    if section == pair.cite.partition("-")[0] and "this chapter" in text:
        return True
    return any((c.section, c.label) == (section, label) for c in prose_citations.citations(text, pair.cite))


def _line_of(provision: Provision, c: prose_citations.PrintedCitation) -> Line:
    name = c.section.removeprefix("N.J.S.A. ")
    expected = c.label if c.inner else name.partition("-")[2] or name
    return next((line for line in provision.lines if expected in line.text), provision.lines[0])


def history(pair: Pair) -> Iterator[Difference]:
    """Report instruments, days and reporters of the history notes that the section's notes lack, and the other way round."""
    own = [n for n in pair.section.notes if n.kind not in ("remark", "printed", "contents")]
    below = (
        [] if "-" in pair.cite else [n for s in pair.corpus if s.citation.startswith(f"{pair.cite}-") for n in s.notes]
    )
    notes, printed = own + below, list(printed_notes(pair.history))
    days = {d for n in notes for d in (n.day, n.until) if d}
    instruments = {(n.source, n.day) for n in notes}
    sources = {n.source for n in notes}
    for p in printed:
        match p.what:
            case "instrument":
                there = (p.source, p.day) in instruments if p.day else p.source in sources
            case "reporter":
                there = any(p.source in map(_spaced, n.see) for n in notes)
            case _:
                there = p.day in days or any(p.day == n.operative for n in notes)
        if not there:
            yield Difference("history", pair.cite, f"{p.shown}: printed, not stated", p.line, pair.section.place)
    printed += printed_notes(pair.above)
    shown = {p.source for p in printed} | {p.day for p in printed}
    both = {(p.source, p.day) for p in printed}
    texts = prose_citations.citations("\n".join(line.text for line in pair.history), pair.cite)
    for n in own:
        firm = n.source is None or n.day is None or (n.source, n.day) in both or (n.source not in shown)
        missing = [x for x in (n.source, n.day, n.operative, n.until) if x and x not in shown]
        missing += [x for x in map(_spaced, n.see) if x not in shown]
        missing += [
            c.printed for c in n.per if resolved(c.printed, pair.cite) not in {(x.section, x.label) for x in texts}
        ]
        if not firm and n.day in shown:
            missing.append(f"{n.source} {n.day}")
        for x in missing:
            yield Difference("history", pair.cite, f"{x}: stated, not printed", pair.line(""), n.place)


def contents(pair: Pair) -> Iterator[Difference]:
    """Report sections that a table of contents names otherwise than the rules do, or that one of both lacks."""
    if "-" in pair.cite:
        return
    entries = [x for x in pair.text.contents if x.citation.startswith(f"{pair.cite}-")]
    notes = [n for n in pair.section.notes if n.kind == "contents"]
    printed = {(x.citation, canonical(x.title)): x.line for x in entries}
    stated = {(c.printed, canonical(n.words or "")): n.place for n in notes for c in n.per}
    transcribed = {(s.citation, canonical(s.title)) for s in pair.corpus}
    for entry in sorted(printed.keys() - stated.keys() - transcribed):
        yield Difference("contents", entry[0], "printed, not stated", printed[entry], pair.section.place)
    for entry in sorted(stated.keys() - printed.keys()):
        yield Difference("contents", entry[0], "stated, not printed", pair.line(""), stated[entry])


def _spaced(reporter: str) -> str:
    return " ".join(reporter.split())


CHECKS: tuple[tuple[str, Callable[[Pair], Iterator[Difference]]], ...] = (
    ("provisions", provisions),
    ("numbers", numbers),
    ("tables", printed_tables),
    ("citations", cited),
    ("history", history),
    ("contents", contents),
)


def compare(pair: Pair) -> tuple[Difference, ...]:
    """All differences that the checks find, without duplicates.

    >>> from pitboss.compiler.front.transcribe import transcribe
    >>> from pitboss.compiler.ground.lines import lines_of
    >>> from pitboss.compiler.ground.provisions import split
    >>> from pitboss.grammar.parse import parse
    >>> text = split({"a": lines_of("1:1-1.1 Tiles\\n(a) At least six sets.", "a")})
    >>> tree = parse('section 1:1-1.1 "Tiles"\\n(a)  sets is at least 7\\n', "t.rules").tree
    >>> [(d.check, d.provision, d.difference, d.line) for d in compare(Pair(transcribe(tree), text))]
    [('numbers', '1:1-1.1(a)', '7', 'a:2')]
    """
    return tuple(dict.fromkeys(d for _, check in CHECKS for d in check(pair)))
