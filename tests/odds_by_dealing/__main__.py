"""`python -m tests.odds_by_dealing [WAGER ...] [--most N]`: deals every hand of wagers through the oracle, and compares with the odds.

Without wagers, all of them with at most N deals. Figures are compared as fractions and written to `figures.json`, a line for each;
a wager that was not dealt is listed there with the reason. The exit code is 1 where a figure differs.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

from tests.support.product import load_core, odds, resolved_law

from .deals import Hands, dealt
from .wagers import Net, NotDecided, Wager, choice_of

FIGURES = Path(__file__).with_name("figures.json")
DAY = date(2011, 6, 8)  # the last day of the text, as in tests/golden/semantic/odds
MOST = 200_000  # deals of a wager
SAMPLE = 40  # deals of which the time is measured
Json = dict[str, Any]


def rows(*wagers: str) -> list[Json]:
    """What the engine has for wagers, or for all: the rows with figures."""
    book = load_core()
    games = tuple(dict.fromkeys(str(book.names[name].game) for name in wagers))
    return [dict(row) for row in odds(book, DAY, games, wagers)["rows"] if "undetermined" not in row]


def distribution(wager: Wager) -> tuple[int, dict[Net, Fraction]]:
    """The number of deals that were evaluated, and the probability of each net, which is one for whatever the player chooses."""
    what, number, of_choices = wager.hands, 0, list[dict[Net, Fraction]]()
    for chosen in wager.chosen:
        found = dict[Net, Fraction | int]()
        deals = wager.drawn(chosen) if what is None else dealt(what, what.decks or wager.choice.decks or 1)
        for deal, ways in deals:
            number += 1
            net = wager.net(wager.facts({**deal, **chosen}))
            if net is not None:
                found[net] = found.get(net, 0) + ways
        whole = sum(found.values())
        of_choices.append({net: Fraction(ways) / whole for net, ways in sorted(found.items())})
    if any(one != of_choices[0] for one in of_choices):
        raise NotDecided(f"what the player chooses: {', '.join(wager.chosen[0])}")
    return number, of_choices[0]


def of_engine(row: Json) -> dict[Net, Fraction]:
    """The same, as the engine has it."""
    found: dict[Net, Fraction] = {}
    for outcome in row["outcomes"]:
        net = Fraction(outcome["net"]), Fraction(outcome.get("meter", 0))
        found[net] = found.get(net, Fraction(0)) + Fraction(outcome["probability"])
    return dict(sorted(found.items()))


def key(row: Json) -> Json:
    """The wager and the choices of a row."""
    named = ("game", "wager", "decks", "stake", "paytable", "option", "readings")
    return {name: row[name] for name in named if row.get(name)}


def ends(found: dict[Net, Fraction]) -> dict[str, str]:
    """A distribution as it is written: the net, with the share of the meter, and the probability."""
    return {
        f"{net}{f' and {share} of the meter' if share else ''}": str(chance) for (net, share), chance in found.items()
    }


def not_dealt(row: Json, most: int) -> str:
    """Why a wager is not dealt; empty if it is. The time is estimated from the first deals."""
    if " + " in row["wager"]:
        return (
            "placed after cards are seen: the best choice needs every hand of the dealer for every hand of the player"
        )
    wager = Wager(resolved_law(), choice_of(row), DAY, {})
    what = wager.hands
    if what is None or what.evaluated <= most and not what.drawn:
        return ""
    if what.evaluated <= most:
        return "some of its cards depend on cards before them, which are not dealt here"
    started = time.process_time()
    try:
        for deal, _ in islice(dealt(what, what.decks or wager.choice.decks or 1), SAMPLE):
            wager.net(wager.facts({**deal, **wager.chosen[0]}))
    except NotDecided as reason:
        return f"{deals_of(what)}, and the facts that are given here do not decide the first of them: {reason}"
    hours = what.evaluated * (time.process_time() - started) / SAMPLE / 3600
    return f"{deals_of(what)}, about {max(round(hours, 1 - len(str(int(hours)))), 0.1):,g} hours for each reading and paytable"


def deals_of(what: Hands) -> str:
    """The number of deals: the most that there can be where some of the cards depend on cards before them."""
    return f"{'up to ' * what.drawn}{what.evaluated:,} deals"


def deal(*wagers: str, most: int) -> Iterator[tuple[Json, str]]:
    """For each row of the engine: what was dealt, and the reason why nothing was."""
    shared: dict[object, Any] = {}
    reasons: dict[str, str] = {}
    for row in rows(*wagers):
        name = row["wager"]
        if name not in reasons:
            reasons[name] = not_dealt(row, most)
        if reasons[name]:
            yield row, reasons[name]
            continue
        started = time.process_time()
        try:
            number, found = distribution(Wager(resolved_law(), choice_of(row), DAY, shared))
        except NotDecided as reason:
            yield row, f"the facts that are given here do not decide it: {reason}"
            continue
        agrees = found == of_engine(row)
        print(
            f"{key(row)}: {number:,} deals, {time.process_time() - started:.1f} s, {agrees}",
            file=sys.stderr,
            flush=True,
        )
        yield {**key(row), "deals": number, "ends": ends(found), "agrees": agrees}, ""


def read() -> Json:
    """What was written."""
    return json.loads(FIGURES.read_text("utf-8")) if FIGURES.exists() else {"figures": [], "not dealt": {}}  # type: ignore[no-any-return]


def write(made: list[Json], left: dict[str, str]) -> None:
    """Add figures to what was written; those of the same wager are replaced."""
    before, again = read(), {figure["wager"] for figure in made}
    figures = [figure for figure in before["figures"] if figure["wager"] not in again] + made
    figures.sort(key=lambda figure: (figure["game"], figure["wager"]))  # stable: otherwise in the order of the engine
    dealt_now = {figure["wager"] for figure in figures}
    reasons = {
        wager: reason for wager, reason in sorted({**before["not dealt"], **left}.items()) if wager not in dealt_now
    }
    lines = ",\n".join(json.dumps(figure) for figure in figures)
    FIGURES.write_text(f'{{"figures": [\n{lines}\n],\n"not dealt": {json.dumps(reasons, indent=1)}}}\n', "utf-8")


def main(*arguments: str) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.odds_by_dealing", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("wagers", nargs="*", metavar="WAGER", help="a name in the rules, such as insurance")
    parser.add_argument("--most", type=int, default=MOST, metavar="N", help="the most deals of a wager")
    given = parser.parse_args(arguments)
    made: list[Json] = []
    left: dict[str, str] = {}
    for row, reason in deal(*given.wagers, most=given.most):
        if reason:
            left[row["wager"]] = reason
        else:
            made.append(row)
    write(made, left)
    return int(not all(figure["agrees"] for figure in made))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
