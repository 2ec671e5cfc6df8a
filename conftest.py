"""Before any test: compile what changed, set the size of random tests (`--soak`), and give the garbage collector less work."""

from __future__ import annotations

import gc

import pytest

from pitboss.grammar.diagnostics import Rejected
from pitboss.rulebook import ensure_compiled
from tests.support import soak


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="draw many more random cases; takes hours")


def pytest_configure(config: pytest.Config) -> None:
    """Compile the rules if they changed, once: pytest-xdist starts its workers later. Modules that tests import read them as compiled."""
    soak.configure(config.getoption("--soak"))
    if not hasattr(config, "workerinput"):
        try:
            ensure_compiled()
        except Rejected as rejected:
            faults = "\n".join(f"{d.place}: {d.code} {d.message}" for d in rejected.diagnostics)
            raise pytest.UsageError(f"no test ran, because the rules do not compile; repair them:\n{faults}") from None


def pytest_collection_finish() -> None:
    """Rulebooks stay until the end: to look for garbage, among them and often, took a sixth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000_000, 50, 100)
