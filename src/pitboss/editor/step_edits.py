"""A cure of a finding as edits of the filing's texts.

A step of a cure names a fact of a table. The fact is stated where the filing states it; a table that takes it from elsewhere, through an
alias, the defaults or a named paytable, may get its own. `None` means that a person has to do it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from pitboss.checker.filing.model import FiledTable, Filing, Path
from pitboss.checker.filing.typed_values import as_named
from pitboss.checker.filing.vocabulary import Type, Vocabulary
from pitboss.checker.findings.fact_text import element_type, fact_type, show
from pitboss.checker.read.document import Document
from pitboss.checker.runtime.cures import Pay, Provide, Set, Step, Withdraw
from pitboss.checker.runtime.operations import FactPath
from pitboss.editor.node_edits import Edit, added, removed, stated
from pitboss.editor.yaml_nodes import Mapping as YamlMapping
from pitboss.editor.yaml_nodes import Scalar, Tree, YamlList, nodes

Edits = Mapping[str, tuple[Edit, ...]]  # by the name of the document
_LISTS = ("wagers", "options")
_PLAIN_TEXT = re.compile(r"(?:[A-Za-z$]|[0-9./]+ (?:to|for) )[A-Za-z0-9_$.%-]*(?: [A-Za-z0-9_$.%-]+)*")
_WORDS = ("yes", "no", "true", "false", "null", "on", "off")


@dataclass(frozen=True, slots=True)
class StepEditor:
    """Makes edits for the tables of one filing."""

    filing: Filing
    documents: tuple[Document, ...]
    vocabulary: Vocabulary
    trees: dict[int, Tree]

    @classmethod
    def of(cls, filing: Filing, documents: tuple[Document, ...], vocabulary: Vocabulary) -> StepEditor:
        """An editor of the texts as they were read."""
        return cls(filing, documents, vocabulary, {})

    def ways(self, step: Step, tables: tuple[FiledTable, ...]) -> Iterator[Edits]:
        """The ways to take a step at tables: where the fact is written, then at each of the tables itself."""
        if not tables:
            return
        shared = self._edits(step, tables[0])
        if shared is not None:
            yield shared
        own: dict[str, list[Edit]] = {}
        for table in tables:
            edits = self._edits(step, table, own=True)
            if edits is None:
                return
            for name, some in edits.items():
                own.setdefault(name, []).extend(each for each in some if each not in own.get(name, ()))
        made = {name: tuple(some) for name, some in own.items()}
        if made != shared:
            yield made

    def _edits(self, step: Step, table: FiledTable, own: bool = False) -> Edits | None:
        match step:
            case Set(fact, _, _, (value, *_)):
                return self._state(table, fact, value, own)
            case Withdraw(offer):
                return self._without(table, offer) if own else self._withdraw(table, offer)
            case Provide(("equipment", name)):
                return self._equip(table, name)
            case Provide(("offers", offer)):
                return self._offer(table, offer)
            case Pay(wager, rows):
                return self._pay(table, wager, dict(rows))
            case _:
                return None

    # ---- steps

    def _state(self, table: FiledTable, fact: FactPath, value: object, own: bool) -> Edits | None:
        """Another value of a field of the table, or of an offer."""
        type_ = fact_type(fact, self.vocabulary)
        key: str | int = fact[-1] if fact[0] == "offers" else fact[0]
        if fact[0] == "offers" and len(fact) != 3 or fact[0] != "offers" and len(fact) != 1:
            return None
        if own:
            path = table.path if fact[0] != "offers" else self.filing.written(table, fact[:2])
        else:
            path = self.filing.written(table, fact)
            if as_named(str(path[-1])) == key:
                path, key = path[:-1], path[-1]
        return self._stated(path, key, value, type_)

    def _stated(self, parent: Path, key: str | int, value: object, type_: Type) -> Edits | None:
        document, tree, steps = self._at(parent)
        written = self._written(document, value, type_)
        if written is None:
            return None
        node = tree.along(steps)
        if isinstance(node, Scalar) and not node.alias and steps and isinstance(steps[-1], int):
            kind = "option" if "options" in steps else "wager"  # a name alone in a list gets room for a field
            new = f"{{{kind}: {document.text[node.start : node.end]}, {key}: {written}}}"
            return self._of(document, stated(document.text, tree, steps, new))
        return self._of(document, stated(document.text, tree, (*steps, key), written))

    def _withdraw(self, table: FiledTable, offer: str) -> Edits | None:
        path = self.filing.written(table, ("offers", offer))
        document, tree, steps = self._at(path)
        if not steps or steps[-1] in _LISTS:
            return None
        return self._of(document, removed(document.text, tree, steps))

    def _without(self, table: FiledTable, offer: str) -> Edits | None:
        """A list of the table's own, without the offer, in place of the one that it takes from elsewhere."""
        path = self.filing.written(table, ("offers", offer))
        document, tree, steps = self._at(path)
        if len(steps) < 2 or steps[-2] not in _LISTS:
            return None
        listed, key = self._data(path[:-1]), steps[-1]
        if isinstance(listed, dict):
            left: object = {name: value for name, value in listed.items() if name != key}
        elif isinstance(listed, list):
            left = [item for number, item in enumerate(listed) if number != key]
        else:
            return None
        home, home_tree, home_steps = self._at(table.path)
        return self._of(home, stated(home.text, home_tree, (*home_steps, steps[-2]), flow(left)))

    def _equip(self, table: FiledTable, name: str) -> Edits | None:
        return self._provide(table, ("equipment", name), ("equipment",), name, "yes")

    def _offer(self, table: FiledTable, offer: str) -> Edits | None:
        known = self.vocabulary.names.get(offer)
        if known is None or known.kind == "variation":
            return None
        return self._provide(table, ("offers", offer), (f"{known.kind}s",), offer, "{}")

    def _provide(self, table: FiledTable, fact: FactPath, above: FactPath, name: str, value: str) -> Edits | None:
        path = self.filing.written(table, fact)
        document, tree, steps = self._at(path)
        if steps and as_named(str(steps[-1])) == name:  # `shuffler: no`
            return self._of(document, stated(document.text, tree, steps, value))
        if steps[-1:] != above:
            return None
        node = tree.along(steps)
        if isinstance(node, YamlList):
            return self._of(document, added(document.text, tree, steps, name))
        if isinstance(node, YamlMapping):
            return self._of(document, stated(document.text, tree, (*steps, name), value))
        return None

    def _pay(
        self, table: FiledTable, wager: str, rows: Mapping[str, tuple[str, int | Fraction] | None]
    ) -> Edits | None:
        """Other payouts, where they are written: at the wager, or in its named paytable."""
        document, made = None, list[Edit]()
        for row, law in rows.items():
            path = self.filing.written(table, ("offers", wager, "payouts", row))
            document, tree, steps = self._at(path)
            written = "" if law is None else self._written(document, law, ("payout",))
            if written is None or not steps:
                return None
            at = steps if as_named(str(steps[-1])) == row or steps[-1] == "pays" else (*steps, row)
            if at != steps and steps[-1] != "payouts":
                return None
            edits = stated(document.text, tree, at, written) if law else removed(document.text, tree, at)
            if edits is None:
                return None
            made += edits
        return self._of(document, made) if document else None

    # ---- places and texts

    def _data(self, path: Path) -> object:
        """The data at a path."""
        value: object = self.documents[int(path[0])].data
        for step in path[1:]:
            value = value[step] if isinstance(value, dict | list) else None  # type: ignore[index]
        return value

    def _at(self, path: Path) -> tuple[Document, Tree, Path]:
        """The document of a path, its nodes, and the path in it."""
        number = int(path[0])
        document = self.documents[number]
        if number not in self.trees:
            self.trees[number] = nodes(document.text)
        return document, self.trees[number], path[1:]

    def _of(self, document: Document, edits: list[Edit] | None) -> Edits | None:
        return {document.name: tuple(edits)} if edits and document.format in ("yaml", "json") else None

    def _written(self, document: Document, value: object, type_: Type) -> str | None:
        """A value as the document writes values; None if a filing has no form for it."""
        if isinstance(value, dict):
            return None
        if type_[0] in ("set_of", "list_of"):
            inner = element_type(type_, 1)
            items = [self._written(document, item, inner) for item in (value if isinstance(value, tuple) else (value,))]
            return None if None in items else f"[{', '.join(item for item in items if item is not None)}]"
        if document.format == "json":
            if isinstance(value, bool):
                return "true" if value else "false"
            return str(value) if isinstance(value, int) and type_[0] in ("count", "money", "number") else f'"{show(value, type_)}"'
        if type_[0] in ("one_of", "name", "variation") and isinstance(value, str):
            return value
        text = show(value, type_)
        return f'"{text}"' if "," in text else text


def raises(step: Step, filed: Mapping[str, object]) -> bool:
    """Whether a step only raises payouts that are filed, and so takes nothing from a player and promises nothing new.

    >>> raises(Pay("pairs", (("trio", ("odds", 30)),), ()), {"trio": ("odds", 25)})
    True
    """
    if not isinstance(step, Pay):
        return False
    for row, law in step.rows:
        before = filed.get(row)
        if law is None or not isinstance(before, tuple) or len(before) != 2:
            return False
        if before[0] != law[0] or not isinstance(before[1], int | Fraction) or before[1] > law[1]:
            return False
    return True


def flow(value: object) -> str:
    """Plain data on one line, as YAML and, where all text is in quotes, as JSON.

    >>> flow({"streak": {"minimum": "$5", "paytable": "long run"}, "insurance": {}})
    '{streak: {minimum: $5, paytable: long run}, insurance: {}}'
    """
    if isinstance(value, dict):
        return f"{{{', '.join(f'{flow(key)}: {flow(item)}' for key, item in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(flow, value))}]"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "null"
    if isinstance(value, str):
        return value if _PLAIN_TEXT.fullmatch(value) and value not in _WORDS else json.dumps(value, ensure_ascii=False)
    return str(value)
