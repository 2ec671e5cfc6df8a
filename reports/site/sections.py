"""The page of a section: every provision in the law's order, with all its data from the catalog."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby

from pitboss.compiler.catalog.history import HistoryData, history_data
from pitboss.compiler.catalog.json_shape import AnomalyShape, anomaly_data, entry_data
from pitboss.compiler.catalog.payout_runs import row, runs
from pitboss.compiler.model.catalog_entries import (
    AnomalyEntry,
    Catalog,
    CheckedAs,
    CitationEntry,
    ClauseEntry,
    PartEntry,
    ProvisionEntry,
    SectionEntry,
    VersionEntry,
)
from pitboss.compiler.model.citations import is_below
from pitboss.compiler.model.core import Basis, CitationRole, SubjectKind
from pitboss.grammar.clause_kinds import ClauseKind
from pitboss.reports.site.links import Links, anchor, clause_anchor, page
from pitboss.reports.site.page_data import (
    CitedView,
    ClauseView,
    DefinedView,
    GroupView,
    LinkView,
    PageLink,
    PartView,
    ProvisionView,
    SectionPage,
    TermView,
    VersionView,
)
from pitboss.reports.site.paytables import shown
from pitboss.reports.site.section_timeline import happened, timeline

_ROLES = {CitationRole.PER: "", CitationRole.DESPITE: "goes before it", CitationRole.EXCEPT: "gives way to it"}
_MANY_OUTCOMES = 4
_Term = tuple[str | None, Basis, str]


def section_pages(catalog: Catalog, known: Links) -> list[SectionPage]:
    """The pages of all sections, in the law's order."""
    sections = catalog.sections
    around = [None, *sections, None]
    return [
        _section(catalog, section, known, around[number], around[number + 2]) for number, section in enumerate(sections)
    ]


def _section(
    catalog: Catalog, section: SectionEntry, known: Links, before: SectionEntry | None, after: SectionEntry | None
) -> SectionPage:
    history = history_data(catalog, section.citation)
    assert history is not None
    usual = _usual(section)
    notes = history["notes"]
    remarks = notes.pop("remarks", [])
    return {
        "page": page(section.citation),
        "citation": section.citation,
        "title": section.title,
        "game": section.game,
        "adopted": section.adopted,
        "adopted_with": history["adopted_with"],
        "source": section.file,
        "before": _neighbor(before),
        "after": _neighbor(after),
        "cited_by": _links(section.cited_by, known),
        "odd": _odd(() if any(not p.label for p in section.provisions) else section.anomalies),
        "remarks": [{"words": r["says"], "per": _links(r["per"], known)} for r in remarks],
        "notes": [{**n, "what": happened(kind)} for kind, some in notes.items() for n in some],
        "editions": [entry_data(edition) for edition in section.editions],
        "usual": None if usual is None else {"since": usual[0], "basis": usual[1].value, "ground": usual[2]},
        "timeline": timeline(history, section, catalog.expires),
        "days": _days(section, history),
        "provisions": [_provision(section, p, known, usual) for p in section.provisions],
    }


def _neighbor(section: SectionEntry | None) -> PageLink | None:
    if section is None:
        return None
    return {"cite": section.citation, "title": section.title, "href": page(section.citation)}


def _links(cites: Iterable[str], known: Links) -> list[LinkView]:
    return [{"cite": c, "href": known.cite(c)} for c in cites]


def _usual(section: SectionEntry) -> _Term | None:
    """The start that most clauses of a section share, which the page shows once."""
    counted = Counter(
        (v.since, v.basis, v.ground)
        for p in section.provisions
        for c in p.clauses
        for v in c.versions
        if c.kind != ClauseKind.DEFINITION and not v.until
    )
    return max(counted, key=lambda term: (counted[term], term[0] or "")) if counted else None


def _days(section: SectionEntry, history: HistoryData) -> list[dict[str, object]]:
    """The days on which the page changes, and the events of each."""
    turns: dict[str, list[str]] = {}
    for provision in section.provisions:
        for version in (v for c in provision.clauses for v in c.versions):
            for day in (version.since, version.until):
                if day:
                    turns.setdefault(day, [])
    for dated in history["timeline"]:
        if dated["day"] in turns:
            events = [f"{happened(e['kind'])} {e['source']}".strip() for e in dated["events"] if e["kind"] != "expiry"]
            turns[dated["day"]] = list(dict.fromkeys(events))
    return [{"day": day, "told": turns[day]} for day in sorted(turns)]


def _provision(section: SectionEntry, provision: ProvisionEntry, known: Links, usual: _Term | None) -> ProvisionView:
    clauses = [c for c in provision.clauses if c.kind != ClauseKind.DEFINITION]
    sources = [v.source for c in provision.clauses for v in c.versions]
    sources += [part.source for part in provision.parts]
    return {
        "anchor": anchor(provision.label),
        "label": provision.label,
        "cite": provision.cite,
        "depth": sum(is_below(provision.label, p.label) for p in section.provisions),
        "kinds": [kind.value for kind in provision.kinds],
        "groups": list(_groups(clauses, provision, known, usual)),
        "defined": [
            _defined(c, provision.label, known, usual) for c in provision.clauses if c.kind == ClauseKind.DEFINITION
        ],
        "parts": [_part(part, provision, known) for part in provision.parts],
        "cites": [_cite(c, known) for c in provision.cites],
        "cited_by": _links(provision.cited_by, known),
        # the dates, the readings and the citations already show the others
        "odd": _odd(o for o in provision.anomalies if o.kind not in ("inferred start", "open text")),
        "source": sources[0] if sources else None,
    }


def _odd(anomalies: Iterable[AnomalyEntry]) -> list[AnomalyShape]:
    return [anomaly_data(anomaly) for anomaly in anomalies]


def _groups(
    clauses: list[ClauseEntry], provision: ProvisionEntry, known: Links, usual: _Term | None
) -> Iterator[GroupView]:
    """The clauses in order. A long run of outcomes is one expandable list; a run of payouts is a table."""
    for kind, listed in groupby(
        clauses, key=lambda c: c.kind if c.kind in (ClauseKind.OUTCOME, ClauseKind.RANK) else ""
    ):
        for pays, run in runs(listed):
            made = [_clause(c, provision, known, usual) for c in run]
            folded = bool(kind) and len(made) >= _MANY_OUTCOMES
            yield {"kind": kind, "clauses": made, "folded": folded, "pays": pays}


def _clause(clause: ClauseEntry, provision: ProvisionEntry, known: Links, usual: _Term | None) -> ClauseView:
    bars = [{"name": n, "title": known.terms[n].title} for n in clause.bars if n in known.terms]
    return {
        "id": clause.id,
        "anchor": clause_anchor(provision.label, clause.name),
        "name": clause.name,
        "kind": clause.kind,
        "does": clause.checked_as.value,
        "bars": bars,
        "versions": [_version(v, clause, len(clause.versions), usual) for v in clause.versions],
    }


def _version(version: VersionEntry, clause: ClauseEntry, count: int, usual: _Term | None) -> VersionView:
    readings = version.readings
    attested = clause.checked_as is CheckedAs.ATTESTED
    own = [r for r in readings if r.tables != version.tables]
    return {
        **_term(version, usual, count),
        "words": version.demand if attested else version.words,  # the conditions of an attestation are shown separately
        "given": f"If {' and '.join(version.conditions)}" if attested and version.conditions else "",
        "row": row(version),
        "leads_to": list(version.values) if clause.kind == ClauseKind.IRREGULARITY else [],
        "tables": shown(version.tables, clause.id) if not own else [],
        "readings": [
            {"name": r.name, "words": r.words, "ground": r.ground, "tables": shown(r.tables, clause.id) if own else []}
            for r in readings
        ],
        "source": version.source,
        "worth": None,
        "examples": [],
    }


def _term(version: VersionEntry, usual: _Term | None, count: int) -> TermView:
    same = usual == (version.since, version.basis, version.ground) and not version.until
    return {
        "since": version.since, "until": version.until, "basis": version.basis.value, "ground": version.ground,
        "operative": version.operative, "usual": same and count == 1,
    }  # fmt: skip


def _defined(clause: ClauseEntry, label: str, known: Links, usual: _Term | None) -> DefinedView:
    name = clause.name.removesuffix("-defined")
    return {
        "name": name,
        "anchor": clause_anchor(label, clause.name),
        "means": name in known.terms and known.terms[name].kind == SubjectKind.TERM,
        "href": known.term(name),
        "versions": [
            {
                **_term(v, usual, len(clause.versions)),
                "words": v.words.partition(", where ")[0].rstrip(".") if v.conditions else v.words.rstrip("."),
                "that_is": list(v.conditions),
                "source": v.source,
            }
            for v in clause.versions
        ],
    }


def _part(part: PartEntry, provision: ProvisionEntry, known: Links) -> PartView:
    of: LinkView | None = None if part.of == provision.cite else {"cite": part.of, "href": known.cite(part.of)}
    return {"words": part.words, "of": of, "tables": shown(part.tables, part.of), "source": part.source}


def _cite(cite: CitationEntry, known: Links) -> CitedView:
    return {
        "target": cite.target, "href": known.cite(cite.target), "in_hand": cite.available, "how": _ROLES[cite.role],
        "printed": cite.printed if cite.reading else "", "ground": cite.ground or "",
    }  # fmt: skip
