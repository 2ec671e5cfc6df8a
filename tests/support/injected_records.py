"""Records of dealt rounds into which mistakes were injected, and the findings that an audit of them has to report."""

from __future__ import annotations

import csv
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.support.product import as_record, core
from tests.support.reported_breaches import reported as reported_breaches

Key = set[tuple[str, str, str]]  # (round, clause, verdict)


@dataclass
class InjectedRecords:
    book: core.Rulebook
    rows: list[dict[str, Any]] = field(default_factory=list)
    key: Key = field(default_factory=set)
    breached: set[str] = field(default_factory=set)

    def add(self, table: str, sequence: int, moment: str, rows: list[Any], mistakes: list[dict[str, str]]) -> None:
        """The rows of a round, and for each the clauses that its mistakes breach, with the verdicts."""
        name = f"{table}-{sequence}"
        where = {"round": name, "table": table, "moment": moment, "sequence": sequence}
        for seat, (facts, breaches) in enumerate(zip(rows, mistakes, strict=True), 1):
            own = {"seat": facts.get("seat", str(seat)), "player": facts.get("player", "")}
            self.rows.append({**where, **own, **as_record(facts, self.book)})
            self.breached |= breaches.keys()
            self.key |= {(name, *one) for one in reported_breaches(breaches, facts.get("settled_as", {}).items())}

    def write(self, path: Path) -> Path:
        with path.open("w", newline="") as lines:
            writer = csv.DictWriter(lines, dict.fromkeys(column for row in self.rows for column in row), restval="")
            writer.writeheader()
            writer.writerows(self.rows)
        return path
