"""Reads YAML as people and programs write filings, line by line; any other text is left to the parser.

What is read: block lists and mappings of one-line entries, with words, quoted texts, anchors, aliases, `<<`, comments, and lists and
mappings in brackets that end on their line. Everything else, and everything in which the parser would find a fault, is refused, so
that there is one place where faults are reported. `tests/read/test_yaml_lines.py` holds that what is read is what the parser reads.

>>> scan("tables:\\n- {number: 7, wagers: [pair, 6:5]}  # the first\\n- number: 8\\n", Limits())[0]
{'tables': [{'number': 7, 'wagers': ['pair', '6:5']}, {'number': 8}]}
>>> scan("a: |\\n  text\\n", Limits()) is scan("a: 1\\na: 2\\n", Limits()) is None
True
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.checker.read.decoding import UNFIT
from pitboss.checker.read.document import Data
from pitboss.checker.read.limits import Limits
from pitboss.checker.read.scalars import NUMBER, TooLong, plain
from pitboss.grammar.quick_start import TYPE_CHECKING, dataclass, field, regex

if TYPE_CHECKING:
    import re

_LONGEST = 1000  # characters of a line; the parser takes no longer key
_REMEMBERED = 2_000  # different lines at a time: those that repeat are soon there again, and a large file costs no memory for each
_NESTED = 16  # blocks inside one another, and brackets inside one another

# A word begins with a letter, a digit, an amount or a sign. What means something to YAML in a word is refused, except ':' inside it.
_FIRST = r"(?:[\w$/(+~]|\.(?!\.)|-(?=[0-9.]))"


def _word(meaning: str) -> str:
    return rf"{_FIRST}(?:[^ :#{meaning}]++|:(?=[^ :#{meaning}])| +(?=[^ :#{meaning}]))*+"


_SINGLE = "'(?:[^']|'')*+"
_DOUBLE = r'"(?:[^"\\]|\\(?:["\\/]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}))*+'
_QUOTED = rf"""{_SINGLE}'|{_DOUBLE}\""""
_BLOCK, _FLOW = _word(""), _word(r",\[\]{}?")
OPEN_QUOTE = regex(rf" *(?:- +)*+(?:{_BLOCK}: +)?(?:{_SINGLE}|{_DOUBLE})$")
_CUT = regex(r"\$[0-9]{1,3},[0-9]{3}(?![0-9])")  # an amount that a comma would cut in two
_ANCHOR = r"&([A-Za-z0-9_-]+)(?: +|$)"
ENTRY = regex(
    rf"( *)((?:- +)*+(?:-$)?)(?:({_BLOCK}|<<|{_QUOTED}):(?: +|$))?(?:{_ANCHOR})?"
    rf"(?:({_BLOCK}|{_QUOTED})|\*([A-Za-z0-9_-]+)|([\[{{].*))?"
)
_REST = regex(r" *(?:(?<![^ ])#.*)?$")
FLOW_VALUE = regex(rf" *(?:{_ANCHOR})?(?:({_FLOW}|{_QUOTED})|\*([A-Za-z0-9_-]+)|([\[{{]))?")
FLOW_KEY = regex(rf" *({_FLOW}|<<|{_QUOTED}):(?= )")
_PAIR = regex(rf" *({_FLOW}): +({_FLOW}) *([,}}])")  # what is between brackets most often
_ITEM = regex(rf" *({_FLOW}) *([,\]])")
AFTER = regex(r" *([,\]}])")
_ESCAPED = regex(r"\\(?:([\"\\/])|x(..)|u(....))")

_Entry = tuple[int, tuple[int, ...], str | None, int, str | None, int, str, Data, int, int, str]


@dataclass(frozen=True, slots=True)
class AliasLinks:
    """What loading records about aliases, by offset in the text."""

    aliases: dict[int, int] = field(default_factory=dict)  # of an alias: its anchor's
    merges: dict[int, tuple[bool, tuple[frozenset[str], ...]]] = field(default_factory=dict)
    # of a `<<`: whether it is a list, and the keys that each mapping supplies


class _NotPlain(Exception):
    """The text is for the parser."""


class _Block:
    """A block list or mapping that is still open. Its last entry may be `waiting` for a block as its value."""

    __slots__ = ("column", "data", "listed", "key", "waiting", "pending", "anchor", "merge")

    def __init__(self, column: int, data: list[Data] | dict[str, Data], anchor: tuple[str, int, int] | None) -> None:
        self.column, self.data, self.listed = column, data, isinstance(data, list)
        self.key: str | int = 0
        self.waiting = False
        self.pending: tuple[str, int, int] | None = (
            None  # the anchor of the value that is awaited: name, offset, nodes before
        )
        self.anchor = anchor
        self.merge: tuple[int, Data] | None = None


def scan(text: str, limits: Limits) -> tuple[Data, AliasLinks] | None:
    """The data of a text and where its aliases are, as `yaml_parse` returns them; None if the parser must read it."""
    try:
        return _Scan(limits).document(text)
    except (_NotPlain, TooLong):
        return None


def _lines(text: str) -> Iterator[str]:
    """The lines of a text, split piece by piece."""
    start = 0
    while (end := text.find("\n", start + 65_536)) >= 0:
        yield from text[start:end].split("\n")
        start = end + 1
    yield from text[start:].split("\n")


def _uncommented(line: str, end: int, word: str) -> str:
    """A word that may go on in the next line; empty if a comment ends it."""
    return "" if "#" in line[end:] else word


def joined(begun: str, line: str) -> str:
    """A line whose quoted text goes on in the next line."""
    more = line.strip(" ")
    deeper = len(line) - len(line.lstrip(" ")) > len(begun) - len(begun.lstrip(" "))
    if not more or not deeper or begun.endswith("\\"):
        raise _NotPlain
    return f"{begun.rstrip(' ')} {more}"


def _unescaped(found: re.Match[str]) -> str:
    character = found[1] or chr(int(found[2] or found[3], 16))
    if UNFIT.match(character):
        raise _NotPlain
    return character


def unquoted(word: str) -> str:
    """The text that a quoted word means."""
    if word[0] == "'":
        return word[1:-1].replace("''", "'")
    return _ESCAPED.sub(_unescaped, word[1:-1]) if "\\" in word else word[1:-1]


class _Scan:
    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.links = AliasLinks()
        self.anchors: dict[str, tuple[int, Data, int]] = {}  # offset, value, nodes
        self.words: dict[str, Data] = {}
        self.heights: dict[int, tuple[int, Data]] = {}
        self.count = 1
        self.at = 0  # of the line in the text

    def document(self, text: str) -> tuple[Data, AliasLinks]:
        root = _Block(-1, [], None)
        root.waiting = True
        stack, known, room = [root], dict[str, "_Entry | None"](), self.limits.nodes
        top, begun, size, raw = root, "", 0, ""  # a line whose quote is open, its length, a word that may go on
        root.data.append(None)  # type: ignore[union-attr]
        if self.limits.depth < 2 * _NESTED:
            raise _NotPlain
        for line in _lines(text):
            size += len(line) + 1
            if begun:
                line = joined(begun, line)
            if line in known:
                entry = known[line]
            elif OPEN_QUOTE.match(line):
                begun, raw = line, ""
                continue
            else:
                entry = self.line(line)
                if len(known) == _REMEMBERED:
                    known.clear()
                known[line] = entry
            if entry is None:
                self.at, size, raw = self.at + size, 0, ""
                continue
            column, dashes, key, key_at, anchor, anchor_at, kind, value, value_at, nodes, word = entry
            if begun and key is not None and line[key_at] in "'\"":
                raise _NotPlain  # no key goes over two lines
            begun = ""
            if kind == "more":
                if column <= top.column or not raw:
                    raise _NotPlain
                raw = f"{raw} {word}"
                top.data[top.key] = plain(raw, self.limits.digits, self.limits.scalar)  # type: ignore[index]
                self.at, size = self.at + size, 0
                continue
            raw = word
            while column < top.column:
                top = self.closed(stack)
            if column > top.column or dashes and not top.listed and top.waiting:
                top = self.opened(stack, top, column, listed=bool(dashes))
            elif not dashes and top.listed:
                top = self.closed(stack)
                if top.column != column or top.listed:
                    raise _NotPlain
            if bool(dashes) != top.listed:
                raise _NotPlain
            if top.pending:
                raise _NotPlain
            for place in dashes:
                if place != column:
                    self.count += 1
                    top = self.opened(stack, top, place, listed=True)
                top.key = len(top.data)
                top.data.append(None)  # type: ignore[union-attr]
                top.waiting = True
            if key is not None:
                if dashes:
                    self.count += 1
                    top = self.opened(stack, top, key_at, listed=False)
                if key in top.data or top.merge and key == "<<":
                    raise _NotPlain
                top.key = key
            if kind == "data":
                if anchor:
                    self.anchors[anchor] = (self.at + anchor_at, value, nodes)
                self.count += nodes
                top.data[top.key] = value  # type: ignore[index]
                top.waiting = False
            elif kind == "":
                if key is not None:
                    top.data[key] = None  # type: ignore[call-overload]
                top.waiting = True
                top.pending = (anchor, self.at + anchor_at, self.count) if anchor else None
                self.count += nodes
            else:
                before = self.count
                self.count += nodes
                value = self.alias(str(value), value_at) if kind == "alias" else self.bracket(line, value_at)
                if anchor:
                    self.anchors[anchor] = (self.at + anchor_at, value, self.count - before)
                top.waiting = False
                if key == "<<" and line[key_at] == "<":
                    top.merge = (self.at + key_at, value)
                else:
                    top.data[top.key] = value  # type: ignore[index]
            if self.count > room:
                raise _NotPlain
            self.at, size = self.at + size, 0
        if begun:
            raise _NotPlain
        while len(stack) > 1:
            self.closed(stack)
        if root.waiting:
            raise _NotPlain
        return root.data[0], self.links  # type: ignore[index]

    def opened(self, stack: list[_Block], top: _Block, column: int, listed: bool) -> _Block:
        """Begin the block that the last entry waits for."""
        if not top.waiting or len(stack) >= _NESTED:
            raise _NotPlain
        data: list[Data] | dict[str, Data] = [] if listed else {}
        top.data[top.key] = data  # type: ignore[index]
        made = _Block(column, data, top.pending)
        if top.pending:
            self.anchors.pop(top.pending[0], None)
        top.waiting, top.pending = False, None
        stack.append(made)
        return made

    def closed(self, stack: list[_Block]) -> _Block:
        """End the innermost block and return the one around it."""
        block = stack.pop()
        if block.pending:
            raise _NotPlain
        if block.merge:
            self.merge(block.data, *block.merge)  # type: ignore[arg-type]
        if block.anchor:
            name, at, before = block.anchor
            self.anchors[name] = (at, block.data, self.count - before)
        return stack[-1]

    def line(self, line: str) -> _Entry | None:
        """The entry on a line; None if it has none."""
        found = ENTRY.match(line)
        if not found or len(line) > _LONGEST or not line.isprintable():
            raise _NotPlain
        spaces, dashes, key, anchor, word, alias, bracket = found.groups()
        end = found.end()
        if not bracket and not _REST.match(line, end):
            raise _NotPlain
        column = len(spaces)
        if not dashes and key is None:
            if anchor or alias or bracket or word and word[0] in "'\"":
                raise _NotPlain
            return (column, (), None, 0, None, 0, "more", None, 0, 0, _uncommented(line, end, word)) if word else None
        places = tuple([column + n for n, sign in enumerate(dashes) if sign == "-"])
        if places and key is None and line[column + len(dashes) :][:1] == "-" and not word:
            raise _NotPlain
        name, nodes = None, 1
        if key is not None:
            name, nodes = self.name(key), 1 + (key[0] in "'\"")
        kind, value, value_at = "", None, 0
        if word:
            kind, value = "data", self.scalar(word)
        elif alias:
            kind, value, value_at, nodes = "alias", alias, found.start(6) - 1, nodes - 1
        elif bracket:
            kind, value_at, nodes = "bracket", found.start(7), nodes - 1
            if not set("&*<") & set(bracket):
                before, self.count = self.count, 0
                kind, value = "data", self.bracket(line, value_at)
                nodes, self.count = nodes + self.count, before
        if key == "<<" and kind in ("", "data"):
            raise _NotPlain
        raw = "" if anchor or not word or word[0] in "'\"" else _uncommented(line, end, word)
        return column, places, name, found.start(3), anchor, found.start(4) - 1, kind, value, value_at, nodes, raw

    def name(self, key: str) -> str:
        if key[0] in "'\"":
            return str(self.scalar(key))
        if isinstance(self.scalar(key), str) or NUMBER.fullmatch(key):
            return key
        raise _NotPlain

    def scalar(self, word: str) -> Data:
        if word[0] in "'\"":
            return unquoted(word)
        if word not in self.words:
            self.words[word] = plain(word, self.limits.digits, self.limits.scalar)
        return self.words[word]

    def bracket(self, line: str, at: int) -> Data:
        """A list or mapping in brackets that ends its line."""
        value, end = self.collection(line, at, 0)
        if not _REST.match(line, end):
            raise _NotPlain
        return value

    def collection(self, line: str, at: int, depth: int) -> tuple[Data, int]:
        if depth >= _NESTED:
            raise _NotPlain
        self.count += 1
        return self.sequence(line, at + 1, depth + 1) if line[at] == "[" else self.mapping(line, at + 1, depth + 1)

    def sequence(self, line: str, at: int, depth: int) -> tuple[Data, int]:
        data: list[Data] = []
        sign = ","
        while sign == ",":
            if end := _ITEM.match(line, at):
                word, sign = end.groups()
                self.uncut(line, *end.span(1))
                self.count += 1
                data.append(self.scalar(word))
            elif not data and (end := AFTER.match(line, at)) and end[1] != ",":
                sign = end[1]
            else:
                value, at, empty = self.value(line, at, depth)
                end = AFTER.match(line, at)
                if empty or not end:
                    raise _NotPlain
                data.append(value)
                sign = end[1]
            at = end.end()
        if sign != "]":
            raise _NotPlain
        return data, at

    def mapping(self, line: str, at: int, depth: int) -> tuple[Data, int]:
        data: dict[str, Data] = {}
        merge: tuple[int, Data] | None = None
        sign = ","
        while sign == ",":
            if end := _PAIR.match(line, at):
                key, word, sign = end.groups()
                name = self.name(key)
                if name in data:
                    raise _NotPlain
                self.uncut(line, *end.span(2))
                self.count += 1
                data[name] = self.scalar(word)
            elif not data and not merge and (end := AFTER.match(line, at)) and end[1] != ",":
                sign = end[1]
            else:
                found = FLOW_KEY.match(line, at)
                if not found:
                    raise _NotPlain
                key = found[1]
                self.count += key[0] in "'\""
                name = self.name(key)
                if name in data or merge and name == "<<":
                    raise _NotPlain
                value, at, _ = self.value(line, found.end(), depth)
                if key == "<<":
                    merge = (self.at + found.start(1), value)
                else:
                    data[name] = value
                end = AFTER.match(line, at)
                if not end:
                    raise _NotPlain
                sign = end[1]
            at = end.end()
        if sign != "}":
            raise _NotPlain
        if merge:
            self.merge(data, *merge)
        return data, at

    def value(self, line: str, at: int, depth: int) -> tuple[Data, int, bool]:
        """A value in brackets, its end, and whether nothing is written."""
        found = FLOW_VALUE.match(line, at)
        assert found
        anchor, word, alias, bracket = found.groups()
        before, end = self.count, found.end()
        value: Data = None
        if alias:
            value = self.alias(alias, found.start(3) - 1)
        elif bracket:
            value, end = self.collection(line, found.start(4), depth)
        else:
            self.uncut(line, found.start(2), end)
            self.count += 1
            value = self.scalar(word) if word else None
        if anchor:
            if alias or not (word or bracket):
                raise _NotPlain
            self.anchors[anchor] = (self.at + found.start(1) - 1, value, self.count - before)
        return value, end, not (word or alias or bracket)

    def uncut(self, line: str, start: int, end: int) -> None:
        """Refuse an amount in which a comma ends the word."""
        at = line.rfind("$", start, end)
        if at >= 0 and (cut := _CUT.match(line, at)) and cut.end() == end + 4:
            raise _NotPlain

    def alias(self, name: str, at: int) -> Data:
        if name not in self.anchors:
            raise _NotPlain
        anchored, value, nodes = self.anchors[name]
        if 2 * _NESTED + self.height(value) > self.limits.depth:
            raise _NotPlain
        self.count += nodes
        self.links.aliases[self.at + at] = anchored
        return value

    def height(self, value: Data) -> int:
        if not isinstance(value, (dict, list)):
            return 0
        if id(value) not in self.heights:
            inside = value.values() if isinstance(value, dict) else value
            self.heights[id(value)] = (1 + max(map(self.height, inside), default=0), value)
        return self.heights[id(value)][0]

    def merge(self, here: dict[str, Data], at: int, value: Data) -> None:
        supplied = []
        for source in value if isinstance(value, list) else [value]:
            if not isinstance(source, dict):
                raise _NotPlain
            new = source.keys() - here.keys()
            supplied.append(frozenset(new))
            here.update((name, source[name]) for name in source if name in new)
        self.links.merges[at] = (isinstance(value, list), tuple(supplied))
