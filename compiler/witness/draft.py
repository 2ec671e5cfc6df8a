"""A draft: the facts of a small filing by their paths, and the filing as data.

A draft has one table of a game, on which a complete certification rests, so that what it does not list is not offered.

>>> facts = {("decks",): 6, ("offers", "streak"): True, ("offers", "streak", "maximum"): "$100"}
>>> filing(facts, "tiles", "2004-01-01", {"streak": "wager"})["pits"][0]["tables"][0]["wagers"]
[{'wager': 'streak', 'maximum': '$100'}]
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from pitboss.grammar.json_types import Json

Path = tuple[
    str, ...
]  # as in a footprint; ("offers", offer, "payouts", row), ("event",), ("second table", field), ("elsewhere", offer)
Draft = Mapping[Path, Json]
PERSON = "A. Person"
OFFERED: Path = ("offers",)
_PARTS = ("attested", "approved", "posted", "event", "second table", "elsewhere")  # not facts of the first table


def filing(draft: Draft, game: str, day: str, kinds: Mapping[str, str]) -> dict[str, Json]:
    """The draft as a filing. `kinds`: wager, option or variation, by the name of the offer."""
    tables = [_table("1", game, {path: value for path, value in draft.items() if path[0] not in _PARTS}, kinds)]
    other = {path[1:]: value for path, value in draft.items() if path[0] == "second table"}
    elsewhere: dict[Path, Json] = {("offers", path[1]): True for path in draft if path[0] == "elsewhere"}
    if other or elsewhere:
        own = {path: value for path, value in draft.items() if path[0] not in _PARTS}
        tables.append(_table("2", game, {**own, **other, **elsewhere}, kinds))
    certified: Json = [{"by": PERSON, "role": "manager", "on": day}]
    made: dict[str, Json] = {
        "submission": {"certifications": certified},
        "pits": [{"name": "A", "tables": [*tables]}],
    }
    attested = [(path[1], answer) for path, answer in draft.items() if path[0] == "attested"]
    approved = [path[1] for path in draft if path[0] == "approved"]
    posted = [path[1] for path in draft if path[0] == "posted"]
    events: list[Json] = [
        {**event, "on": day} for path, event in draft.items() if path[0] == "event" and isinstance(event, dict)
    ]
    if attested:
        made["attestations"] = [
            {"provision": provision, "answer": answer, "by": PERSON, "on": day}
            for provision, answer in sorted(attested)
        ]
    if approved:
        made["approvals"] = [
            {"instrument": "approval", "sha256": "0" * 64, "provision": provision, "from": day}
            for provision in sorted(approved)
        ]
    if posted:
        made["statements"] = [{"kind": "sign", "about": [*sorted(posted)], "says": "as filed"}]
    if events:
        made["events"] = events
    return made


def _table(number: str, game: str, facts: Draft, kinds: Mapping[str, str]) -> dict[str, Json]:
    table: dict[str, Json] = {"number": number, "game": game}
    table |= {path[0]: facts[path] for path in sorted(facts) if len(path) == 1}
    offers = sorted(path[1] for path in facts if path[0] == "offers" and len(path) == 2)
    in_use: list[Json] = [name for name in offers if kinds.get(name) == "variation"]
    for kind in ("wager", "option"):
        table[f"{kind}s"] = [_offer(kind, name, facts) for name in offers if kinds.get(name, "wager") == kind]
    varied: list[Json] = [_offer("option", str(name), facts) for name in in_use]
    if varied == in_use and varied:
        table["variation"] = varied
    elif varied:  # fields of a variation are stated as those of an option
        options = table["options"]
        table["options"] = [*(options if isinstance(options, list) else ()), *varied]
    equipment: dict[str, Json] = {path[1]: facts[path] for path in sorted(facts) if path[0] == "equipment"}
    if equipment:
        table["equipment"] = equipment
    return table


def _offer(kind: str, name: str, facts: Draft) -> Json:
    fields: dict[str, Json] = {
        path[2]: facts[path] for path in sorted(facts) if path[:2] == ("offers", name) and len(path) == 3
    }
    payouts: dict[str, Json] = {
        path[3]: facts[path] for path in sorted(facts) if path[:3] == ("offers", name, "payouts")
    }
    if [*payouts] == ["win"]:
        fields["pays"] = payouts["win"]
    elif payouts:
        fields["payouts"] = payouts
    return {kind: name, **fields} if fields else name


def text(filed: Json) -> str:
    """The canonical text of a filing."""
    return json.dumps(filed, sort_keys=True, separators=(",", ":"))
