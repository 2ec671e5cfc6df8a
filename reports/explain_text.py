"""A provision, or a section, in plain words: what it says, where it is written, what it cites and what cites it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import Any

from pitboss.compiler.catalog.lookup import found, unavailable
from pitboss.compiler.catalog.payout_runs import row, runs
from pitboss.compiler.model.citations import is_below

_WIDTH = 96
_BASIS = {"firm": "", "inferred": "inferred: {}", "presumed": "presumed: {}"}
_HOW = {"per": "", "despite": "goes before it", "except": "gives way to it"}
_Json = dict[str, Any]


def explain(catalog: _Json, citation: str) -> str | None:
    """The text of a provision or a section; None when the rulebook does not know it.

    >>> section = {"citation": "1:1-9.1", "title": "Tiles", "game": None, "adopted": None, "file": "t.rules"}
    >>> section |= {"history": [], "editions": [], "cited_by": [], "provisions": [], "odd": []}
    >>> print(explain({"sections": [section], "not_in_hand": []}, "9.1"), end="")
    1:1-9.1  Tiles
    <BLANKLINE>
      written in  t.rules
    """
    place = found(catalog, citation)
    if place is None:
        missing = unavailable(catalog, citation)
        return "".join("\n".join(_missing(gap)) + "\n" for gap in missing) or None
    section = next(s for s in catalog["sections"] if s["citation"] == place[0])
    provision = next((p for p in section["provisions"] if p["label"] == place[1]), None)
    if place[1] or (provision and not provision["label"] and len(section["provisions"]) == 1):
        empty = {
            "label": place[1],
            "kinds": [],
            "reasons": [],
            "clauses": [],
            "parts": [],
            "cites": [],
            "cited_by": [],
            "odd": [],
        }
        lines = [*_provision(section, provision or empty), *([] if place[1] else ["", *_history(section["history"])])]
    else:
        lines = list(_section(section))
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _missing(missing: _Json) -> Iterator[str]:
    yield f"{missing['citation']}  text not available"
    yield ""
    yield from _fact("cited by", ", ".join(missing["cited_by"]))


# ---- a section


def _section(section: _Json) -> Iterator[str]:
    yield f"{section['citation']}  {section['title']}" + (f", at {_spaced(section['game'])}" if section["game"] else "")
    yield ""
    yield from _fact("written in", section["file"])
    if section["adopted"]:
        yield from _fact("adopted", section["adopted"])
    for edition in section["editions"]:
        yield from _fact("print", f"{edition['name']}, {_term(edition)}")
    if section["cited_by"]:
        yield from _fact("cited by", ", ".join(section["cited_by"]))
    yield from _history(section["history"])
    yield from _odd(section["odd"])
    if section["provisions"]:
        yield ""
    width = max((len(p["label"]) for p in section["provisions"]), default=0)
    for provision in section["provisions"]:
        yield from _listed(provision, width)


def _history(notes: list[_Json]) -> Iterator[str]:
    for number, note in enumerate(notes):
        told = [note["kind"], *([note["day"]] if note["day"] else [])]
        told += [note["source"]] if note["source"] else []
        told += [f"operative {note['operative']}"] if note["operative"] else []
        told += [f"until {note['until']}"] if note["until"] else []
        text = " ".join(told) + (f": {note['words']}" if note["words"] else "")
        yield from _fact("history" if not number else "", text)


def _listed(provision: _Json, width: int) -> Iterator[str]:
    kinds = ", ".join(provision["kinds"])
    rules = [c["versions"][-1]["words"] for c in provision["clauses"] if c["kind"] != "definition"]
    rules = (
        rules or [c["versions"][-1]["words"] for c in provision["clauses"]] or [p["words"] for p in provision["parts"]]
    )
    more = f" (and {len(rules) - 1} more)" if len(rules) > 1 else ""
    yield f"  {provision['label']:{width}}  [{kinds}]"
    if rules:
        yield from _wrapped(rules[0] + more, "  " + " " * width + "  ")


# ---- a provision


def _provision(section: _Json, provision: _Json) -> Iterator[str]:
    yield f"{section['citation']}{provision['label']}  {section['title']}" + (
        f", at {_spaced(section['game'])}" if section["game"] else ""
    )
    if provision["kinds"] not in ([], ["heading"]):
        yield from _fact("checked as:", ", ".join(provision["kinds"]), 0)
    rules = [c for c in provision["clauses"] if c["kind"] != "definition"]
    terms = {_term(v) for c in provision["clauses"] for v in c["versions"]}
    if len(terms) == 1:
        yield from _fact("in force:", terms.pop(), 0)
    for pays, run in runs(rules):
        if pays:
            yield ""
            yield from _paid(pays, run, dated=len(terms) > 0)
            continue
        for clause in run:
            for number, version in enumerate(clause["versions"]):
                yield ""
                yield from _version(clause, version, (number, len(clause["versions"])), dated=len(terms) > 0)
    if len(rules) < len(provision["clauses"]):
        yield ""
        yield "  defines"
    for clause in provision["clauses"]:
        if clause["kind"] == "definition":
            yield from _defined(clause, dated=len(terms) > 0)
    for part in provision["parts"]:
        yield ""
        yield from _wrapped(part["words"], "  ")
        for table in part["tables"]:
            yield from _table(table)
        yield from _fact("part of", part["of"], 4)
        yield from _fact("written in", part["source"], 4)
    own = section["citation"] + provision["label"]
    below = [p for p in section["provisions"] if is_below(p["label"], provision["label"])]
    below = [p for p in below if p["clauses"] or any(part["of"] != own for part in p["parts"])]
    if below:
        yield ""
        yield "  below it"
        width = max(len(p["label"]) for p in below)
        for under in below:
            yield from _listed(under, width)
    yield from _citations(provision)
    if provision["odd"]:
        yield ""
        yield from _odd(provision["odd"])


def _defined(clause: _Json, dated: bool) -> Iterator[str]:
    name = _spaced(clause["name"].removesuffix("-defined"))
    for version in clause["versions"]:
        means = f"; that is, {' and '.join(version['conditions'])}" if version["conditions"] else ""
        term = f" [since {version['since'] or 'ever'}]" if dated else ""
        said = (version["words"].partition(", where ")[0] if means else version["words"]).rstrip(".")
        text = f"{name}: {said}{means}{term} ({version['source']})"
        yield from wrap(text, _WIDTH, initial_indent="    ", subsequent_indent="      ", break_on_hyphens=False)


def _version(clause: _Json, version: _Json, of: tuple[int, int], dated: bool) -> Iterator[str]:
    number, count = of
    yield from _wrapped(version["words"] + (f"  [version {number + 1} of {count}]" if count > 1 else ""), "  ")
    if clause["kind"] == "irregularity":
        yield from _fact("leads to", " or ".join(version["values"]), 4)
    for table in version["tables"]:
        yield from _table(table)
    for reading in version["readings"]:
        yield from _fact("reading", f"{_spaced(reading['name'])}: {reading['ground']}", 4)
        if reading["words"] != version["words"]:
            yield from _fact("", f"then: {reading['words']}", 4)
        if reading["tables"] != version["tables"]:
            for table in reading["tables"]:
                yield from _table(table)
    if dated:
        yield from _fact("in force", _term(version), 4)
    yield from _fact("written in", version["source"], 4)
    yield from _fact("called", clause["id"].partition("/")[2], 4)


def _paid(how: str, clauses: list[_Json], dated: bool) -> Iterator[str]:
    """What each wager pays, a row a wager; days that are not those of most rows stand behind the row."""
    told = [(*row(v), _term(v)) for c in clauses for v in c["versions"]]
    usual, often = Counter(term for *_, term in told).most_common(1)[0]
    yield from _columns(
        [("wager", f"pays {how}"), *((who, odds) for who, odds, _ in told)],
        ["", *("" if term == usual else term for *_, term in told)],
    )
    if dated:
        yield from _fact("in force", usual + ("" if often == len(told) else ", where no other day stands there"), 4)
    sources = [v["source"] for c in clauses for v in c["versions"]]
    yield from _fact("written in", f"{sources[0]} to {sources[-1].rpartition(':')[2]}", 4)


def _term(version: _Json) -> str:
    """Since when, until when, and on which basis we know it."""
    told = f"since {version['since']}" if version["since"] else "since ever"
    if version["until"]:
        told += f", until {version['until']}"
    if version.get("operative"):
        told += f", operative {version['operative']}"
    basis = _BASIS[version.get("basis", "firm")].format(version.get("ground", ""))
    return told + (f" ({basis})" if basis else "")


def _table(table: _Json) -> Iterator[str]:
    if table["for"]:
        yield "    " + (f"{table['label']}  " if table["label"] else "") + f"{table['for']}"
    yield from _columns(table["rows"])


def _columns(rows: Sequence[Sequence[str]], ends: Sequence[str] = ()) -> Iterator[str]:
    """Under a heading; what stands at the end of a row is wrapped there."""
    widths = [max(len(cells[i]) for cells in rows) for i in range(len(rows[0]))]
    for number, cells in enumerate(rows):
        line = "      " + "   ".join(f"{cell:{width}}" for cell, width in zip(cells, widths, strict=True))
        end = ends[number] if ends else ""
        yield from _wrapped(end, line + "   ", " " * len(line) + "   ") if end else [line]
        if not number:
            yield "      " + "   ".join("-" * width for width in widths)


def _citations(provision: _Json) -> Iterator[str]:
    if provision["cites"] or provision["cited_by"]:
        yield ""
    name = "cites"
    for cite in provision["cites"]:
        told = (
            cite["target"]
            if cite["reading"] or cite["printed"] == cite["target"]
            else f"{cite['target']}, printed {cite['printed']}"
        )
        if cite["reading"]:
            told += f", printed {cite['printed']}" + (f": {cite['ground']}" if cite["ground"] else "")
        notes = [_HOW[cite["how"]], "" if cite["in_hand"] else "not in hand"]
        yield from _fact(name, told + "".join(f" ({n})" for n in notes if n))
        name = ""
    if provision["cited_by"]:
        yield from _fact("cited by", ", ".join(provision["cited_by"]))


def _odd(found: list[_Json]) -> Iterator[str]:
    for number, odd in enumerate(found):
        told = f"{odd['code']}  {odd['kind']}"
        told += f", printed {odd['printed']}" if odd["printed"] else ""
        told += f", read {odd['reading']}" if odd["reading"] else ""
        yield from _fact("" if number else "odd", f"{told}: {odd['ground']}")


# ---- lines


def _fact(name: str, text: str, indent: int = 2) -> Iterable[str]:
    start = " " * indent + f"{name:11} "
    return wrap(text, _WIDTH, initial_indent=start, subsequent_indent=" " * len(start), break_on_hyphens=False)


def _wrapped(text: str, indent: str, then: str | None = None) -> list[str]:
    further = indent if then is None else then
    return wrap(text, _WIDTH, initial_indent=indent, subsequent_indent=further, break_on_hyphens=False)


def _spaced(name: str) -> str:
    return name.replace("_", " ")
