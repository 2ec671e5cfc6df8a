"""The game that a user means."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitboss.compiler.model.catalog_entries import Catalog


def find_game(book: Catalog, given: str) -> tuple[str, str]:
    """Return the game, with dashes or spaces for underscores, or an error message.

    >>> from pitboss.compiler.model.catalog_entries import Catalog, NameEntry
    >>> book = Catalog("d", names={"two_tiles": NameEntry("game", "Two Tiles", "two_tiles")})
    >>> find_game(book, "two tiles"), find_game(book, "too-tiles")
    (('two_tiles', ''), ('', "no game 'too-tiles' in the rulebook; did you mean two_tiles?"))
    """
    games = [name for name, of in book.names.items() if of.kind == "game"]
    wanted = given.strip().lower().replace("-", "_").replace(" ", "_")
    if wanted in games:
        return wanted, ""
    near = get_close_matches(wanted, games, 1)
    hint = f"did you mean {near[0]}?" if near else f"its games are {', '.join(games)}"
    return "", f"no game '{given}' in the rulebook; {hint}"
