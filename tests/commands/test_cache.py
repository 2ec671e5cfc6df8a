"""Entries of the cache that are truncated, altered or misplaced are ignored and computed again."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.product import cached, store

KEY = ("rulebook", "roulette")
FIGURES = [{"wager": "red", "house_edge": "1/19"}]


@pytest.mark.parametrize(
    "change",
    [
        lambda entry: entry[: len(entry) // 2],
        lambda entry: b"",
        lambda entry: b"[]",
        lambda entry: entry.replace(b"1/19", b"1/18"),
        lambda entry: b"\0" * len(entry),
    ],
    ids=["truncated", "empty", "empty list", "altered", "zeros"],
)
def test_a_changed_entry_is_ignored(
    change: Callable[[bytes], bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    store(KEY, FIGURES)
    assert cached(KEY) == FIGURES
    (entry,) = tmp_path.iterdir()
    entry.write_bytes(change(entry.read_bytes()))
    assert cached(KEY) is None


def test_an_entry_under_another_key_is_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    store(KEY, FIGURES)
    (entry,) = tmp_path.iterdir()
    store(("rulebook", "baccarat"), [])
    other = next(path for path in tmp_path.iterdir() if path != entry)
    other.write_bytes(entry.read_bytes())
    assert cached(("rulebook", "baccarat")) is None


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="NOT RUN: files have no such owner here")
def test_an_entry_of_another_user_is_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has its digest, but who wrote it could have written any figure."""
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    store(KEY, FIGURES)
    assert cached(KEY) == FIGURES
    another = os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: another)
    assert cached(KEY) is None
