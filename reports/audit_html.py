"""An audit as one HTML file that needs nothing else: for the screen, for paper, and for the licensee's answers.

The data is `pitboss.audit/1`. Nothing is decided here: what the data says is put in order and shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import groupby
from typing import Any

from pitboss.reports.declared_odds_text import declared_beside_exact
from pitboss.reports.floor_odds_view import worth_view
from pitboss.reports.html_page import page

_Json = dict[str, Any]
_VERDICTS = {  # verdict: (how it is called here, class, what it means)
    "fail": ("fail", "fail", "breached, however the text is read and whatever else is filed"),
    "open": ("open", "open", "the text itself leaves it open; no filing can settle it"),
    "needs evidence": ("needs evidence", "needs", "the filing does not say, and can"),
    "floor": ("on the floor", "floor", "can only be seen on the floor, and attested"),
    "approved": ("approved", "approved", "would fail; an instrument in force dispenses with it"),
    "pass": ("pass", "pass", "satisfied, however the text is read"),
    "not applicable": ("not applicable", "none", "nothing here that the provision is about"),
}
_ACTIONABLE = ("fail", "open", "needs evidence", "floor", "approved")
_FEW = 8  # findings that are shown opened from the start
_PIECES = 14  # of a list of tables, before it is told by pits


def audit(data: dict[str, Any]) -> str:
    """The report as the text of an HTML file; the same bytes for the same data."""
    floor = _Floor(data["floor"])
    anchors = {f["id"]: "f-" + _plain(f["id"].removeprefix("f-")) for f in data["findings"]}
    told = {
        "counts": _counts(data["findings"]),
        "sections": list(_sections(data, anchors)),
        "pits": list(_pits(data, floor, anchors)),
        "inspection": list(_inspection(data["inspection"])),
        "passes": [s | {"clauses": list(_passed(s["rows"]))} for s in _by_section(data["passes"], data)],
        "not_applicable": list(_by_section(data["not_applicable"], data)),
        "index": _index(data, floor, anchors),
        "worth": worth_view(data["odds"]),
        "declared": [{**d, "said": declared_beside_exact(d)} for d in (data["odds"] or {}).get("declared", ())],
    }
    words = {"tables": floor.ranges, "plural": _plural, "where": _where, "sure": _sure}
    few = len(data["findings"]) <= _FEW
    return page(
        "audit.html.j2", a=data, anchors=anchors, verdicts=_VERDICTS, actionable=_ACTIONABLE, few=few, **told, **words
    )


def _plain(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9_-]", "_", name)


def _plural(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _where(place: object) -> str:
    """
    >>> _where({"file": "floor.yaml", "line": 7, "column": 3}), _where(None)
    ('floor.yaml:7:3', '')
    """
    if not isinstance(place, dict) or not place.get("file"):
        return str(place) if isinstance(place, str) else ""
    return ":".join(str(place[key]) for key in ("file", "line", "column") if place.get(key))


def _sure(clause: _Json) -> str:
    """Since when, and on what ground where it is not firm."""
    told = f"since {clause['since']}" if clause["since"] else "since ever"
    told += f", until {clause['until']}" if clause["until"] else ""
    return told + (f" ({clause['basis']}: {clause['ground']})" if clause["basis"] != "firm" else "")


# ---- tables, of which there may be thousands


class _Floor:
    """The tables in the order of the floor, and short words for many of them."""

    def __init__(self, floor: _Json) -> None:
        self.numbers = [str(t["number"]) for t in floor["tables"]]
        self.position = {number: n for n, number in enumerate(self.numbers)}
        self.pit = {str(t["number"]): t["pit"] for t in floor["tables"]}
        self.pits = list(dict.fromkeys([*(p["pit"] for p in floor["pits"]), *self.pit.values()]))
        self.held = {p: frozenset(n for n in self.numbers if self.pit[n] == p) for p in self.pits}

    def runs(self, numbers: Iterable[Any]) -> list[tuple[int, int]]:
        """Positions that follow each other, as (first, last)."""
        known = sorted({self.position[str(n)] for n in numbers if str(n) in self.position})
        runs = []
        for _, some in groupby(enumerate(known), lambda pair: pair[1] - pair[0]):
            members = [position for _, position in some]
            runs.append((members[0], members[-1]))
        return runs

    def ranges(self, numbers: Iterable[Any]) -> str:
        """All of them in as few words as there can be; never "and more".

        >>> floor = _Floor({"pits": [], "tables": [{"number": n, "pit": "A"} for n in (1, 2, 3, 5, 6, 8)]})
        >>> floor.ranges(["1", "2", "3", "6"]), floor.ranges([1, 2, 3, 5, 6, 8])
        ('1–3, 6', 'all 6')
        """
        wanted = list(dict.fromkeys(str(n) for n in numbers))
        if len(wanted) > 1 and len(self.numbers) == len(wanted) == len(self.position.keys() & set(wanted)):
            return f"all {len(wanted):,}"
        pieces = list(_pieces(wanted))
        if len(pieces) <= _PIECES:
            return ", ".join(pieces)
        rest, told = set(wanted), []
        for pit in self.pits:
            if len(self.held[pit]) > 1 and self.held[pit] <= rest:
                told.append(f"all {len(self.held[pit])} of {pit}")
                rest -= self.held[pit]
        return ", ".join([*told, *_pieces(n for n in wanted if n in rest)])


def _pieces(numbers: Iterable[str]) -> Iterator[str]:
    """`7`, `9–11`: only what is numbered without a gap is told as a range."""
    told = [(number, re.fullmatch(r"(.*?)(0|[1-9][0-9]{0,8})", number)) for number in numbers]
    keyed = [(n, (m[1], int(m[2]) - i) if m else (n, -1)) for i, (n, m) in enumerate(told)]
    for _, same in groupby(keyed, lambda pair: pair[1]):
        some = [number for number, _ in same]
        yield from some if len(some) < 3 else [f"{some[0]}–{some[-1]}"]


# ---- findings, by provision and by table


def _counts(findings: Iterable[_Json]) -> list[tuple[str, int]]:
    told = [f["verdict"] for f in findings]
    return [(v, told.count(v)) for v in _VERDICTS if v in told]


def _sections(data: _Json, anchors: dict[str, str]) -> Iterator[_Json]:
    """In the order of the rulebook; in each, provision by provision, the gravest first."""
    titles = {s["cite"]: s["title"] for s in data["rulebook"]["sections"]}
    found: dict[str, list[_Json]] = {cite: [] for cite in titles}
    for f in data["findings"]:
        found.setdefault(f["section"], []).append(f)
    for number, (cite, some) in enumerate(found.items()):
        if some:
            ordered = sorted(some, key=lambda f: (_natural(f["cites"][0] if f["cites"] else f["code"]), _rank(f)))
            yield {
                "id": f"s-{number}", "cite": cite, "title": titles.get(cite, ""), "findings": ordered, "counts": _counts(some),
                "anchors": [anchors[f["id"]] for f in ordered],
            }  # fmt: skip


def _natural(cite: str) -> list[tuple[int, int, str]]:
    return [(0, int(p), "") if p.isdecimal() else (1, 0, p) for p in re.findall(r"[0-9]+|[^0-9]+", cite)]


def _rank(finding: _Json) -> int:
    return list(_VERDICTS).index(finding["verdict"])


def _pits(data: _Json, floor: _Floor, anchors: dict[str, str]) -> Iterator[_Json]:
    """Pit by pit; tables of which the same is to be told stand together."""
    by_id = {f["id"]: f for f in data["findings"]}
    grave = sorted(data["floor"]["tables"], key=lambda t: floor.pits.index(t["pit"]))
    at_none = [f for f in data["findings"] if not f["tables"]]
    if at_none:
        yield {"pit": None, "tables": 0, "groups": [_group([], at_none, floor, anchors)]}
    for pit, tables in groupby(grave, lambda t: t["pit"]):
        same: dict[Any, list[_Json]] = {}
        for t in (listed := list(tables)):
            same.setdefault((t["title"], t["variation"], t["worst"], *t["findings"]), []).append(t)
        groups = [_group(some, [by_id[i] for i in some[0]["findings"]], floor, anchors) for some in same.values()]
        yield {"pit": pit, "tables": len(listed), "groups": groups}


def _group(tables: list[_Json], findings: list[_Json], floor: _Floor, anchors: dict[str, str]) -> _Json:
    first = tables[0] if tables else {"title": "", "variation": "", "worst": ""}
    ordered = sorted(findings, key=_rank)
    return {
        "numbers": ", ".join(_pieces(str(t["number"]) for t in tables)), "size": len(tables), "title": first["title"],
        "variation": first["variation"], "worst": first["worst"], "counts": _counts(findings),
        "findings": [(anchors[f["id"]], f) for f in ordered],
        "runs": " ".join(f"{a}-{b}" for a, b in floor.runs(t["number"] for t in tables)),
    }  # fmt: skip


def _by_section(rows: list[_Json], data: _Json) -> Iterator[_Json]:
    titles = {s["cite"]: s["title"] for s in data["rulebook"]["sections"]}
    found: dict[str, list[_Json]] = {cite: [] for cite in titles}
    for row in rows:
        found.setdefault(row.get("section") or re.split(r"\(", row["cite"])[0], []).append(row)
    yield from ({"cite": c, "title": titles.get(c, ""), "rows": some} for c, some in found.items() if some)


def _inspection(groups: list[_Json]) -> Iterator[_Json]:
    """The tables of a group pit by pit; what nobody has answered for is counted."""
    for g in groups:
        pits = {pit: [str(t["number"]) for t in some] for pit, some in groupby(g["tables"], lambda t: t["pit"] or "")}
        numbers = [number for some in pits.values() for number in some]
        wanting = sum(1 for i in g["items"] if i["basis"] != "observed")
        if g["items"]:
            yield {"title": g["title"], "pits": list(pits), "tables": numbers, "items": g["items"], "wanting": wanting}


def _passed(rows: list[_Json]) -> Iterator[_Json]:
    """Rows of one clause stand together and tell its words once."""
    for (cite, words), some in groupby(rows, lambda r: (r["cite"], r["words"])):
        yield {"cite": cite, "words": words, "rows": list(some)}


def _index(data: _Json, floor: _Floor, anchors: dict[str, str]) -> _Json:
    """What the filters need to know: which tables there are, in which pit, and which of them a finding is about."""
    pits = [floor.pits.index(floor.pit[n]) for n in floor.numbers]
    read = "".join(d["sha256"] for d in data["filing"]["documents"])
    return {
        "key": sha256(f"{data['filing']['id']} {data['as_of']} {read}".encode(errors="replace")).hexdigest()[:16],
        "tables": floor.numbers, "pits": floor.pits,
        "pit": [[pit, len(list(some))] for pit, some in groupby(pits)],
        "findings": {anchors[f["id"]]: [n for run in floor.runs(f["tables"]) for n in run] for f in data["findings"]},
    }  # fmt: skip
