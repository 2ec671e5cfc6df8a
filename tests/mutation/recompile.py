"""The rules with one section replaced, compiled only as far as the section can change them.

The other sections are read for what they declare; their clauses are those of the rules without mutation. The declarations of
the chapter and of the vocabulary concern every section, so a mutant of them is compiled as a whole. `test_mutation.py` compares
the result with that of the compiler.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from functools import cache, cached_property
from typing import Any

from tests.support.product import (
    CORE_CHECKS,
    RULE_CHECKS,
    Corpus,
    Diagnostic,
    ResolvedRulebook,
    core,
    followed,
    lower,
    parse,
    query,
    resolve,
    tree,
    with_precedence,
    with_successions,
)

# Statements that concern the names in other sections, or that other sections are checked against.
DECLARES = (tree.Game, tree.Offer, tree.Equipment, tree.Define, tree.FieldNode, tree.Elect, tree.RankingNode)
PARTS = ("names", "fields", "parameters", "terms", "rankings", "derivations")
CHECKED_AGAINST = (tree.Outcome, tree.RankingNode, tree.Irregularity)
# Checks whose faults are those of one game, and of the anomalies of one section.
SLOW = ("uncountable_chances", "misplaced_anomalies")


class Original:
    """The rules without mutation, at every stage of the compiler."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        self.resolved: ResolvedRulebook = resolve(corpus).rulebook
        self.lowered = lower(self.resolved)
        self.core = compiled(self.lowered)
        self.clauses = {clause.id: clause for clause in self.core.clauses}
        self.trees = {file.file: file for file in (*corpus.vocabularies, *corpus.sections)}
        self.declaring = {section.file: _only(section, _declares) for section in corpus.sections}
        self.position = {section.citation: number for number, section in enumerate(corpus.sections)}
        self.results: dict[str | None, list[Any]] = {}
        for clause in self.resolved.clauses:
            if clause.kind == "result":
                self.results.setdefault(clause.game, []).append(clause)
        self.checked_against = {section.file: _only(section, _is_checked_against) for section in corpus.sections}
        self.users = _users(self.core)

    @cache  # noqa: B019 - there is one
    def declared_for(self, file: str) -> tuple[tree.SectionNode, ...]:
        """The sections with the declarations of the names in one of them, and in what these stand for."""
        whole = {name: item for s in self.declaring.values() for item in s.items for name in _declared_names(item)}
        wanted: set[str] = set()
        waiting = [self.trees[file]]
        while waiting:
            for name in _words(waiting.pop()) - wanted:
                if name in whole:
                    wanted.add(name)
        return tuple(
            replace(
                s, items=tuple(i for i in s.items if not isinstance(i, tree.EntryNode) or wanted & _declared_names(i))
            )
            for s in self.declaring.values()
            if s.file == file or "-" not in s.citation or any(wanted & _declared_names(i) for i in s.items)
        )

    @cache  # noqa: B019 - there is one
    def faults(self, file: str) -> frozenset[tuple[str, str]]:
        """The faults that only seem to be there because most of the rules are missing."""
        return frozenset(map(_named, Recompiled(self, self.trees[file]).resolved_alone[1]))

    @cache  # noqa: B019 - there is one
    def faults_of_game(self, check: Any, game: str | None, cite: str) -> frozenset[tuple[str, str]]:
        """The faults that only seem to be there because the clauses of other games are missing."""
        return frozenset(map(_named, check(_of_game(self.lowered, game, cite))))


def _of_game(book: core.Rulebook, game: str | None, cite: str) -> core.Rulebook:
    """The rulebook with the clauses of one game, and the anomalies of one section."""
    clauses = tuple(c for c in book.clauses if c.game in (None, game))
    return replace(book, clauses=clauses, register=tuple(a for a in book.register if a.cite.partition("(")[0] == cite))


def reparsed(text: str, file: str, original: Any, line: int) -> Any:
    """The tree of a mutant of a file, and the code of its first fault; only the statement at the line is parsed anew.

    Places in the other statements are those of the file without mutation, so the line must not have been removed.
    """
    items = getattr(original, "items", ())
    at = [n for n, item in enumerate(items) if item.place.line <= line]
    if not at or not isinstance(original, tree.SectionNode):
        return parse(text, file)
    number, lines = at[-1], text.splitlines(keepends=True)
    start = items[number].place.line - 1
    end = items[number + 1].place.line - 1 if number + 1 < len(items) else len(lines)
    head = next(n for n, one in enumerate(lines) if one.startswith("section "))
    below = lines[start].startswith("    ")  # a statement below the label of another
    own = ("(a)" + lines[start][3:] if below else lines[start]) + "".join(lines[start + 1 : end])
    parsed = parse("\n" * head + lines[head] + "\n" * (start - head - 1) + own, file)
    if parsed.tree is None or len(parsed.tree.items) != 1:
        return parse(text, file)
    item = replace(parsed.tree.items[0], label=None) if below else parsed.tree.items[0]
    return replace(parsed, tree=replace(original, items=(*items[:number], item, *items[number + 1 :])))


class Recompiled:
    """The rules with the tree of one file replaced."""

    def __init__(self, original: Original, made: Any) -> None:
        self.original, self.tree = original, made
        self.whole = not isinstance(made, tree.SectionNode) or "-" not in made.citation

    @cached_property
    def corpus(self) -> Corpus:
        whole = self.original.corpus
        with_it = {
            part: tuple(self.tree if one.file == self.tree.file else one for one in getattr(whole, part))
            for part in ("sections", "vocabularies")
        }
        return replace(whole, digest="mutant", **with_it)

    @cached_property
    def resolved_alone(self) -> tuple[ResolvedRulebook, tuple[Diagnostic, ...]]:
        """The section with what others declare of its names; with what is wrong with its declarations."""
        if self.whole:
            found = resolve(self.corpus)
        else:
            light = self.original.declared_for(self.tree.file)
            sections = tuple(self.tree if s.file == self.tree.file else s for s in light)
            found = resolve(replace(self.original.corpus, sections=sections, register=()))
        return found.rulebook, found.problems

    def unresolved(self) -> Iterator[Diagnostic]:
        """The faults of its declarations."""
        faults = self.resolved_alone[1]
        known = frozenset() if self.whole or not faults else self.original.faults(self.tree.file)
        return (fault for fault in faults if _named(fault) not in known)

    @cached_property
    def resolved(self) -> ResolvedRulebook:
        made = self.resolved_alone[0]
        if self.whole:
            return made
        before, cite = self.original.resolved, self.tree.citation
        own = tuple(clause for clause in made.clauses if clause.section == cite)
        clauses = tuple(_inserted(before.clauses, own, cite, [s.citation for s in before.sections]))
        sections = tuple(self._section if s.citation == cite else s for s in before.sections)
        trees = (*self.corpus.vocabularies, *self.corpus.sections)
        return replace(before, sections=sections, clauses=clauses, digest="mutant", trees=trees, **self._declared)

    @cached_property
    def _section(self) -> Any:
        return next(s for s in self.resolved_alone[0].sections if s.citation == self.tree.citation)

    @cached_property
    def _declared(self) -> dict[str, dict[str, Any]]:
        made, before = self.resolved_alone[0], self.original.resolved
        parts = ("names", "fields", "parameters", "definitions", "rankings", "followed")
        return {part: {**getattr(before, part), **getattr(made, part)} for part in parts}

    @cached_property
    def lowered(self) -> core.Rulebook:
        """The core before precedence; an exception if faults prevent lowering."""
        if self.whole:
            return lower(self.resolved)
        original, made, cite, game = self.original, self.resolved_alone[0], self.tree.citation, self.tree.game
        before = original.lowered
        # How a wager ends is a term of all clauses of its game on that; a term that changes divides the clauses that read it.
        own = [clause for clause in made.clauses if clause.section == cite]
        changing = (c for c in original.resolved.clauses if c.kind == "definition" and len(c.versions) > 1)
        near = (*(c for c in dict.fromkeys((*original.results.get(game, ()), *changing)) if c.section != cite), *own)
        order = [s.citation for s in before.sections]
        shown: dict[str, Any] = {
            part: _Shown(whole, getattr(original.resolved, part)) for part, whole in self._declared.items()
        }
        near = tuple(sorted(near, key=lambda clause: original.position[clause.section]))
        made_core = lower(replace(made, clauses=near, sections=(self._section,), trees=(self.tree,), **shown))
        parts = {part: {**getattr(before, part), **getattr(made_core, part)} for part in PARTS}
        clauses = _inserted(before.clauses, [c for c in made_core.clauses if c.section == cite], cite, order)
        sections = tuple(made_core.sections[0] if s.citation == cite else s for s in before.sections)
        return replace(before, digest="mutant", sections=sections, clauses=tuple(clauses), **parts)

    @cached_property
    def core(self) -> core.Rulebook:
        """The core; clauses that do not differ are those of the rules without mutation."""
        if self.whole:
            return compiled(self.lowered)
        lowered, game = self.lowered, self.tree.game
        charged = {c.subject.name for c in lowered.clauses if isinstance(c.versions[0].duty, core.Charges)}
        some = (
            c for c in lowered.clauses
            if game is None or c.game in (None, game)
            if c.section == self.tree.citation or _states_end(c.versions[0].duty) or c.subject.name in charged
        )  # fmt: skip
        made = compiled(replace(lowered, clauses=tuple(some)))
        done = {clause.id: clause for clause in made.clauses}
        known = self.original.clauses
        same = {id: old for id in done if (old := known.get(id)) == done[id]}
        clauses = tuple(same.get(c.id) or done.get(c.id) or known[c.id] for c in lowered.clauses)
        return replace(lowered, clauses=clauses, terms={**self.original.core.terms, **made.terms})

    @cached_property
    def parts(self) -> set[str]:
        """The terms, rankings, fields and so on that differ."""
        old, new = self.original.core, self.core
        return {
            name
            for part in PARTS
            if (was := getattr(old, part)) is not (now := getattr(new, part))
            for name in {*was, *now}
            if was.get(name) != now.get(name)
        }

    @cached_property
    def changed(self) -> list[str]:
        """The clauses that differ, and those that use a term, a ranking or a field that differs."""
        known = self.original.clauses
        own = [c.id for c in self.core.clauses if known.get(c.id) is not c and known.get(c.id) != c]
        here = {clause.id for clause in self.core.clauses}
        gone = [id for id in known if id not in here]
        users = self.original.users
        using = [clause for name in sorted(self.parts) for clause in users.get(name.partition(" ")[0], ())]
        return [*dict.fromkeys([*gone, *own, *using])]

    @cached_property
    def same(self) -> bool:
        """Whether the core is that of the rules without mutation, except for places."""
        old, new = self.original.core, self.core
        return not self.changed and not self.parts and (old.sections, old.vocabulary) == (new.sections, new.vocabulary)

    def misformed(self) -> Iterator[Diagnostic]:
        """The faults of the section as written, and of those that use a declaration of it that changed."""
        files = {self.tree.file}
        if self.whole:
            book = self.resolved
        else:
            if (
                self.resolved.fields != self.original.resolved.fields
                or self.resolved.definitions != self.original.resolved.definitions
            ):
                using = {self.original.clauses[id].section for id in self.changed if id in self.original.clauses}
                files |= {s.file for s in self.corpus.sections if s.citation in using}
            light = self.original.checked_against
            game = self.tree.game
            trees = tuple(
                s if s.file in files else light[s.file] for s in self.corpus.sections if s.game in (None, game)
            )
            book = replace(self.resolved, trees=trees)
        return (f for check in RULE_CHECKS for f in check(book) if self.whole or f.place.file in files)

    def inconsistent(self) -> Iterator[Diagnostic]:
        """The faults of the meaning of the rules."""
        book = self.lowered
        if self.whole:
            yield from (fault for check in CORE_CHECKS for fault in check(book))
            return
        game, cite = self.tree.game, self.tree.citation
        some = _of_game(book, game, cite)
        for check in CORE_CHECKS:
            found = [*check(some)]
            if check.__name__ in SLOW:
                yield from found
            elif not {*map(_named, found)} <= self.original.faults_of_game(check, game, cite):
                yield from check(book)  # what is missing in one game may be in another


class _Shown(dict[str, Any]):
    """A mapping of which only what differs from another is lowered: names are looked up in all of it, and iterated in part."""

    def __init__(self, whole: dict[str, Any], before: dict[str, Any]) -> None:
        super().__init__(whole)
        self.some = [
            name for name, value in whole.items() if before.get(name) is not value and before.get(name) != value
        ]

    def items(self) -> Any:
        return [(name, self[name]) for name in self.some]


def _states_end(duty: core.Duty) -> bool:
    """Whether precedence concerns the duty: it states how a wager ends, or what is paid, collected or returned."""
    return isinstance(duty, core.Ends | core.Charges) or duty.subject.name in ("paid", "collected", "returned")


def compiled(lowered: core.Rulebook) -> core.Rulebook:
    return with_successions(with_precedence(lowered))


def _declared_names(item: Any) -> set[str]:
    statement = getattr(item, "statement", None)
    parameters = getattr(statement, "parameters", ())
    return {name for one in (statement, *parameters) if isinstance(name := getattr(one, "name", None), str)}


def _words(part: Any) -> set[str]:
    """Every name in a part of the tree."""
    if isinstance(part, str):
        return set(part.split()) | {part}
    if isinstance(part, tuple):
        return set().union(*map(_words, part)) if part else set()
    if is_dataclass(part):
        return set().union(*(_words(getattr(part, one.name)) for one in fields(part)))
    return set()


def _named(fault: Diagnostic) -> tuple[str, str]:
    return fault.code, fault.message


def _declares(statement: tree.Statement) -> bool:
    return isinstance(statement, DECLARES)


def _is_checked_against(statement: tree.Statement) -> bool:
    """Whether a check of another section looks at the statement: for a name in it, its payouts, or its exceptions."""
    return (
        isinstance(statement, CHECKED_AGAINST)
        or isinstance(statement, tree.Rule)
        and (isinstance(statement.predicate, tree.PaysNode) or bool(statement.exceptions))
    )


def _only(section: tree.SectionNode, wanted: Callable[[tree.Statement], bool]) -> tree.SectionNode:
    """The section with some of its statements, each with its label."""
    items: list[Any] = []
    label = ""
    for item in section.items:
        if not isinstance(item, tree.EntryNode):
            items.append(item)
            label = ""
            continue
        label = item.label or label
        if wanted(item.statement):
            items.append(replace(item, label=label or "(-)"))
    return replace(section, items=tuple(items))


def _inserted(clauses: Iterable[Any], own: Iterable[Any], cite: str, order: list[str]) -> Iterator[Any]:
    """The clauses in the order of their sections, those of one section replaced."""
    by: dict[str, list[Any]] = {section: [] for section in order}
    for clause in clauses:
        by[clause.section].append(clause)
    by[cite] = [*own]
    return (clause for section in order for clause in by[section])


def _followed(before: ResolvedRulebook, own: tuple[Any, ...], cite: str) -> dict[str, Any]:
    """The sources of the fields that need not be filed."""
    derived = [c for c in before.clauses if c.kind == "derived"]
    order = [s.citation for s in before.sections]
    clauses = tuple(_inserted(derived, own, cite, order))
    return followed(clauses)


def _users(book: core.Rulebook) -> dict[str, tuple[str, ...]]:
    """By term, ranking and field: the clauses that use it, through terms and rankings."""
    found: dict[str, dict[str, None]] = {}
    for clause in book.clauses:
        for version in clause.versions:
            for reading in version.readings:
                for name in _names(book, reading.duty):
                    found.setdefault(name, {})[clause.id] = None
    return {name: tuple(ids) for name, ids in found.items()}


def _names(book: core.Rulebook, duty: core.Duty) -> Iterator[str]:
    yield duty.subject.name
    for name in {*_named_in(book, core.expressions(duty))}:
        yield name
        if ranking := book.rankings.get(name):
            yield from _named_in(book, core.ranked_by(ranking))


def _named_in(book: core.Rulebook, exprs: Iterable[core.Expr]) -> Iterator[str]:
    for expr in query.through_terms(book, *exprs):
        for part in ("name", "ranking", "of"):
            if isinstance(found := getattr(expr, part, None), str):
                yield found
