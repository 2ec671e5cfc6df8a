"""`make quick` has tests for every package, and of a section those that hold it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.quick.__main__ import ROOT, package_of
from tests.quick.parts import PACKAGES

pytestmark = [
    pytest.mark.soak,  # it guards other tests only
    pytest.mark.skipif(not (ROOT / "Makefile").exists(), reason="an unpacked sdist has no root folders"),
]


def quick(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "tests.quick", *arguments], cwd=ROOT, capture_output=True, text=True)


def test_every_package_has_tests_and_every_path_exists() -> None:
    inner = [path for top in ("compiler", "checker", "src/pitboss") for path in (ROOT / top).iterdir() if path.is_dir()]
    packages = {
        path.relative_to(ROOT).as_posix()
        for path in inner
        if not path.is_symlink() and path.name not in ("compiled", "__pycache__")
    }
    assert {*PACKAGES} == packages | {"grammar", "reports"}
    assert [path for paths in PACKAGES.values() for path in paths if not (ROOT / path).exists()] == []


def test_a_path_means_the_innermost_package() -> None:
    assert package_of("checker/rounds") == package_of("checker/rounds/hands.py") == "checker/rounds"
    assert package_of("reports/formats") == "reports" and package_of("docs") is None


def test_the_tests_of_a_section() -> None:
    listed = quick("5.2", "--collect-only").stdout
    expected = [
        "tests/boundaries/test_boundaries.py::test_what_fails_begins_to_fail_on_the_first_day[19:47-5.2]",
        "tests/cases/test_cases.py::test_cases_of_the_section[19:47-5.2]",
        "tests/cases/test_round_cases.py::test_cases_on_rounds[19:47-5.2]",
        "tests/differential/test_differential.py::test_the_generated_code_answers_as_the_interpreter_does[19:47-5.2]",
        "tests/differential/test_rounds.py::test_the_audit_and_the_simulation_agree_with_the_reference[roulette-wheel]",
        "tests/golden/test_golden.py::test_golden[presentation/sentences.txt]",
        "tests/golden/test_golden.py::test_golden[semantic/matrix/roulette.txt]",
        "tests/golden/test_golden.py::test_golden[semantic/odds/roulette.txt]",
    ]
    assert [line for line in expected if line not in listed.splitlines()] == []
    assert "19:47-5.20]" not in listed and "blackjack.txt" not in listed


def test_a_part_that_is_neither_is_refused() -> None:
    refused = quick("99.1")
    assert refused.returncode == 2 and "PART=99.1 is neither a section of the rules" in refused.stdout
    assert "\n  checker/rounds\n" in refused.stdout
