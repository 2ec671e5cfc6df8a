"""`python -m tests.golden [PART]` writes the golden sets, or only files whose path contains PART, and lists changes."""

from __future__ import annotations

import sys

from tests.golden.sets import HERE, SETS, committed, produce


def write(part: str = "") -> None:
    for name in sorted(committed() - SETS.keys()):
        print("removed", name)
        (HERE / name).unlink()
    for name in SETS:
        path = HERE / name
        if part in name and (made := produce(name)) != (path.read_text("utf-8") if path.exists() else None):
            print("changed", name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(made, "utf-8")


if __name__ == "__main__":
    write(*sys.argv[1:])
