r"""Changes of a YAML or JSON text that leave every other character as it is: replace a value, add or remove an entry.

An edit is a part of the text and what replaces it. A change that has no clean form is None: it is left to a person.

>>> text = "wagers: [streak, sevens]  # two\nlimit: 5\n"
>>> applied_to(text, [*removed(text, nodes(text), ("wagers", 0)), *stated(text, nodes(text), ("limit",), "6")])
'wagers: [sevens]  # two\nlimit: 6\n'
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from pitboss.checker.read.document import Steps
from pitboss.editor.yaml_nodes import Mapping, Node, Scalar, Tree, YamlList, nodes

Edit = tuple[int, int, str]  # start, end, what replaces it

_QUOTED = ("'", '"')
_FLOW = ("[", "{")


def applied_to(text: str, edits: Iterable[Edit]) -> str:
    """The text after edits that do not overlap."""
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def stated(text: str, tree: Tree, path: Steps, value: str) -> list[Edit] | None:
    """State a value at a path whose parent exists; where the parent merges it from elsewhere, it gets its own.

    What is reached through an alias is changed where it is written.
    """
    parent, key = tree.along(path[:-1]), path[-1]
    if isinstance(parent, YamlList) and isinstance(key, int) and key < len(parent.items):
        return _replaced(text, parent.items[key], value)
    if not isinstance(parent, Mapping) or isinstance(key, int):
        return None
    present = next((entry for entry in parent.entries if entry[0].value == key), None)
    if present is None:
        return [_added_entry(text, parent, f"{_key(text, parent, key)}: {value}")]
    name, node = present
    if node is None:
        return [(name.end, name.end, f" {value}" if text[name.end : name.end + 1] == ":" else f": {value}")]
    return _replaced(text, node, value)


def added(text: str, tree: Tree, path: Steps, item: str) -> list[Edit] | None:
    """Add an item to the list at a path."""
    node = tree.along(path)
    if not isinstance(node, YamlList):
        return None
    if _is_flow(text, node):
        inside = text[node.start + 1 : node.end - 1]
        at = node.start + 1 + len(inside.rstrip())
        return [(at, at, f", {item}" if node.items else item)]
    if not node.items:
        return None
    at = _line_end(text, _last(text, node.items[-1]))
    dash = _dash(text, node.items[-1])
    return None if dash is None else [(at, at, f"\n{' ' * _column(text, dash)}- {item}")]


def removed(text: str, tree: Tree, path: Steps) -> list[Edit] | None:
    """Remove the item or entry at a path, with its line where it has one; an emptied list or mapping becomes `[]` or `{}`."""
    parent, key = tree.along(path[:-1]), path[-1]
    if isinstance(parent, YamlList) and isinstance(key, int):
        parts = [(item.start, item) for item in parent.items]
        number = key
    elif isinstance(parent, Mapping):
        parts = [(name.start, node or name) for name, node in parent.entries]
        number = next((n for n, (name, _) in enumerate(parent.entries) if name.value == key), -1)
    else:
        return None
    if not 0 <= number < len(parts):
        return None
    start, last = parts[number]
    if _is_flow(text, parent):
        if number + 1 < len(parts):
            return [(start, parts[number + 1][0], "")]
        before = parts[number - 1][1] if number else None
        return [(_end(before) if before is not None else start, _end(last), "")]
    if len(parts) == 1:
        return _emptied(text, parent)
    dash = _dash(text, last) if isinstance(parent, YamlList) else start
    if dash is None:
        return None
    line = text.rfind("\n", 0, dash) + 1
    if text[line:dash].strip():
        return None  # it shares its line with what holds it
    return [(line, _line_end(text, _last(text, last)) + 1, "")]


def _replaced(text: str, node: Node, value: str) -> list[Edit] | None:
    if isinstance(node, Mapping) or isinstance(node, Scalar) and node.alias:
        return None
    if isinstance(node, YamlList) and not _is_flow(text, node):
        return None
    start = _value_start(text, node)
    quote = text[start : start + 1]
    if quote in _QUOTED and value[:1] not in (*_QUOTED, *_FLOW):
        value = f"{quote}{value}{quote}"
    return [(start, node.end, value)]


def _value_start(text: str, node: Node) -> int:
    """Where a value begins after its anchor."""
    start = node.start
    if node.anchor is not None and text[start : start + 1] == "&":
        start = re.compile(r"&\S+\s+").match(text, start).end()  # type: ignore[union-attr]
    return start


def _added_entry(text: str, mapping: Mapping, entry: str) -> Edit:
    if _is_flow(text, mapping):
        inside = text[mapping.start : mapping.end - 1]
        at = mapping.start + len(inside.rstrip())
        return at, at, f", {entry}" if mapping.entries else entry
    at = _line_end(text, _last(text, mapping))
    return at, at, f"\n{' ' * _column(text, mapping.entries[0][0].start)}{entry}"


def _key(text: str, mapping: Mapping, key: str) -> str:
    """A key as its neighbors are written: in quotes in JSON."""
    quoted = mapping.entries and text[mapping.entries[0][0].start] == '"'
    return f'"{key}"' if quoted else key


def _is_flow(text: str, node: Node) -> bool:
    return text[_value_start(text, node)] in _FLOW


def _last(text: str, node: Node) -> int:
    """Where the last word of a node ends; a block itself ends only where the next one begins."""
    if isinstance(node, Scalar) or _is_flow(text, node):
        return node.end
    if isinstance(node, YamlList) and node.items:
        return _last(text, node.items[-1])
    if isinstance(node, Mapping) and node.entries:
        name, value = node.entries[-1]
        return _last(text, value) if value is not None and value.end > value.start else name.end
    return node.end


def _end(node: Node) -> int:
    """Where a node inside brackets ends."""
    return node.end


def _line_end(text: str, at: int) -> int:
    """The end of the line of the character before an offset, its comment included."""
    end = text.find("\n", max(at - 1, 0))
    return end if end >= 0 else len(text)


def _dash(text: str, item: Node) -> int | None:
    """Where the dash before an item of a block is."""
    before = re.compile(r"-(?:[ \t]+|[ \t]*\n[ \t]*)\Z").search(text[: item.start])
    return before.start() if before else None


def _column(text: str, at: int) -> int:
    return at - text.rfind("\n", 0, at) - 1


def _emptied(text: str, parent: Node) -> list[Edit] | None:
    """`key:` and a block below it becomes `key: []`."""
    first = parent.items[0] if isinstance(parent, YamlList) else parent
    start = _dash(text, first) if isinstance(parent, YamlList) else parent.start
    colon = text.rfind(":", 0, parent.start if start is None else start)
    between = text[colon + 1 : start]
    if start is None or colon < 0 or re.sub(r"#[^\n]*", "", between).strip() or "\n" not in between:
        return None
    return [(colon + 1, _line_end(text, _last(text, parent)), " []" if isinstance(parent, YamlList) else " {}")]


__all__ = ["Edit", "added", "applied_to", "nodes", "removed", "stated"]
