"""The `--soak` option, which `make soak` sets; and less work for the garbage collector."""

from __future__ import annotations

import gc

import pytest

from tests.support import soak


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="draw many more random cases; takes hours")


def pytest_configure(config: pytest.Config) -> None:
    soak.configure(config.getoption("--soak"))


def pytest_collection_finish() -> None:
    """Rulebooks stay until the end: to look for garbage, among them and often, took a sixth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000_000, 50, 100)
