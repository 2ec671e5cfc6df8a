"""Formats a check for a terminal, like a linter: code, place, the lines with a caret, expected, actual, reason, cure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import groupby

from pitboss.checker.filing.model import Path
from pitboss.checker.findings.findings import FLOOR, Finding
from pitboss.checker.findings.result import Result
from pitboss.checker.findings.severity import heading_of, ranked
from pitboss.checker.runtime.operations import APPROVED, NEEDS
from pitboss.reports.against_text import against_text
from pitboss.reports.check_summary import counted
from pitboss.reports.color import paint
from pitboss.reports.excerpt import excerpt
from pitboss.reports.formats import Context
from pitboss.reports.overview import overview
from pitboss.reports.problems import problems
from pitboss.reports.sanitize import safe

_FEW = 3  # findings that fit on a screen in full


def text(result: Result, context: Context) -> str:
    """Faults, findings in full where they are few or asked for, and the overview, which ends on one screen."""
    tint, texts = paint(context.color), context.texts
    parts = list(filter(None, [problems(result.problems, texts, context.color, result.previous_problems)]))
    severe = ranked(f for f in result.findings if f.counts_as != FLOOR)
    if result.against:
        severe.sort(key=lambda f: result.standing(f) != "new")
    on_floor = [f for f in result.findings if f.counts_as == FLOOR]
    few = len(severe) <= _FEW
    full = severe if few or context.everything else []
    parts += _in_full([*full, *(on_floor if context.floor or context.everything else ())], result, texts, tint)
    if on_floor and not (context.floor or context.everything):
        provisions = list(dict.fromkeys(cite for f in on_floor for cite in f.provisions))
        new = sum(_standing(f, result) == "new" for f in on_floor)
        lists = "--floor lists them" + (f"; {_many(new, 'finding')} of it new" if new else "")
        parts.append(
            f"{_many(len(provisions), 'provision')} to be seen on the floor and attested ({lists}): {_some(provisions)}\n"
        )
    parts += _floor_odds(result, context)
    parts.append(counted(result, tint) + overview(result, [] if few else severe, tint, context.width))
    if result.ignores:
        from pitboss.checker.findings.ignore import ignored_data
        from pitboss.reports.ignored_text import ignored_text

        parts.append(ignored_text(ignored_data(result.ignores), not result.problems))
    if not few and not context.everything:
        from pitboss.reports.next_steps import next_steps
        from pitboss.reports.shell_word import shell_word

        named = "-" if result.name == "standard input" else result.name
        path = safe(" ".join(map(shell_word, named.split(", "))))
        if result.filing is None or result.as_of != result.filing.effective:
            path += f" --as-of {result.as_of}"
        parts.append(
            next_steps(
                (
                    ("every finding", f"pitboss check {path} --all"),
                    ("report", f"pitboss report {path} --out report"),
                    ("the law", f"pitboss law explain '{severe[0].provisions[0]}'"),
                ),
                tint,
            )
        )
    return "\n".join(parts) + against_text(result)


def _in_full(
    listed: list[Finding], result: Result, texts: Mapping[str, str], tint: Callable[[str, str], str]
) -> list[str]:
    """The findings in groups by verdict and kind of duty; missing facts by place."""
    parts = []
    for name, same in groupby(listed, heading_of):
        some = list(same)
        parts.append(tint("bold", f"{name} ({len(some)})") + "\n")
        absent = [f for f in some if f.counts_as == NEEDS]
        parts += [_finding(f, result, texts, tint) for f in some if f.counts_as != NEEDS]
        parts += _absent(absent, result, texts, tint)
    return parts


def _finding(f: Finding, result: Result, texts: Mapping[str, str], tint: Callable[[str, str], str]) -> str:
    cites = ", ".join(f.provisions)
    lines = [
        f"{tint(f.verdict, f.verdict)} {tint('bold', cites)} {tint('dim', f.code.partition('/')[2])}: {safe(f.notice)}"
    ]
    place = result.places.get(f.path)
    if place:
        lines += excerpt(place, texts, tint)
    for what, path in f.related:
        if path in result.places:
            lines.append(f"  {safe(what)}: {safe(str(result.places[path]))}")
    rows = [
        ("law", f.law),
        ("expected", f.expected),
        ("actual", f.actual),
        *(("why", w) for w in f.why),
        ("cure", f.cure if f.verdict != APPROVED else ""),
    ]
    if f.approval:
        rows.append(
            (
                "approved",
                f"{f.approval.instrument}, until {f.approval.until or 'withdrawn'}; the clause itself has no words of dispensation",
            )
        )
    if result.against:
        rows.append(("baseline", _standing(f, result)))
    if rule := result.ignored.get(f.fingerprint):
        rows.append(("ignored", f"until {rule.until}: {rule.reason} ({rule.written})"))
    if f.tables:
        rows.append(("tables", _some(list(f.tables))))
    rows.append(("rule", ", ".join(dict.fromkeys(c.source for c in f.clauses))))
    lines += [f"  {tint('dim', key.rjust(8))}  {safe(value)}" for key, value in rows if value]
    return "\n".join(lines) + "\n"


def _absent(
    found: list[Finding], result: Result, texts: Mapping[str, str], tint: Callable[[str, str], str]
) -> list[str]:
    """The facts that are not filed, by place: each once, with its key in the filing and the provisions that require it."""
    parts = []
    by_place: dict[tuple[Path, tuple[str, ...], str], list[Finding]] = {}
    for f in found:
        by_place.setdefault((f.path, f.tables, _standing(f, result)), []).append(f)
    for (path, tables, standing), here in by_place.items():
        missing_facts: dict[tuple[str, str], list[str]] = {}
        for f in here:
            missing = [r for r in f.reads if r.basis == "missing"]
            for key, name in [(".".join(r.fact), r.name) for r in missing] or [(f.code.partition("/")[2], f.words)]:
                missing_facts.setdefault((key, name), []).extend(c.cite for c in f.clauses)
        lines = [f"{tint(NEEDS, NEEDS)}: {tint('bold', _many(len(missing_facts), 'fact'))} not filed"]
        if path in result.places:
            lines += excerpt(result.places[path], texts, tint)
        width = min(44, max(len(key) for key, _ in missing_facts))
        for (key, name), cites in missing_facts.items():
            lines.append(
                f"  {safe(key):<{width}}  {safe(name)} {tint('dim', '(' + _some(list(dict.fromkeys(cites)), 3) + ')')}"
            )
        if standing:
            lines.append(f"  {tint('dim', 'baseline')}  {standing}")
        if tables:
            lines.append(f"  {tint('dim', 'tables'.rjust(8))}  {safe(_some(list(tables)))}")
        parts.append("\n".join(lines) + "\n")
    return parts


def _floor_odds(result: Result, context: Context) -> list[str]:
    """The table of house edges, after the findings."""
    if result.floor_odds is None:
        return []
    from pitboss.reports.floor_odds_text import floor_odds_text

    return [floor_odds_text(result.floor_odds, context.color)]


def _standing(f: Finding, result: Result) -> str:
    if not result.against:
        return ""
    standing = result.standing(f)
    return standing if standing == "new" else f"{standing}, first seen {safe(result.since(f))}"


def _some(names: list[str], most: int = 8) -> str:
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")


def _many(n: int, what: str) -> str:
    return f"{n} {what}{'' if n == 1 else 's'}"
