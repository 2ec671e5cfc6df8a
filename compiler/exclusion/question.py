"""Reads a question such as "may tiles offer the lamp-light wager with 2 sets since 2004-01-01".

The form is fixed: may GAME offer NAME, further names and counts ("6 decks") joined by *with* or *and*, then since DATE (that day and
every later one) or on DATE. Names are read as pitboss prints them, or as the rules spell them; case, dashes, `the` and a final `wager` or
`bet` do not count.

>>> from pitboss.compiler.model.catalog_entries import Catalog, FieldEntry, NameEntry
>>> names = {"tiles": NameEntry("game", "Tiles", "tiles"), "lamp_bet": NameEntry("wager", "lamp-light wager", "tiles")}
>>> book = Catalog("d", names=names, fields={"sets": FieldEntry("sets in use", "count", ())})
>>> read_question(book, "May Tiles offer the Lamp Light with 2 sets since 2004-01-01?")
Question(game='tiles', offers=('lamp_bet',), counts=(('sets', 2),), day='2004-01-01', later=True)
>>> read_question(book, "may tiles offer lamps on 2004-01-01")
"tiles has nothing called 'lamps'; did you mean 'lamp light wager'?"
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches

from pitboss.compiler.model.catalog_entries import Catalog

FORM = "may GAME offer NAME [with NAME or N decks …] since|on DATE"
_WHOLE = re.compile(r"may (?P<game>.+?) offer (?P<what>.+) (?P<when>since|on) (?P<day>\S+)")
_JOINS = re.compile(r"(?:with|and|at|on|the|a|an)\b ?")
_KINDS = ("wager", "option", "variation", "equipment")
_ENDS = (" wager", " bet")


@dataclass(frozen=True, slots=True)
class Question:
    """Whether a table of a game may have all of these, on a day and perhaps later."""

    game: str
    offers: tuple[str, ...]  # and equipment
    counts: tuple[tuple[str, int], ...]  # fields of the table
    day: str
    later: bool


def read_question(catalog: Catalog, asked: str) -> Question | str:
    """The question, or a message that says what could not be read and how to write it."""
    found = _WHOLE.fullmatch(_plain(asked))
    if found is None:
        return f"this is no question that can be answered; write: {FORM} (a day is 2007-01-31; `pitboss law may GAME` lists the names)"
    games = {
        spelled: name
        for name, of in catalog.names.items()
        if of.kind == "game"
        for spelled in _spellings(name, of.title)
    }
    game = games.get(_without_article(found["game"]))
    if game is None:
        return f"there is no game called '{found['game']}'{_near(found['game'], games)}"
    try:
        day = date.fromisoformat(found["day"]).isoformat()
    except ValueError:
        return f"'{found['day']}' is not a date; write dates as 2007-01-31"
    offers = {
        spelled: name
        for name, of in catalog.names.items()
        if of.kind in _KINDS and of.game in (None, game)
        for spelled in _spellings(name, of.title)
    }
    fields = {
        spelled: name
        for name, of in catalog.fields.items()
        if of.type == "count"
        for spelled in (_plain(name), _plain(of.title))
    }
    named: list[str] = []
    counts: list[tuple[str, int]] = []
    rest = found["what"]
    while rest:
        if joined := _JOINS.match(rest):
            rest = rest[joined.end() :]
            continue
        counted = re.match(r"(\d+) ", rest)
        known = fields if counted else offers
        begun = rest[counted.end() :] if counted else rest
        spelled = max((one for one in known if begun == one or begun.startswith(f"{one} ")), key=len, default=None)
        if spelled is None and counted:  # a name can begin with a number: 19 to 36
            spelled = max((one for one in offers if rest == one or rest.startswith(f"{one} ")), key=len, default=None)
            counted, known, begun = None, offers, rest
        if spelled is None:
            words = re.split(r" (?:with|and) ", rest)[0]
            return f"{game.replace('_', ' ')} has nothing called '{words}'{_near(words, offers)}"
        if counted:
            if any(name == known[spelled] for name, _ in counts):
                return f"the question states the number of {spelled} twice; a table has one"
            counts.append((known[spelled], int(counted[1])))
        else:
            named.append(known[spelled])
        rest = begun[len(spelled) :].strip()
    if not named:
        return f"the question names no wager or option; write: {FORM}"
    return Question(game, tuple(dict.fromkeys(named)), tuple(counts), day, found["when"] == "since")


def _plain(text: str) -> str:
    """
    >>> _plain("Over/Under 13  same-suit_wager, the player's on 2004-01-01?")
    "over/under 13 same suit wager the player's on 2004-01-01"
    """
    lower = re.sub(r"[,?]|\.$", " ", text.strip().lower())
    return " ".join(re.sub(r"_|(?<=[a-z])-(?=[a-z])", " ", lower).split())


def _spellings(name: str, title: str) -> Iterator[str]:
    for whole in (_plain(name), _plain(title)):
        yield whole
        for end in _ENDS:
            if whole.endswith(end):
                yield whole.removesuffix(end)


def _without_article(words: str) -> str:
    return words.removeprefix("the ").removeprefix("a ")


def _near(words: str, known: dict[str, str]) -> str:
    near = get_close_matches(words, known, 1, 0.5)
    return f"; did you mean '{max((s for s in known if known[s] == known[near[0]]), key=len)}'?" if near else ""
