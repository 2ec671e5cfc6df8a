"""The rows of the worksheet: table by table, in the order of the floor, everything that must be seen there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss.checker.inspection import BLANK, STANDS, row_id

_BLANKS = 10


def worksheet_rows(data: dict[str, Any]) -> Iterator[dict[str, str]]:
    """First whether the table stands as it is filed; at the end, rows for tables that are not in the filing."""
    items = {table["number"]: group["items"] for group in data["inspection"] for table in group["tables"]}
    for table in data["floor"]["tables"]:
        number = table["number"]
        head = {"table": number, "pit": table["pit"], "game": table["title"]}
        yield _row(id=row_id("", number), **head, look=STANDS)
        for item in items.get(number, ()):
            yield _row(
                id=row_id(item["clause"], number), **head, provision=item["cite"], clause=item["clause"], look=item["asks"],
                so_far=_so_far(item),
            )  # fmt: skip
    for n in range(1, _BLANKS + 1) if data["floor"]["tables"] else ():
        yield _row(id=f"{BLANK}{n}", look="A table that is not in the filing: its number, pit and game.")


def _row(**cells: str) -> dict[str, str]:
    names = ("id", "table", "pit", "game", "provision", "clause", "look", "so_far")
    return {name: cells.get(name, "") for name in names}


def _so_far(item: dict[str, str]) -> str:
    """What the filing has of it already."""
    if item["basis"] == "contradicted":
        return "contradicted"
    said = {"filed": "stated as posted"}.get(item["basis"], item["basis"])
    answer = f"{item['answer']}, {said}" if item["answer"] else ""
    by = ", ".join(w for w in (item["by"], item["on"]) if w)
    return f"{answer} by {by}" if by else answer
