"""What an example of a clause changes in a lawful table of its game, in words."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.compiler.model.catalog_entries import Catalog
from pitboss.compiler.witness.draft import Path
from pitboss.grammar.json_types import Json


def changed(catalog: Catalog, changes: Mapping[Path, Json]) -> list[str]:
    """What an example changes, in words.

    >>> changed(Catalog("d"), {("decks",): 6, ("offers", "streak"): True, ("offers", "streak", "payouts", "2"): "3 to 1"})
    ['decks 6', 'streak', 'payouts of streak 2: 3 to 1']
    """
    told = [_fact(catalog, path, value) for path, value in changes.items() if path[2:3] != ("payouts",)]
    rows: dict[tuple[str, ...], list[str]] = {}
    for path, value in changes.items():
        if path[2:3] == ("payouts",):
            row = "" if path[3] == "win" else f"{path[3].replace('_', ' ')}: "
            rows.setdefault(path[:2], []).append(f"{row}{value}" if value is not None else f"{row}not stated")
    return told + [f"payouts of {_title(catalog, path[1])} {', '.join(some)}" for path, some in rows.items()]


def _fact(catalog: Catalog, path: Path, value: Json) -> str:
    match path:
        case ("offers", str(offer)):
            return ("no " if value is None else "") + _title(catalog, offer)
        case ("offers", str(offer), str(field)):
            return f"{_title(catalog, field)} of {_title(catalog, offer)} {_value(value)}"
        case ("equipment", str(name)):
            return ("" if value is True else "no " if value is False else "not stating ") + _title(catalog, name)
        case ("attested", str(provision)):
            return f"{provision} attested: {_value(value)}"
        case ("approved", str(provision)):
            return f"approval under {provision}" if value else f"no approval under {provision}"
        case ("posted", str(subject)):
            return f"a sign of {subject.replace('_', ' ')}" if value else f"no sign of {subject.replace('_', ' ')}"
        case ("event",) if isinstance(value, dict):
            return f"the event {value['kind']} of {_value(value['subject'])}, notice {_value(value['notice'])}"
        case ("elsewhere", str(offer)):
            return f"{_title(catalog, offer)} at another table"
        case ("second table", *rest):
            return f"at a second table {_fact(catalog, tuple(rest), value)}"
    return f"{_title(catalog, path[0])} {_value(value)}"


def _value(value: Json) -> str:
    match value:
        case None:
            return "not stated"
        case bool():
            return "yes" if value else "no"
        case list():
            return " and ".join(_value(part) for part in value)
        case dict():
            return ", ".join(f"{key}: {_value(part)}" for key, part in value.items())
    return str(value).replace("_", " ")


def _title(catalog: Catalog, name: str) -> str:
    known = catalog.names.get(name)
    return known.title if known else name.replace("_", " ")
