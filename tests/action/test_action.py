"""`action.yml`, run step by step as a runner would: inputs put in by their defaults, scripts in bash, outputs read back.

What is installed is this checkout, by a stand-in for Python's `venv` and `pip`; with PITBOSS_TEST_INSTALLS set, it is
installed in earnest, for which a package index is needed.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(not (ROOT / "action.yml").exists(), reason="an unpacked sdist has no root folders")
EXPRESSION = re.compile(r"\$\{\{\s*(.*?)\s*\}\}")
ATTACK = "\"; touch owned; \"$(touch owned)`touch owned`'\ntouch owned\n'${{ github.token }}"
LAWFUL = """\
submission: {id: A, licensee: B, effective: 2007-01-01, certifications: [{by: A, role: B, on: 2007-01-01}]}
pits: [{name: A, tables: []}]
events: [{kind: offered, subject: surrender, on: 2007-01-01, notice: {lead: 30 minutes}}]
"""
STAND_IN = """\
#!/bin/sh
# A Python that makes no environment and installs nothing: it records its arguments.
echo "$@" >> "{noted}"
case "$1 $2" in
  "-m venv") mkdir -p "$3/bin"; cp "$0" "$3/bin/python" ;;
  "-m pip") printf '#!/bin/sh\\nPYTHONPATH="{src}" exec "{python}" -m pitboss "$@"\\n' > "$(dirname "$0")/pitboss"
            chmod +x "$(dirname "$0")/pitboss" ;;
  *) exec "{python}" "$@" ;;
esac
"""


@dataclass(frozen=True)
class Run:
    code: int
    log: str
    outputs: dict[str, str]
    summary: str = ""


def action() -> dict[str, Any]:
    return dict(YAML(typ="safe").load((ROOT / "action.yml").read_text("utf-8")))


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A repository with a filing in it, and a runner's temporary folder next to it, with a stand-in for Python."""
    (tmp_path / "repository").mkdir()
    (tmp_path / "repository" / "filing.yaml").write_text(LAWFUL)
    (tmp_path / "runner temp").mkdir()
    python = tmp_path / "runner temp" / "python"
    python.write_text(STAND_IN.format(noted=tmp_path / "noted", src=ROOT / "src", python=sys.executable))
    python.chmod(0o755)
    return tmp_path


def value(expression: str, inputs: dict[str, str], outputs: dict[str, str]) -> str:
    """An input, or an output of a step."""
    where, _, name = expression.partition(".")
    return inputs[name] if where == "inputs" else outputs.get(name.replace(".outputs.", "."), "")


def run(workspace: Path, python: str | None = None, first: Path | None = None, hit: bool = False, **given: str) -> Run:
    """The steps of the action, until one fails; that of the cache finds an installation if `hit`. `first` comes first on the path."""
    made = action()
    inputs = {name: str(each.get("default", "")) for name, each in made["inputs"].items()}
    stand_in = str(workspace / "runner temp" / "python")
    inputs |= {"python": stand_in if python is None else python} | {k.replace("_", "-"): v for k, v in given.items()}
    output, summary = workspace / "output", workspace / "summary"
    output.write_text("")
    summary.write_text("")
    outputs = {"cache.cache-hit": "true" if hit else ""}
    surroundings = {k: v for k, v in os.environ.items() if not k.startswith(("PITBOSS", "GITHUB", "PYTHON"))}
    surroundings |= {
        "GITHUB_ACTION_PATH": str(ROOT), "GITHUB_OUTPUT": str(output), "GITHUB_STEP_SUMMARY": str(summary),
        "RUNNER_TEMP": str(workspace / "runner temp"), "CI": "true",
    }  # fmt: skip
    surroundings |= {"PATH": f"{first}{os.pathsep}{os.environ['PATH']}"} if first else {}
    log, code = "", 0
    for step in made["runs"]["steps"]:
        if "uses" in step or step.get("if") == "steps.cache.outputs.cache-hit != 'true'" and hit:
            continue
        env = {name: EXPRESSION.sub(lambda m: value(m[1], inputs, outputs), text) for name, text in step["env"].items()}
        script = workspace / "script.sh"
        script.write_text(step["run"])
        command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)]
        done = subprocess.run(
            command, cwd=workspace / "repository", env=surroundings | env, capture_output=True, text=True
        )
        log, code = log + done.stdout + done.stderr, done.returncode
        for line in output.read_text().splitlines():
            name, _, text = line.partition("=")
            outputs[f"{step['id']}.{name}" if "id" in step else name] = text
        output.write_text("")
        if code:
            break
    declared = {n: EXPRESSION.fullmatch(each["value"])[1] for n, each in made["outputs"].items()}  # type: ignore[index]
    found = {name: value(expression, inputs, outputs) for name, expression in declared.items()}
    return Run(code, log, {n: text for n, text in found.items() if text}, summary.read_text())


def test_its_shape() -> None:
    made = action()
    assert made["runs"]["using"] == "composite"
    (uses,) = (step for step in made["runs"]["steps"] if "uses" in step)
    assert re.fullmatch(r"actions/cache@[0-9a-f]{40}", uses["uses"]), "pinned by commit"
    assert uses["with"] == {"path": "${{ runner.temp }}/pitboss", "key": "${{ steps.python.outputs.key }}"}
    scripts = [step for step in made["runs"]["steps"] if "run" in step]
    ids = {step["id"]: step for step in made["runs"]["steps"] if "id" in step}
    for step in scripts:
        assert step["shell"] == "bash" and step["run"].startswith("set -euo pipefail\n")
        assert "export PYTHONUTF8=1 " in step["run"] or step.get("id") == "python", (
            "Windows has another encoding by default"
        )
        assert "${{" not in step["run"], "what comes from outside is no part of a script"
        for name, text in step["env"].items():
            (word,) = EXPRESSION.findall(text)
            assert text == f"${{{{ {word} }}}}", name
            where, name_of_it = word.split(".")[0], word.split(".")[-1]
            assert (
                name_of_it in made["inputs"]
                if where == "inputs"
                else f"{name_of_it}=" in ids[word.split(".")[1]]["run"]
            ), name
            assert f'"${name}"' in step["run"] or f"${name}" in step["run"]
    given = {m for step in scripts for text in step["env"].values() for m in EXPRESSION.findall(text)}
    assert {each for each in given if each.startswith("inputs.")} == {f"inputs.{name}" for name in made["inputs"]}, (
        "every input is used"
    )
    assert all(
        each["description"] and ("default" in each) != each.get("required", False) for each in made["inputs"].values()
    )


def test_a_lawful_filing(workspace: Path) -> None:
    shutil.copytree(ROOT / "examples" / "boardwalk", workspace / "repository" / "ours")
    done = run(workspace, path="ours")
    assert (done.code, done.outputs) == (0, {"exit-code": "0"}), done.log
    assert "Preliminary determination." in done.log
    noted = (workspace / "noted").read_text().splitlines()
    assert noted[2:] == [
        f"-m venv {workspace}/runner temp/pitboss",
        f"-m pip install --quiet --disable-pip-version-check {ROOT}[xlsx]",
    ]
    assert done.summary.startswith("### pitboss check: exit 0\n\n    ") and "Preliminary determination." in done.summary
    assert run(workspace, path="ours", hit=True).code == 0
    assert sum("-m venv" in line for line in (workspace / "noted").read_text().splitlines()) == 1, (
        "restored, not installed"
    )


def test_a_filing_of_which_nothing_is_judged_fails_the_step(workspace: Path) -> None:
    (workspace / "repository" / "empty.yaml").write_text(LAWFUL.partition("events:")[0])
    done = run(workspace, path="empty.yaml", fail_on="none", code_scanning="out.sarif")
    assert (done.code, done.outputs) == (2, {"exit-code": "2"}), done.log
    assert "::error file=empty.yaml,line=1,col=1,title=E304::nothing was judged" in done.log
    (invocation,) = json.loads((workspace / "repository" / "out.sarif").read_text())["runs"][0]["invocations"]
    assert (invocation["executionSuccessful"], invocation["exitCode"]) == (False, 2)


def test_the_configuration_names_the_filing(workspace: Path) -> None:
    (workspace / "repository" / "pitboss.toml").write_text('paths = ["filing.yaml"]\nfail-on = "none"\n')
    assert run(workspace).outputs == {"exit-code": "0"}
    assert run(workspace, fail_on="fail,needs evidence,open,approved,floor").code in (0, 1)


def test_scripts_of_windows_are_found(workspace: Path) -> None:
    """There, the commands of an environment are in Scripts."""
    assert run(workspace, path="filing.yaml").code == 0
    installed = workspace / "runner temp" / "pitboss"
    (installed / "bin").rename(installed / "Scripts")
    assert run(workspace, path="filing.yaml", hit=True).code == 0


def test_a_python_that_is_too_old_or_none_is_passed_over(workspace: Path) -> None:
    """On Windows, python3 may be a program that only opens the store."""
    first = workspace / "first"
    first.mkdir()
    sound = f'exec "{workspace}/runner temp/python" "$@"'
    for name, text in (("python3", "echo Python was not found; exit 49"), ("python", sound)):
        (first / name).write_text(f"#!/bin/sh\n{text}\n")
        (first / name).chmod(0o755)
    done = run(workspace, "", first, path="filing.yaml")
    assert (done.code, done.outputs) == (0, {"exit-code": "0"}), done.log
    (first / "python").unlink()
    (first / "python").symlink_to("python3")
    done = run(workspace, "", first, path="filing.yaml")
    assert done.code == 49 and "Python was not found" in done.log


@pytest.fixture
def troubled(workspace: Path) -> Path:
    shutil.copytree(ROOT / "examples" / "boardwalk-troubled", workspace / "repository" / "our filing")
    return workspace


def test_findings_fail_the_step_and_every_report_is_written(troubled: Path) -> None:
    done = run(
        troubled,
        path="our filing",
        code_scanning="scan.sarif",
        sarif="out.sarif",
        report="report.json",
        statement="statement.json",
    )
    assert (done.code, done.outputs) == (1, {"exit-code": "1"}), done.log
    assert "::error " in done.log and "file=our filing/events.yaml" in done.log
    record = json.loads((troubled / "repository/report.json").read_text())["findings"]
    failed = sum(f["verdict"] == "fail" for f in record)
    assert len(re.findall(r"^fail 19:47-", done.log, re.M)) == failed > 10, (
        "the log has each finding in full, annotations are few"
    )
    assert "The 10 most severe of" in done.summary
    made = {
        name: json.loads((troubled / "repository" / name).read_text())
        for name in ("scan.sarif", "out.sarif", "report.json", "statement.json")
    }
    assert made["out.sarif"]["version"] == made["scan.sarif"]["version"] == "2.1.0"
    assert len(made["scan.sarif"]["runs"][0]["results"]) < len(made["out.sarif"]["runs"][0]["results"])
    assert made["report.json"]["schema"] == "pitboss.check/1"
    assert made["statement.json"]["_type"] == "https://in-toto.io/Statement/v1"
    again = run(troubled, path="our filing", baseline="report.json")
    assert (again.code, again.outputs) == (0, {"exit-code": "0"}), again.log
    assert re.search(r": [1-9][0-9]* persisting\.$", again.log, re.M), "marked, never dropped"


def test_inputs_reach_the_command(troubled: Path) -> None:
    assert run(troubled, path="our filing", fail_on="approved", as_of="2007-01-01").code == 1
    assert "as of 2007-01-02" in run(troubled, path="our filing", as_of="2007-01-02").log
    assert run(troubled, path="gone.yaml").outputs == {"exit-code": "2"}
    assert run(troubled, path="our filing", baseline="gone.json").code == 2
    assert "usage:" not in run(troubled, path="--help").log


@pytest.mark.parametrize(
    "name", ["path", "as_of", "fail_on", "baseline", "code_scanning", "sarif", "report", "statement"]
)
def test_an_input_is_never_run(name: str, workspace: Path) -> None:
    done = run(workspace, **({"path": "filing.yaml"} | {name: ATTACK}))
    assert not list(workspace.rglob("owned*"))
    assert "usage:" not in done.log
    assert set(done.outputs) <= {"exit-code"}


def test_words_of_a_filing_are_no_commands_to_the_runner(workspace: Path) -> None:
    text = LAWFUL.replace("name: A,", 'name: A, "\\n::add-mask::x\\n::error::y": 3,')
    (workspace / "repository" / "filing.yaml").write_text(text)
    done = run(workspace, path="filing.yaml")
    assert done.code == 2
    before, _, rest = done.log.partition("::stop-commands::")
    token, _, shown = rest.partition("\n")
    commands = [line for line in before.splitlines() if line.lstrip().startswith("::")]
    assert all(
        line.startswith(("::error file=filing.yaml", "::error title=", "::warning", "::notice")) for line in commands
    ), commands
    assert re.fullmatch("[0-9a-f]{32}", token) and shown.rstrip().endswith(f"::{token}::")


def test_an_old_python_is_refused(workspace: Path) -> None:
    old = workspace / "old"
    old.write_text('#!/bin/sh\necho "pitboss needs Python 3.11 or later" >&2; exit 1\n')
    old.chmod(0o755)
    done = run(workspace, python=str(old), path="filing.yaml")
    assert done.code == 1 and "3.11" in done.log and not done.outputs


@pytest.mark.skipif(
    "PITBOSS_TEST_INSTALLS" not in os.environ, reason="NOT RUN: needs a package index; PITBOSS_TEST_INSTALLS=1 runs it"
)
def test_it_is_installed_in_earnest(workspace: Path) -> None:
    done = run(workspace, python=sys.executable, path="filing.yaml")
    assert (done.code, done.outputs) == (0, {"exit-code": "0"}), done.log
