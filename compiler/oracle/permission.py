"""The reference semantics of whether a table may offer the wagers that a row stakes (docs/semantics.md, Settled rounds).

A stake shows that the wager was offered. The clauses on the offer are judged as if the table filed it. A clause that only
lacks a fact of the filing is left to the check of the filing. What an allowed wager stakes outside its filed limits is open.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from pitboss.compiler.oracle.interpreter import judge_table, readings, version_on
from pitboss.compiler.oracle.kleene import FAIL, NEEDS, NOT_APPLICABLE, OPEN, PASS, met
from pitboss.compiler.oracle.syntax import nodes, through_terms
from pitboss.compiler.oracle.values import Facts, elements, entries
from pitboss.grammar import tree as t
from pitboss.grammar.resolved_rulebook import ResolvedClause, ResolvedRulebook

OFFERING = ("authority", "bars", "requires", "offered")


def permitted(
    book: ResolvedRulebook, game: str, filed: Facts, stakes: Mapping[str, object], day: date
) -> dict[str, str]:
    """The clauses on what a table may offer that a row with these stakes does not pass, with their verdicts."""
    offers, staked = entries(filed, "offers"), {*stakes}
    shown: Facts = {**filed, "offers": {**offers, **{name: {} for name in staked if name not in offers}}}
    found: dict[str, str] = {}
    for clause in book.clauses:
        if clause.kind not in OFFERING or clause.scope != "table" or clause.game not in (None, game) or not staked:
            continue
        subject = clause.check.subject.name
        is_game = clause.kind == "authority" and book.names[subject].kind == "game"
        if not is_game and not staked & _named(book, clause, day):
            continue
        # an offer of the filing that nothing authorizes is a finding of the filing
        facts = {**shown, "offers": {name: {} for name in staked}} if is_game else shown
        verdict = judge_table(book, clause, facts, day)
        if subject in staked and subject not in offers and settles(book, clause) and verdict != NOT_APPLICABLE:
            verdict = judge_table(book, clause, {**filed, "closed": True, "offers": {name: {} for name in staked}}, day)
        if clause.kind == "authority" and not is_game and verdict == PASS and subject not in offers:
            found[clause.id] = FAIL if filed.get("closed") else NEEDS
        elif verdict in (FAIL, OPEN):
            found[clause.id] = verdict
        elif clause.kind == "authority" and not is_game and not _within(entries(offers, subject), stakes[subject]):
            found[clause.id] = OPEN
    return found


def settles(book: ResolvedRulebook, clause: ResolvedClause) -> bool:
    """Whether a clause requires one wager of another, and none of its provision states of stakes what it requires."""
    match clause.check.predicate:
        case t.Requires((other,)):
            kinds = {book.names[name].kind if name in book.names else "" for name in (clause.check.subject.name, other)}
            return kinds == {"wager"} and not any(_on_stakes(stating, clause, other) for stating in book.clauses)
    return False


def _on_stakes(stating: ResolvedClause, requiring: ResolvedClause, other: str) -> bool:
    """Whether a clause states of stakes, where it may look at the round, what one of its provision requires of offers."""
    subject, wager = stating.check.subject, requiring.check.subject.name
    same = (stating.cite, stating.game, stating.scope) == (requiring.cite, requiring.game, "round")
    if not same or (subject.name, subject.of) != ("stake", wager):
        return False
    conditions = [node for v in stating.versions for c in v.checks for node in nodes(c.conditions)]
    return any(isinstance(node, t.Path) and (node.name, node.of) == ("stake", other) for node in conditions)


def _within(offer: Facts, stake: object) -> bool:
    """Whether a stake is one that the table files for the wager, as far as it files any.

    >>> [_within({"minimum": 5, "maximum": 9}, stake) for stake in (4, 5, 9, 10)], _within({"stakes": (1, 5)}, 2), _within({}, 1)
    ([False, True, True, False], False, True)
    """
    least, most = offer.get("minimum"), offer.get("maximum")
    stakes = offer.get("stakes")
    bounded = met("<", stake, least) is not True and met(">", stake, most) is not True
    return bounded and (stakes is None or stake in elements(stakes))


def _named(book: ResolvedRulebook, clause: ResolvedClause, day: date) -> set[str]:
    """The names in the version of a clause on a day, and in the terms that it uses."""
    version = version_on(book, clause, day)[0]
    if version is None:
        return {clause.check.subject.name} if clause.kind == "authority" else set()
    found: set[str] = set()
    for _, check in readings(clause, version):
        found.add(check.subject.name)
        match check.predicate:
            case t.Bars(names) | t.Requires(names):
                found.update(names)
        for node in through_terms(book, check.conditions):
            if isinstance(node, t.Path) and node.of not in ("licensee", "pit"):
                found.update(filter(None, (node.name, node.of)))
    return found
