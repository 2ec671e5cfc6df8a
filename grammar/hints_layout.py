"""Lessons about the file, its labels and the spelling of its words."""

from __future__ import annotations

import re
from collections.abc import Callable

from pitboss.grammar.fault_context import CHARACTER, NESTED, NOTES, TRAILERS, VERBS, Lesson, ParseFault, nearest


def _spelt(pattern: str) -> Callable[[ParseFault], bool]:
    """A spelling error at a text with this beginning."""
    return lambda f: f.kind == CHARACTER and re.match(pattern, f.rest) is not None


def _statement(f: ParseFault) -> bool:
    return f.opens and f.takes("OFFER", "ELECT")


def _nested(f: ParseFault) -> bool:
    below = f.takes("WHEN", "PER") or f.takes("READING") or f.takes("ROW")
    return f.opens and below and not f.takes("OFFER")


FILE = (
    Lesson(
        "R110",
        "the file is empty",
        'begin with the section: section 19:47-1.1 "Title"',
        ("▸", "▸\n\n", "▸\n# only a comment\n"),
        lambda f: f.takes("SECTION", "VOCABULARY") and f.kind == "$END",
    ),
    Lesson(
        "R110",
        "a rule file begins with the section it transcribes, not with '{f.word}'",
        'write: section 19:47-1.1 "Title" at game_name',
        ("▸!", "\n▸(a)  decks is at least 6\n", "\n▸adopted 2001-01-16\n", "\n▸Section 1:1-1.1\n"),
        lambda f: f.takes("SECTION", "VOCABULARY"),
    ),
    Lesson(
        "R111",
        "no clause follows the heading",
        "use `attest`, `permit` or `leave` for what code cannot check; nothing may be omitted",
        ('section 1:1-1.1 "Tiles"▸\n', 'section 1:1-1.1 "Tiles"\nadopted 2001-01-16▸\n', 'vocabulary "Words"▸\n'),
        lambda f: f.kind == "$END",
    ),
)

MARGIN = (
    Lesson(
        "R114",
        "a label begins at column 1, has a space after it and goes no deeper than (a)1i",
        "write it as the law prints it, without dots: (a)1i",
        (
            "  ▸(a)  decks is at least 6\n",
            "(a)  decks is at least 6\n▸(b)decks is at least 6\n",
            "(a)  decks is at least 6\n▸(a)1i(A)  decks is at least 6\n",
        ),
        lambda f: f.opens and not f.label and re.match(r"\((\w{1,4}|-)\)", f.rest) is not None,
    ),
    Lesson(
        "R114",
        "this label has no clause",
        "write the clause on the label's line; use `attest` or `leave` for a provision that code cannot check",
        ("(a)▸\n(b)  decks is at least 6\n", "(a)  decks is at least 6\n(b)▸   # later\n"),
        lambda f: f.kind == "_NL" and f.opens,
    ),
    Lesson(
        "R114",
        "'{f.word}' has no label",
        "history notes, editions, scopes and trailers on lines of their own carry no label",
        (
            "(a)  ▸adopted 2001-01-16\n",
            "(a)  decks is at least 6\n(b)  ▸edition second from 2006-01-01\n",
            "(a)  decks is at least 6\n(b)    ▸per 2.3(a)\n",
            'vocabulary "Words"\n(a)  ▸scope pit "a pit"\n',
        ),
        lambda f: (
            f.opens
            and bool(f.label)
            and f.word in ((*NOTES, "edition", "scope", "section") if _statement(f) else TRAILERS)
        ),
    ),
    Lesson(
        "R118",
        "history notes belong directly under the heading, before every clause",
        "move this line up",
        ("(a)  decks is at least 6\n▸amended 2006-06-05 R.2006 d.205\n",),
        lambda f: _statement(f) and f.word in NOTES,
    ),
    Lesson(
        "R118",
        "one file holds one section",
        "write the second section into a file of its own",
        ('(a)  decks is at least 6\n▸section 1:1-1.2 "More"\n',),
        lambda f: f.opens and f.word in ("section", "vocabulary"),
    ),
    Lesson(
        "R115",
        "a table row belongs under its clause, indented deeper",
        "indent the row by two columns",
        ("(a)  tiles pays at least\n     ▸| run | odds |\n", "▸| run | odds |\n"),
        lambda f: f.kind == "ROW" and f.opens,
    ),
    Lesson(
        "R117",
        "this table row is not closed",
        "a row begins and ends with |",
        (
            "(a)  tiles pays at least\n       ▸| run\n",
            "(a)  tiles pays at least\n       | run | ▸odds\n",
            "(a)  tiles pays at least\n       | run | odds |\n       | 2   | ▸3 to 1\n",
            "(a)  tiles pays at least\n       | run | odds |\n       | 2 | 3 to 1 | ▸$\n",
        ),
        lambda f: f.source.lstrip().startswith("|") or (f.kind == CHARACTER and f.word == "|"),
    ),
    Lesson(
        "R122",
        "'{f.word}' begins no nested line",
        "did you mean '{f.near_nested}'?",
        (
            "(a)  decks is at most 1\n       ▸excpt when resplit is offered\n",
            '(a)  decks is at most 1\n       ▸raeding counts "the list"\n',
            "(a)  tiles pays one table exactly by decks\n       ▸form 2006-06-05\n",
        ),
        lambda f: _nested(f) and f.kind == "NAME" and bool(nearest(f.word, NESTED)),
    ),
    Lesson(
        "R115",
        "what begins here is not allowed below the line above it",
        "a clause begins at column {f.content}, this line at column {f.start}; deeper lines are readings, exceptions, "
        "blocks, rows, ranks, parameters and trailers",
        (
            "(a)       decks is at least 6\n    ▸boxes is at most 7\n",
            "(a)       streak wins when run = 2\n(b)         ▸streak is independent\n",
            "(a)       tiles is independent\n            ▸boxes is at most 7\n",
            "(a)  decks is at most 1\n         except when resplit is offered\n       ▸except when split is offered\n",
            'section 1:1-1.1 "Tiles"\n  ▸adopted 2001-01-16\n',
            '(a)  wager streak "Streak"\n       ▸3 to 1\n',
        ),
        lambda f: f.kind == "_INDENT" or _nested(f),
    ),
)

SPELLING = (
    Lesson(
        "R116",
        "this text is not closed",
        'a text ends with " on the line where it begins',
        ('(a)  attest hands ▸"the dealer\n', '(a)  attest hands "the dealer" ▸"\n'),
        _spelt('"'),
    ),
    Lesson(
        "R129",
        "a comma in a figure groups thousands, and a comma in a list has a space after it",
        "write 1,200 for a figure and 1, 2 for a list",
        ("(a)  decks is among 1▸,2\n", "(a)  cap of tiles is at least $25▸,0000\n", "(a)  decks is among 1, 10▸,20\n"),
        _spelt(r",\d"),
    ),
    Lesson(
        "R129",
        "figures must follow $",
        "money is written $5, $25,000 or $0.25",
        ("(a)  cap of tiles is at least ▸$\n", "(a)  cap of tiles is at least ▸$ 5\n"),
        _spelt(r"\$(?!\d)"),
    ),
    Lesson(
        "R129",
        "'{f.figure}' is not a figure this language knows",
        "write 6, 1,000, 2.5, 5 1/2, $5, $0.25, 70% or 3 to 1; a name begins with a letter",
        (
            "(a)  decks is at least ▸6decks\n",
            "(a)  decks is at least ▸6.\n",
            "(a)  cap of tiles is at least ▸$1.2.3\n",
            '(a)  wager ▸21plus3 optional "x"\n',
        ),
        _spelt(r"\$?\d"),
    ),
    Lesson(
        "R136",
        "'{f.word}' is a typographer's character",
        'use plain " for texts, - for minus, and spell fractions 1/2',
        ("(a)  attest hands ▸“the dealer”\n", "(a)  decks is at least 6 ▸– 1\n", "(a)  decks is at least ▸½\n"),
        _spelt(r"[‘’“”„«»–—−×÷¼½¾…]"),
    ),
    Lesson(
        "R125",
        "'{f.word}' is written with capitals, or with letters beyond a to z",
        "a name has small letters, digits and underscores, as in streak_wager",
        (
            "(a)  ▸Decks is at least 6\n",
            "(a)  streak bars ▸multipleAction\n",
            "(a)  streak bars ▸EXTRA\n",
            "(a)  streak bars ▸écarté\n",
            "(a)  streak bars ▸_hidden\n",
        ),
        lambda f: f.kind == CHARACTER and re.match(r"[^\W\d]|_", f.rest) is not None and not _instrument(f),
    ),
    Lesson(
        "R126",
        "'{f.word}' begins no instrument or reporter citation this language knows",
        "write R.2001 d.24 for an instrument and 32 N.J.R. 3754(a) for the reporter",
        (
            'section 1:1-1.1 "Tiles"\nadopted 2001-01-16 ▸R.2001, d.24\n',
            'section 1:1-1.1 "Tiles"\nadopted 2001-01-16 see 32 ▸NJR 3754\n'.replace("32 ▸", "▸"),
        ),
        lambda f: f.kind == CHARACTER and _instrument(f),
    ),
    Lesson(
        "R136",
        "texts are written in double quotes",
        'write "..."',
        ("(a)  attest hands ▸'the dealer'\n",),
        _spelt("'"),
    ),
    Lesson(
        "R136",
        "'{f.word}' has no meaning in this language",
        "a clause ends with its line; not is written `not`; only ( ) group",
        ("(a)  decks is at least 6▸;\n", "(a)  streak bars over▸.\n", "(a)  streak wins when ▸[side]\n"),
        lambda f: f.kind == CHARACTER,
    ),
)


def _instrument(f: ParseFault) -> bool:
    """In a history note, in which only an instrument or a reporter is written in capitals."""
    return f.first in NOTES and f.rest[:1] in ("R", "N")


def _verbs_open(f: ParseFault) -> bool:
    return _statement(f) and f.word in VERBS


SUBJECT = (
    Lesson(
        "R123",
        "the subject is missing before '{f.word}'",
        "every clause names its subject, so that it can be read alone: decks {f.word} ...",
        ("(a)  ▸is at least 6\n", "(a)  ▸bars streak\n", "(a)  decks is at least 6\n     ▸requires tiles_layout\n"),
        _verbs_open,
    ),
    Lesson(
        "R123",
        "a clause begins with its subject, a statement with its word, not with '{f.word}'",
        'write: decks is at least 6, or: wager streak optional "Streak wager"',
        (
            "(a)  ▸6 is the number\n",
            "(a)  ▸at least 6\n",
            '(a)  ▸"a text"\n',
            "(a)  ▸3:2 is paid\n",
            "(a)  ▸when a = b\n",
        ),
        lambda f: _statement(f) and f.kind not in (CHARACTER, "NAME"),
    ),
)
