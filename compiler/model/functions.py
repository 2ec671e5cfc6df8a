"""The function table: the functions that a condition may call, with their types, footprints and wording.

A new function is one row here, one implementation for each evaluator (`checker/runtime/cards.py` for rows,
`algebra/card_arrays.py` for columns and odds, `compiler/oracle/cards.py`), and one question in
`tests/rankings/test_evaluators_agree.py`, which compares them.

>>> FUNCTIONS["points"].result, FUNCTIONS["suited"].sees
('number', <Grain.ONE_SUIT: 32>)
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from enum import Flag


class Grain(Flag):
    """How finely a function observes cards: hands of one size that agree in this have the same value."""

    NONE = 0
    COURTS = 1  # of a card of ten points, whether it is a ten, jack, queen or king
    SUIT_PATTERN = 2  # which cards have the same suit, not which suit
    SUIT_OF_COLOR = 4  # of each card, which of the two suits of its color it has
    RANK_PATTERN = 8  # which cards have the same rank, not which rank
    ORDER = 16  # the order of the cards
    ONE_SUIT = 32  # whether all cards have one suit
    COLORS = 64  # which color each card has
    POINTS = 128  # how many points each card counts
    RANKS = POINTS | COURTS  # the ranks, as a multiset
    SUITS = COLORS | SUIT_OF_COLOR  # which suit each card has
    WHOLE = RANKS | SUIT_PATTERN | SUITS | ORDER


class Domain(Flag):
    CARDS = 1  # a function of hands of cards
    FILING = 2  # a function of what a filing states


@dataclass(frozen=True, slots=True)
class Function:
    """`params` and `named` are kinds of values; a variadic function takes further hands, which count together with the last."""

    name: str
    params: tuple[str, ...]
    result: str
    english: str  # {0} is the first argument; of a flag, what follows the verb
    named: dict[str, str] = field(default_factory=dict)
    named_english: dict[str, str] = field(
        default_factory=dict
    )  # what follows if the argument is given; {} is its value
    verb: str = "are"  # of a flag
    variadic: bool = False
    sees: Grain = Grain.NONE
    domain: Domain = Domain.CARDS
    implicit: bool = False  # without arguments it applies to `cards`
    of_dealing: bool = False  # it observes how a hand came to be dealt, which exact odds do not enumerate
    of_first_card: bool = False  # it looks at the first card of the hand alone

    def grain(self, named: Collection[str] = ()) -> Grain:
        """The grain of a call with these named arguments: without a filter by rank or suit it does not observe that.

        >>> FUNCTIONS["count"].grain(), FUNCTIONS["count"].grain(["rank"]) is Grain.RANKS
        (<Grain.NONE: 0>, True)
        """
        absent = {kind for name, kind in self.named.items() if name not in named}
        unused = (Grain.RANKS if "rank" in absent else Grain.NONE) | (Grain.SUITS if "suit" in absent else Grain.NONE)
        return self.sees & ~unused


_TABLE = (
    Function(
        "points", ("cards",), "number", "the points of {0}", {"ace": "number"}, {"ace": " with the ace as {}"}, sees=Grain.POINTS
    ),
    Function(
        "count", ("cards",), "number", "the number of {0}", {"rank": "rank", "suit": "suit"},
        {"rank": " of rank {}", "suit": " of suit {}"}, sees=Grain.RANKS | Grain.SUITS,
    ),
    Function("size", ("cards",), "number", "the number of {0}"),
    Function("rank", ("cards",), "rank", "the rank of {0}", sees=Grain.RANKS | Grain.ORDER, of_first_card=True),
    Function("suit", ("cards",), "suit", "the suit of {0}", sees=Grain.SUITS | Grain.ORDER, of_first_card=True),
    Function("pairs", ("cards",), "number", "the number of pairs among {0}", sees=Grain.RANKS),
    Function("suits", ("cards",), "number", "the number of suits among {0}", sees=Grain.SUIT_PATTERN),
    Function(
        "copies", ("cards",), "number", "the number of times one card occurs in {0}", variadic=True, sees=Grain.SUITS, of_dealing=True
    ),
    Function(
        "strays", ("cards", "cards"), "number", "the number of cards of {1} that are not among {0}", variadic=True, sees=Grain.SUITS,
        of_dealing=True,
    ),
    Function(
        "hard_draw", ("cards",), "number", "the highest hard total at which {0} drew a card", sees=Grain.RANKS | Grain.ORDER,
        of_dealing=True,
    ),
    Function(
        "soft_draw", ("cards",), "number", "the highest soft total at which {0} drew a card", sees=Grain.RANKS | Grain.ORDER,
        of_dealing=True,
    ),
    Function("suited", ("cards",), "flag", "of one suit", sees=Grain.ONE_SUIT, implicit=True),
    Function("same_color", ("cards",), "flag", "of one color", sees=Grain.COLORS, implicit=True),
    Function("same_rank", ("cards",), "flag", "of one rank", sees=Grain.RANK_PATTERN, implicit=True),
    Function("consecutive", ("cards",), "flag", "in sequence", sees=Grain.RANKS, implicit=True),
    Function("of_a_rank", ("cards", "number"), "flag", "{1} of one rank", verb="include", sees=Grain.RANK_PATTERN),
    Function("of_a_suit", ("cards", "number"), "flag", "{1} of one suit", verb="include", sees=Grain.SUIT_PATTERN),
    Function(
        "best", ("ranking", "cards"), "name", "the best hand of {1}", {"height": "number"}, {"height": "by rank and kickers alone"},
        sees=Grain.WHOLE,
    ),
    Function(
        "strength", ("ranking", "cards"), "number", "the strength of {1}", {"height": "number"},
        {"height": "by rank and kickers alone"}, sees=Grain.WHOLE,
    ),
    Function("makes", ("ranking", "row", "cards"), "flag", "a hand of one rank", sees=Grain.WHOLE),  # lowered to `best`
    Function(
        "peak", ("cards",), "number", "the highest rank of {0}", {"low_ace": "number"}, {"low_ace": ", a low ace at {}"},
        sees=Grain.RANKS,
    ),
    Function("groups", ("cards",), "number", "the ranks of {0}, the most frequent first", sees=Grain.RANKS),
    Function("payout", ("wager", "outcome"), "payout", "the payout of {0} for {1}", domain=Domain.FILING),
    Function("hit", ("wager",), "percent", "the chance that {0} wins", domain=Domain.FILING),
    Function(
        "edge", ("wager", "chances"), "percent", "the house advantage of {0} with {1}", {"back": "flag", "stakes": "money"},
        {"back": ", where {}", "stakes": ", over {}"}, domain=Domain.FILING,
    ),
    Function("smallest", ("chances",), "money", "the smallest amount in {0}", domain=Domain.FILING),
    Function("largest", ("chances",), "money", "the largest amount in {0}", domain=Domain.FILING),
    Function("uniform", ("field",), "flag", "the same throughout the table", verb="is", domain=Domain.FILING),
    Function("in_order", ("list",), "flag", "in this order", domain=Domain.FILING),
)  # fmt: skip

FUNCTIONS = {function.name: function for function in _TABLE}
CARD_FUNCTIONS = tuple(f.name for f in _TABLE if f.domain is Domain.CARDS)
IMPLICIT = tuple(f.name for f in _TABLE if f.implicit)
FILING_FUNCTIONS = tuple(f.name for f in _TABLE if f.domain is Domain.FILING)
_SYNTAX = ("of_a_rank", "of_a_suit", "uniform", "in_order")  # what these mean is written in another way: `2 of a rank`
CALLABLE = {
    name: function for name, function in FUNCTIONS.items() if name not in _SYNTAX
}  # that a condition calls by name
