"""A filing as text, checked on a day; it is certified as complete."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.product import Result
from tests.support.rule_cases import FRAME
from tests.support.verdicts import result

Check = Callable[..., Result]


@pytest.fixture
def check(tmp_path: Path) -> Check:
    def checked(text: str, day: str = "2010-01-01") -> Result:
        (tmp_path / "filing.yaml").write_text(text + FRAME, "utf-8")
        return result(str(tmp_path / "filing.yaml"), day)

    return checked
