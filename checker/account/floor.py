"""The floor table by table, and whether the tables of the filing are those on the floor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from pitboss.checker.account.audit_data import AuditedTable, FloorData, ReconciledTables
from pitboss.checker.account.common import JudgedFiling, where, worst
from pitboss.checker.account.scope import title
from pitboss.checker.filing.model import FiledTable, Seen, Stranger
from pitboss.checker.runtime.operations import PASS, offers_of

NOT_READ = "more tables that the filing lists and that could not be read"


def floor(case: JudgedFiling) -> FloorData:
    by_table: dict[str, list[int]] = {}
    for n, f in enumerate(case.findings):
        for number in f.tables:
            by_table.setdefault(number, []).append(n)
    pits: dict[str, list[str]] = {pit: [] for pit in case.filing.pits}
    for table in case.filing.tables:
        pits.setdefault(table.pit, []).append(table.number)
    counts = Counter((table.pit, table.game) for table in case.filing.tables)
    return {
        "pits": [{"pit": pit, "tables": numbers} for pit, numbers in pits.items()],
        "counts": [
            {"pit": pit, "game": game, "title": title(case, game), "tables": n} for (pit, game), n in counts.items()
        ],
        "tables": [_table(case, table, by_table.get(table.number, [])) for table in case.filing.tables],
        "reconciled": reconciled(case),
    }


def _table(case: JudgedFiling, table: FiledTable, found: list[int]) -> AuditedTable:
    return {
        "number": table.number, "pit": table.pit, "game": table.game, "title": title(case, table.game),
        "variation": _variation(case, table), "worst": worst((case.findings[n].counts_as for n in found), PASS),
        "findings": [case.ids[n] for n in found], "place": where(case.places.get(table.path)),
    }  # fmt: skip


def _variation(case: JudgedFiling, table: FiledTable) -> str:
    offers = dict.fromkeys(name for facts in table.variants for name in offers_of(facts))
    known = (case.vocabulary.names.get(name) for name in offers)
    return ", ".join(named.title for named in known if named and named.kind == "variation")


def reconciled(case: JudgedFiling) -> list[ReconciledTables]:
    """The list of tables against what was judged, and against what an inspection found."""
    inspection = case.filing.inspection
    filed = [table.number for table in case.filing.tables]
    judged = {t.number for v in case.verdicts for t in v.tables}
    made = [_row("filed", "tables in the filing", filed, everything=True)]
    made.append(
        _row("judged", "of these, judged", [n for n in filed if n in judged], everything=len(judged) == len(filed))
    )
    if len(judged) < len(filed):
        made.append(_row("not judged", "filed, and no rule applies to them", [n for n in filed if n not in judged]))
    if case.filing.not_read:
        made.append({"state": "not read", "what": NOT_READ, "count": case.filing.not_read, "tables": [], "remarks": []})
    if inspection is None:
        what = "not known to be on the floor: no inspection was read"
        return [*made, _row("unknown", what, filed, everything=True)]
    seen = {row.table: row for row in inspection.seen}
    as_filed = [n for n in filed if n in seen and seen[n].answer]
    changed = [n for n in filed if n in seen and not seen[n].answer]
    made.append(_row("seen", "seen on the floor, as filed", as_filed, everything=len(as_filed) == len(filed)))
    made.append(_row("seen otherwise", "seen on the floor, not as filed", changed, _remarks(seen[n] for n in changed)))
    made.append(
        _row(
            "not seen",
            "in the filing; the inspection does not report whether they are on the floor",
            [n for n in filed if n not in seen],
        )
    )
    strangers = [row.table for row in inspection.strangers]
    made.append(_row("not filed", "found on the floor, not in the filing", strangers, _remarks(inspection.strangers)))
    return made


def _remarks(rows: Iterable[Seen | Stranger]) -> list[str]:
    made = []
    for row in rows:
        place = (row.pit, row.game) if isinstance(row, Stranger) else ()
        about = [" ".join(filter(None, place)), row.remark, ", ".join(filter(None, (row.by, row.on)))]
        made.append(f"{row.table or 'a table without number'}: {'; '.join(filter(None, about))}".removesuffix(": "))
    return made


def _row(
    state: str, what: str, tables: list[str], remarks: list[str] | None = None, everything: bool = False
) -> ReconciledTables:
    """`everything`: all tables of the filing, which are not listed again."""
    listed = [] if everything else tables
    return {"state": state, "what": what, "count": len(tables), "tables": listed, "remarks": remarks or []}
