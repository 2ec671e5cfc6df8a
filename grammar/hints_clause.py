"""Lessons about the parts of a clause: verb, object, condition, names."""

from __future__ import annotations

import re

from pitboss.grammar.fault_context import CHARACTER, PLURALS, TRAILERS, VALUES, VERBS, Lesson, ParseFault

BOUNDS = ("AT_LEAST", "AT_MOST", "EXACTLY", "BETWEEN", "AMONG")
VERB_LIST = f"the verbs: {', '.join(VERBS)}"


def _verb(f: ParseFault) -> bool:
    return f.takes("BARS", "REQUIRES", "PAYS") and not f.takes("NAME") and f.kind != CHARACTER


def ends(f: ParseFault) -> bool:
    """The line ends, or its trailers begin, before the clause is complete."""
    return f.kind in ("_NL", *(word.upper() for word in TRAILERS))


CLAUSE = (
    Lesson(
        "R121",
        "the verb is always singular: not '{f.word}'",
        "write '{f.near_verb}', also after several subjects",
        (
            "(a)  streak ▸pay at least 3 to 1\n",
            "(a)  over, under ▸bar sevens\n",
            "(a)  streak ▸require tiles_layout\n",
            "(a)  tiles, streak ▸are independent\n",
            "(a)  streak ▸win when run = 2\n",
            "(a)  change of tiles ▸need posting\n",
        ),
        lambda f: _verb(f) and f.word in PLURALS,
    ),
    Lesson(
        "R122",
        "'{f.word}' is no verb",
        "did you mean '{f.near_verb}'?",
        ("(a)  streak ▸bears sevens\n", "(a)  streak ▸requirs tiles_layout\n", "(a)  streak ▸payss exactly 3 to 1\n"),
        lambda f: _verb(f) and f.kind == "NAME" and bool(f.near_verb),
    ),
    Lesson(
        "R122",
        "no statement begins with '{f.first}'",
        "did you mean '{f.near_statement}'?",
        (
            '(a)  wagr ▸streak optional "Streak"\n',
            '(a)  atest ▸hands "cards stay in sight"\n',
            "amnded ▸2006-06-05 R.2006 d.205\n(a)  decks is at least 6\n",
            '(a)  permitt ▸"a second shoe"\n',
        ),
        lambda f: _verb(f) and f.before == f.first and f.kind in ("NAME", "STRING", "DATE") and bool(f.near_statement),
    ),
    Lesson(
        "R125",
        "a name holds no '-'",
        "join the words with an underscore, as in over_under",
        ("(a)  over▸-under bars sevens\n",),
        lambda f: _verb(f) and f.kind == "PLUS_MINUS",
    ),
    Lesson(
        "R134",
        "a comparison belongs in a condition, not in a clause",
        "write `is at least` for >=, `is at most` for <=, `is exactly` for =",
        ("(a)  decks ▸>= 6\n", "(a)  decks ▸= 6\n"),
        lambda f: _verb(f) and f.kind == "COMPARE",
    ),
    Lesson(
        "R122",
        "'{f.word}' is where a verb is required",
        VERB_LIST,
        ("(a)  streak ▸shall bar sevens\n", "(a)  tiles ▸of_gold is at least 6\n", "(a)  require ▸deck\n"),
        lambda f: _verb(f) and f.kind == "NAME",
    ),
    Lesson(
        "R120",
        "the verb is missing after '{f.before}'",
        VERB_LIST,
        (
            "(a)  decks▸\n",
            "(a)  decks ▸at least 6\n",
            "(a)  decks ▸6\n",
            "(a)  maximum of streak ▸$5\n",
            "(a)  streak ▸when run = 2\n",
            "(a)  over, under ▸all but one\n",
        ),
        _verb,
    ),
    Lesson(
        "R132",
        "state how the value binds",
        "write `is exactly 6`, `is at least 6`, `is at most 6`, `is between 6 and 8` or `is among 6, 8`",
        ("(a)  decks is ▸6\n", "(a)  maximum of streak is ▸$5\n", "(a)  decks is ▸six\n"),
        lambda f: f.takes(*BOUNDS) and f.kind in (*VALUES, "NAME"),
    ),
    Lesson(
        "R132",
        "state how the odds bind",
        "write `pays exactly 3 to 1`, `pays at least 3 to 1` or `pays between 3 to 1 and 5 to 1`",
        ("(a)  streak pays ▸3 to 1\n", "(a)  streak pays ▸sevens\n"),
        lambda f: f.takes("ONE", "ONLY", "EACH") and f.kind in (*VALUES, "NAME"),
    ),
    Lesson(
        "R128",
        "odds are not written with a colon or a hyphen",
        "write 3 to 2, or 3 for 2 where the stake is not returned",
        ("(a)  streak pays exactly ▸3:2\n", "(a)  streak pays between ▸5:1 and 6:1\n", "(a)  x pays exactly 3-▸to-1\n"),
        lambda f: (
            (f.kind == "CITE" and re.fullmatch(r"\d+:\d+", f.word) is not None and f.takes("ODDS"))
            or (f.word in ("to", "for") and f.previous.endswith("-"))
        ),
    ),
    Lesson(
        "R119",
        "rounding needs a direction and a unit",
        "as in: rounds down to $1, or: rounds 5% * stake of streak up to $1",
        (
            "(a)  streak rounds ▸to $1\n",
            "(a)  streak rounds down ▸$1\n",
            "(a)  streak rounds▸\n",
            "(a)  commission rounds 5% * stake of streak▸\n",
            "(a)  commission rounds 5% * stake of streak ▸to $1\n",
        ),
        lambda f: (
            f.takes("DIRECTION")
            and (ends(f) or f.word == "to")
            or f.expected == {"TO"}
            and f.previous in ("up", "down")
        ),
    ),
    Lesson(
        "R133",
        "the list ends with a comma",
        "name one more, or take the comma away",
        ("(a)  streak bars over, under,▸\n", "(a)  decks is among 6, ▸when run = 2\n"),
        lambda f: f.previous.endswith(",") and ends(f),
    ),
    Lesson(
        "R122",
        "'{f.word}' begins no trailer",
        "did you mean '{f.near_trailer}'?",
        ("(a)  decks is at least 6 ▸whne run = 2\n", "(a)  streak wins ▸wen run = 2\n"),
        lambda f: f.takes("PER", "FROM") and f.kind == "NAME" and bool(f.near_trailer),
    ),
    Lesson(
        "R133",
        "a comma is missing before '{f.word}'",
        "write: {f.previous}, {f.word}",
        ("(a)  streak bars over ▸under\n", "(a)  decks is among 6 ▸8\n", "(a)  x bars y per 2.3(a) ▸2.3(d)\n"),
        lambda f: (
            (f.takes("_COMMA") and f.kind in ("NAME", "CITE", *VALUES) and "COMPARE" not in f.expected)
            or (f.takes("PER") and f.kind == "NAME" and re.search(r"\b(bars|requires|before)\b[\w, ]+$", f.before))
        ),
    ),
)

CONDITION = (
    Lesson(
        "R130",
        "a condition must follow '{f.previous}'",
        "as in: when resplit is offered, or: when boxes <= 6 and run = 2",
        (
            "(a)  streak wins when▸\n",
            "(a)  decks is at most 8 unless ▸per 2.3(a)\n",
            "(a)  streak wins when run = 2 and▸\n",
            "(a)  streak wins when not ▸from 2006-06-05\n",
            "(a)  decks is at most 1\n       except when▸\n",
        ),
        lambda f: f.takes("NOT", "EXTREME") and ends(f),
    ),
    Lesson(
        "R134",
        "'is' is missing before '{f.word}'",
        "write: {f.previous} is {f.word}",
        ("(a)  decks is at least 6 when resplit ▸offered\n", "(a)  streak wins when side ▸among over, under\n"),
        lambda f: f.takes("COMPARE", "AND") and f.word in ("offered", "among", "not"),
    ),
    Lesson(
        "R134",
        "a condition compares with = != < <= > >=",
        "write >= for `at least`, <= for `at most`, = for `exactly`; or `is among 6, 8`",
        (
            "(a)  streak wins when decks ▸at least 6\n",
            "(a)  streak wins when decks is ▸at least 6\n",
            "(a)  streak wins when decks is ▸6\n",
            "(a)  streak wins when decks is not ▸6\n",
            "(a)  streak wins when decks is ▸exactly 6\n",
            "(a)  streak wins when run =▸= 2\n",
        ),
        lambda f: (
            (f.takes("COMPARE", "AND") and f.kind in BOUNDS)
            or (f.takes("OFFERED", "AMONG") and not f.takes("EXACTLY") and f.kind in (*VALUES, *BOUNDS))
            or (f.kind == "COMPARE" and f.previous[-1:] in ("=", "<", ">", "!"))
        ),
    ),
    Lesson(
        "R126",
        "'{f.word}' reads as a citation",
        "take the brackets away, or give the name more than two letters",
        ("(a)  streak wins when not ▸(ab)\n", "(a)  streak wins when ▸(a) or side = over\n"),
        lambda f: f.kind == "CITE" and f.takes("EXTREME") and f.word.startswith("("),
    ),
    Lesson(
        "R137",
        "put brackets around a count or a sum with `where`",
        "write: (count of seats where run = 2) > 1",
        (
            "(a)  streak wins when count of seats ▸where run = 2\n",
            "(a)  total is at most sum of stake of streak over other seats ▸where run = 2\n",
            "(a)  total follows from 1 + count of own hands ▸where run = 2\n",
        ),
        lambda f: f.kind == "WHERE" and f.takes("PLUS_MINUS") and "OVER" not in f.expected,
    ),
    Lesson(
        "R119",
        "a sum states over which rows of the round",
        "write: sum of stake of streak over seats, or over other seats, own seats, hands, other hands, own hands, "
        "own first hand, own box, boxes",
        (
            "(a)  total follows from sum of stake of streak▸\n",
            "(a)  total follows from sum of stake of streak ▸over all\n",
            "(a)  total follows from sum of stake of streak ▸over seat\n",
            "(a)  total follows from sum of stake of streak ▸where run = 2\n",
        ),
        lambda f: f.takes("OVER") and not f.takes("_NL") and (ends(f) or f.kind in ("NAME", "WHERE")),
    ),
    Lesson(
        "R134",
        "`before` follows what it is asked of",
        "write: run before, or: stake of streak before",
        (
            "(a)  streak wins when ▸before run = 2\n",
            "(a)  total follows from ▸before run + 1\n",
        ),
        lambda f: f.kind == "BEFORE" and f.takes("EXTREME"),
    ),
    Lesson(
        "R137",
        "a bracket is not closed",
        "every ( has its )",
        ("(a)  streak wins when (side = over▸\n", "(a)  streak wins when points(first 2 cards▸\n"),
        lambda f: f.takes("RPAR") and ends(f),
    ),
    Lesson(
        "R137",
        "this bracket was never opened",
        "every ) has its (",
        ("(a)  streak wins when side = over▸)\n",),
        lambda f: f.kind == "RPAR" and f.before.count("(") <= f.before.count(")"),
    ),
    Lesson(
        "R134",
        "an argument is named with a colon",
        "write: points(first 2 cards, ace: 1)",
        ("(a)  streak wins when points(first 2 cards, ace ▸= 1) > 13\n",),
        lambda f: f.kind == "COMPARE" and f.takes("RPAR"),
    ),
)


def _reserved(f: ParseFault) -> bool:
    """A keyword where a name is expected, unless it simply begins the next part of an incomplete clause."""
    return f.takes("NAME") and re.fullmatch(r"[a-z]+", f.word) is not None and f.word not in (*TRAILERS, "and", "or")


NAMES = (
    Lesson(
        "R124",
        "'{f.word}' is a word of the language and cannot be a name",
        "add a word, as in {f.word}_rule",
        (
            '(a)  wager ▸map optional "Map"\n',
            "(a)  streak bars ▸same\n",
            '(a)  equipment ▸notice "Board"\n',
            "(a)  payouts of ▸each is at least 6\n",
            "(a)  streak requires tiles_layout, ▸exactly\n",
        ),
        _reserved,
    ),
)
