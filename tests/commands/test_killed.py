"""A process that is killed at any stage of writing leaves outputs that are complete, or as they were."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WHEEL = str(ROOT / "tests/rounds/wheel.yaml")
MADEUP = [str(ROOT / "tests/madeup" / name) for name in ("words", "rules")]
SLOW = [
    ["report", WHEEL, "--out", "out"],
    ["rounds", "deal", "roulette", "--rounds", "2", "--mistakes", "1", "--filing", WHEEL, "--out", "out/r.jsonl", "--key", "out/k"],
    ["init", "roulette", "--out", "out"],
    ["rules", "compile", *MADEUP, "--out", "out"],
    ["rules", "fmt", "out"],
]  # fmt: skip
COMMANDS = [
    ["check", WHEEL, "--format", "json=out/a.json", "--format", "sarif=out/b.sarif"],
    ["rounds", "audit", "out/r.csv", "--filing", WHEEL, "--aside", "out/aside.jsonl"],
    *(pytest.param(command, marks=pytest.mark.soak) for command in SLOW),
]
EARLIER = {
    "audit.html": "earlier", "audit.json": "earlier", "a.json": "earlier", "r.jsonl": "earlier", "r.csv": "round\n1\n",
    "aside.jsonl": "earlier", "__init__.py": "earlier", "law.rules": 'section 1:1-9.1 "Tiles" at tiles\n(a)   boxes  is at most 3\n',
}  # fmt: skip
# In a child for each stage, which kills itself at that opening or renaming of a file in the folder, before it happens.
DRIVER = """
import json, os, shutil, signal, sys
from itertools import count
from pathlib import Path
from pitboss import cli
earlier, command = json.loads(sys.argv[1])
devnull = os.open(os.devnull, os.O_WRONLY)
os.dup2(devnull, 1), os.dup2(devnull, 2)

def child(last):
    seen = 0
    def hook(event, details):
        nonlocal seen
        writes = event == "open" and isinstance(details[2], int) and details[2] & (os.O_WRONLY | os.O_RDWR)
        if (writes or event in ("os.rename", "os.remove")) and os.sep + "out" + os.sep in os.path.abspath(os.fspath(details[0])):
            seen += 1
            if seen == last:
                os.kill(os.getpid(), signal.SIGKILL)
    sys.addaudithook(hook)
    os._exit(int(cli.main(command) > 1 and "audit" not in command))

def fresh():
    shutil.rmtree("out", ignore_errors=True)
    os.mkdir("out")
    for name, text in earlier.items():
        Path("out", name).write_text(text)

made = []
for stage in count():  # nothing is killed at stage 0
    fresh()
    pid = os.fork()
    if pid == 0:
        child(stage)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    assert code in (0, -signal.SIGKILL), code
    made.append({p.name: p.read_bytes().hex() for p in sorted(Path("out").iterdir()) if p.is_file()})
    if stage and code == 0:
        break
Path("made.json").write_text(json.dumps(made))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="NOT RUN: no fork here")
@pytest.mark.parametrize(
    "command", COMMANDS, ids=lambda command: " ".join(command[:2]) if command[0] == "rounds" else command[0]
)
def test_outputs_are_complete_or_as_they_were(command: list[str], tmp_path: Path) -> None:
    earlier = {k: v for k, v in EARLIER.items() if k != "law.rules" or command[1] == "fmt"}
    run = subprocess.run(
        [sys.executable, "-c", DRIVER, json.dumps([earlier, command])], cwd=tmp_path, capture_output=True, text=True,
        env={**os.environ, "PITBOSS_CACHE": "", "PYTHONPATH": str(ROOT / "src"), "PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    shutil.rmtree(tmp_path / "out")
    complete, *killed, last = json.loads((tmp_path / "made.json").read_text())
    written = {name for name, content in complete.items() if content != earlier.get(name, "").encode().hex()}
    assert written and complete == last
    assert len(killed) >= 2 * len(written), "each file is opened and renamed"
    for stage, made in enumerate(killed, 1):
        for name in written:
            states = (complete[name], earlier[name].encode().hex() if name in earlier else None)
            assert made.get(name) in states, f"{name} at stage {stage}"
        drafts = made.keys() - complete.keys() - earlier.keys()
        assert all(name.endswith(".part") or name.startswith(".") for name in drafts), drafts
