"""The `--soak` option, which `make soak` sets."""

from __future__ import annotations

import pytest

from tests.support import soak


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="draw many more random cases; takes hours")


def pytest_configure(config: pytest.Config) -> None:
    soak.configure(config.getoption("--soak"))
