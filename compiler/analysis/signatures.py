"""The functions that a condition may call: what they take, by position and by name, and what they give.

>>> SIGNATURES["points"].result
'number'
"""

from __future__ import annotations

from dataclasses import dataclass, field

SUITS = ("c", "d", "h", "s", "clubs", "diamonds", "hearts", "spades")


@dataclass(frozen=True, slots=True)
class Signature:
    takes: tuple[str, ...]
    result: str
    named: dict[str, str] = field(default_factory=dict)
    more: bool = False  # further hands of cards, together with the last


FILED = ("payout", "hit", "edge", "smallest", "largest")  # of what a filing states; the others are of cards
SIGNATURES = {
    "points": Signature(("cards",), "number", {"ace": "number"}),
    "count": Signature(("cards",), "number", {"rank": "rank", "suit": "suit"}),
    "size": Signature(("cards",), "number"),
    "rank": Signature(("cards",), "rank"),
    "suit": Signature(("cards",), "suit"),
    "pairs": Signature(("cards",), "number"),
    "suits": Signature(("cards",), "number"),
    "copies": Signature(("cards",), "number", more=True),
    "strays": Signature(("cards", "cards"), "number", more=True),
    "hard_draw": Signature(("cards",), "number"),
    "soft_draw": Signature(("cards",), "number"),
    "suited": Signature(("cards",), "flag"),
    "same_color": Signature(("cards",), "flag"),
    "same_rank": Signature(("cards",), "flag"),
    "consecutive": Signature(("cards",), "flag"),
    "best": Signature(("ranking", "cards"), "name", {"height": "number"}),
    "strength": Signature(("ranking", "cards"), "number", {"height": "number"}),
    "peak": Signature(("cards",), "number", {"low_ace": "number"}),
    "groups": Signature(("cards",), "number"),
    "payout": Signature(("wager", "outcome"), "payout"),
    "hit": Signature(("wager",), "percent"),
    "edge": Signature(("wager", "chances"), "percent", {"back": "flag", "stakes": "money"}),
    "smallest": Signature(("chances",), "money"),
    "largest": Signature(("chances",), "money"),
}
