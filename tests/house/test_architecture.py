"""ARCHITECTURE.md is true: its paths exist, its table matches the folder, and its walk-through works."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from tests.support import rule_cases
from tests.support.product import Rejected, load_rulebook, module_name

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(not (ROOT / "Makefile").exists(), reason="an unpacked sdist has no root folders")

PAGE = (ROOT / "ARCHITECTURE.md").read_text("utf-8") if (ROOT / "ARCHITECTURE.md").exists() else ""
PATH = re.compile(r"(?<![\w./])[\w.-]*(?:\w/|/?\w\.(?:py|md|rules|lark|yaml|toml))[\w./-]*")
COMPILED = "src/pitboss/compiled/"
EMIT_HELPERS = (
    "condition_functions.py",
    "cure_steps.py",
    "emitted_sections.py",
    "english.py",
    "expressions.py",
    "extracts.py",
    "line_breaks.py",
    "phrases.py",
    "round_expressions.py",
    "value_shapes.py",
)


def sections() -> Iterator[tuple[str, str]]:
    """(the heading, the text below it)"""
    for part in re.split(r"^##? ", PAGE, flags=re.M)[1:]:
        heading, _, text = part.partition("\n")
        yield heading, text


def named_paths() -> Iterator[tuple[str, str]]:
    """(the folder that the section is about, a path named in it)"""
    for heading, text in sections():
        for line in text.splitlines():
            spans = [line] if line.startswith("    ") else re.findall(r"`([^`]+)`", line)
            for span in spans:
                yield from ((heading.partition(":")[0], path) for path in PATH.findall(span))


def test_every_path_exists() -> None:
    named = set(named_paths())
    assert {"rulespecs/blackjack/19-47-2.22.rules", "grammar/", "read/", "rules.lark", "python.py"} <= {
        p for _, p in named
    }
    modules = {f"{COMPILED}{module_name(p.stem.replace('-', ':', 1))}.py" for p in ROOT.glob("rulespecs/*/*.rules")}
    for folder, path in named:
        places = (ROOT / path, ROOT / folder / path, ROOT / folder / "emit" / path)
        assert path in modules or any(place.exists() for place in places), f"{folder}: {path}"


def test_the_table_of_targets_is_the_folder() -> None:
    listed = re.findall(r"^\| `(\w+\.py)` \|", PAGE, re.M)
    there = {path.name for path in (ROOT / "compiler/emit").glob("*.py")} - {"__init__.py", *EMIT_HELPERS}
    assert sorted(listed) == sorted(there)


# ---- adding a provision


def steps() -> list[tuple[str, str]]:
    """(file, what the page adds to it)"""
    text = dict(sections())["Adding a provision"]
    found = re.findall(r"^\d\. `([^`]+)`.*\n\n((?:       .*\n|\n)+)", text, re.M)
    return [(path, "".join(line[7:] + "\n" for line in block.strip("\n").splitlines())) for path, block in found]


@pytest.fixture
def corpus(tmp_path: Path) -> Iterator[Path]:
    """A copy of the rules; what is compiled from it is forgotten, lest another test meet it."""
    shutil.copytree(ROOT / "rulespecs", tmp_path / "rulespecs")
    forget()
    yield tmp_path / "rulespecs"
    forget()


def forget() -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "pitboss_rules"]:
        del sys.modules[name]


def test_the_documented_clause_and_case_work(corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (rules, clause), (cases, case) = steps()
    for name, text in ((rules, clause), (cases, case)):
        path = tmp_path / name
        path.write_text(path.read_text("utf-8") + text, "utf-8")
    book = load_rulebook(corpus)
    monkeypatch.delenv("REWRITE", raising=False)

    monkeypatch.setattr(rule_cases, "load_rulebook", lambda: book)
    item = YAML(typ="safe").load((tmp_path / cases).read_text("utf-8"))[-1]
    rule_cases.check_case(
        rule_cases.Case(item["clause"], str(item["as of"]), item["filing"], "fail", item["fails at"], cases), tmp_path
    )


def test_a_label_that_is_skipped_is_reported(corpus: Path, tmp_path: Path) -> None:
    (rules, clause), _ = steps()
    path = tmp_path / rules
    path.write_text(path.read_text("utf-8") + clause.replace("(m)", "(n)"), "utf-8")
    with pytest.raises(Rejected) as reported:
        load_rulebook(corpus)
    assert [d.code for d in reported.value.diagnostics] == ["R214"]


def test_a_number_that_cannot_be_compared_is_reported(corpus: Path, tmp_path: Path) -> None:
    (rules, clause), _ = steps()
    path = tmp_path / rules
    path.write_text(path.read_text("utf-8") + clause.replace("$100", "100"), "utf-8")
    with pytest.raises(Rejected) as reported:
        load_rulebook(corpus)
    assert [d.code for d in reported.value.diagnostics] == ["R204"]
