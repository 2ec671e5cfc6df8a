"""How long 4,000 tables take from data to facts, and from facts to groups of equal tables.

Run: python bench/assemble.py
"""

from __future__ import annotations

import sys
from dataclasses import make_dataclass
from pathlib import Path
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from pitboss.checker.filing.assemble import assemble
from pitboss.checker.filing.facts import facts_key, facts_on
from pitboss.checker.filing.vocabulary import Named, Vocabulary, VocabularyField

TABLES, PITS, ROUNDS = 4000, 40, 5
WAGERS = [f"wager_{i}" for i in range(8)]
FIELDS = {
    "decks": ("table", ("count",)), "boxes": ("table", ("count",)), "denominations": ("table", ("set_of", ("money",))),
    "minimum": ("wager", ("money",)), "maximum": ("wager", ("money",)), "payouts": ("wager", ("payouts",)),
    "selection": ("wager", ("name",)), "paytable": ("wager", ("text",)),
}  # fmt: skip
VOCABULARY = Vocabulary(
    {name: VocabularyField(name, (owner,), of, name, "") for name, (owner, of) in FIELDS.items()},
    {
        "tiles": Named("game", "tiles", "Tiles", "tiles", ""),
        **{name: Named("wager", name, name, "tiles", "") for name in WAGERS},
        **{name: Named("equipment", name, name, None, "") for name in ("shoe", "shuffler")},
        "redraw": Named("option", "redraw", "redraw", "tiles", ""),
    },
    {}, {}, (), {},
)  # fmt: skip


def table(number: int, distinct: int) -> dict[str, Any]:
    """Everything written out at every table; `distinct` different ones."""
    kind = number % distinct
    wagers = [
        {"wager": name, "minimum": 5, "maximum": f"${1000 + kind}", "payouts": {"trio": "30 to 1", "pair": "3 to 1"}}
        for name in WAGERS
    ]
    return {
        "number": number, "game": "tiles", "decks": 6 + kind % 3, "boxes": 7, "denominations": [5, 25, "$100"],
        "wagers": wagers, "options": ["redraw"], "equipment": {"shoe": True, "shuffler": False},
    }  # fmt: skip


def data(distinct: int) -> dict[str, Any]:
    pits = [{"name": f"P{p}", "tables": []} for p in range(PITS)]
    for number in range(TABLES):
        pits[number % PITS]["tables"].append(table(number, distinct))
    people = [{"by": "A. Person", "role": "manager", "on": "2024-01-01"}]
    return {
        "submission": {"effective": "2024-07-01", "certifications": people},
        "pits": pits,
        "statements": [{"kind": "sign", "about": "maximum of wager_1", "says": "$500", "tables": {"pit": "P1"}}],
        "attestations": [
            {"provision": f"1:1-2.{i}", "answer": True, "by": "A. Person", "on": "2024-01-01", "tables": "all"}
            for i in range(20)
        ],
        "approvals": [
            {"instrument": "A", "sha256": "0" * 64, "provision": "2.1", "from": "2024-01-01", "tables": {"pit": "P2"}}
        ],
    }


def main() -> None:
    File = make_dataclass("File", ("name", "data"))
    for distinct in (1, 50, TABLES):
        document = File("filing.json", data(distinct))
        best = [9.0, 9.0]
        for _ in range(ROUNDS):
            start = process_time()
            filing, faults = assemble([document], VOCABULARY)
            middle = process_time()
            groups = {facts_key(facts_on(filing, t, v, "2024-07-01")) for t in filing.tables for v in t.variants}
            best = [min(best[0], middle - start), min(best[1], process_time() - middle)]
        print(
            f"{len(filing.tables)} tables, {distinct} written differently: assembled in {best[0]:.3f} s of CPU,"
            f" {len(groups)} groups in {best[1]:.3f} s, {len(faults)} faults"
        )


if __name__ == "__main__":
    main()
