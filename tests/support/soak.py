"""How many cases the random tests draw: a seeded sample in `make test`, many more in `make soak`."""

from __future__ import annotations

from typing import Any

from hypothesis import settings

_soaking = False


def configure(soaking: bool) -> None:
    """Set the size of every random test. conftest.py calls this before it collects any test.

    A sample draws the same cases in every run; a soak draws new ones with Hypothesis.
    """
    global _soaking
    _soaking = soaking
    settings.register_profile("pitboss", deadline=None, derandomize=not soaking)
    settings.load_profile("pitboss")


def count(sample: int, soak: int) -> int:
    """The number of cases to draw: `sample` in `make test`, `soak` in `make soak`."""
    return soak if _soaking else sample


def examples(sample: int, **more: Any) -> settings:
    """Hypothesis settings for `sample` examples, twenty times as many in `make soak`, half as many in `make test`."""
    return settings(max_examples=count((sample + 1) // 2, 20 * sample), **more)
