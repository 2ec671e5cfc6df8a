"""What the product reports is what the golden sets hold; `make golden` writes them anew, and nothing else does.

The semantic set holds clause, place, verdict and values; the presentation set holds prose, pages and generated code.
When two branches change a file of these sets, merge the code and run `make golden`.
"""

from __future__ import annotations

import pytest

from tests.golden.sets import HERE, SETS, SLOW, committed, produce


def test_every_file_is_produced() -> None:
    assert committed() == SETS.keys()


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.soak) if name in SLOW else name for name in SETS]
)
def test_golden(name: str) -> None:
    made, held = produce(name), (HERE / name).read_text("utf-8")
    if made != held:
        before, after = set(held.splitlines()), set(made.splitlines())
        gone = [f"- {line}" for line in held.splitlines() if line not in after]
        new = [f"+ {line}" for line in made.splitlines() if line not in before]
        changed = "\n".join([*gone[:20], *new[:20]])
        pytest.fail(f"{name} differs: {len(gone)} lines gone, {len(new)} new\n{changed}", pytrace=False)
