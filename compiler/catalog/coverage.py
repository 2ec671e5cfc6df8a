"""What became of every provision, reckoned from the catalogue: pure data, for the report and for JSON."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from pitboss.compiler.catalog.sentences import unconditional

KINDS = ("filing", "round", "attested", "definition", "permission", "not checkable", "cited, not in hand")
EXECUTABLE = ("filing", "round")
_LABELS = re.compile(r"(\d+\.\d+[A-Z]?)?(\([a-zA-Z]+\)\w*)|\b\d+\.\d+[A-Z]?\b")  # citations are no numbers
_LIMIT = re.compile(
    r"\d|\b(two|three|four|five|six|seven|eight|nine|ten|half|twice|once|may not|must not|shall not|cannot|never|nobody"
    r"|only|no more than|no less than|at most|at least|the most|the fewest)\b",
    re.IGNORECASE,
)
_WHY = {
    "attested": "people must see it on the floor; an attestation is asked for",
    "permission": "a permission is never breached",
    "definition": "it says what a word means and demands nothing itself",
}
_Json = dict[str, Any]


def coverage_data(catalog: _Json, subchapter: str | None) -> _Json:
    """
    >>> coverage_data({"sections": [], "not_in_hand": []}, "2")["totals"]["provisions"]
    0
    """
    sections = [s for s in catalog["sections"] if inside(s["citation"], subchapter)]
    missing = [n for n in catalog["not_in_hand"] if inside(n["citation"], subchapter)]
    rows = [_row(s) for s in sections]
    provisions = [p for s in sections for p in _provisions(s)]
    by_kind = Counter(kind for p in provisions for kind in p["kinds"])
    by_kind["cited, not in hand"] += len(missing)
    executable = [p for p in provisions if set(p["kinds"]) & set(EXECUTABLE)]
    return {
        "schema": "pitboss.coverage/1",
        "subchapter": subchapter,
        "sections": rows,
        "limits_not_executable": [told for p in provisions if p not in executable for told in _limits(p)],
        "left": [{"provision": p["cite"], "reason": r} for p in provisions for r in p["reasons"]],
        "not_in_hand": [{"citation": n["citation"], "cited_by": n["cited_by"]} for n in missing],
        "totals": {
            "sections": len(sections),
            "provisions": len(provisions),
            "executable": len(executable),
            "clauses": sum(r["clauses"] for r in rows),
            "by_kind": {kind: by_kind[kind] for kind in KINDS},
        },
    }


def inside(citation: str, subchapter: str | None) -> bool:
    """Whether a citation is of a subchapter: `19:47-2.22` is of 2."""
    found = re.match(r"\d+:\d+[A-Z]?-(\d+[A-Z]?)\.", citation)
    return subchapter is None or (found is not None and found[1] == subchapter)


def _provisions(section: _Json) -> list[_Json]:
    """What has an entry; a heading that only carries others is none."""
    return [p for p in section["provisions"] if p["clauses"] or p["parts"]]


def _row(section: _Json) -> _Json:
    provisions = _provisions(section)
    kinds = Counter(kind for p in provisions for kind in p["kinds"])
    return {
        "citation": section["citation"],
        "title": section["title"],
        "provisions": len(provisions),
        "clauses": sum(len(p["clauses"]) for p in provisions),
        "executable": sum(bool(set(p["kinds"]) & set(EXECUTABLE)) for p in provisions),
        "by_kind": {kind: kinds[kind] for kind in KINDS if kind != "cited, not in hand"},
    }


def _limits(provision: _Json) -> Iterator[_Json]:
    """What speaks of a number, or forbids, in a provision that no code decides; and why none does."""
    for clause in provision["clauses"]:
        version = clause["versions"][-1]
        said = unconditional(version).partition(", unless ")[0]
        found = _LIMIT.search(_LABELS.sub("", said))
        if found:
            why = " ".join(provision["reasons"]) if clause["does"] == "not checkable" else _WHY[clause["does"]]
            told = {"provision": provision["cite"], "clause": clause["name"], "kind": clause["does"]}
            yield {
                **told,
                "says": found[0],
                "words": said.rstrip(".") + ".",
                "reason": why,
                "source": version["source"],
            }
