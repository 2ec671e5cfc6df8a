"""Reads a YAML text: line by line where it is plain, else through the parser, which is imported only then.

>>> load("wagers: [{pays: 6:5}]", "f.yaml", Limits()).data
{'wagers': [{'pays': '6:5'}]}
"""

from __future__ import annotations

from functools import partial

from pitboss.checker.read.document import Data, Loaded, Steps
from pitboss.checker.read.limits import Limits
from pitboss.checker.read.yaml_lines import AliasLinks, scan
from pitboss.grammar.diagnostics import Place, Rejected


def load(text: str, file: str, limits: Limits) -> Loaded:
    """The data of a text with one document."""
    try:
        read = scan(text, limits)
        data, links = read or _parsed(text, file, limits)
    except Rejected as rejected:
        return Loaded(problems=rejected.diagnostics)
    return Loaded(data, partial(_look, text, file, data, links, read is not None))


def _parsed(text: str, file: str, limits: Limits) -> tuple[Data, AliasLinks]:
    from pitboss.checker.read.yaml_parse import parse

    return parse(text, file, limits)


def _look(
    text: str, file: str, data: Data, links: AliasLinks, by_line: bool, paths: list[Steps], key: bool, written: bool
) -> dict[Steps, Place | None]:
    from pitboss.checker.read.yaml_places import look

    if by_line:
        from pitboss.checker.read.yaml_line_places import find
    else:
        from pitboss.checker.read.yaml_event_places import find
    return look(find, text, file, data, links, paths, key, written)
