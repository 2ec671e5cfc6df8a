"""Formats an audit as one self-contained HTML file: for the screen, for paper, and for the licensee's answers.

The data is `pitboss.audit/1`; this module only arranges it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from itertools import accumulate, groupby
from typing import Generic, TypedDict, TypeVar
from unicodedata import east_asian_width

from pitboss.checker.account.audit_data import (
    AuditData,
    AuditedClause,
    AuditedFinding,
    AuditedTable,
    AuditProblem,
    FloorData,
    InspectionItem,
    NotApplicableClause,
    PassData,
)
from pitboss.checker.account.common import section
from pitboss.checker.findings.findings import FLOOR
from pitboss.checker.findings.ignore import ignored_by
from pitboss.checker.findings.likeness import LikeFindings, Reported, together
from pitboss.checker.runtime.operations import APPROVED, FAIL, NEEDS, NOT_APPLICABLE, OPEN, PASS, ClauseBasis
from pitboss.reports.declared_odds_text import declared_and_exact
from pitboss.reports.finding_rows import finding_rows
from pitboss.reports.floor_odds_view import view_of_floor_odds
from pitboss.reports.html_page import page
from pitboss.reports.ignored_lines import ignored_lines
from pitboss.reports.same_column import once_in_a_column
from pitboss.reports.sanitize import safe

_VERDICTS: dict[str, tuple[str, str, str]] = {  # verdict: (title in the report, CSS class, meaning)
    FAIL: ("fail", "fail", "breached, under every reading of the text"),
    OPEN: ("open", "open", "the text is ambiguous; no filing can settle it"),
    NEEDS: ("needs evidence", "needs", "the filing omits a fact that it can state"),
    FLOOR: ("on the floor", "floor", "can only be inspected on the floor and attested"),
    APPROVED: ("approved", "approved", "would fail without an instrument of approval in force"),
    PASS: ("pass", "pass", "satisfied, however the text is read"),
    NOT_APPLICABLE: ("not applicable", "none", "the provision does not apply here"),
}
_Item = TypeVar("_Item")
_Row = TypeVar("_Row", PassData, NotApplicableClause)
_ACTIONABLE = (FAIL, OPEN, NEEDS, FLOOR, APPROVED)
_LINES = 30  # printed lines of the most severe findings in the summary, two or three for each group of like findings
_NOTE = 7  # of these lines, the room of each note over them
_REMARK = 4  # of these lines, the room of the remark on filed approvals, or on the previous filing
_LINE = 56  # columns of such a line
_NOTED = 3  # lines of such a note
_SHORT = 160  # columns of text that fit in three printed lines, whatever the letters
_ROOM = 23  # rows of one line that the tables of pits and of provisions have on the second page
_TALL = 25 / 15  # the height of a row with a name of two lines
_NAME = 17  # columns of a pit's name in one line
_FEW = 8  # findings that are expanded initially
_PIECES = 14  # characters of a list of tables that is not shortened by pits


class _SectionRows(TypedDict, Generic[_Row]):
    """The rows of a section."""

    cite: str
    title: str
    rows: list[_Row]


def audit(data: AuditData) -> str:
    """The report as the text of an HTML file; the same bytes for the same data."""
    floor = _Floor(data["floor"])
    anchors = {f["id"]: "f-" + _plain(f["id"].removeprefix("f-")) for f in data["findings"]}
    views = {
        "ignored": _ignored(data),
        "rules": ignored_by(data["ignored"]),
        "counts": _counts(data["findings"]),
        "sections": list(_sections(data, anchors)),
        "pits": list(_pits(data, floor, anchors)),
        "unread": _noted(once_in_a_column(data["filing"]["problems"]), _problem_text),
        "limits": list(once_in_a_column(data["filing"]["previous_problems"])),
        "severe": _severe(data, anchors),
        "alike": _alike(data["findings"]),
        **_worst(data),
        "inspection": list(_inspection(data, floor)),
        "sheet": [[safe(v) if isinstance(v, str) else v for v in row] for row in finding_rows(data)],
        "footer": _footer(data),
        "passes": [{**s, "clauses": list(_passed(s["rows"]))} for s in _by_section(data["passes"], data)],
        "not_applicable": list(_by_section(data["not_applicable"], data)),
        "index": _index(data, floor, anchors),
        "worth": view_of_floor_odds(data["odds"]),
        "declared": [
            {**d, "said": declared_and_exact(d)} for d in (data["odds"].get("declared", ()) if data["odds"] else ())
        ],
    }
    words = {"tables": floor.ranges, "plural": _plural, "where": _where, "sure": _sure, "short": _short}
    few = len(data["findings"]) <= _FEW
    return page(
        "audit.html.j2", a=data, anchors=anchors, verdicts=_VERDICTS, actionable=_ACTIONABLE, few=few, **views, **words
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
    keys = ("file", "cell") if place.get("cell") else ("file", "line", "column")
    return ":".join(str(place[key]) for key in keys if place.get(key))


def _sure(clause: AuditedClause) -> str:
    """The start of a version, and its ground if it is not firm."""
    term = f"since {clause['since']}" if clause["since"] else "since ever"
    term += f", until {clause['until']}" if clause["until"] else ""
    return term + (f" ({clause['basis']}: {clause['ground']})" if clause["basis"] != ClauseBasis.FIRM else "")


# ---- tables, of which there may be thousands


class _Floor:
    """The tables in the order of the floor, with short descriptions of many of them."""

    def __init__(self, floor: FloorData) -> None:
        self.numbers = [str(t["number"]) for t in floor["tables"]]
        self.position = {number: n for n, number in enumerate(self.numbers)}
        self.pit = {str(t["number"]): t["pit"] for t in floor["tables"]}
        self.pits = list(dict.fromkeys([*(p["pit"] for p in floor["pits"]), *self.pit.values()]))
        self.held = {p: frozenset(n for n in self.numbers if self.pit[n] == p) for p in self.pits}

    def runs(self, numbers: Iterable[object]) -> list[tuple[int, int]]:
        """Positions that follow each other, as (first, last)."""
        known = sorted({self.position[str(n)] for n in numbers if str(n) in self.position})
        runs = []
        for _, some in groupby(enumerate(known), lambda pair: pair[1] - pair[0]):
            members = [position for _, position in some]
            runs.append((members[0], members[-1]))
        return runs

    def ranges(self, numbers: Iterable[object]) -> str:
        """All of them in as few words as possible; never "and more".

        >>> floor = _Floor({"pits": [], "tables": [{"number": n, "pit": "A"} for n in (1, 2, 3, 5, 6, 8)]})
        >>> floor.ranges(["1", "2", "3", "6"]), floor.ranges([1, 2, 3, 5, 6, 8])
        ('1–3, 6', 'all 6')
        """
        requested = list(dict.fromkeys(str(n) for n in numbers))
        if len(requested) > 1 and len(self.numbers) == len(requested) == len(self.position.keys() & set(requested)):
            return f"all {len(requested):,}"
        pieces = list(_pieces(requested))
        if len(pieces) <= _PIECES:
            return ", ".join(pieces)
        rest, parts = set(requested), []
        for pit in self.pits:
            if len(self.held[pit]) > 1 and self.held[pit] <= rest:
                parts.append(f"all {len(self.held[pit])} of {pit}")
                rest -= self.held[pit]
        return ", ".join([*parts, *_pieces(n for n in requested if n in rest)])


def _pieces(numbers: Iterable[str]) -> Iterator[str]:
    """`7`, `9–11`: consecutive numbers as ranges."""
    split = [(number, re.fullmatch(r"(.*?)(0|[1-9][0-9]{0,8})", number)) for number in numbers]
    keyed = [(n, (m[1], int(m[2]) - i) if m else (n, -1)) for i, (n, m) in enumerate(split)]
    for _, same in groupby(keyed, lambda pair: pair[1]):
        some = [number for number, _ in same]
        yield from some if len(some) < 3 else [f"{some[0]}–{some[-1]}"]


# ---- findings, by provision and by table


def _counts(findings: Iterable[AuditedFinding]) -> list[tuple[str, int]]:
    verdicts = [f["verdict"] for f in findings]
    return [(v, verdicts.count(v)) for v in _VERDICTS if v in verdicts]


def _sections(data: AuditData, anchors: dict[str, str]) -> Iterator[dict[str, object]]:
    """By provision, in the order of the rulebook; in each, the most serious finding first."""
    titles = {s["cite"]: s["title"] for s in data["rulebook"]["sections"]}
    found: dict[str, list[AuditedFinding]] = {cite: [] for cite in titles}
    for f in data["findings"]:
        found.setdefault(f["section"], []).append(f)
    for number, (cite, some) in enumerate(found.items()):
        if some:
            ordered = sorted(some, key=lambda f: (_natural(f["cites"][0] if f["cites"] else f["code"]), _rank(f)))
            yield {
                "id": f"s-{number}", "cite": cite, "title": titles.get(cite, ""), "findings": ordered, "counts": _counts(some),
                "anchors": [anchors[f["id"]] for f in ordered],
            }  # fmt: skip


def _reported(f: AuditedFinding) -> Reported:
    return Reported(f["verdict"], f["expected"], f["notice"], tuple(f["tables"]))


def _in_one_clause(f: AuditedFinding) -> Reported:
    """What a finding reports, to be read only with findings of the same clause in the same words."""
    return _reported(f)._replace(expected="", mark=f["section"] + f["code"])


def _severe(data: AuditData, anchors: dict[str, str]) -> dict[str, object]:
    """The findings by rank; the first groups of like findings are the summary, which shows each group at its first."""
    ordered = sorted(data["findings"], key=lambda f: f["rank"])
    rules = ignored_by(data["ignored"])
    groups = together(ordered, lambda f: _reported(f)._replace(mark="ignored" * (f["fingerprint"] in rules)))
    lines = _lines(data)
    most = _most(groups, lines)
    first = {group.members[0]: group for group in groups[:most]}
    rows = []
    for n, f in enumerate(ordered):
        group = first.get(n)
        rows.append({
            "id": anchors[f["id"]], "f": f, "summary": bool(group), "notice": (notice := group.notice if group else f["notice"]),
            "long": _long(notice),
            "tables": len(group.tables) if group else len(f["tables"]), "size": len(group.members) if group else 1,
            "pits": list(dict.fromkeys(pit for i in group.members for pit in ordered[i]["pits"])) if group else f["pits"],
        })  # fmt: skip
    return {"rows": rows, "most": most, "sorted": lines // 3}  # in another order each may need three lines


def _alike(found: list[AuditedFinding]) -> dict[str, LikeFindings | None]:
    """Findings that paper shows once: the first of each group with the group, the others with nothing."""
    made: dict[str, LikeFindings | None] = {}
    for group in together(found, _in_one_clause):
        if len(group.members) > 1:
            made |= dict.fromkeys(found[n]["id"] for n in group.members)
            made[found[group.members[0]]["id"]] = group
    return made


def _worst(data: AuditData) -> dict[str, object]:
    """The pits and the sections with findings to act on, those with the most failures first; as many as fit on a printed page."""
    pits, sections = _worst_pits(data), _worst_sections(data)
    tall = any(_width(str(row["name"])) > _NAME for row in pits)
    height = _TALL if tall else 1
    cites = [cite for f in data["findings"] for cite in f["cites"]]
    chapters = {cite.partition("-")[0] if "-" in cite else "" for cite in cites}
    room = max(_ROOM - len(sections), _ROOM // 2)
    shown = min(len(pits), int(room / height))
    return {
        "chapter": chapters.pop() if len(chapters) == 1 else "",  # if all are of one, the cells leave it out
        "worst_pits": {"rows": pits, "shown": shown, "tall": tall, "cites": 4},
        "worst_sections": {"rows": sections, "shown": int(_ROOM - shown * height), "tall": False, "cites": 5},
    }


def _worst_pits(data: AuditData) -> list[dict[str, object]]:
    tables = {p["pit"]: len(p["tables"]) for p in data["floor"]["pits"]}
    found: dict[str, list[AuditedFinding]] = {}
    for f in data["findings"]:
        for pit in f["pits"] or [""]:
            found.setdefault(pit, []).append(f)
    rows = [
        {"name": pit or "The licensee", "tables": tables.get(pit, 0), **_tallied(some)} for pit, some in found.items()
    ]
    return sorted(rows, key=_gravity)


def _worst_sections(data: AuditData) -> list[dict[str, object]]:
    titles = {s["cite"]: s["title"] for s in data["rulebook"]["sections"]}
    found: dict[str, list[AuditedFinding]] = {}
    for f in data["findings"]:
        found.setdefault(f["section"], []).append(f)
    rows = [
        {
            "name": cite,
            "title": titles.get(cite, ""),
            "tables": len({n for f in some for n in f["tables"]}),
            **_tallied(some),
        }
        for cite, some in found.items()
    ]
    return sorted(rows, key=_gravity)


def _tallied(some: list[AuditedFinding]) -> dict[str, object]:
    """The number of findings by verdict, and the provisions that fail, the most severe first."""
    counts = [sum(f["verdict"] == v for f in some) for v in _ACTIONABLE]
    failing = [f for f in sorted(some, key=lambda f: f["rank"]) if f["verdict"] == FAIL]
    return {"counts": counts, "failing": list(dict.fromkeys(cite for f in failing for cite in f["cites"]))}


def _gravity(row: dict[str, object]) -> list[int]:
    counts = row["counts"]
    return [-n for n in counts] if isinstance(counts, list) else []


# ---- what fits in a summary of two printed pages


def _lines(data: AuditData) -> int:
    """The printed lines that the most severe findings have in the summary."""
    filing = data["filing"]
    remarks = bool(filing["previous_problems"]) + bool(data["filed_approvals"]["instruments"])
    return _LINES - _NOTE * (bool(filing["problems"]) + bool(data["ignored"])) - _REMARK * remarks


def _most(groups: Iterable[LikeFindings], lines: int) -> int:
    """The number of groups of findings that these lines hold."""
    return sum(line <= lines for line in accumulate(3 if _long(group.notice) else 2 for group in groups))


def _long(notice: str) -> bool:
    """Whether it has three lines in the summary, not two."""
    return _width(notice) > 2 * _LINE


def _ignored(data: AuditData) -> dict[str, object]:
    """The rules that ignore findings; nothing if there are none."""
    head, *rules = ignored_lines(data["ignored"], not data["filing"]["problems"]) or [""]
    return {"head": head, **_noted(rules, str)} if head else {}


def _noted(items: Iterable[_Item], text: Callable[[_Item], str]) -> dict[str, list[_Item]]:
    """The first short ones for a note in the summary, and the others for a list of their own."""
    listed = list(items)
    noted = [n for n, item in enumerate(listed) if _short(text(item))][:_NOTED]
    return {"noted": [listed[n] for n in noted], "rest": [item for n, item in enumerate(listed) if n not in noted]}


def _problem_text(problem: tuple[AuditProblem, str]) -> str:
    stated, more = problem
    return " ".join([stated["code"], _where(stated["place"]), stated["message"], stated["help"] or "", more])


def _short(text: str, columns: int = _SHORT) -> bool:
    return _width(text) <= columns


def _width(text: str) -> int:
    """Columns: characters of the East are twice as wide as others."""
    return len(text) + sum(east_asian_width(c) in "WF" for c in text)


def _footer(data: AuditData) -> str:
    """Style for the margin of each printed page: what it belongs to. Text of the filing is escaped character by character."""
    filing = data["filing"]
    what = f"Preliminary determination, {filing['id'] or filing['name']}, as of {data['as_of']}"
    text = "".join(c if c.isalnum() and c.isascii() else f"\\{ord(c):x} " for c in safe(what)[:110])
    return f'@page {{ @bottom-left {{ content: "{text}"; }} }}\n'


def _natural(cite: str) -> list[tuple[int, int, str]]:
    return [(0, int(p), "") if p.isdecimal() else (1, 0, p) for p in re.findall(r"[0-9]+|[^0-9]+", cite)]


def _rank(finding: AuditedFinding) -> int:
    return list(_VERDICTS).index(finding["verdict"])


def _pits(data: AuditData, floor: _Floor, anchors: dict[str, str]) -> Iterator[dict[str, object]]:
    """Pit by pit; tables with the same findings are grouped."""
    by_id = {f["id"]: f for f in data["findings"]}
    groups_of_like = together(data["findings"], _in_one_clause)
    leader = {
        data["findings"][n]["id"]: data["findings"][group.members[0]]["id"]
        for group in groups_of_like
        for n in group.members
    }
    grave = sorted(data["floor"]["tables"], key=lambda t: floor.pits.index(t["pit"]))
    at_none = [f for f in data["findings"] if not f["tables"]]
    if at_none:
        yield {"pit": None, "tables": 0, "groups": [_group([], at_none, floor, anchors)]}
    for pit, tables in groupby(grave, lambda t: t["pit"]):
        same: dict[tuple[str, ...], list[AuditedTable]] = {}
        for t in (listed := list(tables)):
            same.setdefault((t["title"], t["variation"], t["worst"], *(leader[i] for i in t["findings"])), []).append(t)
        groups = [_group(some, [by_id[i] for i in some[0]["findings"]], floor, anchors) for some in same.values()]
        yield {"pit": pit, "tables": len(listed), "groups": groups}


def _group(
    tables: list[AuditedTable], findings: list[AuditedFinding], floor: _Floor, anchors: dict[str, str]
) -> dict[str, object]:
    first = tables[0] if tables else None
    ordered = sorted(findings, key=_rank)
    return {
        "numbers": ", ".join(_pieces(str(t["number"]) for t in tables)), "size": len(tables), "title": first["title"] if first else "",
        "variation": first["variation"] if first else "", "worst": first["worst"] if first else "", "counts": _counts(findings),
        "findings": [(anchors[f["id"]], f) for f in ordered],
        "runs": " ".join(f"{a}-{b}" for a, b in floor.runs(t["number"] for t in tables)),
    }  # fmt: skip


def _by_section(rows: list[_Row], data: AuditData) -> Iterator[_SectionRows[_Row]]:
    titles = {s["cite"]: s["title"] for s in data["rulebook"]["sections"]}
    found: dict[str, list[_Row]] = {cite: [] for cite in titles}
    for row in rows:
        found.setdefault(section(row["cite"]), []).append(row)
    for cite, some in found.items():
        if some:
            yield {"cite": cite, "title": titles.get(cite, ""), "rows": some}


def _inspection(data: AuditData, floor: _Floor) -> Iterator[dict[str, object]]:
    """Each item once, by section, with the tables at which it was seen, was answered, or still has to be seen."""
    items: dict[str, tuple[InspectionItem, dict[tuple[str, ...], list[str]]]] = {}
    for g in data["inspection"]:
        numbers = [str(t["number"]) for t in g["tables"]]
        for i in g["items"]:
            answer = (i["answer"], i["basis"], i["by"] or "", i["on"] or "")
            items.setdefault(i["clause"], (i, {}))[1].setdefault(answer, []).extend(numbers)
    rows = sorted(items.values(), key=lambda row: _natural(row[0]["cite"]))
    for cite, same in groupby(rows, key=lambda row: section(row[0]["cite"])):
        listed = [
            {
                "cite": i["cite"],
                "asks": i["asks"] or i["words"],
                "answers": [
                    (answer, sorted(some, key=lambda n: floor.position.get(n, 0))) for answer, some in by.items()
                ],
            }
            for i, by in same
        ]
        yield {"cite": cite, "items": listed}


def _passed(rows: list[PassData]) -> Iterator[dict[str, object]]:
    """The rows of each clause, with its sentence once."""
    for (cite, words), some in groupby(rows, lambda r: (r["cite"], r["words"])):
        yield {"cite": cite, "words": words, "rows": list(some)}


def _index(data: AuditData, floor: _Floor, anchors: dict[str, str]) -> dict[str, object]:
    """The data for the filters: the tables, their pits, and the tables of each finding."""
    pits = [floor.pits.index(floor.pit[n]) for n in floor.numbers]
    read = "".join(d["sha256"] for d in data["filing"]["documents"])
    return {
        "key": sha256(f"{data['filing']['id']} {data['as_of']} {read}".encode(errors="replace")).hexdigest()[:16],
        "tables": floor.numbers, "pits": floor.pits,
        "pit": [[pit, len(list(some))] for pit, some in groupby(pits)],
        "findings": {anchors[f["id"]]: [n for run in floor.runs(f["tables"]) for n in run] for f in data["findings"]},
    }  # fmt: skip
