"""What is read without argparse is what argparse reads; what argparse would refuse, or read in another way, is left to it."""

from __future__ import annotations

import random
from argparse import ArgumentError, ArgumentParser

import pytest

from pitboss.cli import _every, _plainly, parser_of
from tests.support.soak import count

WORDS = (
    "--all", "--floor", "-q", "--quiet", "--watch", "--no-config", "--as-of", "--as-of=2007-01-01", "--as", "--format", "text", "json=a",
    "--format=sarif=b", "--color", "never", "pink", "--color=always", "--rules", "--ignore", "--fail-on", "--fail-on=", "--previous", "-",
    "--", "-h", "--help", "-5", "-q5", "--quiet=1", "", "a b", "-a b", "floor.yaml", "--from", "--write", "--choose", "502=2", "--of",
)  # fmt: skip


def argparse_reads(given: list[str], monkeypatch: pytest.MonkeyPatch) -> object:
    """Its arguments; None if it refuses them or prints help."""

    def refuse(*_: object) -> None:
        raise ArgumentError(None, "refused")

    with monkeypatch.context() as patch:
        patch.setattr(ArgumentParser, "error", refuse)
        patch.setattr(ArgumentParser, "print_help", refuse)
        try:
            return vars(parser_of(given[0]).parse_args(given))
        except ArgumentError:
            return None


def test_plain_arguments_are_read_as_argparse_reads_them(monkeypatch: pytest.MonkeyPatch) -> None:
    chance, read = random.Random(7), dict[str, int]()
    commands = [add.__name__.lstrip("_") for add in _every()]
    for _ in range(count(4000, soak=100_000)):
        given = [chance.choice(["check", chance.choice(commands)]), *chance.choices(WORDS, k=chance.randrange(5))]
        if found := _plainly(given):
            assert vars(found) == argparse_reads(given, monkeypatch), given
            read[given[0]] = read.get(given[0], 0) + 1
    assert read["check"] > 200 and read.keys() == {"check", "fix", "schema", "lsp"}


@pytest.mark.parametrize(
    "words",
    [
        "--help",
        "a --all b",
        "--as-of",
        "--as-of -q",
        "--as 2007-01-01",
        "--color pink",
        "--quiet=1",
        "-- a",
        "--colour never",
        "-qq",
    ],
)
def test_other_arguments_are_left_to_argparse(words: str) -> None:
    assert _plainly(["check", *words.split()]) is None
    assert _plainly(["report", "--out", "a"]) is _plainly(["law", "coverage"]) is _plainly(["init", "craps"]) is None
