"""The VS Code extension and the server agree, and its grammar knows every keyword of the rule language."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from pitboss.commands.language_server import Options

ROOT = Path(__file__).parents[2]
EXTENSION = ROOT / "editors" / "vscode"
FIXED = re.compile(r'"([a-z]{2,})"')  # a keyword that the grammar names in quotes


def test_every_keyword_of_the_grammar_is_highlighted():
    grammar = re.sub(r"//.*", "", (ROOT / "grammar" / "rules.lark").read_text())
    patterns = json.loads((EXTENSION / "syntaxes" / "rules.tmLanguage.json").read_text())["patterns"]
    (keywords,) = [one["match"] for one in patterns if one["name"].startswith("keyword.control")]
    alternatives = re.findall(r"/\(([a-z|]+)\)\\b/", grammar)
    wanted = {*FIXED.findall(grammar), *(word for some in alternatives for word in some.split("|"))}
    assert {word for word in wanted if not re.fullmatch(keywords, word)} == set()


def test_the_server_reads_every_setting():
    settings = json.loads((EXTENSION / "package.json").read_text())["contributes"]["configuration"]["properties"]
    stated = {"asOf": "2007-01-01", "rules": ["rules"], "floor": True}
    assert {name.removeprefix("pitboss.") for name in settings} == {*stated, "command"}
    assert Options.of(stated) == Options("2007-01-01", (Path("rules"),), True)
    assert Options.of({"asOf": 7, "floor": "yes"}) == Options.of(None) == Options()


@pytest.mark.soak
def test_the_extension_builds_and_passes_its_own_tests(tmp_path):
    if shutil.which("npm") is None:
        pytest.skip("NOT RUN: npm is not installed")
    copy = tmp_path / "vscode"
    shutil.copytree(EXTENSION, copy, ignore=shutil.ignore_patterns("node_modules", "out"))
    subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=copy, check=True, capture_output=True)
    run = subprocess.run(["npm", "test"], cwd=copy, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout
