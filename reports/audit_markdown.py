"""Formats an audit as Markdown for a pull request: first the findings to act on, then folded lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from pitboss.checker.account.audit_data import (
    AuditData,
    AuditedFinding,
    AuditProblem,
    FiledApproval,
    InferredReliance,
    PlaceData,
    ReadingReliance,
    ReconciledTables,
)
from pitboss.checker.findings.findings import FLOOR
from pitboss.checker.findings.ignore import IgnoredData, ignored_by
from pitboss.checker.findings.odds_data import DeclaredOdds, FloorWagerOdds
from pitboss.checker.runtime.operations import APPROVED, FAIL, NEEDS, OPEN
from pitboss.reports.audit_summary import summary
from pitboss.reports.declared_odds_text import declared_and_exact
from pitboss.reports.ignored_lines import ignored_lines
from pitboss.reports.markdown_escape import inert
from pitboss.reports.percent import percent
from pitboss.reports.same_column import once_in_a_column

_MOST = 60_000  # characters; a comment on a pull request may have slightly more
_FIGURES = 40  # rows of odds that are shown
_KINDS = (
    (FAIL, "Fails", True),
    (OPEN, "Open: the text itself does not settle it", True),
    (NEEDS, "Needs evidence that the filing can give", False),
    (FLOOR, "To be seen on the floor", False),
    (APPROVED, "Approved: would fail, and an instrument dispenses", False),
)


def audit_markdown(data: AuditData) -> str:
    """The audit as Markdown. The last findings of a long audit are omitted; a line states how many."""
    head = "".join(_head(data))
    tail = "".join(_tail(data))
    room = _MOST - len(head) - len(tail) - 200 * len(_KINDS)  # space for the titles, and for the omitted rest
    parts: list[str] = []
    for kind, title, opened in _KINDS:
        found = [f for f in data["findings"] if f["verdict"] == kind]
        if found:
            block, room = _findings(found, title, opened, room, ignored_by(data["ignored"]))
            parts.append(block)
    return f"{head}{''.join(parts)}{tail}"


def _head(data: AuditData) -> Iterator[str]:
    filing = data["filing"]
    name = filing["licensee"] or filing["name"]
    yield f"## Audit of {inert(name)}: filing {inert(filing['id'] or filing['name'])}\n\n"
    yield f"**Preliminary determination.** {inert(summary(data).replace(' Preliminary determination.', ''))}\n\n"
    if filing["problems"]:
        if data["summary"]["verdicts"]:
            yield f"**{_many(len(filing['problems']), 'thing')} could not be read**; the rest was judged.\n\n"
        yield _folded("What could not be read", (_problem(*p) for p in once_in_a_column(filing["problems"])), True)
    yield _folded(
        "Errors of the previous filing", (_problem(*p) for p in once_in_a_column(filing["previous_problems"])), True
    )
    if data["summary"]["verdicts"]:
        yield "| verdict | findings | provisions | places |\n|---|--:|--:|--:|\n"
        for row in data["summary"]["verdicts"]:
            yield f"| {row['verdict']} | {row['findings']} | {row['provisions']} | {row['places']} |\n"
        yield "\n"
        rests = ", ".join(f"{b['passes']} {b['basis']}" for b in data["basis"] if b["passes"])
        yield f"Passes by basis: {rests or 'none'}.\n\n"
    headline, *rules = ignored_lines(data["ignored"], not filing["problems"]) or [""]
    yield _folded(inert(headline), map(inert, rules), True)
    certified = "; ".join(f"{inert(c['by'])}, {inert(c['role'])}, {inert(c['on'])}" for c in filing["certifications"])
    yield f"Certified by {certified}.\n\n" if certified else "Not certified.\n\n"


def _findings(
    found: list[AuditedFinding], title: str, opened: bool, room: int, rules: Mapping[str, IgnoredData]
) -> tuple[str, int]:
    items: list[str] = []
    for f in found:
        text = _finding(f, rules.get(f["fingerprint"]))
        if len(text) + 3 > room:
            break
        room -= len(text) + 3
        items.append(text)
    if len(items) < len(found):
        items.append(f"and {len(found) - len(items)} more, in `audit.html` and `findings.csv`")
    return _folded(f"{title} ({len(found)})", items, opened), room


def _finding(f: AuditedFinding, rule: IgnoredData | None) -> str:
    lines = [f"**{inert(', '.join(f['cites']))}** {inert(f['notice'])}"]
    known = f["expected"].lower() in f["notice"].lower()  # the notice states it already
    lines.append(f"actual: {inert(f['actual'])}" + ("" if known else f"; expected: {inert(f['expected'])}"))
    lines += [inert(why) for why in (f["why"] if f["verdict"] == OPEN else f["why"][:1])]
    lines += [f"cure: {inert(f['cure'])}"] if f["cure"] and f["verdict"] in (FAIL, NEEDS) else []
    if f["approval"]:
        lines.append(f"approved by {inert(f['approval']['instrument'])}, until {f['approval']['until'] or 'withdrawn'}")
    lines += [f"ignored until {rule['until']}: {inert(rule['reason'])}"] if rule else []
    lines += [f"{a['verdict']}, if {inert(a['if'])}" for a in f["alternatives"] if f["verdict"] == OPEN]
    where = [_where(f["place"])] if f["place"] else []
    where += [f"{'table' if len(f['tables']) == 1 else 'tables'} {inert(_some(f['tables']))}"] if f["tables"] else []
    lines += [", ".join(where)] if where else []
    return "<br>\n  ".join(lines)


def _tail(data: AuditData) -> Iterator[str]:
    relied, scope = data["relied"], data["scope"]
    gaps = [g for g in scope["not_in_hand"] if g["in_scope"]]
    yield _folded(
        f"Law whose text is not available ({len(gaps)})",
        (f"{inert(g['cite'])}, cited by {inert(_some(g['cited_here'], 3))}" for g in gaps),
    )
    yield _folded("Readings that the result turns on", (_reading(r) for r in relied["readings"] if r["matters"]))
    yield _folded(
        "Inferred starts that the result turns on", (_inferred(r) for r in relied["inferred"] if r["matters"])
    )
    yield _folded(f"Approvals ({len(data['approvals'])})", map(_approval, data["approvals"]))
    yield _folded("The floor", map(_reconciled, data["floor"]["reconciled"]))
    documents = data["filing"]["documents"]
    yield _folded(f"Documents read ({len(documents)})", (f"{inert(d['name'])} `{d['sha256']}`" for d in documents))
    odds = data["odds"]
    yield _folded("House edge of the wagers", _worths(odds["wagers"] if odds else []))
    yield _folded("Declared and exact figures", map(_declared, odds.get("declared", ()) if odds else ()))
    yield _folded("Not judged", map(inert, scope["exclusions"]))
    yield f"Rulebook `{data['rulebook']['digest'][:12]}`, as of {inert(data['as_of'] or 'no day')}. Made by "
    yield f"<code>{inert(data['command'])}</code>\n"


def _reading(r: ReadingReliance) -> str:
    each = "; ".join(f"{inert(x['name'].replace('_', ' '))}: {x['verdict']}" for x in r["readings"])
    return f"**{inert(r['cite'])}** {inert(r['words'])} Here {r['verdict']}; {each}"


def _inferred(r: InferredReliance) -> str:
    each = "; ".join(f"{a['verdict']}, if {inert(a['if'])}" for a in r["alternatives"])
    return f"**{inert(r['cite'])}** {inert(r['words'])} Here {r['verdict']}{'; ' if each else ''}{each}"


def _worths(wagers: list[FloorWagerOdds]) -> Iterator[str]:
    yield from map(_house_edge, wagers[:_FIGURES])
    if len(wagers) > _FIGURES:
        yield f"and {len(wagers) - _FIGURES} more figures, in `audit.html`"


def _house_edge(w: FloorWagerOdds) -> str:
    given = [
        *(f"{g['title']} {g['value']}" for g in w["given"]),
        *(f"read as {r.replace('_', ' ')}" for r in w["readings"]),
    ]
    edge = f"house advantage {percent(Fraction(w['edge']))} ({w['edge']}), hit rate {percent(Fraction(w['hit']))}"
    where = f"tables {inert(_some(w['tables']))}"
    return f"**{inert(w['title'])}** {inert(', '.join(given))}: {inert(edge)}; {inert(w['paid'])}; {where}"


def _declared(d: DeclaredOdds) -> str:
    return f"**{inert(d['title'])}** {inert(declared_and_exact(d))}; tables {inert(_some(d['tables']))}"


def _approval(a: FiledApproval) -> str:
    state = "in force" if a["in_force"] else "not in force"
    ends = f", until {a['until']}" if a["until"] else ""
    used = "" if a["relied_on"] else "; nothing rests on it"
    return f"{inert(a['instrument'])}: {inert(a['provision'])}, {state}{ends}{used}"


def _reconciled(r: ReconciledTables) -> str:
    remarks = "; ".join(inert(remark) for remark in r["remarks"])
    listed = f": {inert(_some(r['tables']))}" if r["tables"] else ""
    return f"{r['count']} {inert(r['what'])}{listed}" + (f" ({remarks})" if remarks else "")


def _problem(p: AuditProblem, more: str) -> str:
    help = f"; {inert(p['help'])}" if p["help"] else ""
    return f"{p['code']} {inert(p['message'])}{help} ({_where(p['place'])}{f', and {inert(more)}' if more else ''})"


def _folded(title: str, items: Iterable[str], opened: bool = False) -> str:
    listed = "".join(f"- {item}\n" for item in items)
    if not listed:
        return ""
    return f"<details{' open' if opened else ''}><summary>{title}</summary>\n\n{listed}\n</details>\n\n"


def _where(place: PlaceData | None) -> str:
    if place is None:
        return ""
    at = place["cell"] if "cell" in place else f"{place['line']}:{place['column']}"
    return inert(f"{place['file']}:{at}")


def _some(names: list[str], most: int = 12) -> str:
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")


def _many(n: int, what: str) -> str:
    return f"{n} {what}{'' if n == 1 else 's'}"
