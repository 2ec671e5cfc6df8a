"""The scope of a check: the rulebook, its sections on this floor, what no filing can show, and law that is not available."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pitboss.checker.account.audit_data import MissingLaw, RulebookData, ScopeData, UncheckedRule
from pitboss.checker.account.common import JudgedFiling
from pitboss.checker.account.listed_law import ListedLaw, ListedProvision, ListedSection, UnavailableText
from pitboss.checker.runtime.operations import ClauseBasis

_APART = {
    "round": "on rounds of play: judged on round records, not on a filing",
    "definition": "that define a term and require nothing by themselves",
    "permission": "that permit, and cannot be breached",
}


def rulebook(catalog: ListedLaw, digest: str, version: str) -> RulebookData:
    """The rulebook by which the filing was judged."""
    return {
        "version": version,
        "digest": digest,
        "expires": catalog.expires,
        "sections": [
            {"cite": s.citation, "title": s.title, "game": s.game, "adopted": s.adopted} for s in catalog.sections
        ],
    }


def scope(case: JudgedFiling | None, catalog: ListedLaw, day: str) -> ScopeData:
    """The sections that apply to this floor, and the texts that they cite and the rulebook does not have."""
    if case is None:
        return {"judged": [], "games": [], "not_in_hand": [], "not_checkable": [], "exclusions": []}
    dealt = Counter(table.game for table in case.filing.tables)
    sections = [s for s in catalog.sections if s.game is None or s.game in dealt]
    provisions = [p for s in sections for p in s.provisions]
    cites = {p.cite for p in provisions}
    return {
        "judged": [s.citation for s in sections],
        "games": [{"game": game, "title": title(case, game), "tables": n} for game, n in dealt.items()],
        "not_in_hand": [_absent(gap, cites) for gap in catalog.missing],
        "not_checkable": [row for p in provisions for row in _left(p, day)],
        "exclusions": _exclusions(case, catalog, sections, provisions),
    }


def title(case: JudgedFiling, name: str) -> str:
    known = case.vocabulary.names.get(name)
    return known.title if known else name.replace("_", " ")


def _absent(gap: UnavailableText, cites: set[str]) -> MissingLaw:
    """A text that is not available; `cited_here`: by which of the provisions that apply to this floor."""
    here = [cite for cite in gap.cited_by if cite in cites]
    return {"cite": gap.citation, "cited_by": list(gap.cited_by), "cited_here": here, "in_scope": bool(here)}


def _left(p: ListedProvision, day: str) -> list[UncheckedRule]:
    """What only people can check in a provision, for the versions in force."""
    made: list[UncheckedRule] = []
    for clause in p.clauses:
        for v in clause.versions if clause.checked_as == "not checkable" else ():
            if v.in_force(day):
                reason = next((r for r in p.reasons if v.words.rstrip(".").endswith(r)), "")
                words = v.words.removesuffix(".").removesuffix(f": {reason}")  # the reason has a column of its own
                made.append({"cite": p.cite, "words": words, "reason": reason})
    return made


def _exclusions(
    case: JudgedFiling, catalog: ListedLaw, sections: Sequence[ListedSection], provisions: Sequence[ListedProvision]
) -> list[str]:
    kinds = Counter(kind for p in provisions for kind in p.kinds)
    made = [f"{_many(kinds[kind], 'provision')} {why}." for kind, why in _APART.items() if kinds[kind]]
    others = len(catalog.sections) - len(sections)
    if others:
        made.append(f"{_many(others, 'section')} of games that no table in this filing deals.")
    presumed = {v.clause.id for v in case.verdicts if v.clause.basis == ClauseBasis.PRESUMED}
    if presumed:
        clauses = _many(len(presumed), "clause")
        made.append(
            f"No history note dates {clauses} judged here; we presume the date on which the section was adopted."
        )
    made.append("Documents filed as attachments were not read; only their digests were compared.")
    return made


def _many(n: int, what: str) -> str:
    return f"{n} {what}{'' if n == 1 else 's'}"
