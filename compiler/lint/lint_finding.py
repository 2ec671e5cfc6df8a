"""A finding of lint: a defect of the law, with its place and its time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from pitboss.compiler.lint.law_under_lint import StatedDuty
from pitboss.compiler.model import core
from pitboss.grammar.diagnostics import Place


@dataclass(frozen=True, slots=True)
class LintFinding:
    """What a check reports.

    `about`: further provisions at which the register can explain it. `printed`: figures or words of the print; an entry of the
    register explains the finding if it quotes one of them.
    """

    provision: str
    clause: str  # the name of the clause; empty if the finding is about no single clause
    place: Place
    message: str
    hint: str
    since: date | None = None
    until: date | None = None
    about: tuple[str, ...] = ()
    printed: tuple[str, ...] = ()


def of_duty(
    stated: StatedDuty, message: str, hint: str, *others: StatedDuty | core.Clause, printed: tuple[str, ...] = ()
) -> LintFinding:
    """The finding about a duty, on the days on which all versions are in force; `others` take part in the defect."""
    versions = [stated.version, *(other.version for other in others if isinstance(other, StatedDuty))]
    clauses = [other.clause if isinstance(other, StatedDuty) else other for other in others]
    return LintFinding(
        stated.clause.provision, stated.clause.name, stated.place, message, hint,
        max((v.since for v in versions if v.since), default=None), min((v.until for v in versions if v.until), default=None),
        tuple(dict.fromkeys(clause.provision for clause in clauses)), printed,
    )  # fmt: skip
