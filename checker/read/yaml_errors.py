"""Explains the errors of a YAML parser to people who do not know YAML.

>>> try:
...     list(iter(events("a: b: c"), None))
... except YAMLError as error:
...     explained(error, "a: b: c", "f.yaml").message
"a second ': ' where one value should be"
"""

from __future__ import annotations

import re

from pitboss.checker.read.decoding import escaped, place
from pitboss.checker.read.yaml_events import MarkedYAMLError, ScalarEvent, YAMLError, events
from pitboss.grammar.diagnostics import Diagnostic, Place
from pitboss.grammar.quick_start import regex

__all__ = ["cut_amounts", "events", "explained", "tag_directive"]


def tag_directive(text: str, file: str) -> tuple[Diagnostic, ...]:
    """Refuse %TAG before the parser reads it: libyaml compares each tag with all previous ones, which is quadratic."""
    at = 0 if text.startswith("%TAG") else max(text.find("\n%TAG"), text.find("\r%TAG")) + 1
    if at or text.startswith("%TAG"):
        return (Diagnostic("E022", "a filing has no tags", place(text, file, at), help="remove this line"),)
    return ()


def explained(error: YAMLError, text: str, file: str) -> Diagnostic:
    """An error of libyaml, in plain words if there are some."""
    if conflict := _CONFLICT.search(text):
        marked = place(text, file, *conflict.span())
        return Diagnostic("E020", "two versions of this file were merged and differ here", marked, help=_UNMERGED)
    if not isinstance(error, MarkedYAMLError):
        at = min(getattr(error, "position", 0) or 0, len(text))
        return Diagnostic("E020", f"this is not YAML: {escaped(str(error))}", place(text, file, at))
    problem, context = error.problem or "", error.context or ""
    known = next((row for row in _WORDS if re.search(row[0], f"{context}: {problem}")), None)
    _, at_context, code, message, hint = known or ("", False, "E020", "this is not YAML: {problem}", "")
    mark = (error.context_mark if at_context else None) or error.problem_mark or error.context_mark
    found = text[mark.index : mark.index + 1]
    if "{found}" in message and found == "\t":
        message, hint = "a tab is not allowed here", "indent with spaces, and put a space after a colon"
    elif found == ":" and "expected key" in problem:
        message, hint = "a key is missing before this ':'", ""
    elif not found and "node content" in problem:
        message, hint = "the text ends where a value should be", ""
    elif "mapping values" in problem and ": " not in text[mark.index - mark.column : mark.index]:
        message, hint = "a key where the value of the lines above goes on", _DEEPER
    # libyaml reports the end of the text as the beginning of another line
    here = Place(file, mark.line + 1, mark.column + 1) if found else place(text, file, len(text))
    return Diagnostic(code, message.format(found=escaped(found), problem=escaped(problem or context)), here, help=hint)


_CUT = regex(r"\$[0-9]{1,3},[0-9]{3}(?![0-9])")


def cut_amounts(text: str, file: str) -> tuple[Diagnostic, ...]:
    """The first amount that YAML cuts in two, since it is not in quotes and a comma separates inside [ ] and { }."""
    commas = {found.end() - 4: found for found in _CUT.finditer(text)}
    get = events(text) if commas else lambda: None
    while (event := get()) is not None:
        found = commas.get(event.end_mark.index)
        if found and event.__class__ is ScalarEvent and not event.style:
            message = f"a comma separates inside [ ] and {{ }}: {found[0]} is read as {event.value} and {found[0][-3:]}"
            return (
                Diagnostic("E026", message, place(text, file, *found.span()), help=f'write "{found[0]}" in quotes'),
            )
    return ()


_CONFLICT = re.compile(r"^<{7}(?= |$)", re.M)
_UNMERGED = "keep one of the two versions, and remove the lines that begin with <<<<<<<, ======= and >>>>>>>"
_DEEPER = "indent it as the keys that it belongs to; if a line above is a key without its ':', write the ':'"
_LINE_UP = "give the items of one list or mapping the same number of spaces before them"
# pattern over "context: problem", whether the context is the place, code, message, help
_WORDS: tuple[tuple[str, bool, str, str, str], ...] = (
    (r"quoted scalar.*unexpected (end of stream|document)", True, "E020", "this quote is never closed",
     "end the text with the same quote"),
    (r"unknown escape", False, "E020", "this backslash means nothing here",
     "in double quotes write \\\\ for a backslash, or use single quotes"),
    (r"mapping values are not allowed", False, "E020", "a second ': ' where one value should be",
     "put a text with ': ' in it in quotes"),
    (r"cannot start any token", False, "E020", "a value cannot begin with {found}", "put the text in quotes"),
    (r"could not find expected ':'", True, "E020", "a line without ': ' among lines that are 'key: value'",
     "write 'key: value', or indent the line if it continues the one above"),
    (r"block mapping: did not find expected key", False, "E020",
     "this does not line up with the keys above it, or follows a value that had already ended", _LINE_UP),
    (r"block collection: did not find expected '-'", False, "E020", "this does not line up with the '-' above it",
     _LINE_UP),
    (r"block (sequence entries|mapping).*not allowed", False, "E020", "a list cannot begin here",
     "put the first '- ' on a line of its own"),
    (r"flow sequence.*(expected ','|expected '?,)", True, "E020", "this '[' is never closed, or a comma is missing",
     "write a comma between two entries, and ] after the last one"),
    (r"flow mapping.*(expected ','|expected '?,)", True, "E020", "this '{{' is never closed, or a comma is missing",
     "write a comma between two entries, and } after the last one"),
    (r"(flow|block) node: .*node content", False, "E020", "a value is missing before this {found}", ""),
    (r"undefined tag handle|scanning a tag|parsing a tag|(TAG|tag) directive", False, "E022",
     "a filing has no tags", "put a text that begins with ! in quotes"),
    (r"expected <document start>", False, "E020", "something follows where the document had already ended",
     "check the line above: a quoted text or a bracket ends before this"),
    (r"scanning an? (alias|anchor)", False, "E020", "a name must follow & or *",
     "put a text that begins with & or * in quotes"),
)  # fmt: skip
