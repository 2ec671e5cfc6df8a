"""What the pages show for CI: it is YAML, its commands parse, its actions are pinned; and the container's user is not root."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from tests.support.product import parser_of

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(not (ROOT / "action.yml").exists(), reason="an unpacked sdist has no root folders")
PAGES = [ROOT / "README.md", ROOT / "docs/ci.md"] if (ROOT / "docs").exists() else []
SNIPPETS = [
    block for page in PAGES for block in re.findall(r"^```yaml\n(.*?)^```$", page.read_text("utf-8"), re.M | re.S)
]


@pytest.mark.parametrize("snippet", SNIPPETS, ids=lambda text: text.splitlines()[0])
def test_a_snippet_is_yaml_and_its_commands_parse(snippet: str) -> None:
    assert YAML(typ="safe").load(snippet)
    for line in re.findall(r"^ *- (?:script: )?pitboss (.*)$", snippet, re.M):
        assert parser_of("check").parse_args(shlex.split(line, comments=True)).module == "check"


def test_the_snippets_check_something() -> None:
    assert len(SNIPPETS) >= 4 and sum("pitboss check" in snippet for snippet in SNIPPETS) >= 2


@pytest.mark.parametrize("file", ["action.yml", "README.md"])
def test_every_action_is_pinned_by_commit_and_names_its_version(file: str) -> None:
    used = re.findall(r"uses: (\S+)( # v\d+\.\d+\.\d+)?", (ROOT / file).read_text("utf-8"))
    others = [(name, version) for name, version in used if not name.startswith("REPOSITORY@")]
    assert others and all(re.fullmatch(r"[\w-]+/[\w/-]+@[0-9a-f]{40}", name) and version for name, version in others)


def test_the_container_is_slim_and_its_user_is_not_root() -> None:
    lines = (ROOT / "Dockerfile").read_text("utf-8").splitlines()
    last = lines[max(n for n, line in enumerate(lines) if line.startswith("FROM ")) :]
    assert re.fullmatch(r"FROM python:3\.\d+-slim", last[0])
    assert [line for line in last if line.startswith("USER ")] == ["USER 10001"]
    assert last.index("USER 10001") < last.index('ENTRYPOINT ["pitboss"]')


def test_the_container_is_built_from_all_that_a_wheel_needs() -> None:
    sent = {line[1:] for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line.startswith("!")}
    linked = {link.readlink().name for link in (ROOT / "src/pitboss").iterdir() if link.is_symlink()}
    assert sent == {"src", *linked, "pyproject.toml", "hatch_build.py", "README.md", "LICENSE"}
