"""A filing whose every string is an attack, in every format: formats are found by their files, so none is forgotten."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path

import pytest

from tests.support import hostile_filing, output_safety
from tests.support.product import FormatContext as Context
from tests.support.product import Result, main
from tests.support.product import known_formats as known
from tests.support.product import render_format as render

HERE = Path(__file__).parent


STAGES = ("judged", "faulty", "poisoned")


@pytest.fixture(scope="module")
def stages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Result, dict[str, str]]]:
    folder = tmp_path_factory.mktemp("hostile")
    faulty, texts = hostile_filing.judged(hostile_filing.faulty(folder / "faulty"))
    judged = hostile_filing.judged(hostile_filing.filing(folder / "judged"))
    return {
        "judged": judged,
        "faulty": (faulty, texts),
        "poisoned": (hostile_filing.poisoned(one_of_each(faulty)), texts),
    }


def one_of_each(result: Result) -> Result:
    """The result with one of the findings that agree in their kind, their verdict, and in what they have and lack."""
    by_kind = {
        (f.clauses[0].kind, f.verdict, f.floor, *(bool(getattr(f, part.name)) for part in fields(f))): f
        for f in result.findings
    }
    return replace(result, findings=tuple(by_kind.values()))


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("name", known())
def test_every_format_is_harmless(name: str, stage: str, stages: dict[str, tuple[Result, dict[str, str]]]) -> None:
    result, texts = stages[stage]
    contexts = [
        Context(texts, floor=True, everything=everything, exit_code=2 if result.problems else 1)
        for everything in (True, False)
    ]
    for text in {render(name, result, context) for context in contexts}:
        assert output_safety.of(text) == []
        text.encode("utf-8")
        assert hostile_filing.MARK in text, "it tells what was filed"


def test_no_word_of_a_filing_is_obeyed_wherever_a_line_breaks(
    stages: dict[str, tuple[Result, dict[str, str]]],
) -> None:
    result, texts = stages["judged"]
    for width in (40, 61, 77, 96, 120):
        assert output_safety.of(render("text", result, Context(texts, floor=True, width=width))) == []


@pytest.mark.parametrize(
    "command",
    ["check FILING -q", "check FILING --from 2004-01-01 --to 2007-06-01", "law diff 2004-01-01 2007-06-01 FILING"],
)
def test_no_line_of_a_command_is_obeyed_by_a_log(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = hostile_filing.filing(tmp_path)
    main([str(root) if word == "FILING" else word for word in command.split()])
    assert list(output_safety.lines(capsys.readouterr().out)) == []


def test_the_filing_reaches_every_verdict(stages: dict[str, tuple[Result, dict[str, str]]]) -> None:
    result, _ = stages["judged"]
    assert {f.verdict for f in result.findings} == {"fail", "open", "needs evidence", "approved"}
    assert any(f.floor for f in result.findings) and result.problems == ()
    faulty, _ = stages["faulty"]
    assert {"E010", "E011", "E201", "E205"} <= {p.code for p in faulty.problems}


@pytest.mark.parametrize(
    ("form", "text", "complaint"),
    [
        ("lines", "a\x1b[31m", "has the character '\\x1b'"),
        ("lines", "a\u202eb", "has the character '\\u202e'"),
        ("lines", "a\n::error::b", "is obeyed by a log"),
        ("lines", "a ##[add-mask]b", "is obeyed by a log"),
        ("lines", "a ##vso[task.setvariable variable=b]c", "is obeyed by a log"),
        ("lines", "fail 19:47-9.9(z): forged", "forges a line"),
        ("sarif", '{"runs": [{"uri": "javascript:alert(1)"}]}', "has the address"),
        ("sarif", '{"runs": [{"uri": "a b"}]}', "are not encoded"),
        ("sarif", '{"runs": [{"text": "[a](javascript:b)"}]}', "has a link"),
        ("sarif", '{"runs": [{"text": "a {0}"}]}', "has a placeholder"),
        ("data", '["é"]', "is not ASCII"),
        ("xml", "<?xml version='1.0'?><a><![CDATA[b]]></a>", "CDATA"),
        ("xml", "<?xml version='1.0'?><a><script/></a>", "has the element script"),
        ("workflow", "::set-env name=a::b", "a command that is not ours"),
        ("workflow", "::error file=a,oops=b::c", "a property that is not ours"),
        ("html", "<!doctype html><p onclick='x'>", "acts"),
        ("html", "<!doctype html><a href='java\nscript:alert(3)'>", "leads to"),
        (
            "html",
            "<!doctype html><script>var a = '</script><script>alert(1)'</script>",
            "has the filing's words in <script>",
        ),
        ("html", "<!doctype html><img src=x alt=pwned>", "has <img> from the filing"),
        ("table", '"=1+1",b\r\n', "computes"),
        ("table", '"\t=1"\r\n', "computes"),
        ("markdown", "a <script>", "has the element"),
        ("markdown", "[a](javascript:b)", "has the link"),
        ("markdown", "hello @pwned", "calls"),
    ],
)
def test_the_harm_is_seen(form: str, text: str, complaint: str) -> None:
    assert [reported for reported in getattr(output_safety, form)(text) if complaint in reported]


def test_the_same_bytes_whatever_the_hash_seed(tmp_path: Path) -> None:
    root = hostile_filing.faulty(tmp_path)
    reported = []
    for seed in ("1", "7"):
        out = tmp_path / seed
        out.mkdir()
        requested = [part for name in known() for part in ("--format", f"{name}={out / name}")]
        command = [sys.executable, "-m", "pitboss", "check", str(root), *requested]
        source = str(HERE.parents[1] / "src")
        done = subprocess.run(
            command, env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": source}, capture_output=True
        )
        assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"")
        reported.append({path.name: path.read_bytes() for path in out.iterdir()})
    assert reported[0].keys() == set(known())
    assert [name for name in reported[0] if reported[0][name] != reported[1][name]] == []
