"""The reference semantics of whether a table may offer the wagers that a row stakes (docs/semantics.md, Settled rounds).

A stake shows that the wager was offered. The clauses on the offer are judged as if the table filed it. A clause that only
lacks a fact of the filing is left to the check of the filing. What an allowed wager stakes outside its filed limits is open.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from pitboss.compiler.oracle.interpreter import judge_table, readings, version_on
from pitboss.compiler.oracle.kleene import FAIL, NEEDS, OPEN, PASS, met
from pitboss.compiler.oracle.syntax import through_terms
from pitboss.compiler.oracle.values import Facts, elements, entries
from pitboss.grammar import tree as t
from pitboss.grammar.resolved_rulebook import ResolvedClause, ResolvedRulebook

OFFERING = ("authority", "bars", "requires", "offered")


def permitted(book: ResolvedRulebook, game: str, filed: Facts, stakes: Mapping[str, object], day: date) -> dict[str, str]:
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
        if clause.kind == "authority" and not is_game and verdict == PASS and subject not in offers:
            found[clause.id] = FAIL if filed.get("closed") else NEEDS
        elif verdict in (FAIL, OPEN):
            found[clause.id] = verdict
        elif clause.kind == "authority" and not is_game and not _within(entries(offers, subject), stakes[subject]):
            found[clause.id] = OPEN
    return found


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
