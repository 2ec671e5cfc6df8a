"""What happened, in the words of the rules: how each of the wagers ended that come to a net together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

Way = tuple[tuple[str, str], ...]  # of each wager that was made: its title, and how it ended
_ENDS = {"win": "wins", "lost": "loses", "returned": "goes back"}
_MOST = 2  # ways that are told of one net


def told(ways: Mapping[Way, float], wager: str, beside: Iterable[str] = ()) -> str:
    """What comes most often first; `wager` is the one that is left out where a hand is folded, `beside` is paid and not staked.

    >>> often = {(("ante", "win"), ("play", "lost")): 1.0, (("ante", "win"), ("play", "win"), ("bonus", "straight")): 2.0}
    >>> told(often, "play", ["bonus"])
    'ante and play win, bonus for straight; or ante wins, play loses'
    >>> told({(("ante", "lost"), ("bonus", "lost")): 1.0}, "play", ["bonus"])
    'folded, ante loses'
    """
    listed = sorted(ways, key=lambda way: -ways[way])
    each = list(dict.fromkeys(_way(way, wager, frozenset(beside)) for way in listed))
    more = len(each) - _MOST
    others = f"; or in {more} other way{'s' if more > 1 else ''}" if more > 0 else ""
    return "; or ".join(each[:_MOST]) + others


def _way(way: Way, wager: str, paid: frozenset[str]) -> str:
    wagers, beside = [w for w in way if w[0] not in paid], [w for w in way if w[0] in paid]
    parts = []
    for end in dict.fromkeys(end for _, end in wagers):
        titles = [title for title, other in wagers if other == end]
        parts.append(f"{' and '.join(titles)} {_said(end, len(titles) > 1)}")
    parts += [f"{title} for {end.replace('_', ' ')}" for title, end in beside if end not in _ENDS]
    return ("" if any(title.startswith(wager) for title, _ in wagers) else "folded, ") + ", ".join(parts)


def _said(end: str, several: bool) -> str:
    verb = _ENDS.get(end, f"ends as {end.replace('_', ' ')}")
    return verb.replace("goes", "go").removesuffix("s") if several else verb
