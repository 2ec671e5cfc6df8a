"""Reads files of rounds row by row: JSON Lines, CSV, Parquet.

A line that cannot be read becomes a reason, and reading continues. Only the current chunk is in memory.
"""

from __future__ import annotations

import csv
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from importlib.util import find_spec
from io import TextIOWrapper
from itertools import pairwise, takewhile
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.checker.read.file import name_in_text
from pitboss.checker.rounds.record_format import Form, UnreadableRow
from pitboss.grammar.input_files import open_regular
from pitboss.grammar.input_folders import files_below

if TYPE_CHECKING:  # polars is an extra
    import polars as pl

SUFFIXES = (".jsonl", ".ndjson", ".csv", ".parquet")
CHUNK = 50_000
NARROW = 100  # columns: of a Parquet file that has no more, twice as many rows are read at once
MOST_IN_A_ROUND = 10_000
LONGEST_LINE = 1 << 20
MOST_BYTES = 1 << 27  # of the rows of a chunk
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Raw:
    """A row as written; `reason` if it cannot be read."""

    place: str  # file:line, of Parquet file:row
    data: Mapping[str, object]
    reason: str = ""
    text: str = ""


class NoRecords(ValueError):
    """A path without records of rounds, or a file that cannot be opened in the format of its name."""


def files_of(path: str) -> tuple[Path, ...]:
    """The files below a path, in the order of their names."""
    root = Path(path)
    if not root.exists():
        raise NoRecords(f"there is no {path}")
    found = files_below(root, *SUFFIXES) if root.is_dir() else [root]
    if not found or found[0].suffix not in SUFFIXES:
        raise NoRecords(f"{path} holds no rounds: they are read from {', '.join(SUFFIXES)}")
    return tuple(found)


def states_of(path: str) -> dict[Path, tuple[int, int, int]]:
    """What changes when one of the files below a path is written or replaced."""
    found = ((file, os.stat(file)) for file in files_of(path))
    return {file: (status.st_ino, status.st_size, status.st_mtime_ns) for file, status in found}


def name_of(path: Path, root: str) -> str:
    """The name of a file in findings: relative to the given folder."""
    return name_in_text(path.relative_to(root).as_posix() if path != Path(root) else path.name)


def whole_rounds(form: Form, rows: Iterable[Raw]) -> Iterator[list[Raw]]:
    """Rows in lots; no lot ends within a round, or next to a row that cannot be read."""
    lot: list[Raw] = []
    for raw in rows:
        if len(lot) >= CHUNK and (len(lot) >= CHUNK + MOST_IN_A_ROUND or not goes_on(form, lot[-1], raw)):
            yield lot
            lot = []
        lot.append(raw)
    if lot:
        yield lot


def goes_on(form: Form, last: Raw, raw: Raw) -> bool:
    """Whether a row is in the same round as the one before it; unknown if either cannot be read."""
    known = []
    for one in (last, raw):
        try:
            facts = form.read(one.data, one.place).facts if not one.reason else {}
        except UnreadableRow:
            facts = {}
        known.append((facts.get("table"), facts.get("round")))
    return None in known[0] or None in known[1] or known[0] == known[1]


def rows_of(path: Path, name: str) -> Iterator[Raw]:
    match path.suffix:
        case ".csv":
            yield from _csv(path, name)
        case ".parquet":
            yield from _parquet(path, name)
        case _:
            yield from _json_lines(path, name)


def _json_lines(path: Path, name: str) -> Iterator[Raw]:
    with open_regular(path) as lines:
        number = 0
        while line := lines.readline(LONGEST_LINE + 1):
            number += 1
            place = f"{name}:{number}"
            if len(line) > LONGEST_LINE:
                while line and not line.endswith(b"\n"):
                    line = lines.readline(LONGEST_LINE + 1)
                yield Raw(place, {}, "the line is longer than a round can be")
                continue
            if not line.strip():
                continue
            try:
                text = line.decode("utf-8").rstrip("\r\n")
            except UnicodeDecodeError:
                yield Raw(place, {}, "the line is not text in UTF-8", line.decode("utf-8", "replace").rstrip("\r\n"))
                continue
            yield _from_json(text, place)


def _from_json(text: str, place: str) -> Raw:
    try:
        data = json.loads(text, parse_float=_decimal, object_pairs_hook=_once)
        # JSON can escape one half of a surrogate pair, which is no character: no report could be written with it.
        if "\\u" in text and _SURROGATE.search(json.dumps(data, ensure_ascii=False, default=str)):
            raise ValueError("an escape is one half of a surrogate pair")
    except (ValueError, RecursionError) as fault:
        return Raw(place, {}, f"the line is not JSON: {str(fault).partition(':')[0]}", text)
    if not isinstance(data, dict):
        return Raw(place, {}, "the line is not an object", text)
    return Raw(place, data, "", text)


def _decimal(number: str) -> Decimal:
    try:
        return Decimal(number)
    except InvalidOperation as fault:  # a library without a bound on exponents would read it
        raise ValueError("the exponent of a number is out of range") from fault


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key occurs twice")
    return found


def _csv(path: Path, name: str) -> Iterator[Raw]:
    with TextIOWrapper(open_regular(path), "utf-8", "replace", "") as lines:
        reader = csv.reader(lines, strict=True)
        head: list[str] = []
        while True:
            number = reader.line_num + 1
            try:
                cells = next(reader)
            except StopIteration:
                return
            except csv.Error as fault:
                yield Raw(f"{name}:{number}", {}, f"the line is not CSV: {fault}")
                continue
            if not head:
                head = [cell.strip().removeprefix("\ufeff") for cell in cells]
                if len({*head}) < len(head):
                    raise NoRecords(f"{name}: a column occurs twice in the heading")
                continue
            if not cells:
                continue
            text = ",".join(cells)
            if len(cells) != len(head):
                yield Raw(f"{name}:{number}", {}, f"{len(cells)} cells under {len(head)} columns", text)
            elif any("\ufffd" in cell for cell in cells):
                yield Raw(f"{name}:{number}", {}, "the line is not text in UTF-8", text)
            else:
                yield Raw(f"{name}:{number}", dict(zip(head, cells, strict=True)), "", text)


def _parquet(path: Path, name: str) -> Iterator[Raw]:
    for first, frame in frames_of(path):
        for number, data in enumerate(frame.iter_rows(named=True), first):
            yield raw_of(data, f"{name}:{number}")


def raw_of(data: Mapping[str, object], place: str) -> Raw:
    kept = {key: value for key, value in data.items() if value is not None}
    return Raw(place, kept, "", json.dumps(kept, default=str))


def frames_of(path: Path, chunk: int = CHUNK) -> Iterator[tuple[int, pl.DataFrame]]:
    """A Parquet file in chunks, each with the number of its first row."""
    for first in range(0, size_of(path)[0], chunk):
        yield first + 1, frame_of(path, first, chunk)


def starts_of(form: Form, path: Path) -> Iterator[tuple[int, int]]:
    """The first and last row of the lots of a Parquet file; no lot ends within a round, or next to a row that cannot be read."""
    first, (whole, columns) = 0, size_of(path)
    lot = CHUNK * (2 if columns <= NARROW else 1)
    while first < whole:
        end = min(first + lot, whole)
        while end < min(whole, first + lot + MOST_IN_A_ROUND):
            rows = (raw_of(row, "") for row in frame_of(path, end - 1, 65).iter_rows(named=True))
            on = list(takewhile(bool, (goes_on(form, *pair) for pair in pairwise(rows))))
            end = min(end + len(on), first + lot + MOST_IN_A_ROUND)
            if len(on) < 64:
                break
        yield first, end
        first = end


def frame_of(path: Path, first: int, chunk: int = CHUNK) -> pl.DataFrame:
    """Times and categories as the texts that other formats contain."""
    require_polars()
    import polars as pl
    from polars import selectors as kinds

    with _damage_reported(path):
        frame = pl.scan_parquet(path).slice(first, chunk).collect()
        # A few bytes of Parquet can stand for any number of texts or lists; equal texts are one in memory.
        texts = frame.select(kinds.string().str.len_bytes().sum()).sum_horizontal()
        if max(frame.estimated_size(), texts[0] if len(texts) else 0) > MOST_BYTES:
            raise NoRecords(f"{path.name}: {chunk:,} rows from {first + 1:,} on take more than {MOST_BYTES:,} bytes")
        return frame.with_columns(
            kinds.datetime().dt.strftime("%Y-%m-%dT%H:%M:%S"),
            kinds.date().dt.strftime("%Y-%m-%d"),
            (kinds.categorical() | kinds.enum()).cast(pl.String),
        )


def size_of(path: Path) -> tuple[int, int]:
    """The number of rows, and of columns."""
    require_polars()
    import polars as pl

    open_regular(path).close()
    with _damage_reported(path):
        file = pl.scan_parquet(path)
        return int(file.select(pl.len()).collect().item()), len(file.collect_schema())


@contextmanager
def _damage_reported(path: Path) -> Iterator[None]:
    """Report a damaged Parquet file as such; on some damage polars panics, with an exception that is not an Exception."""
    import polars as pl

    try:
        yield
    except (pl.exceptions.PolarsError, OSError) as fault:
        raise NoRecords(f"{path.name} is not Parquet: {str(fault).splitlines()[0]}") from None
    except BaseException as fault:
        if type(fault).__name__ != "PanicException":
            raise
        raise NoRecords(f"{path.name} is damaged Parquet") from None


def require_polars() -> None:
    """Raises NoRecords if polars, an extra, is not installed."""
    if find_spec("polars") is None:
        raise NoRecords("Parquet, and the columnar engine, need polars: pip install 'pitboss[rounds]'")
