"""The modules that stand beside these tests, each loaded once."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest


def _beside(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"formats_{name}", Path(__file__).with_name(f"{name}.py"))
    assert spec and spec.loader
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def hostile() -> ModuleType:
    return _beside("hostile")


@pytest.fixture(scope="session")
def harmless() -> ModuleType:
    return _beside("harmless")


@pytest.fixture(scope="session")
def junit_shape() -> ModuleType:
    return _beside("junit_shape")
