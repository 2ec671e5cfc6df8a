"""The rows of the worksheet: table by table, in the order of the floor, everything that must be seen there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pitboss.checker.account.audit_data import AuditData, InspectionItem
from pitboss.checker.filing.inspection import BLANK, STANDS, TOGETHER, row_id

_BLANKS = 10


def worksheet_rows(data: AuditData) -> Iterator[dict[str, str]]:
    """First whether the table is as filed; at the end, rows for tables that are not in the filing."""
    items = {table["number"]: group["items"] for group in data["inspection"] for table in group["tables"]}
    for table in data["floor"]["tables"]:
        number = table["number"]
        head = {"table": number, "pit": table["pit"], "game": table["title"]}
        yield _row(id=row_id("", number), **head, look=STANDS)
        for same in _grouped(items.get(number, ())):
            clause = TOGETHER.join(item["clause"] for item in same)
            yield _row(
                id=row_id(clause, number), **head, provision=_provisions([item["cite"] for item in same]), clause=clause,
                look=same[0]["asks"], so_far=_so_far(same[0]),
            )  # fmt: skip
    for n in range(1, _BLANKS + 1) if data["floor"]["tables"] else ():
        yield _row(id=f"{BLANK}{n}", look="A table that is not in the filing: its number, pit and game.")


def _grouped(items: Iterable[InspectionItem]) -> Iterable[list[InspectionItem]]:
    """Items of one section with equal words and equal answers are inspected once."""
    groups: dict[tuple[str, ...], list[InspectionItem]] = {}
    for item in items:
        groups.setdefault((_section(item["cite"]), item["asks"], _so_far(item)), []).append(item)
    return groups.values()


def _section(cite: str) -> str:
    return cite.partition("(")[0]


def _provisions(cites: list[str]) -> str:
    """
    >>> _provisions(["1:2-3.4(a)", "1:2-3.4(b)", "1:2-3.4(b)"])
    '1:2-3.4(a), (b)'
    """
    first, *more = dict.fromkeys(cites)
    return ", ".join([first, *(cite.removeprefix(_section(first)) for cite in more)])


def _row(**cells: str) -> dict[str, str]:
    names = ("id", "table", "pit", "game", "provision", "clause", "look", "so_far")
    return {name: cells.get(name, "") for name in names}


def _so_far(item: InspectionItem) -> str:
    """The answer that the filing already has."""
    if item["basis"] == "contradicted":
        return "contradicted"
    basis = {"filed": "stated as posted"}.get(item["basis"], item["basis"])
    answer = f"{item['answer']}, {basis}" if item["answer"] else ""
    by = ", ".join(w for w in (item["by"], item["on"]) if w)
    return f"{answer} by {by}" if by else answer
