"""How each provision is checked, counted from the catalog: the data of the coverage report."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import TypedDict

from pitboss.compiler.model.catalog_entries import Catalog, CheckedAs, ProvisionEntry, SectionEntry

KINDS = (
    CheckedAs.FILING, CheckedAs.ROUND, CheckedAs.ATTESTED, CheckedAs.DEFINITION, CheckedAs.PERMISSION,
    CheckedAs.NOT_CHECKABLE, CheckedAs.MISSING,
)  # fmt: skip
EXECUTABLE = (CheckedAs.FILING, CheckedAs.ROUND)
_SUBCHAPTER = re.compile(r"\d+:\d+[A-Z]?-(\d+[A-Z]?)\.")
_LABELS = re.compile(r"(\d+\.\d+[A-Z]?)?(\([a-zA-Z]+\)\w*)|\b\d+\.\d+[A-Z]?\b")  # citations are not numbers
_LIMIT = re.compile(
    r"\d|\b(two|three|four|five|six|seven|eight|nine|ten|half|twice|once|may not|must not|shall not|cannot|never|nobody"
    r"|only|no more than|no less than|at most|at least|the most|the fewest)\b",
    re.IGNORECASE,
)
_WHY = {
    CheckedAs.ATTESTED: "people must see it on the floor; an attestation is required",
    CheckedAs.PERMISSION: "a permission is never breached",
    CheckedAs.DEFINITION: "it defines a word and requires nothing itself",
}


class CoverageRow(TypedDict):
    """The provisions of a section, by how they are checked."""

    citation: str
    title: str
    provisions: int
    clauses: int
    executable: int
    by_kind: dict[str, int]


class CoverageTotals(TypedDict):
    """The sums over all sections."""

    sections: int
    provisions: int
    executable: int
    clauses: int
    by_kind: dict[str, int]


class UncheckedLimit(TypedDict):
    """A number or a prohibition that no code checks."""

    provision: str
    clause: str
    kind: str
    says: str
    words: str
    reason: str
    source: str


class LeftToPeople(TypedDict):
    """A provision that only people can check."""

    provision: str
    reason: str


class MissingTextData(TypedDict):
    """A text that is not available."""

    citation: str
    cited_by: list[str]


class CoverageData(TypedDict):
    """The document `pitboss.coverage/1`."""

    schema: str
    subchapter: str | None
    sections: list[CoverageRow]
    limits_not_executable: list[UncheckedLimit]
    left: list[LeftToPeople]
    not_in_hand: list[MissingTextData]
    totals: CoverageTotals


def coverage_data(catalog: Catalog, subchapter: str | None) -> CoverageData:
    """The coverage of the law, or of a subchapter, as `pitboss.coverage/1`.

    >>> coverage_data(Catalog("d"), "2")["totals"]["provisions"]
    0
    """
    sections = [s for s in catalog.sections if inside(s.citation, subchapter)]
    missing = [n for n in catalog.missing if n.is_cited and inside(n.citation, subchapter)]
    rows = [_row(s) for s in sections]
    provisions = [p for s in sections for p in _provisions(s)]
    by_kind = Counter(kind for p in provisions for kind in p.kinds)
    by_kind[CheckedAs.MISSING] += len(missing)
    executable = sum(map(_is_executable, provisions))
    return {
        "schema": "pitboss.coverage/1",
        "subchapter": subchapter,
        "sections": rows,
        "limits_not_executable": [limit for p in provisions if not _is_executable(p) for limit in _limits(p)],
        "left": [{"provision": p.cite, "reason": r} for p in provisions for r in p.reasons],
        "not_in_hand": [{"citation": n.citation, "cited_by": list(n.cited_by)} for n in missing],
        "totals": {
            "sections": len(sections),
            "provisions": len(provisions),
            "executable": executable,
            "clauses": sum(r["clauses"] for r in rows),
            "by_kind": {kind.value: by_kind[kind] for kind in KINDS},
        },
    }


def subchapters(catalog: Catalog) -> list[str]:
    """The subchapters of which the catalog has sections, in the law's order."""
    return [*dict.fromkeys(found[1] for s in catalog.sections if (found := _SUBCHAPTER.match(s.citation)))]


def inside(citation: str, subchapter: str | None) -> bool:
    """Whether a citation belongs to a subchapter: `19:47-2.22` belongs to 2."""
    found = _SUBCHAPTER.match(citation)
    return subchapter is None or (found is not None and found[1] == subchapter)


def _is_executable(provision: ProvisionEntry) -> bool:
    return bool(set(provision.kinds) & set(EXECUTABLE))


def _provisions(section: SectionEntry) -> list[ProvisionEntry]:
    """The provisions that have clauses or parts: all but headings."""
    return [p for p in section.provisions if p.clauses or p.parts]


def _row(section: SectionEntry) -> CoverageRow:
    provisions = _provisions(section)
    kinds = Counter(kind for p in provisions for kind in p.kinds)
    return {
        "citation": section.citation,
        "title": section.title,
        "provisions": len(provisions),
        "clauses": sum(len(p.clauses) for p in provisions),
        "executable": sum(map(_is_executable, provisions)),
        "by_kind": {kind.value: kinds[kind] for kind in KINDS if kind is not CheckedAs.MISSING},
    }


def _limits(provision: ProvisionEntry) -> Iterator[UncheckedLimit]:
    """Clauses with a number or a prohibition, in a provision that no code decides; and the reason that none does."""
    for clause in provision.clauses:
        version = clause.versions[-1]
        words = version.demand.rstrip(".")
        found = _LIMIT.search(_LABELS.sub("", words))
        if found:
            left = clause.checked_as is CheckedAs.NOT_CHECKABLE
            yield {
                "provision": provision.cite,
                "clause": clause.name,
                "kind": clause.checked_as.value,
                "says": found[0],
                "words": version.demand,
                "reason": " ".join(provision.reasons) if left else _WHY[clause.checked_as],
                "source": version.source,
            }
