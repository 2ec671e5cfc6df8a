"""Syntax trees → resolved rulebook: names are declared; clauses are narrowed, named and dated.

One pass reads the declarations of every file, a second narrows the clauses. The checks that need the finished rulebook are in
`front/checks` and `analysis`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import assert_never

from pitboss.compiler.front.corpus import Corpus
from pitboss.compiler.front.paths import paths
from pitboss.compiler.model.citations import label_order
from pitboss.compiler.model.spelling import nearest
from pitboss.grammar import tree as t
from pitboss.grammar.clause_kinds import ClauseKind
from pitboss.grammar.diagnostics import Diagnostic, Place
from pitboss.grammar.quick_start import replace
from pitboss.grammar.resolved_rulebook import (
    Check,
    Declaration,
    Declared,
    ResolvedClause,
    ResolvedField,
    ResolvedName,
    ResolvedRulebook,
    ResolvedSection,
    ResolvedVersion,
    followed,
)

SIMPLE_TYPES = (
    "count", "number", "money", "percent", "odds", "flag", "text", "name", "date", "time", "cards", "payouts", "chances",
    "game", "variation", "equipment",
)  # fmt: skip
NEVER = t.Any(())  # the condition of a reading without duty: a disjunction of nothing, which is false
ROUND_SCOPES = ("round", "seat", "hand")


@dataclass(frozen=True, slots=True)
class Resolved:
    rulebook: ResolvedRulebook
    problems: tuple[Diagnostic, ...]


def resolve(corpus: Corpus) -> Resolved:
    """The rulebook of a corpus, with the faults of its declarations and dates.

    >>> from pitboss.compiler.front.corpus import Corpus
    >>> resolve(Corpus((), (), "0", ())).rulebook.clauses
    ()
    """
    resolver = _Resolver(corpus)
    resolver.declare()
    clauses = resolver.clauses()
    sections = tuple(resolver.section(tree) for tree in corpus.sections)
    expiry = [(n.day, s.citation) for s in corpus.sections for n in s.notes if n.kind == "expires" and n.day]
    book = ResolvedRulebook(
        tuple(i for v in corpus.vocabularies for i in v.items if isinstance(i, t.ScopeNode)),
        resolver.names, resolver.fields, sections, clauses,
        expiry[0][0] if expiry else None, expiry[0][1] if expiry else "", corpus.digest, resolver.parameters,
        resolver.definitions, (*corpus.vocabularies, *corpus.sections), corpus.register, resolver.rankings, followed(clauses),
    )  # fmt: skip
    return Resolved(book, (*corpus.problems, *resolver.problems))


class _Resolver:
    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        self.problems: list[Diagnostic] = []
        self.names: dict[str, ResolvedName] = {}
        self.fields: dict[str, ResolvedField] = {}
        self.parameters: dict[str, tuple[t.Literal, ...]] = {}
        self.definitions: dict[str, t.Expr] = {}
        self.rankings: dict[str, t.RankingNode] = {}
        self.scopes = {i.name for v in corpus.vocabularies for i in v.items if isinstance(i, t.ScopeNode)}

    def problem(self, code: str, message: str, place: Place, help: str = "", *related: tuple[str, Place]) -> None:
        self.problems.append(Diagnostic(code, message, place, related, help))

    # ---- first pass: declarations

    def declare(self) -> None:
        for vocabulary in self.corpus.vocabularies:
            for item in vocabulary.items:
                if isinstance(item, t.EntryNode):
                    self._declare(item.statement, None, vocabulary.title)
        for section in self.corpus.sections:
            for _, label, statement in _entries(section):
                self._declare(statement, section.game, section.citation + (label or ""))

    def _declare(self, s: t.Statement, game: str | None, cite: str) -> None:
        match s:
            case t.Game():
                self._name("game", s.name, s.title, s.name, cite, s.place)
            case t.Offer():
                self._name(
                    s.kind, s.name, s.title, game, cite, s.place, again=bool(s.trailers.since or s.trailers.until)
                )
                for parameter in s.parameters:
                    self.parameters[parameter.name] = parameter.values
                    self._field(
                        parameter.name,
                        ("hand",),
                        t.TypeNode("one_of", parameter.values),
                        parameter.title or parameter.name,
                        game,
                        cite,
                        parameter.place,
                    )
            case t.Equipment():
                self._name("equipment", s.name, s.title, game, cite, s.place)
            case t.Define():
                if s.means is not None:
                    self.definitions[s.name] = s.means
                self._name(
                    "define", s.name, s.words, game, cite, s.place, again=bool(s.trailers.since or s.trailers.until)
                )
            case t.FieldNode():
                self._field(s.name, s.owners, s.type, s.title, game, cite, s.place)
            case t.Elect():
                known = self.fields.get(s.name)
                if known and (
                    s.trailers.since or s.trailers.until
                ):  # another version of the same choice: the union of both
                    extra = tuple(v for v in s.values if v not in known.type.values)
                    self.fields[s.name] = replace(known, type=t.TypeNode("one_of", known.type.values + extra))
                else:
                    self._field(
                        s.name,
                        (s.of or "table",),
                        t.TypeNode("one_of", s.values),
                        s.title or s.name,
                        game,
                        cite,
                        s.place,
                    )
            case t.RankingNode():
                names = tuple(t.Literal("name", r.name, r.name, r.place) for r in s.ranks)
                of = t.TypeNode("list_of", (), (t.TypeNode("one_of", names),))
                if (
                    s.title is not None or s.name in self.rankings
                ):  # a ranking without a title is used in conditions only
                    self._field(s.name, ("table",), of, s.title or s.name, game, cite, s.place)
                self.rankings[s.name] = s

    def _name(
        self, kind: str, name: str, title: str, game: str | None, cite: str, place: Place, again: bool = False
    ) -> None:
        known = self.names.get(name)
        if known and not (again and known.kind == kind):
            self.problem("R202", f"'{name}' is declared twice", place, "", ("first declared here", known.place))
        elif not known:
            self.names[name] = ResolvedName(kind, name, title, game, cite, place)

    def _field(
        self,
        name: str,
        owners: tuple[str, ...],
        type_: t.TypeNode,
        title: str,
        game: str | None,
        cite: str,
        place: Place,
    ) -> None:
        if name in self.fields:
            self.problem(
                "R202", f"'{name}' is declared twice", place, "", ("first declared here", self.fields[name].place)
            )
            return
        for part in _simple(type_):
            if part not in SIMPLE_TYPES:
                self.problem("R203", f"there is no type '{part}'", place, nearest(part, SIMPLE_TYPES))
        self.fields[name] = ResolvedField(name, owners, type_, title, game, cite, place)

    # ---- second pass: the clauses

    def clauses(self) -> tuple[ResolvedClause, ...]:
        made: dict[str, ResolvedClause] = {}
        for section in self.corpus.sections:
            notes = self.section(section)
            for edition, label, statement in _entries(section):
                for name, kind, checks in self._narrow(statement):
                    version = self._version(statement, checks, label or "", notes, edition)
                    key = f"{section.citation}{label or ''}/{name}"
                    scope = self._scope(next(iter(checks)))
                    if key not in made:
                        made[key] = ResolvedClause(
                            key, section.citation, label or "", name, str(kind), scope, section.game, (version,)
                        )
                        continue
                    for known in made[key].versions:
                        if known.overlaps(version):
                            self.problem(
                                "R205", f"two versions of '{name}' at {section.citation}{label or ''} are in force at the same time",
                                statement.place, "give one of them dates that end before the other's start, or a name of its own with 'as'",
                                ("the other version", known.place),
                            )  # fmt: skip
                    made[key] = replace(made[key], versions=tuple(sorted((*made[key].versions, version), key=_start)))
        return tuple(made.values())

    def section(self, tree: t.SectionNode) -> ResolvedSection:
        """The header of a section. A section without a date of adoption has that of its chapter."""
        own, chapter = _section(tree), tree.citation.partition("-")[0]
        if own.adopted is None and chapter != tree.citation:
            return replace(
                own, adopted=next((_section(c).adopted for c in self.corpus.sections if c.citation == chapter), None)
            )
        return own

    def _version(
        self,
        s: t.Statement,
        checks: tuple[Check, ...],
        label: str,
        section: ResolvedSection,
        edition: t.EditionNode | None,
    ) -> ResolvedVersion:
        trailers = s.trailers
        since, until = trailers.since, trailers.until
        start = (since.operative or since.day) if since else (edition.since if edition else None) or section.adopted
        if since and until and (since.operative or since.day) >= until.day:
            self.problem("R207", "the clause ends before it starts", s.place)
        if since:
            basis, ground = ("inferred", since.inferred) if since.inferred else ("firm", "")
        elif any(n.kind == "amended" and not n.words for n in section.notes):
            basis, ground = "presumed", "amendment notes print a date without saying what changed"
        elif edition is not None and edition.since is not None:
            basis, ground = "firm", ""
        elif not any(n.kind == "adopted" for n in section.notes):
            basis, ground = (
                "presumed",
                "the section's own adoption is not printed; it is taken to be as old as its chapter",
            )
        else:
            basis, ground = "firm", ""
        return ResolvedVersion(
            start, until.day if until else edition.until if edition else None, basis, ground or "",
            since.operative if since else None, checks, label, trailers.per, s.place,
        )  # fmt: skip

    def _narrow(self, s: t.Statement) -> Iterator[tuple[str, ClauseKind, tuple[Check, ...]]]:
        """Yield (name, kind, checks) of every clause that a statement makes."""
        conditions = _conditions(s)
        match s:
            case t.Rule():
                yield from self._narrow_rule(s)
            case t.Offer():
                authority = Check(t.Path(s.name), Declared(Declaration.AUTHORIZED), conditions)
                readings = tuple(replace(authority, reading=r.name, ground=r.ground, place=r.place) for r in s.readings)
                yield f"{s.name}-authorised", ClauseKind.AUTHORITY, readings or (authority,)
                if s.duty == "required":
                    yield f"{s.name}-required", ClauseKind.OFFERED, (Check(t.Path(s.name), t.MustOffer(), conditions),)
            case t.Game():
                yield (
                    f"{s.name}-authorised",
                    ClauseKind.AUTHORITY,
                    (Check(t.Path(s.name), Declared(Declaration.AUTHORIZED), conditions),),
                )
            case t.Elect():
                of = s.of if s.of in self.names else None
                yield (
                    f"{s.name}-elected",
                    ClauseKind.ELECTION,
                    (Check(t.Path(s.name, of), Declared(Declaration.ELECTED, s.values), conditions),),
                )
            case t.Attest():
                path = t.Path(s.scope or "table")
                yield (
                    s.trailers.alias or s.name,
                    ClauseKind.ATTEST,
                    (Check(path, Declared(Declaration.ATTESTED, (), s.words), conditions),),
                )
            case t.RankingNode():
                order = tuple(t.Literal("name", r.name, r.name, r.place) for r in s.ranks)
                ranked = Declared(Declaration.RANKED if s.title is not None else Declaration.ORDERED, order)
                yield f"{s.name}-ranked", ClauseKind.RANKING, (Check(t.Path(s.name), ranked, conditions),)
                for rank in s.ranks:
                    yield (
                        f"{s.name}.{rank.name}-has",
                        ClauseKind.RANK,
                        (Check(t.Path(rank.name), Declared(Declaration.OUTCOME), (rank.has,)),),
                    )
            case t.Outcome():
                yield (
                    f"{s.of}.{s.name}-outcome",
                    ClauseKind.OUTCOME,
                    (Check(t.Path(s.name, s.of), Declared(Declaration.OUTCOME), (s.when,)),),
                )
            case t.DealNode(dealt):
                name = s.trailers.alias or f"{'-'.join(field for field, _ in dealt)}-dealt"
                yield name, ClauseKind.DEAL, (Check(t.Path(dealt[0][0]), s, conditions),)
            case t.ChanceNode(field):
                yield s.trailers.alias or f"{field}-chance", ClauseKind.CHANCE, (Check(t.Path(field), s, conditions),)
            case t.Irregularity():
                values = tuple(t.Literal("name", n, n) for n in s.leads_to)
                yield (
                    f"{s.name}-irregular",
                    ClauseKind.IRREGULARITY,
                    (Check(t.Path(s.name), Declared(Declaration.IRREGULAR, values, s.words), conditions),),
                )
            case t.Define():
                means = (s.means,) if s.means else ()
                yield (
                    s.name,
                    ClauseKind.DEFINITION,
                    (Check(t.Path(s.name), Declared(Declaration.DEFINED, (), s.words), means),),
                )
            case t.Equipment():
                yield (
                    f"{s.name}-defined",
                    ClauseKind.DEFINITION,
                    (Check(t.Path(s.name), Declared(Declaration.DEFINED, (), s.title), conditions),),
                )
            case t.FieldNode():
                yield (
                    f"{s.name}-defined",
                    ClauseKind.DEFINITION,
                    (Check(t.Path(s.name), Declared(Declaration.DEFINED, (), s.title), conditions),),
                )
            case t.Permit():
                yield (
                    s.trailers.alias or _slug(s.words),
                    ClauseKind.PERMISSION,
                    (Check(t.Path("table"), Declared(Declaration.PERMITTED, (), s.words), conditions),),
                )
            case t.Leave():
                yield (
                    s.trailers.alias or _slug(s.words),
                    ClauseKind.LEFT,
                    (
                        Check(
                            t.Path("table"),
                            Declared(Declaration.LEFT, (), f"{s.words}: {s.because}", s.because),
                            conditions,
                        ),
                    ),
                )
            case _:
                assert_never(s)

    def _narrow_rule(self, s: t.Rule) -> Iterator[tuple[str, ClauseKind, tuple[Check, ...]]]:
        base = Check(s.subjects[0], s.predicate, _conditions(s), s.table, s.blocks)
        variants = [base]
        if s.readings:
            variants = [
                replace(base, conditions=(NEVER,) if r.idle else base.conditions, reading=r.name, ground=r.ground, place=r.place)
                if r.rule is None
                else Check(
                    r.rule.subjects[0], r.rule.predicate, _conditions(r.rule), r.rule.table, r.rule.blocks, r.name, r.ground, r.place
                )
                for r in s.readings
            ]  # fmt: skip
        alias, (kind, verb) = s.trailers.alias, _called(s.predicate)
        pairs: list[tuple[t.Path, t.Predicate, str]] = []
        match s.predicate:
            case t.Bars(all_but_one=True):
                pairs = [
                    (a, t.Bars((b.name,), True), b.name) for i, a in enumerate(s.subjects) for b in s.subjects[i + 1 :]
                ]
            case t.Bars(names):
                pairs = [(a, t.Bars((b,)), b) for a in s.subjects for b in names]
            case t.Requires(names):
                pairs = [(a, t.Requires((b,)), b) for a in s.subjects for b in names]
        if pairs:
            for subject, predicate, other in pairs:
                checks = tuple(
                    replace(v, subject=subject, predicate=predicate) if isinstance(v.predicate, type(s.predicate)) else v
                    for v in variants
                )  # fmt: skip
                yield f"{alias or _dotted(subject)}-{verb}-{other}", kind, checks
            return
        for subject in s.subjects:
            checks = tuple(replace(v, subject=subject) if v.subject == base.subject else v for v in variants)
            yield alias or f"{_dotted(subject)}-{verb}", kind, checks

    def _scope(self, check: Check) -> str:
        values: tuple[t.Expr, ...] = ()
        match check.predicate:
            case Declared(what):
                return self._declared_scope(what, check.subject)
            case t.DealNode() | t.ChanceNode() | t.SeesNode() | t.ChargesNode():
                return "none"
            case (
                t.ResultNode() | t.IndependentNode() | t.PaysOnly() | t.PaysEachNode() | t.PaysGrossNode()
                | t.SharesNode() | t.Rounds()
            ):  # fmt: skip
                return "round"
            case t.Same():
                return "same"
            case t.NoticeNode():
                return "event"
            case t.Limit() | t.PaysNode() as stated:
                values = stated.values
            case t.MustOffer() | t.Bars() | t.Requires() | t.Posting() | t.ApprovalNode():
                pass
            case _:
                assert_never(check.predicate)
        reads = [path for expr in (check.subject, *values, *check.conditions) for path in paths(expr)]
        if any(self._owner(path) == "round" for path in reads):
            return "round"
        return self._owner(check.subject)

    def _declared_scope(self, what: Declaration, subject: t.Path) -> str:
        match what:
            case Declaration.OUTCOME | Declaration.IRREGULAR:
                return "round"
            case Declaration.DEFINED | Declaration.PERMITTED | Declaration.LEFT | Declaration.ORDERED:
                return "none"
            case Declaration.AUTHORIZED | Declaration.ELECTED | Declaration.RANKED | Declaration.ATTESTED:
                return "licensee" if subject.name == "licensee" else self._owner(subject)
        assert_never(what)

    def _owner(self, path: t.Path) -> str:
        known = self.fields.get(path.name)
        if known is None:
            return "table"
        if any(o in ROUND_SCOPES for o in known.owners):
            return "round"
        return next((o for o in known.owners if o in ("licensee", "pit")), "table")


def _called(predicate: t.Predicate) -> tuple[ClauseKind, str]:
    """The kind of the clause that a predicate makes, and the verb in its name."""
    match predicate:
        case t.Limit(mode):
            return ClauseKind.DERIVED if mode.startswith("follows") else ClauseKind.BOUND, mode.replace("_", "-")
        case t.Same():
            return ClauseKind.SAME, "same"
        case t.MustOffer(negated):
            return ClauseKind.OFFERED, "not-offered" if negated else "offered"
        case t.IndependentNode():
            return ClauseKind.INDEPENDENT, "independent"
        case t.Bars():
            return ClauseKind.BARS, "bars"
        case t.Requires():
            return ClauseKind.REQUIRES, "requires"
        case t.PaysNode():
            return ClauseKind.PAYOUT, "pays"
        case t.PaysOnly():
            return ClauseKind.PAYOUT, "pays-highest"
        case t.PaysEachNode():
            return ClauseKind.PAYOUT, "pays-each"
        case t.PaysGrossNode():
            return ClauseKind.PAYOUT, "pays-gross"
        case t.SharesNode():
            return ClauseKind.PAYOUT, "shares"
        case t.Rounds():
            return ClauseKind.ROUNDING, "rounds"
        case t.ResultNode(verb):
            return ClauseKind.RESULT, verb
        case t.NoticeNode():
            return ClauseKind.NOTICE, "notice"
        case t.Posting():
            return ClauseKind.POSTING, "posted"
        case t.ApprovalNode():
            return ClauseKind.APPROVAL, "approved"
        case t.SeesNode():
            return ClauseKind.SIGHT, "sees"
        case t.ChargesNode():
            return ClauseKind.CHARGE, "charges"
    assert_never(predicate)


def _dotted(path: t.Path) -> str:
    return f"{path.of}.{path.name}" if path.of else path.name


def _slug(words: str) -> str:
    """A stable name from the first words of a sentence."""
    return "-".join(re.findall(r"[a-z0-9]+", words.lower())[:4])


def _conditions(s: t.Statement) -> tuple[t.Expr, ...]:
    trailers = s.trailers
    found: list[t.Expr] = [] if trailers.otherwise is None else [trailers.otherwise]
    if trailers.when is not None:
        found.append(trailers.when)
    if trailers.unless is not None:
        found.append(t.NotNode(trailers.unless, trailers.unless.place))
    found += [t.NotNode(e.when, e.place) for e in getattr(s, "exceptions", ())]
    return tuple(found)


def _entries(section: t.SectionNode) -> Iterator[tuple[t.EditionNode | None, str | None, t.Statement]]:
    edition, label = None, None
    for item in section.items:
        if isinstance(item, t.EditionNode):
            edition, label = item, None
        else:
            label = item.label or label
            yield edition, None if label == "(-)" else label, item.statement


def _section(tree: t.SectionNode) -> ResolvedSection:
    adopted = [n.day for n in tree.notes if n.kind == "adopted" and n.day]
    labels = dict.fromkeys(label for _, label, _ in _entries(tree))
    for item in tree.items:
        if isinstance(item, t.EntryNode):
            for part in (
                *getattr(item.statement, "blocks", ()),
                *getattr(item.statement, "ranks", ()),
                *getattr(item.statement, "parameters", ()),
            ):
                if part.label:
                    labels[part.label] = None
    ordered = (
        tuple(sorted((x for x in labels if x), key=label_order))
        if None not in labels
        else tuple(x or "" for x in labels)
    )
    editions = tuple(i for i in tree.items if isinstance(i, t.EditionNode))
    return ResolvedSection(
        tree.citation, tree.title, tree.game, min(adopted, default=None), tree.notes, ordered, tree.file, editions
    )


def _simple(type_: t.TypeNode) -> Iterator[str]:
    if not type_.items and type_.kind != "one_of":
        yield type_.kind
    for item in type_.items:
        yield from _simple(item)


def _start(version: ResolvedVersion) -> date:
    return version.since or date.min
