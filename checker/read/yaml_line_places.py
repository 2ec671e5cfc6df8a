"""Locates values in a YAML text that was read line by line. What is not on the way to a value is passed over, by its indentation.

>>> from pitboss.checker.read.yaml_load import load, Limits
>>> look = load("tables:\\n- {number: 7, wagers: [pair, 6:5]}  # the first\\n- number: 8\\n", "f.yaml", Limits()).look
>>> [str(place) for place in look([("tables", 0, "wagers", 1), ("tables", 1, "number")], False, False).values()]
['f.yaml:2:30', 'f.yaml:3:11']
"""

from __future__ import annotations

from pitboss.checker.read.yaml_lines import AFTER, ENTRY, FLOW_KEY, FLOW_VALUE, OPEN_QUOTE, AliasLinks, joined, unquoted
from pitboss.checker.read.yaml_places import Found, Target, Want, behind_merge, trees
from pitboss.grammar.diagnostics import Place
from pitboss.grammar.quick_start import TYPE_CHECKING

if TYPE_CHECKING:
    import re

_Wants = tuple[Want, ...]


def find(text: str, file: str, links: AliasLinks, key: bool, targets: set[Target]) -> Found:
    """The place of each target; if that place is an alias, also the target that it refers to."""
    root, anchored = trees(targets)
    walk = _LineWalk(text, file, links, key, len(targets))
    try:
        for at in sorted(anchored):
            walk.anchored(at, (anchored[at],))
        if root:
            walk.root((root,))
    except _Done:
        return walk.found
    return walk.found


class _Done(Exception):
    """Everything is found."""


class _LineWalk:
    """A line of the text that has an entry: its offset, its number from 1, and how far it is indented; -1 after the last line."""

    def __init__(self, text: str, file: str, links: AliasLinks, key: bool, left: int) -> None:
        self.text, self.file, self.links, self.key, self.left = text, file, links, key, left
        self.found: Found = {}
        self.line, self.at, self.number, self.indent = "", 0, 1, 0

    def root(self, wants: _Wants) -> None:
        self.to_line(0)
        if not self.line.strip(" ") or self.line.lstrip(" ")[0] == "#":
            self.next_entry()
        self.block(wants, self.indent, 0)

    def anchored(self, at: int, wants: _Wants) -> None:
        """Locate in the value whose anchor is at an offset."""
        self.to_line(at)
        entry = self.entry()
        if self.at + entry.start(4) - 1 == at:
            self.value(entry, wants)
        else:
            self.flow_value(at - self.at, wants)

    def to_line(self, at: int) -> None:
        text, before = self.text, self.at
        self.at = text.rfind("\n", 0, at) + 1
        end = text.find("\n", at)
        self.line = text[self.at : end] if end >= 0 else text[self.at :]
        self.indent = len(self.line) - len(self.line.lstrip(" "))
        # Counted from the line before: counting from the beginning of the text would be quadratic in the number of anchors.
        self.number += text.count("\n", before, self.at) - text.count("\n", self.at, before)

    def next_entry(self) -> None:
        """Go to the next line that is neither empty, a comment, nor more of a quoted text."""
        text, begun = self.text, self.line
        while True:
            self.at += len(self.line) + 1
            if self.at > len(text):
                self.line, self.indent = "", -1
                return
            end = text.find("\n", self.at)
            line = self.line = text[self.at : end] if end >= 0 else text[self.at :]
            self.number += 1
            if begun and ("'" in begun or '"' in begun) and OPEN_QUOTE.match(begun):
                begun = joined(begun, line)
                continue
            begun = ""
            content = line.lstrip(" ")
            if content and content[0] != "#":
                self.indent = len(line) - len(content)
                return

    def entry(self) -> re.Match[str]:
        found = ENTRY.match(self.line)
        assert found
        return found

    def note(self, wants: _Wants, column: int, length: int) -> None:
        """The place of what is wanted is on this line, in a column from 0."""
        for want in wants:
            if want.target is not None:
                self.put(want.target, self.place(column, length), None)

    def note_alias(self, wants: _Wants, column: int, length: int) -> None:
        """So is the place of everything in it, which is written at the anchor."""
        place, anchor = self.place(column, length), self.links.aliases[self.at + column]
        for want in wants:
            for path, target in want.all():
                self.put(target, place, (anchor, path))

    def place(self, column: int, length: int) -> Place:
        return Place(self.file, self.number, column + 1, column + 1 + length if length else None)

    def put(self, target: Target, place: Place, elsewhere: Target | None) -> None:
        if target in self.found:
            return
        self.found[target] = place, elsewhere
        self.left -= 1
        if not self.left:
            raise _Done

    def block(self, wants: _Wants, column: int, length: int) -> None:
        """Locate in the block list or mapping whose first entry is in a column of this line, and go to the line after it."""
        self.note(wants, column, length)
        listed, number = self.dash(column), 0
        while self.indent >= column or not number:
            if number and listed != self.dash(column):
                return
            entry = self.entry()
            inside = _item(wants, number) if listed else self.keyed(entry[3], entry.start(3), wants)
            if not inside:
                self.next_entry()
            elif nested := [each for each in _columns(entry) if each > column]:
                self.block(inside, nested[0], 0)
            else:
                self.value(entry, inside)
            while self.indent > column or self.indent == column and not listed and self.dash(column):
                self.next_entry()
            number += 1

    def dash(self, column: int) -> bool:
        """Whether an entry of a list begins in the column."""
        return self.line[column : column + 2] in ("- ", "-")

    def keyed(self, key: str, at: int, wants: _Wants) -> _Wants:
        """What is wanted in the value of a key."""
        if key == "<<":
            return behind_merge(self.links, self.at + at, wants)
        name = unquoted(key) if key[0] in "'\"" else key
        inside = tuple([want.inside[name] for want in wants if name in want.inside])
        if self.key:
            self.note(inside, at, len(key))
        return inside

    def value(self, entry: re.Match[str], wants: _Wants) -> None:
        """Locate in the value of the last entry that begins on this line, and go to the line after it."""
        _, _, key, _, word, alias, bracket = entry.groups()
        if word:
            self.note(wants, entry.start(5), len(word))
        elif alias:
            self.note_alias(wants, entry.start(6) - 1, 1 + len(alias))
        elif bracket:
            self.note(wants, entry.start(7), self.flow(entry.start(7), wants) - entry.start(7))
        elif quote := self.line[entry.end() :].rstrip(" ") if self.line[entry.end() :][:1] in ("'", '"') else "":
            self.note(wants, entry.end(), len(quote))
        else:
            column = _columns(entry)[-1]
            nothing = self.place(column + 1 if key is None else entry.end(3) + 1, 0)
            self.next_entry()
            same = self.indent == column and key is not None and self.dash(column)
            if self.indent > column or same:
                self.block(wants, self.indent, int(same))
                return
            for want in wants:
                if want.target is not None:
                    self.put(want.target, nothing, None)
            return
        self.next_entry()

    def flow(self, at: int, wants: _Wants) -> int:
        """Locate in the brackets that open in a column of this line, and return their end."""
        listed, number, sign = self.line[at] == "[", 0, ","
        at += 1
        if (end := AFTER.match(self.line, at)) and end[1] != ",":
            return end.end()
        while sign == ",":
            if listed:
                inside = _item(wants, number)
            else:
                key = FLOW_KEY.match(self.line, at)
                assert key
                inside, at = self.keyed(key[1], key.start(1), wants), key.end()
            end = AFTER.match(self.line, self.flow_value(at, inside))
            assert end
            at, sign = end.end(), end[1]
            number += 1
        return at

    def flow_value(self, at: int, wants: _Wants) -> int:
        """Locate in a value in brackets, and return its end."""
        found = FLOW_VALUE.match(self.line, at)
        assert found
        _, word, alias, bracket = found.groups()
        end = found.end()
        if alias:
            self.note_alias(wants, found.start(3) - 1, 1 + len(alias))
        elif bracket:
            end = self.flow(found.start(4), wants)
            self.note(wants, found.start(4), end - found.start(4))
        else:
            self.note(wants, found.start(2) if word else end, len(word or ""))
        return end


def _item(wants: _Wants, number: int) -> _Wants:
    return tuple([want.inside[number] for want in wants if number in want.inside])


def _columns(entry: re.Match[str]) -> list[int]:
    """Where the lists and the mapping begin that have an entry on a line."""
    columns = [entry.start(2) + n for n, sign in enumerate(entry[2]) if sign == "-"]
    return columns if entry[3] is None else [*columns, entry.start(3)]
