"""How many: findings, provisions and places by verdict, over all and by section."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from pitboss.checker.account.audit_data import TallyData
from pitboss.checker.account.common import (
    ORDER,
    JudgedFiling,
    approved_places,
    kind_of,
    provision,
    section,
    worst,
)  # fmt: skip
from pitboss.checker.account.listed_law import ListedSection
from pitboss.checker.runtime.operations import APPROVED, FAIL, NOT_APPLICABLE


def tally(case: JudgedFiling, sections: Iterable[ListedSection]) -> TallyData:
    """A provision counts once, by the worst of its clauses; places are clauses times tables."""
    places: Counter[str] = Counter()
    met: dict[str, set[str]] = {}  # provision → kinds
    approved = approved_places(case.findings)
    for v in case.verdicts:
        kind = kind_of(v.verdict, v.clause.floor)
        n, excused = len(v.tables) or 1, 0
        if v.verdict == FAIL and approved:
            numbers: list[str | None] = [table.number for table in v.tables] or [None]
            excused = sum((v.clause.id, number) in approved for number in numbers)
        kinds = met.setdefault(provision(v.clause.id), set())
        for each, many in ((kind, n - excused), (APPROVED, excused)):
            if many:
                places[each] += many
                kinds.add(each)
    for exempt in case.not_applicable:
        places[NOT_APPLICABLE] += exempt.places
        met.setdefault(provision(exempt.clause.id), set()).add(NOT_APPLICABLE)
    worsts = {cite: worst(kinds) for cite, kinds in met.items()}
    provisions = Counter(worsts.values())
    findings = Counter(f.counts_as for f in case.findings)
    by_section: dict[str, Counter[str]] = {}
    for cite, kind in worsts.items():
        by_section.setdefault(section(cite), Counter())[kind] += 1
    titles = {s.citation: s.title for s in sections}
    listed = [*(cite for cite in titles if cite in by_section), *(cite for cite in by_section if cite not in titles)]
    return {
        "verdicts": [
            {"verdict": kind, "findings": findings[kind], "provisions": provisions[kind], "places": places[kind]}
            for kind in ORDER
        ],
        "sections": [
            {"cite": cite, "title": titles.get(cite, ""), **{kind: by_section[cite][kind] for kind in ORDER}}
            for cite in listed
        ],
    }
