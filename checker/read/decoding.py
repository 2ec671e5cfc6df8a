r"""Converts bytes to text: UTF-8, without characters that could confuse a reader or a terminal.

>>> decode(b"a: \xff", "f.yaml").place
Place(file='f.yaml', line=1, column=4, end=None)
>>> decode(b"a: \x1b[31m", "f.yaml").message
'the control character \\x1b has no place in a filing'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pitboss.grammar.diagnostics import Diagnostic, Place
from pitboss.grammar.quick_start import TypeVar, regex

Name = TypeVar("Name")
# Never in a value, not even escaped: control characters except tab and line breaks, surrogates, non-characters.
_CONTROL = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff"
UNFIT = regex(f"[{_CONTROL}]")
# Characters that only some readers treat as the end of a line, and a byte order mark inside the text.
_MISREAD = regex(f"[{_CONTROL}\u2028\u2029\ufeff]")
_READ_AS_IT_IS = bytes(
    [*b"\t\n\r", *range(32, 127)]
)  # of such texts, and of printable ones, no pattern need be compiled
_OTHER_ENCODINGS = (
    (b"\xff\xfe\x00\x00", "UTF-32"), (b"\x00\x00\xfe\xff", "UTF-32"), (b"\xff\xfe", "UTF-16"), (b"\xfe\xff", "UTF-16"),
)  # fmt: skip


def decode(raw: bytes, file: str) -> str | Diagnostic:
    """The text without its byte order mark."""
    again = "as UTF-8" + (", in Excel as the type CSV UTF-8" if file.endswith(".csv") else "")
    for mark, encoding in _OTHER_ENCODINGS:
        if raw.startswith(mark):
            return Diagnostic(
                "E010", f"the file is {encoding}, not UTF-8", Place(file, 1, 1), help=f"save it again {again}"
            )
    for mark, program in _OTHER_FILES:
        if raw.startswith(mark):
            return Diagnostic("E010", f"the file is {program}, not text", Place(file, 1, 1), help=_SAVE)
    try:
        text = raw.decode("utf-8-sig" if raw.startswith(b"\xef\xbb\xbf") else "utf-8")
    except UnicodeDecodeError as error:
        byte, at = raw[error.start], len(raw[: error.start].decode("utf-8-sig"))
        meant = bytes([byte]).decode("cp1252", "replace")
        hint = f"in Windows-1252 it would be {meant!r}; " if UNFIT.sub("\ufffd", meant) != "\ufffd" else ""
        return Diagnostic(
            "E010",
            f"byte {error.start:,} of the file, 0x{byte:02x}, is not UTF-8",
            place(raw.decode("utf-8-sig", "replace"), file, at),
            help=f"{hint}save the file again {again}",
        )
    if raw.isascii() and not raw.translate(None, _READ_AS_IT_IS):
        return text
    if text.replace("\n", "").replace("\r", "").replace("\t", "").isprintable():
        return text
    bad = _MISREAD.search(text)
    if not bad:
        return text
    return Diagnostic("E011", unfit(bad[0]), place(text, file, *bad.span()), help=_HELP.get(bad[0], ""))


_OTHER_FILES = (
    (b"PK\x03\x04", "a Word, Excel or ZIP file"), (b"\xd0\xcf\x11\xe0", "an old Word or Excel file"), (b"%PDF-", "a PDF"),
)  # fmt: skip
EMPTY = "pitboss init GAME writes a filing to begin with"
_SAVE = "save a workbook as .xlsx, a text as plain text in UTF-8"

_HELP = {
    "\x00": "a file full of these is often UTF-16: save it again as UTF-8",
    "\u2028": "put a plain line break or a space there",
    "\u2029": "put a plain line break or a space there",
}


def unfit(character: str) -> str:
    """Report such a character without printing it."""
    return f"the control character {escaped(character)} has no place in a filing"


def escaped(text: str) -> str:
    r"""The text with unprintable characters escaped.

    >>> escaped("a\x1b[2Jb")
    'a\\x1b[2Jb'
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def quoted(text: str, most: int = 60) -> str:
    """The text for a message: quoted, printable, shortened."""
    return "'" + escaped(text if len(text) <= most else text[: most - 3] + "...") + "'"


def place(text: str, file: str, start: int, end: int | None = None) -> Place:
    """The place of text[start:end]; if it spans several lines, of its first line."""
    return places(text, file, [(None, start, start if end is None else end)])[None]


def places(text: str, file: str, spans: list[tuple[Name, int, int]]) -> dict[Name, Place]:
    """`place` for many ascending offsets."""
    found: dict[Name, Place] = {}
    lines = line_columns(text, [start for _, start, _ in spans])
    for (name, start, end), (line, column) in zip(spans, lines, strict=True):
        first = re.split("[\r\n]", text[start:end], maxsplit=1)[0].rstrip(" \t")
        found[name] = Place(file, line, column, column + len(first) if first else None)
    return found


def line_columns(text: str, offsets: Iterable[int]) -> Iterator[tuple[int, int]]:
    r"""Line and column, from 1, of ascending offsets; a line ends with \n, \r\n or \r.

    >>> list(line_columns("a\r\nb\rc", [0, 2, 3, 5]))
    [(1, 1), (1, 3), (2, 1), (3, 1)]
    """
    line, begin, seen = 1, 0, 0
    for offset in offsets:
        end = offset - (text[max(offset - 1, 0) : offset + 1] == "\r\n")
        line += text.count("\n", seen, end) + text.count("\r", seen, end) - text.count("\r\n", seen, end)
        begin = max(begin, text.rfind("\n", seen, end) + 1, text.rfind("\r", seen, end) + 1)
        seen = max(seen, end)
        yield line, offset - begin + 1
