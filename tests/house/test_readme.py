"""The README is true: its commands exit as noted, its sample is actual output, its targets and paths exist. So are the
commands of docs/.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from contextlib import chdir
from pathlib import Path

import pytest

from tests.support.documented_commands import (
    IN_CHECKOUT,
    PAGES,
    README,
    ROOT,
    blocks,
    noted_exit,
    placed,
    reads_examples,
    run,
)
from tests.support.product import READ_CODES as CODES
from tests.support.product import parser_of
from tests.support.soak import count
from tests.support.verdicts import command

pytestmark = pytest.mark.skipif(not IN_CHECKOUT, reason="an unpacked sdist has no root folders")
PYTHON = [block for page in PAGES for block in re.findall(r"^```python\n(.*?)^```$", page, re.M | re.S)]
MADE = {"lantern/filing.yaml"}  # by a command of the page
# Most of the time of all commands, which other tests run too, on less: `make test` parses them alone, and `make soak` runs them.
LONG = re.compile(
    r"pitboss (law (odds (--all|same_suit)|lint( --(odds|fail-on|select).*)?$|site|diff .*--examples)"
    r"|fix .*--(alternatives|choose|format)|rules compile (--standalone|rulespecs))|python build/"
)


def exit_of(line: str, folder: Path, surroundings: dict[str, str]) -> tuple[int, str]:
    """The exit code of a command and what it printed; `make soak` starts each in a shell, `make test` what needs one."""
    words = re.sub(r"\s+# .*", "", line)
    if count(0, soak=1) or not words.startswith("pitboss ") or re.search(r"[<>|&;$]", words):
        done = run(line, folder, surroundings)
        return done.returncode, done.stdout[-2000:] + done.stderr
    if reads_examples(words):
        return reading(words, surroundings["PITBOSS_CACHE"])
    with chdir(folder):
        code, printed = command(*shlex.split(words)[1:], cache=surroundings["PITBOSS_CACHE"])
    return code, printed[-2000:]


def arguments_of(words: str) -> list[str]:
    return shlex.split(words.partition(" > ")[0])[1:]


def reading(words: str, odds: str) -> tuple[int, str]:
    with chdir(ROOT):
        code, printed = command(*shlex.split(words)[1:], cache=odds)
    return code, printed[-2000:]


@pytest.mark.parametrize("lines", list(blocks()), ids=lambda lines: lines[0].partition("  ")[0])
def test_documented_commands_print_the_documented_output(lines: list[str], tmp_path: Path) -> None:
    surroundings = placed(tmp_path)
    for line in lines:
        if line.startswith("make "):
            assert re.search(rf"^{line.split()[1]}:", (ROOT / "Makefile").read_text(), re.M), line
            continue
        if LONG.match(words := re.sub(r"\s+# .*", "", line)) and not count(0, soak=1):
            assert words.startswith("python ") or parser_of(words.split()[1]).parse_args(arguments_of(words))
            continue
        code, printed = exit_of(line, tmp_path, surroundings)
        assert code == noted_exit(line), f"{line}\n{printed}"


@pytest.mark.parametrize("code", PYTHON)
def test_the_python_examples_run(code: str, tmp_path: Path) -> None:
    environment = placed(tmp_path)
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "") and done.stdout


def test_the_finding_that_is_shown_is_reported(tmp_path: Path) -> None:
    (sample,) = re.findall(r"^```text\n(.*?)^```$", README, re.M | re.S)
    reported = run("pitboss check examples/boardwalk-troubled --all", tmp_path, placed(tmp_path)).stdout
    first, *rest = sample.splitlines()
    finding = reported[reported.index(first) :].partition("\n\n")[0].splitlines()
    assert [line for line in rest if line not in finding] == []


def test_every_link_of_the_docs_exists() -> None:
    for page in (ROOT / "docs").glob("*.md"):
        for link in re.findall(r"\]\(([^)]+)\)", page.read_text("utf-8")):
            path, _, heading = link.partition("#")
            target = page if not path else page.parent / path
            assert target.exists(), f"{page.name}: {link}"
            titles = re.findall(r"^#+ (.*)$", target.read_text("utf-8"), re.M) if heading else []
            assert not heading or heading in {anchor(title) for title in titles}, f"{page.name}: {link}"


def anchor(title: str) -> str:
    return re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-")


def test_every_error_code_is_documented() -> None:
    page = (ROOT / "docs/codes.md").read_text("utf-8")
    assert [code for code in (*CODES, "E301", "E302", "E303", "E304") if f"`{code}`" not in page] == []


def test_every_path_exists() -> None:
    spans = re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```$", "", README, flags=re.M | re.S))
    links = [link.partition("#")[0] for link in re.findall(r"\]\(([^)]+)\)", README)]
    named = [word for span in spans for word in span.split() if "/" in word and "$" not in word]
    assert named and links
    for path in {*named, *links} - MADE:
        assert path.startswith(".venv/") or list(ROOT.glob(path)), path


def test_every_heading_that_is_linked_to_exists() -> None:
    for file, heading in re.findall(r"\]\(([^)#]*)#([^)]+)\)", README):
        titles = re.findall(r"^#+ (.*)$", (ROOT / file).read_text("utf-8"), re.M)
        assert heading in {anchor(title) for title in titles}
