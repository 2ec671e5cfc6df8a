"""Edits of a filing's data as edits of its texts: YAML and JSON by their nodes, CSV and workbooks by their cells.

`None` means that the text has no place for an edit that leaves the rest as it is, and a person has to make it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from pitboss.advice.filed_edits import Edit as FiledEdit
from pitboss.advice.filed_edits import edited, value_at
from pitboss.checker.read import NO_FILES, Unsaved
from pitboss.checker.read.document import Document, Steps, existing
from pitboss.editor.cell_edits import cell_edits
from pitboss.editor.csv_edits import csv_edits
from pitboss.editor.node_edits import Edit, added, removed, stated
from pitboss.editor.yaml_nodes import Mapping, Scalar, Tree, YamlList, nodes

_PLAIN_TEXT = re.compile(r"(?:[A-Za-z$]|[0-9./]+ (?:to|for) )[A-Za-z0-9_$.%-]*(?: [A-Za-z0-9_$.%-]+)*")
_WORDS = ("yes", "no", "true", "false", "null", "on", "off")


def text_edits(
    documents: tuple[Document, ...], some: Iterable[FiledEdit], unsaved: Unsaved = NO_FILES
) -> dict[str, tuple[Edit, ...]] | None:
    """The edits by document name; of a workbook, by sheet. `unsaved`: as in `checker.read.read`."""
    by_document: dict[int, list[FiledEdit]] = {}
    for each in some:
        by_document.setdefault(int(each.place[0]), []).append(each)
    made: dict[str, tuple[Edit, ...]] = {}
    for number, edits in by_document.items():
        document = documents[number]
        if document.format == "xlsx":
            cells = cell_edits(document, edits, unsaved)
            if cells is None:
                return None
            made |= cells
            continue
        parts = csv_edits(document, edits) if document.format == "csv" else _nodes(document, edits)
        if parts is None:
            return None
        made[document.name] = tuple(dict.fromkeys(parts))
    return made


def _nodes(document: Document, edits: list[FiledEdit]) -> list[Edit] | None:
    tree = nodes(document.text)
    parts: list[Edit] = []
    for edit in _at_home(document, tree, edits):
        part = _node(document, tree, edit)
        if part is None:
            return None
        parts += part
    return parts


def _at_home(document: Document, tree: Tree, some: list[FiledEdit]) -> Iterator[FiledEdit]:
    """The edits at places of their own: what is reached through an alias or a merge is stated anew, whole, where it is reached."""
    after: list[object] = []
    for edit in some:
        steps = edit.place[1:]
        own = _own(tree, steps)
        if own == len(steps) or own >= len(existing(document.data, steps)):
            yield edit
            continue
        after = after or edited([document.data], [replace(each, place=(0, *each.place[1:])) for each in some])
        home = steps[: own + 1]
        yield replace(
            edit, place=(edit.place[0], *home), old=value_at(document.data, home), new=value_at(after[0], home)
        )


def _own(tree: Tree, steps: Steps) -> int:
    """How many steps lead to what is written there, not behind an alias or a merge."""
    node = tree.root
    for number, step in enumerate(steps):
        if isinstance(node, Mapping):
            node = node.get(str(step))
        elif isinstance(node, YamlList) and isinstance(step, int) and step < len(node.items):
            node = node.items[step]
        else:
            node = None
        if node is None or isinstance(node, Scalar) and node.alias:
            return number
    return len(steps)


def _node(document: Document, tree: Tree, edit: FiledEdit) -> list[Edit] | None:
    text, steps, quoted = document.text, edit.place[1:], document.format == "json"
    if edit.new is None:
        return removed(text, tree, steps)
    found = existing(document.data, steps)
    if len(found) == len(steps):
        more = _more(edit)
        if more is not None and (appended := added(text, tree, steps, flow(more, quoted))):
            return appended
        return stated(text, tree, steps, flow(edit.new, quoted))
    holder = tree.along(found)
    rest, value = steps[len(found) + 1 :], edit.new
    for step in reversed(rest):
        value = {str(step): value}
    key = steps[len(found)]
    if isinstance(holder, Scalar) and isinstance(key, str) and found and isinstance(found[-1], int):
        kind = "option" if "options" in found else "wager"  # an offer that is only named gets a field
        return stated(text, tree, found, flow({kind: holder.value, key: value}, quoted))
    if isinstance(holder, YamlList):
        return added(text, tree, found, flow(value, quoted))
    return stated(text, tree, (*found, key), flow(value, quoted))


def _more(edit: FiledEdit) -> object:
    """The item that a list has more; None if that is not the change."""
    if isinstance(edit.old, list) and isinstance(edit.new, list) and edit.new[:-1] == edit.old:
        return edit.new[-1]
    return None


def flow(value: object, quoted: bool = False) -> str:
    """Plain data on one line of YAML; with all text in quotes, of JSON.

    >>> flow({"streak": {"minimum": "$5", "paytable": "long run"}, "insurance": {"pays": "2 to 1"}})
    '{streak: {minimum: $5, paytable: long run}, insurance: {pays: 2 to 1}}'
    >>> flow({"shuffler": True}, quoted=True)
    '{"shuffler": true}'
    """
    if isinstance(value, dict):
        return f"{{{', '.join(f'{flow(key, quoted)}: {flow(item, quoted)}' for key, item in value.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(flow(item, quoted) for item in value)}]"
    if isinstance(value, bool):
        return ("true" if value else "false") if quoted else ("yes" if value else "no")
    if value is None:
        return "null"
    if isinstance(value, str) and (quoted or value in _WORDS or not _PLAIN_TEXT.fullmatch(value)):
        return value if not quoted and _PERCENT.fullmatch(value) else json.dumps(value, ensure_ascii=False)
    return str(value)


_PERCENT = re.compile(r"[0-9.]+(?: [0-9]+/[0-9]+)?%")
