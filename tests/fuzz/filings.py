"""What the three targets that read filings do: read, find places, judge, and report."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path

from tests.fuzz.harness import Faulty, in_order
from tests.support.product import (
    CompiledRulebook,
    FormatContext,
    Vocabulary,
    check_filing,
    load_rulebook,
    read,
    render_format,
)

FORMATS = ("text", "json", "sarif")


@cache
def law() -> tuple[CompiledRulebook, Vocabulary]:
    return load_rulebook()


def paths_in(data: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    yield path
    if isinstance(data, dict):
        for key, value in data.items():
            yield from paths_in(value, (*path, key))
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield from paths_in(value, (*path, number))


def check(path: Path) -> None:
    """Read the file, find the place of what is in it and of what is not, and check it as a filing."""
    source = read(path)
    in_order(source.problems)
    for document in source.documents:
        for at in [*islice(paths_in(document.data), 40), ("no such field",), (0, "no such field"), ("pits", 10**6)]:
            for key in (False, True):
                place = document.place(at, key=key)
                if place.line < 1 or place.column < 1:
                    raise Faulty(f"no place for {at}: {place}")
            document.written(at)
    arguments = Namespace(path=str(path), previous=None, inspection=[], as_of=None)
    result, _, problems, texts = check_filing(arguments, *law())
    in_order(problems)
    for name in FORMATS:
        render_format(name, result, FormatContext(texts, floor=True, exit_code=2)).encode("utf-8")
