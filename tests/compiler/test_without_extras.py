"""The rules compile where nothing is installed but what pitboss needs itself: the extras are for what they are named after."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import pitboss

CODE = """
import sys
from pathlib import Path

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numpy", "polars", "dask", "distributed"):
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Absent())
from pitboss.compiler.build import files, core_rulebook
print(len(files(core_rulebook(Path(sys.argv[1])))))
"""


HOME = Path(pitboss.__file__).parent
LAW = Path(__file__).parents[1] / "differential" / "law"  # made-up rules with every kind of clause


@pytest.mark.parametrize(
    ("rules", "files"), [(LAW, 5), pytest.param(HOME / "rulespecs", 100, marks=pytest.mark.soak)], ids=["law", "all"]
)
def test_the_rules_compile_without_extras(rules: Path, files: int) -> None:
    surroundings = os.environ | {"PYTHONPATH": str(HOME.parent)}
    requested = [sys.executable, "-c", CODE, str(rules)]
    done = subprocess.run(requested, capture_output=True, text=True, env=surroundings)
    assert done.returncode == 0, (done.returncode, done.stderr[-500:])
    assert int(done.stdout) > files
