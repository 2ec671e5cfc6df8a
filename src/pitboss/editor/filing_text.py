"""Completion, hover, definitions, renaming and outline of the texts of a filing.

A text that is being written can rarely be parsed as a whole. So the word at the cursor is marked, and the text is parsed as
far as it goes: as a value, as a key, and without what follows the line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from pitboss.checker.filing.typed_values import as_named
from pitboss.checker.filing.vocabulary import Named, Type, VocabularyField
from pitboss.checker.read.document import Steps
from pitboss.editor import yaml_nodes as y
from pitboss.editor.answers import Suggestion, Suggestions, Symbol, TextSpan
from pitboss.editor.law_notes import LawOnDay, note_on, note_on_provision

_MARK = "\ue000"  # of private use: it is in no filing
_WORD = re.compile(r"[A-Za-z0-9_]*")
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9 _-]*(?<! )")
_LISTS = {"wagers": ("wager",), "options": ("option",), "variation": ("variation",)}


@dataclass(frozen=True, slots=True)
class Location:
    """What a path leads to: a table or the defaults of a game, and the rest of the path inside."""

    table: Steps | None
    game: str | None
    rest: Steps


@dataclass(frozen=True, slots=True)
class FilingTexts:
    """The texts of a filing by file, with the law; `schema` is the JSON Schema of a filing.

    `barred` returns what a table of a game with some facts may not offer on a day, with the reason.
    """

    texts: Mapping[str, str]
    law: LawOnDay
    schema: Mapping[str, object]
    barred: Callable[[str, str, Mapping[str, object]], Mapping[str, str]] = lambda game, day, facts: {}

    # ---- completion

    def complete(self, file: str, offset: int) -> Suggestions:
        """What may be written at an offset."""
        text = self.texts[file]
        before = len(text[:offset]) - len(_last_word(text[:offset]))
        after = offset + len(_WORD.match(text, offset)[0])  # type: ignore[index]
        found: dict[str, Suggestion] = {}
        for texts in _marked(text, before, after):
            for marked in texts:
                tree = y.nodes(marked)
                place = y.at(tree, before)
                if place is None or _MARK not in place.node.value:
                    continue
                if "provision" in place.path[-2:] and not place.key:  # a citation has more than one word
                    provisions = self.law.provisions().items()
                    return Suggestions(
                        place.node.start, after, tuple(Suggestion(cite, title) for cite, title in provisions)
                    )
                found |= {one.word: one for one in self._choices(tree, place) if one.word not in found}
            if found:
                break
        return Suggestions(before, after, tuple(found.values()))

    def _choices(self, tree: y.Tree, place: y.Found) -> Iterator[Suggestion]:
        above = place.path[:-1] if place.key else place.path
        where = self._where(tree, above)
        if where.table is not None:
            yield from self._in_table(tree, where, place.key)
            return
        if above[:1] == ("paytables",) and len(above) >= 2:
            sheet = tree.along(above[:2])
            wager = _value(tree.get(sheet, "wager"))
            if above[2:] == ("payouts",) and place.key:
                yield from self._outcomes(as_named(wager), tree.along(above))
                return
        yield from self._by_schema(tree, above, place.key)

    def _in_table(self, tree: y.Tree, where: Location, key: bool) -> Iterator[Suggestion]:
        law, rest, game = self.law, where.rest, where.game
        table = tree.along(where.table or ())
        if not rest:
            if key:
                present = _keys(table)
                if (where.table or ())[:1] == ("defaults",):  # they are of one game, and of no table
                    present += ("number", "game")
                for name in [*law.vocabulary.of("table"), *("wagers", "options")]:
                    if name not in present and self._concerns(name, game):
                        yield self._choice(name, game, "key")
            return
        head, kinds = str(rest[0]), _LISTS.get(str(rest[0]))
        if kinds and (len(rest) == 1 or len(rest) == 2 and isinstance(rest[1], int) and not key):
            yield from self._offers(tree, table, head, game, kinds)
        elif kinds and len(rest) == 2 and not isinstance(rest[1], int) and not key:
            return
        elif kinds:
            yield from self._in_offer(tree, tree.along((*(where.table or ()), *rest[:2])), where, key)
        elif head == "equipment" and (len(rest) == 1 and key or not key and isinstance(rest[-1], int)):
            present = _keys(tree.along((*(where.table or ()), "equipment")))
            for name, named in law.vocabulary.named("equipment").items():
                if name not in present and self._declared_for(named, game):
                    yield self._choice(name, game, "offer")
        elif head == "equipment":
            yield from () if key else _flags()
        elif not key and head in law.vocabulary.fields:
            yield from self._values(law.vocabulary.fields[head], game)

    def _offers(
        self, tree: y.Tree, table: y.Node | None, head: str, game: str | None, kinds: tuple[str, ...]
    ) -> Iterator[Suggestion]:
        present = _offered(tree, tree.get(table, head))
        barred = self.barred(game, self.law.day, self._facts(tree, table)) if game else {}
        for name, named in self.law.vocabulary.named(*kinds).items():
            if name not in present and self._declared_for(named, game):
                yield self._choice(name, game, "offer", barred.get(name, ""))

    def _in_offer(self, tree: y.Tree, offer: y.Node | None, where: Location, key: bool) -> Iterator[Suggestion]:
        """Inside the mapping of a wager or an option."""
        law, rest, kind = self.law, where.rest[2:], str(where.rest[0]).removesuffix("s")
        stated = _value(tree.get(offer, kind)) if isinstance(where.rest[1], int) else str(where.rest[1])
        name = as_named(stated)
        fields = law.vocabulary.of(kind, name)
        if not rest:
            if key:
                own = {kind} if isinstance(where.rest[1], int) else set()
                for field in [*sorted(own), "pays", *fields]:
                    if field not in _keys(offer):
                        yield self._choice(field, where.game, "key", offer=name)
            return
        head = str(rest[0])
        if head == kind and not key:
            names = law.vocabulary.named(kind)
            yield from (
                self._choice(one, where.game, "offer")
                for one, named in names.items()
                if self._declared_for(named, where.game)
            )
        elif head == "payouts" and key:
            yield from self._outcomes(name, tree.get(offer, "payouts"))
        elif head == "paytable" and not key:
            for sheet, wager in self.paytables().items():
                if as_named(wager) == name:
                    yield Suggestion(sheet, f"paytable of {law.title(name)}", self._payouts_of(sheet))
        elif head == "selection" and not key:
            yield from (Suggestion(one, "printed table") for one in law.vocabulary.selections.get(name, ()))
        elif not key and head in fields:
            yield from self._values(fields[head], where.game)

    def _outcomes(self, wager: str, stated: y.Node | None) -> Iterator[Suggestion]:
        present = {as_named(key) for key in _keys(stated)}
        for name in self.law.vocabulary.outcomes.get(wager, ()):
            if name not in present:
                yield Suggestion(name, f"outcome of {self.law.title(wager)}", kind="key")

    def _values(self, field: VocabularyField, game: str | None) -> Iterator[Suggestion]:
        yield from self._of_type(field.type, game, field.title)

    def _of_type(self, type_: Type, game: str | None, title: str) -> Iterator[Suggestion]:
        kind = type_[0]
        if kind == "flag":
            yield from _flags()
        elif kind == "one_of" and isinstance(type_[1], tuple):
            yield from (Suggestion(str(value), title) for value in type_[1])
        elif kind in ("set_of", "list_of") and isinstance(type_[1], tuple):
            yield from self._of_type(type_[1], game, title)
        elif kind in ("game", "wager", "option", "variation", "equipment"):
            for name, named in self.law.vocabulary.named(str(kind)).items():
                if kind == "game" or self._declared_for(named, game):
                    yield self._choice(name, game, "value")

    def _by_schema(self, tree: y.Tree, above: Steps, key: bool) -> Iterator[Suggestion]:
        """Outside the tables the JSON Schema lists what may be written."""
        present = _keys(tree.along(above)) if key else ()
        for part in _along(self.schema, above):
            if key:
                properties = part.get("properties")
                for name, of in properties.items() if isinstance(properties, dict) else ():
                    if name not in present:
                        yield Suggestion(name, str(of.get("title", "")) if isinstance(of, dict) else "", kind="key")
            else:
                for value in _list(part.get("enum")):
                    yield Suggestion(str(value), self.law.title(str(value)))

    def _choice(self, name: str, game: str | None, kind: str, barred: str = "", offer: str = "") -> Suggestion:
        return Suggestion(name, self.law.title(name), note_on(self.law, name, game, offer), kind, barred)

    def _declared_for(self, named: Named, game: str | None) -> bool:
        return game is None or named.game in (None, game)

    def _concerns(self, name: str, game: str | None) -> bool:
        """Whether a clause of the game, or of all games, is on a field."""
        field = self.law.vocabulary.fields.get(name)
        if game is None or field is None or not field.cite[:1].isdigit():
            return True
        cites = {section.citation for section in self.law.catalog.sections if section.game in (None, game)}
        return field.cite.partition("(")[0] in cites

    # ---- hover, definition

    def hover(self, file: str, offset: int) -> tuple[int, int, str] | None:
        """What the law states about the word at an offset, with the place of the word."""
        tree = y.nodes(self.texts[file])
        place = y.at(tree, offset)
        if place is None or place.node.alias:
            return None
        above = place.path[:-1] if place.key else place.path
        where, word = self._where(tree, above), as_named(place.node.value)
        offer = self._offer_around(tree, where)
        text = ""
        if not place.key and place.path[-1:] == ("provision",):
            text = note_on_provision(self.law, place.node.value)
        elif not place.key and place.path[-1:] == ("paytable",):
            text = self._payouts_of(place.node.value)
        elif place.key and word in self.law.vocabulary.fields and offer and word != offer:
            text = note_on(self.law, word, where.game, offer)
        else:
            text = note_on(self.law, word, where.game)
        return (place.node.start, place.node.end, text) if text else None

    def definition(self, file: str, offset: int) -> tuple[TextSpan | str, ...]:
        """Location the word at an offset is defined: in the filing, or a name that the rules declare."""
        text = self.texts[file]
        tree = y.nodes(text)
        place = y.at(tree, offset)
        if place is None:
            return ()
        if place.node.alias:
            target = tree.anchors.get(place.node.value)
            return (TextSpan(file, target.start, target.start + len(place.node.value) + 1),) if target else ()
        word = place.node.value
        if not place.key and place.path[-1:] == ("paytable",):
            return tuple(self.occurrences(word, defined=True))
        found: list[TextSpan | str] = []
        if not place.key and place.path[-1:] == ("game",):
            found += self._keys_at(("defaults",), lambda key: as_named(key) == as_named(word))
        name = as_named(word)
        if name in self.law.vocabulary.names or name in self.law.vocabulary.fields:
            found.append(name)
        return tuple(found)

    # ---- paytables

    def paytables(self) -> dict[str, str]:
        """The wager of each named paytable."""
        found: dict[str, str] = {}
        for text in self.texts.values():
            tree = y.nodes(text)
            sheets = tree.along(("paytables",))
            for key, sheet in sheets.entries if isinstance(sheets, y.Mapping) else ():
                found.setdefault(key.value, _value(tree.get(sheet, "wager")))
        return found

    def _payouts_of(self, name: str) -> str:
        for text in self.texts.values():
            tree = y.nodes(text)
            sheet = tree.along(("paytables", name))
            if isinstance(sheet, y.Mapping):
                return f"**Paytable {name}**\n\n```yaml\n{_dedented(text[sheet.start : sheet.end])}\n```"
        return ""

    def occurrences(self, paytable: str, defined: bool = False) -> Iterator[TextSpan]:
        """Location a paytable is named: its definition, and unless `defined`, every use."""
        for file, text in self.texts.items():
            for one in y.words(y.nodes(text)):
                if one.node.value != paytable or one.node.alias:
                    continue
                definition = one.key and one.path == ("paytables", paytable)
                use = not one.key and "paytable" in one.path[-2:]
                if definition or use and not defined:
                    yield TextSpan(file, *_inside_anchor(text, one.node))

    def paytable_at(self, file: str, offset: int) -> tuple[str, TextSpan] | None:
        """The paytable named at an offset, and the place of its name."""
        text = self.texts[file]
        place = y.at(y.nodes(text), offset)
        if place is None or place.node.alias:
            return None
        definition = place.key and place.path[:1] == ("paytables",) and len(place.path) == 2
        use = not place.key and "paytable" in place.path[-2:]
        if not (definition or use) or place.node.value not in self.paytables():
            return None
        return place.node.value, TextSpan(file, *_inside_anchor(text, place.node))

    def rename(self, paytable: str, new: str) -> list[tuple[TextSpan, str]]:
        """The edits that give a paytable another name."""
        written = new if _PLAIN.fullmatch(new) else json.dumps(new, ensure_ascii=False)
        return [(span, written) for span in self.occurrences(paytable)]

    def _keys_at(self, path: Steps, wanted: Callable[[str], bool]) -> list[TextSpan]:
        found = []
        for file, text in self.texts.items():
            block = y.nodes(text).along(path)
            for key, _ in block.entries if isinstance(block, y.Mapping) else ():
                if wanted(key.value):
                    found.append(TextSpan(file, key.start, key.end))
        return found

    # ---- outline

    def outline(self, file: str) -> tuple[Symbol, ...]:
        """The top-level keys; in them pits and tables, paytables, and the games of the defaults."""
        tree = y.nodes(self.texts[file])
        if isinstance(tree.root, y.YamlList):
            return tuple(self._table_symbols(tree, tree.root))
        found = []
        for key, value in tree.root.entries if isinstance(tree.root, y.Mapping) else ():
            inside: tuple[Symbol, ...] = ()
            if key.value == "pits" and isinstance(value, y.YamlList):
                inside = tuple(self._pit_symbols(tree, value))
            elif key.value in ("paytables", "defaults") and isinstance(value, y.Mapping):
                kind = "paytable" if key.value == "paytables" else "game"
                inside = tuple(_symbol(k.value, "", kind, k, v) for k, v in value.entries)
            found.append(_symbol(key.value, "", "section", key, value, inside))
        return tuple(found)

    def _pit_symbols(self, tree: y.Tree, pits: y.YamlList) -> Iterator[Symbol]:
        for pit in pits.items:
            tables = tree.get(pit, "tables")
            inside = tuple(self._table_symbols(tree, tables)) if isinstance(tables, y.YamlList) else ()
            yield _symbol(_value(tree.get(pit, "name")) or "pit", "pit", "pit", pit, pit, inside)

    def _table_symbols(self, tree: y.Tree, tables: y.YamlList) -> Iterator[Symbol]:
        for table in tables.items:
            number, game = _value(tree.get(table, "number")), _value(tree.get(table, "game"))
            yield _symbol(f"Table {number}" if number else "table", game, "table", table, table)

    # ---- places

    def _where(self, tree: y.Tree, path: Steps) -> Location:
        """The table or defaults that a path is in, and its game."""
        if path[:1] == ("defaults",) and len(path) >= 2:
            return Location(path[:2], as_named(str(path[1])), path[2:])
        for end in (4, 1):
            listed = (
                path[:1] == ("pits",) and path[2:3] == ("tables",) if end == 4 else isinstance(tree.root, y.YamlList)
            )
            if listed and len(path) >= end and isinstance(path[end - 1], int):
                game = _value(tree.get(tree.along(path[:end]), "game"))
                return Location(path[:end], as_named(game) if game and _MARK not in game else None, path[end:])
        return Location(None, None, path)

    def _offer_around(self, tree: y.Tree, where: Location) -> str:
        if where.table is None or len(where.rest) < 2 or where.rest[0] not in _LISTS:
            return ""
        if not isinstance(where.rest[1], int):
            return as_named(str(where.rest[1]))
        kind = str(where.rest[0]).removesuffix("s")
        return as_named(_value(tree.get(tree.along((*where.table, *where.rest[:2])), kind)))

    def _facts(self, tree: y.Tree, table: y.Node | None) -> dict[str, object]:
        """What the table states, as far as it can be read: its scalar fields, and the names of its offers."""
        facts: dict[str, object] = {}
        for key in _keys(table):
            value = tree.get(table, key)
            if key in _LISTS:
                facts[key] = sorted(_offered(tree, value))
            elif isinstance(value, y.Scalar) and _MARK not in value.value:
                facts[key] = value.value
        return facts


def _marked(text: str, start: int, end: int) -> Iterator[tuple[str, ...]]:
    """The text with the marked word as a value and as a key; then without what follows it, which may not fit yet."""
    word, rest = text[start:end] + _MARK, text[end:]
    line_end = rest.find("\n")
    below = rest[line_end:] if line_end >= 0 else ""
    keyed = rest.lstrip(" \t")[:1] == ":"
    for tail in (rest, below, ""):
        ends = ("",) if keyed and tail is rest else ("", ": ")
        yield tuple(text[:start] + word + end + tail for end in ends)


def _last_word(text: str) -> str:
    return re.search(r"[A-Za-z0-9_]*\Z", text)[0]  # type: ignore[index]


def _flags() -> Iterator[Suggestion]:
    yield Suggestion("yes", "yes")
    yield Suggestion("no", "no")


def _value(node: y.Node | None) -> str:
    return node.value if isinstance(node, y.Scalar) else ""


def _keys(node: y.Node | None) -> tuple[str, ...]:
    return tuple(key.value for key, _ in node.entries) if isinstance(node, y.Mapping) else ()


def _offered(tree: y.Tree, node: y.Node | None) -> set[str]:
    """The names in a list or mapping of offers."""
    if isinstance(node, y.Mapping):
        return {as_named(key) for key in _keys(node) if _MARK not in key}
    items = node.items if isinstance(node, y.YamlList) else [node] if isinstance(node, y.Scalar) else []
    named = [_value(one) or _value(tree.get(one, "wager")) or _value(tree.get(one, "option")) for one in items]
    return {as_named(name) for name in named if name and _MARK not in name}


def _symbol(
    name: str, detail: str, kind: str, key: y.Node, value: y.Node | None, inside: tuple[Symbol, ...] = ()
) -> Symbol:
    end = max(value.end if value is not None else key.end, key.end)
    name_end = key.end if isinstance(key, y.Scalar) else key.start
    return Symbol(name, detail, kind, key.start, end, key.start, name_end, inside)


def _inside_anchor(text: str, node: y.Scalar) -> tuple[int, int]:
    """The place of a word without the anchor before it."""
    start = node.start
    if node.anchor is not None and text[start : start + 1] == "&":
        start += len(node.anchor) + 1
        start += len(text[start : node.end]) - len(text[start : node.end].lstrip())
    return start, node.end


def _dedented(text: str) -> str:
    lines = text.rstrip().split("\n")
    indent = min((len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()), default=0)
    return "\n".join([lines[0], *(line[indent:] for line in lines[1:])])


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _along(schema: Mapping[str, object], path: Steps) -> list[Mapping[str, object]]:
    """The parts of a JSON Schema that describe the value at a path, alternatives and conditions included."""
    parts = _flat(schema, schema)
    for step in path:
        below: list[object] = []
        for part in parts:
            if isinstance(step, int):
                below.append(part.get("items"))
            else:
                properties = part.get("properties")
                own = properties.get(step) if isinstance(properties, dict) else None
                below.append(own if own is not None else part.get("additionalProperties"))
        parts = [flat for one in below if isinstance(one, dict) for flat in _flat(one, schema)]
    return parts


def _flat(part: Mapping[str, object], root: Mapping[str, object], depth: int = 8) -> list[Mapping[str, object]]:
    found = [part]
    if depth:
        reference = part.get("$ref")
        below = [*_list(part.get("anyOf")), *_list(part.get("oneOf")), *_list(part.get("allOf"))]
        below += [part.get("then"), part.get("else")]
        if isinstance(reference, str) and isinstance(definitions := root.get("$defs"), dict):
            below.append(definitions.get(reference.removeprefix("#/$defs/")))
        found += [flat for one in below if isinstance(one, dict) for flat in _flat(one, root, depth - 1)]
    return found
