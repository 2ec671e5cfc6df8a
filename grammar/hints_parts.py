"""Lessons about trailers, and about required parts of a statement."""

from __future__ import annotations

import re

from pitboss.grammar.fault_context import CHARACTER, Lesson
from pitboss.grammar.hints_clause import ends

TRAILER = (
    Lesson(
        "R127",
        "a day must follow '{f.previous}', not '{f.word}'",
        "a day is written year-month-day, 2006-06-05",
        (
            "(a)  decks is at least 6 from ▸2006\n",
            "(a)  decks is at least 6 from ▸2006-6-5\n",
            "(a)  decks is at least 6 until ▸june\n",
            "(a)  decks is at least 6\nedition second from ▸06\n(b)  boxes is at most 7\n",
            "(a)  decks is at least 6 from ▸June 5\n",
        ),
        lambda f: f.expected == {"DATE"} and not ends(f),
    ),
    Lesson(
        "R127",
        "a day must follow '{f.previous}'",
        "a day is written year-month-day, 2006-06-05",
        (
            "(a)  decks is at least 6 from▸\n",
            "(a)  decks is at least 6 from ▸until 2007-01-01\n",
            "(a)  decks is at least 6 from 2006-06-05 operative▸\n",
        ),
        lambda f: f.expected == {"DATE"},
    ),
    Lesson(
        "R126",
        "a citation must follow '{f.previous}'",
        "write 19:47-2.3(a)1i, 2.3(d) within the chapter, (e)2 within the section, or N.J.S.A. 5:12-100",
        (
            "(a)  decks is at least 6 per▸\n",
            "(a)  decks is at least 6 per ▸2.18\n",
            "(a)  decks is at least 6 per ▸section 2\n",
            "(a)  decks is at least 6 per ▸N.J.A.C. 19:47-2.3\n",
            "(a)  decks is at least 6 per ▸19-47-2.3\n",
            "(a)  decks is at least 6 despite ▸from 2006-06-05\n",
            "(a)  decks is at least 6 per 2.3(a) sic▸\n",
            "section ▸Tiles\n(a)  decks is at least 6\n",
        ),
        lambda f: f.expected == {"CITE"},
    ),
    Lesson(
        "R126",
        "this citation goes on in a form this language does not know",
        "write 19:47-2.3(a)1i: chapter, section, one lettered part, then figure and roman numeral without brackets",
        (
            "(a)  decks is at least 6 per 19:47-2.3(a)▸(1)\n",
            "(a)  decks is at least 6 per 19:47-2.3▸.4\n",
            "(a)  decks is at least 6 per 19:47-2.3▸[a]\n",
        ),
        lambda f: (
            re.search(r"\b(per|sic|despite)\b[^\"]*[\w)]$", f.before) is not None
            and not f.source[f.column - 2].isspace()
            and f.kind in ("LPAR", "CITE", CHARACTER)
        ),
    ),
    Lesson(
        "R131",
        "a text in double quotes is required here",
        'as in: wager streak optional "Streak wager"',
        (
            "(a)  wager streak optional▸\n",
            "(a)  wager streak▸\n",
            "(a)  wager streak optional ▸streak wager\n",
            "(a)  equipment shaker▸\n",
            "(a)  game tiles▸\n",
            "(a)  attest hands▸\n",
            "(a)  permit▸\n",
            '(a)  leave "x" because▸\n',
            "(a)  leave ▸because\n",
            "(a)  define shoe▸\n",
            "(a)  irregularity misdeal ▸leads to void\n",
            "(a)  decks is at least 6 from 2006-06-05 inferred▸\n",
            "(a)  decks is at least 6\n       reading counts▸\n",
            "(a)  field decks of table count▸\n",
            "section 1:1-1.1▸\n(a)  decks is at least 6\n",
            'vocabulary "Words"\nscope pit of licensee▸\n',
        ),
        lambda f: f.takes("STRING") and f.expected <= {"STRING", "DUTY", "OF", "MEANS"} and f.kind != CHARACTER,
    ),
)

PARTS = (
    Lesson(
        "R119",
        "a ranking lists its hands on nested lines",
        "as in: straight_flush has consecutive and suited",
        ('(a)  ranking three_cards of 3 cards "Hands"▸\n(b)  decks is at least 6\n',),
    ),
    Lesson(
        "R119",
        "a field states its type before its title",
        'as in: field decks of table count "decks in use"; or one of 6, 8; set of money; map of name to count',
        ('(a)  field decks of table ▸"decks in use"\n', "(a)  field decks of table▸\n"),
    ),
    Lesson(
        "R119",
        "an election lists what may be elected",
        "as in: elect vigorish among 4%, 5%",
        ("(a)  elect vigorish ▸4%, 5%\n", "(a)  elect vigorish▸\n", '(a)  elect vigorish ▸"the rate"\n'),
    ),
    Lesson(
        "R119",
        "an outcome states its wager and its condition",
        "as in: outcome natural of tiles when points = 9",
        (
            '(a)  outcome natural ▸"Natural"\n',
            "(a)  outcome natural ▸when x = 9\n",
            "(a)  outcome natural of tiles▸\n",
        ),
    ),
    Lesson(
        "R119",
        "a parameter lists its values after `is one of`",
        "as in: run is one of 2, 3, 4",
        (
            '(a)  wager streak "Streak"\n       run ▸one of 2, 3\n',
            '(a)  wager streak "Streak"\n       run is ▸2, 3\n',
            '(a)  wager streak "Streak"\n       run is one ▸2, 3\n',
        ),
    ),
    Lesson(
        "R119",
        "state what is needed",
        "as in: needs notice 30 minutes written to commission before start; or needs posting; or needs approval",
        ("(a)  tiles needs▸\n", "(a)  tiles needs ▸permission\n", "(a)  tiles needs notice 30 minutes▸\n"),
    ),
    Lesson(
        "R119",
        "`first` and `last` count cards",
        "as in: points(first 2 cards)",
        ("(a)  streak wins when first ▸= 2\n", "(a)  streak wins when points(last ▸cards) = 2\n"),
    ),
    Lesson(
        "R119",
        "`same` needs a span",
        "as in: is same at every table of pit; or: is same at every tiles table of licensee with equal decks",
        ("(a)  decks is same▸\n", "(a)  decks is same at ▸table\n", "(a)  decks is same at every table▸\n"),
    ),
    Lesson(
        "R119",
        "`follows` needs a source: a quantity or a table",
        "as in: follows from points(cards); or: follows by banker_points, and a table below",
        ("(a)  total follows▸\n", "(a)  total follows ▸points(cards)\n"),
    ),
    Lesson(
        "R119",
        "a block states the value that it is for",
        "as in: for decks 6",
        (
            "(a)  x pays exactly by decks\n       for ▸6\n",
            "(a)  x pays one table exactly\n       for decks▸\n",
        ),
    ),
    Lesson(
        "R119",
        "an irregularity states its consequence",
        'as in: irregularity misdeal "a card is exposed" leads to void_round',
        ('(a)  irregularity misdeal "exposed card"▸\n', '(a)  irregularity misdeal "exposed card" ▸void\n'),
    ),
    Lesson(
        "R119",
        "what no machine can check is left with its reason",
        'as in: leave "courtesy of the dealer" because "no filing states it"',
        ('(a)  leave "courtesy"▸\n', '(a)  leave "courtesy" ▸"no filing states it"\n'),
    ),
    Lesson(
        "R119",
        "one table is taken exactly, or as a floor",
        "write `pays one table exactly` or `pays one table at least`",
        ("(a)  streak pays one ▸exactly\n", "(a)  streak pays one table▸\n", "(a)  streak pays one table ▸by decks\n"),
    ),
)
