"""The names that a rule file declares, with their places in the text, for an editor.

>>> [(d.name, d.kind, d.provision) for d in declared_names('section 1:1-1.1 "Tiles"\\n(a)  game tiles "Tiles"\\n', "t.rules")]
[('tiles', 'game', '1:1-1.1(a)')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pitboss.grammar import tree as t
from pitboss.grammar.parse import parse

_KINDS: Final[dict[type, str]] = {
    t.Game: "game", t.Equipment: "equipment", t.FieldNode: "field", t.Elect: "elected figure", t.Define: "definition",
    t.Outcome: "outcome", t.RankingNode: "ranking", t.RankNode: "rank", t.Parameter: "parameter", t.Attest: "attestation",
    t.Irregularity: "irregularity",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class DeclaredName:
    """A name that a rule file declares, and where: offsets count characters from the beginning of the text."""

    name: str
    kind: str  # in words
    title: str
    provision: str
    file: str
    start: int
    end: int


def declared_names(text: str, file: str) -> tuple[DeclaredName, ...] | None:
    """The names that a rule file declares, in its order; None if its text cannot be parsed."""
    tree = parse(text, file).tree
    return tuple(_declared(tree, text, file)) if tree is not None else None


def _declared(tree: t.File, text: str, file: str) -> Iterator[DeclaredName]:
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    label, section = "", getattr(tree, "citation", "")
    for item in tree.items:
        if not isinstance(item, t.EntryNode):
            continue
        label = item.label or label
        statement = item.statement
        parts: list[object] = [statement]
        parts += statement.parameters if isinstance(statement, t.Offer) else ()
        parts += statement.ranks if isinstance(statement, t.RankingNode) else ()
        for part in parts:
            name = getattr(part, "name", None)
            kind = part.kind if isinstance(part, t.Offer) else _KINDS.get(type(part))
            place = getattr(part, "place", None)
            if name is None or kind is None or place is None:
                continue
            title = getattr(part, "title", None) or getattr(part, "words", None) or ""
            at = re.compile(rf"\b{re.escape(name)}\b").search(text, starts[place.line - 1] + place.column - 1)
            if at:
                own = getattr(part, "label", None) or label
                yield DeclaredName(name, kind, title, f"{section}{own}", file, *at.span())
