"""Audits made up for the tests: a small complete one, one of any size, one whose every string is an attack."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

Json = dict[str, Any]
VERDICTS = ("fail", "open", "needs evidence", "floor", "approved", "pass", "not applicable")
REPORTED = VERDICTS[:5]
FRACTION = re.compile(r"-?[0-9]+/[0-9]+")
ATTACK = (
    "</script><script>alert(1)</script><img src=http://attack.invalid/x onerror=alert(2)>\"'><a href='javascript:alert(3)'>"
    "{{ 7 * 7 }}<!-- \u202e\u2066\x1b[31m\x00\u2028\n=cmd|' /C calc'!A0 ../../etc "
)


def place(line: int) -> Json:
    return {"file": "floor.yaml", "line": line, "column": 9}


def audit_data(tables: int = 24, findings: int = 15) -> Json:
    """`tables` in pits of eight; finding n has verdict n modulo five, is in section n modulo three, and concerns three tables."""
    numbers = [str(101 + n) for n in range(tables)]
    pits = [f"Pit {n // 8 + 1}" for n in range(tables)]
    sections = [
        {"cite": f"1:1-{n}.1", "title": f"Tiles of kind {n}", "game": "tiles", "adopted": None} for n in (2, 9, 10)
    ]
    found = [finding(n, [i % tables for i in range(n, n + 3)], numbers, pits) for n in range(findings)]
    reached: dict[str, list[str]] = {}
    for f in found:
        for number in f["tables"]:
            reached.setdefault(number, []).append(f["id"])
    by_id = {f["id"]: f["verdict"] for f in found}
    reading = {"name": "as_printed", "ground": "the text says so", "expected": "at most 7", "verdict": "fail"}
    relied = {
        "cite": "1:1-2.1(a)",
        "clause": "1:1-2.1(a)/most",
        "words": "At most 7.",
        "verdict": "fail",
        "tables": numbers[:2],
    }
    readings = [reading, {**reading, "name": "as_read", "verdict": "pass"}]
    dated = {**relied, "since": None, "basis": "presumed", "ground": "no note tells", "alternative": "not applicable"}
    dated["alternatives"] = [{"if": "the rule was not yet in force", "verdict": "not applicable"}]
    fact = {"name": "boxes", "value": "7", "basis": "represented", "by": "R. Teague", "on": "2006-12-14"}
    passed = {
        "clause": "1:1-9.1(b)/box",
        "cite": "1:1-9.1(b)",
        "section": "1:1-9.1",
        "words": "Boxes.",
        "source": "a.rules:3",
    }
    passed |= {
        "game": "tiles",
        "tables": [],
        "everywhere": True,
        "count": tables,
        "event": "",
        "facts": [fact],
        "basis": "filed",
    }
    requested = {
        "id": "a0",
        "cite": "1:1-9.1(c)",
        "clause": "1:1-9.1(c)/lit",
        "words": "It is lit.",
        "asks": "It is lit.",
    }
    items = [requested | {"answer": a, "basis": b, "by": None, "on": None} for a, b in (("yes", "observed"), ("", ""))]
    approval = {
        "instrument": "CCC 1",
        "digest": "d" * 64,
        "from": "2006-01-01",
        "until": None,
        "conditions": ["four at most"],
    }
    return {
        "schema": "pitboss.audit/1", "determination": "preliminary", "command": "pitboss report tiles --out report",
        "as_of": "2007-01-01", "as_of_from": "filing",
        "filing": {
            "name": "tiles", "id": "T-1", "licensee": "Lantern", "effective": "2007-01-01", "supersedes": None, "previous": None,
            "certifications": [{"by": "R. Teague", "role": None, "on": "2006-12-15"}], "certified": False,
            "documents": [{"name": "floor.yaml", "sha256": "0" * 64}],
            "papers": [{"path": "a.txt", "kind": "approval", "sha256": "1" * 64, "state": "not there"}],
            "problems": [{"code": "F001", "message": "no such field", "help": "leave it out", "place": place(3)}],
            "previous_problems": [],
        },
        "rulebook": {"version": "0.1.0", "digest": "ab" * 32, "expires": None, "sections": sections},
        "scope": {
            "judged": [s["cite"] for s in sections], "games": [{"game": "tiles", "title": "Tiles", "tables": tables}],
            "not_in_hand": [
                {"cite": "1:1-99", "cited_by": ["1:1-2.1(a)"], "cited_here": ["1:1-2.1(a)"] * inside, "in_scope": inside}
                for inside in (True, False)
            ],
            "not_checkable": [{"cite": "1:1-2.1(z)", "words": "Courtesy.", "reason": "nobody files it"}],
            "exclusions": ["Rounds of play are not judged."],
        },
        "method": ["Every clause was judged."],
        "summary": {
            "verdicts": [
                {"verdict": v, "findings": sum(f["verdict"] == v for f in found), "provisions": 2, "places": 3} for v in VERDICTS
            ],
            "sections": [{"cite": s["cite"], "title": s["title"], **dict.fromkeys(VERDICTS, 1)} for s in sections],
        },
        "basis": [{"basis": b, "passes": 4} for b in ("filed", "represented", "observed", "computed")],
        "floor": {
            "pits": [{"pit": p, "tables": [n for n, q in zip(numbers, pits, strict=True) if q == p]} for p in dict.fromkeys(pits)],
            "counts": [],
            "tables": [
                {
                    "number": n, "pit": p, "game": "tiles", "title": "Tiles", "variation": "", "findings": reached.get(n, []),
                    "worst": min((by_id[i] for i in reached.get(n, [])), key=VERDICTS.index, default="pass"), "place": None,
                }
                for n, p in zip(numbers, pits, strict=True)
            ],
            "reconciled": [{"state": "not filed", "what": "found, not filed", "count": 1, "tables": ["999"], "remarks": ["dark"]}],
        },
        "filed_approvals": {"instruments": 0, "findings": 0, "clauses": 0},
        "ignored": [],
        "severity": [{"duty": "conduct", "reason": "the tiles differ"}],
        "findings": sorted(found, key=lambda f: VERDICTS.index(f["verdict"])),
        "passes": [passed, passed | {"tables": numbers[::2], "everywhere": False, "facts": [fact | {"values": 30}]}],
        "not_applicable": [{"clause": "1:1-10.1/x", "cite": "1:1-10.1", "words": "Nothing.", "places": 4, "nowhere": True}],
        "relied": {
            "readings": [{**relied, "readings": readings, "matters": m} for m in (True, False)],
            "inferred": [{**dated, "matters": m} for m in (True, False)],
        },
        "approvals": [
            {
                **approval, "provision": "1:1-2.1(a)", "tables": None, "value": "9", "in_force": True, "place": None,
                "relied_on": ["f-4", "1:1-9.1"],
            }
        ],
        "inspection": [{"tables": [{"number": numbers[0], "pit": pits[0]}], "game": "tiles", "title": "Tiles", "items": items}],
        "odds": expected_value(numbers),
    }  # fmt: skip


def faulty_audit(findings: int, name: Callable[[str], str]) -> Json:
    """An audit with this many findings, each of them different, and much of everything else that a summary has to leave out.

    `name` makes each name of the filing as long as it should be.
    """
    data = audit_data(tables=findings + 2, findings=findings)
    sections = [
        {"cite": f"1:1-{n}.1", "title": name(f"Tiles of kind {n}"), "game": "tiles", "adopted": None}
        for n in range(2, 62)
    ]
    data["rulebook"]["sections"] = sections
    pit = {p["pit"]: name(p["pit"]) for p in data["floor"]["pits"]}
    for p in data["floor"]["pits"]:
        p["pit"] = pit[p["pit"]]
    for t in data["floor"]["tables"]:
        t["pit"] = pit[t["pit"]]
    for n, f in enumerate(data["findings"]):
        f["pits"] = [pit[p] for p in f["pits"]]
        f["section"] = sections[n % len(sections)]["cite"]
        f["cites"] = [f"{f['section']}({letter})" for letter in "abcdefgh"[: n % 8 + 1]]
        f["notice"] = name(f["notice"])
    filing = data["filing"]
    filing |= {"licensee": name("Lantern"), "id": name("T-1"), "supersedes": name("T-0"), "certified": True}
    filing["certifications"] = [
        {"by": name(f"R. Teague {n}"), "role": name("clerk"), "on": "2006-12-15"} for n in range(findings % 7 + 1)
    ]
    problem = {"code": "E201", "help": "leave it out"}
    filing["problems"] = [{**problem, "message": name(f"no field {n}"), "place": place(n)} for n in range(findings)]
    filing["previous_problems"] = [
        {**each, "message": f"in the previous filing, {each['message']}"} for each in filing["problems"]
    ]
    data["filed_approvals"] = {"instruments": findings, "findings": 1, "clauses": findings}
    data["scope"]["games"] = [{"game": "tiles", "title": name(f"Game {n}"), "tables": 1} for n in range(12)]
    rule = {"until": "2027-01-31", "reason": name("on order"), "written": "--ignore", "expired": False, "findings": []}
    data["ignored"] = [{**rule, "ignore": [name(f"1:1-{n}")]} for n in range(findings)]
    return data


def expected_value(numbers: list[str]) -> Json:
    """The odds of two wagers, one of them for two kinds of tables; and a third wager without a figure."""
    row = {
        "game": "tiles", "game_title": "Tiles", "readings": [], "paytable": "house", "paid": "as filed", "hit": "4/17",
    }  # fmt: skip
    figures = [
        ("lantern", "lantern wager", "6", "1/18", numbers[:4]),
        ("lantern", "lantern wager", "8", "-1/50", numbers[4:]),
    ]
    figures += [("trio", "trio wager of three tiles that burn alike", "6", "209/2210", numbers[:2])]
    return {
        "as_of": "2007-01-01",
        "wagers": [
            {
                **row, "wager": wager, "title": title, "given": [{"name": "sets", "title": "sets", "value": sets}],
                "edge": edge, "edge_decimal": "0.1", "above_floor": "0", "tables": tables,
            }
            for wager, title, sets, edge, tables in figures
        ],
        "without": [
            {"wager": "wick", "title": "wick wager", "because": "the text does not say it", "tables": numbers[:3]},
        ],
    }  # fmt: skip


def finding(n: int, at: list[int], numbers: list[str], pits: list[str]) -> Json:
    verdict, section = REPORTED[n % 5], f"1:1-{(2, 9, 10)[n % 3]}.1"
    clause = {
        "id": f"{section}(a)/most-{n}", "cite": f"{section}(a)", "words": f"Tiles of row {n} are at most 7.", "source": "a.rules:7",
        "since": "1991-11-04", "until": None, "basis": "inferred", "ground": "a note", "per": [],
        "readings": [{"name": "one", "ground": "so", "expected": "7", "verdict": None}],
        "odd": [{"code": "ODD-1", "kind": "misprint", "short": "7 for 1"}],
    }  # fmt: skip
    approved = {
        "instrument": "CCC 1",
        "digest": "d",
        "from": None,
        "until": "2008-01-01",
        "conditions": [],
        "place": place(2),
    }
    return {
        "id": f"f-{n}", "verdict": verdict, "duty": "conduct", "rank": REPORTED.index(verdict) * 100_000 + n + 1,
        "code": clause["id"], "cites": [clause["cite"]], "section": section,
        "headline": f"Tiles of row {n} must be at most 7.", "notice": f"Tiles of row {n} are {n + 8}; at most 7.",
        "clauses": [clause], "expected": "at most 7", "actual": f"{n + 8}",
        "why": [f"tiles offered; row is {n}"], "cure": "set tiles to at most 7", "place": place(n + 2),
        "excerpt": [
            {"line": n + 1, "text": "  - number: 1", "mark": None},
            {"line": n + 2, "text": f"    tiles: {n + 8}  # " + "long " * 30, "mark": [11, 11 + len(str(n + 8))]},
        ],
        "related": [{"what": "the other", "place": place(1)}], "tables": [numbers[i] for i in at],
        "pits": list(dict.fromkeys(pits[i] for i in at)),
        "facts": [{"fact": "tiles", "name": "tiles", "value": str(n + 8), "basis": "filed", "place": place(n + 2)}],
        "approval": approved if verdict == "approved" else None, "fingerprint": f"{n:016x}", "evidence": f"{n * 7:016x}",
        "alternatives": [{"if": "the rule was not yet in force", "verdict": "not applicable"}],
    }  # fmt: skip


def attacked(data: Any, attack: str = ATTACK) -> Any:
    """Every string except verdicts, which distinguish the data, and fractions is an attack; equal names remain equal."""
    return _mapped(
        data, lambda text: text if text in VERDICTS or not text or FRACTION.fullmatch(text) else attack + text
    )


def _mapped(data: Any, change: Callable[[str], str]) -> Any:
    if isinstance(data, dict):
        return {key: _mapped(value, change) for key, value in data.items()}
    if isinstance(data, list):
        return [_mapped(value, change) for value in data]
    return change(data) if isinstance(data, str) else data


def odds_data() -> Json:
    """`pitboss.odds/1`, made up: the same four outcomes for two wagers of the rulebook, each at two counts of decks."""

    def figure(decks: str, won: int, net: str) -> Json:
        rows = [
            ("both_tiles_burn", 1, "1,000 to 1", "1000"),
            ("win", won, f"{net} to 1", net),
            ("lost", 10_000, "lost", "-1"),
        ]
        space = sum(count for _, count, _, _ in rows)
        return {
            "given": [{"name": "decks", "title": "decks", "value": decks}], "readings": [{"name": "as_printed", "ground": "so it says"}],
            "space": str(space), "hit": f"{won + 1}/{space}", "edge": f"{9_000 - int(net) * won}/{space}", "edge_decimal": "0.1",
            "decision": "raise on a pair or better",
            "outcomes": [
                {"name": n, "title": n.replace("_", " "), "count": c, "probability": f"{c}/{space}", "pays": p, "net": gain}
                for n, c, p, gain in rows
            ],
        }  # fmt: skip

    wagers = [
        {
            "wager": name, "title": name.replace("_", " "), "game": "blackjack", "cites": ["19:47-2.17(e)2"], "source": "",
            "figures": [figure("6", won, net), figure("8", won - 90, net)], "notes": ["taken for granted: the lamp burns"],
            "differences": [{"between": ["as_printed", "as_read"], "edge": "1/50"}],
            "partition": {"proved": False, "counterexample": ["Ah Ac"]},
        }
        for name, won, net in (("same_suit", 4_000, "2"), ("over_under", 8_600, "1"))
    ]  # fmt: skip
    unknown = {
        "wager": "streak",
        "title": "streak wager",
        "game": "blackjack",
        "because": "the text leaves it to the players",
    }
    return {
        "schema": "pitboss.odds/1",
        "as_of": "2007-01-01",
        "rulebook": "d",
        "wagers": wagers,
        "undetermined": [unknown],
    }
