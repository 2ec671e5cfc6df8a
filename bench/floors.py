"""Floors of thousands of tables, made from the example: its tables repeated, with few or with all filed figures their own."""

from __future__ import annotations

import copy
import json
from functools import cache
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]

from bench.measure import ROOT
from pitboss.checker.read import read

EXAMPLE = ROOT / "examples" / "boardwalk"
Table = dict[str, Any]


@cache
def example() -> Table:
    """The example floor as one mapping, its lists of tables in their pits."""
    documents: Any = read(EXAMPLE).documents
    sheets = {Path(d.name).name: d.data for d in documents if isinstance(d.data, list)}
    made: Table = {}
    for document in documents:
        for key, value in document.data.items() if isinstance(document.data, dict) else ():
            known = made.setdefault(key, type(value)())
            known.extend(value) if isinstance(value, list) else known.update(value)
    for pit in made["pits"]:
        if isinstance(pit["tables"], dict):
            pit["tables"] = [_cells(row) for row in sheets[pit["tables"]["file"]]]
    return made


def _cells(row: Table) -> Table:
    """A row of a CSV file as a mapping."""
    stated = {key: value for key, value in row.items() if value is not None}
    lists = {"denominations", "options", "wagers", "equipment"} & stated.keys()
    return stated | {key: [cell.strip() for cell in str(stated[key]).split(";")] for key in lists}


def floor(tables: int, own: str) -> Table:
    """The example with its tables repeated, each with `own` figures: "no", "one" limit, or "all" that are filed.

    A statement about a table becomes a statement about each of its copies.
    """
    made = copy.deepcopy(example())
    here = sum(len(pit["tables"]) for pit in made["pits"])
    copies: dict[str, list[str]] = {}
    number = 0
    for pit in made["pits"]:
        originals, pit["tables"] = pit["tables"], []
        for i in range(max(1, round(tables / here))):
            for table in originals:
                number += 1
                again = {**table, "number": f"{table['number']}-{i}"}
                if own != "no":
                    again |= _own(table, made["defaults"], number, everything=own == "all")
                pit["tables"].append(again)
                copies.setdefault(str(table["number"]), []).append(again["number"])
    for key in ("statements", "events", "attestations", "approvals"):
        for item in made.get(key, ()):
            if "tables" in item:
                item["tables"] = _spread(item["tables"], copies)
    return made


def _own(table: Table, defaults: Table, number: int, everything: bool) -> Table:
    """What no other table files: a maximum of the first wager, or whatever else there is a choice of as well."""
    inherited = defaults.get(table["game"], {})
    listed = table.get("wagers") or inherited["wagers"]
    if isinstance(listed, list):
        mappings = (one if isinstance(one, dict) else {"wager": one} for one in listed)
        listed = {one["wager"]: {k: v for k, v in one.items() if k != "wager"} for one in mappings}
    first, *rest = listed
    if not everything:
        wagers = {
            first: {**(listed[first] or {}), "maximum": f"${1000 + number}"},
            **{name: listed[name] for name in rest},
        }
        return {"wagers": wagers}
    cents = f"{number % 100:02}"
    wagers = {
        name: {
            **(listed[name] or {}),
            "minimum": f"${1 + number // 100}.{cents}",
            "maximum": f"${1000 + number + 5000 * place}",
        }
        for place, name in enumerate(listed)
    }
    changed: Table = {"wagers": wagers, "denominations": ["$1", "$5", "$25", f"${100 + number}"]}
    for name, most in (("decks", 8), ("boxes", 7)):
        if name in {**inherited, **table}:
            changed[name] = 1 + number % most
    options = table.get("options", inherited.get("options", []))
    if isinstance(options, list):  # one subset of the options after the other
        changed["options"] = [one for bit, one in enumerate(options) if number >> bit & 1]
    return changed


def _spread(selector: Any, copies: dict[str, list[str]]) -> Any:
    """The copies of each table that is named by its number."""
    if isinstance(selector, list):
        return [each for one in selector for each in copies.get(str(one), [one])]
    return copies.get(str(selector), selector)


def one_table() -> Table:
    """The first table of the example, with what is filed for all tables of its game."""
    made = example()
    pit = made["pits"][0]
    return {
        "submission": made["submission"],
        "defaults": {pit["tables"][0]["game"]: made["defaults"][pit["tables"][0]["game"]]},
        "paytables": made["paytables"],
        "pits": [{**pit, "tables": pit["tables"][:1]}],
    }


def plain(made: Table) -> Any:
    """The same in the types of JSON."""
    return json.loads(json.dumps(made, default=str))


def write(made: Table, path: Path) -> Path:
    """Write a floor as JSON or YAML, by the suffix."""
    if path.suffix == ".json":
        path.write_text(json.dumps(made, indent=1, default=str))
    else:
        path.write_text(yaml.dump(plain(made), Dumper=getattr(yaml, "CSafeDumper", yaml.SafeDumper), sort_keys=False))
    return path
