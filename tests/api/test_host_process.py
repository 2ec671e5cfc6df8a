"""A service that imports pitboss stays as it was: no call of the library changes settings of the process or keeps its garbage."""

from __future__ import annotations

import csv
import decimal
import gc
import json
import locale
import logging
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import warnings
import weakref
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pitboss

ROOT = Path(__file__).parents[2]
MADEUP = ROOT / "tests/madeup"
TABLE = {"number": "1", "game": "blackjack", "decks": 9, "wagers": ["blackjack_wager"], "options": []}
FILING = {
    "submission": {"licensee": "Lantern", "effective": "2007-01-01", "certifications": []},
    "pits": [{"name": "A", "tables": [TABLE]}],
}
CHECKS = 100


def in_a_host(program: str) -> None:
    """Run a function of this module in a process that has imported nothing else."""
    code = f"from tests.api import test_host_process as host; host.{program}()"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def settings() -> dict[str, object]:
    """The settings of this process that a library could change."""
    return {
        "garbage collection": (gc.isenabled(), gc.get_threshold(), gc.get_freeze_count(), gc.get_debug(), [*gc.callbacks]),
        "working directory": os.getcwd(),
        "environment": dict(os.environ),
        "locale": locale.setlocale(locale.LC_ALL),
        "time zone": time.tzname,
        "limits": (sys.getrecursionlimit(), sys.get_int_max_str_digits(), sys.getswitchinterval(), threading.stack_size()),
        "field size": csv.field_size_limit(),
        "sockets": socket.getdefaulttimeout(),
        "import": ([*sys.path], [*sys.meta_path], [*sys.path_hooks]),
        "signals": {number: signal.getsignal(number) for number in signal.valid_signals()},
        "decimal context": str(decimal.getcontext()),
        "random numbers": random.getstate(),
        "warnings": ([*warnings.filters], warnings.showwarning),
        "logging": (logging.root.level, [*logging.root.handlers], logging.root.manager.disable),
        "streams": [(stream, stream.encoding, stream.errors, stream.newlines) for stream in (sys.stdout, sys.stderr)],
        "hooks": (sys.excepthook, sys.unraisablehook, threading.excepthook, sys.gettrace(), sys.getprofile()),
    }  # fmt: skip


def calls_of_the_library() -> None:
    """Use the whole library, and compare the settings around each call."""
    if numpy := find_spec("numpy"):
        import_module("numpy")  # it adds filters of warnings as it is imported
    before = settings()

    def unchanged(call: str) -> None:
        after = settings()
        changed = {name: (before[name], after[name]) for name in before if before[name] != after[name]}
        assert not changed, (call, changed)

    tiles = pitboss.load_rulebook(MADEUP / "words", MADEUP / "rules")
    unchanged("load_rulebook of folders")
    result = pitboss.check(MADEUP / "floor.yaml", rulebook=tiles)
    unchanged("check by rules in folders")
    pitboss.check(ROOT / "examples/lighthouse-troubled", previous=ROOT / "examples/lighthouse", as_of="2008-01-01")
    unchanged("check of an example")
    for form in ("text", "json", "sarif", "junit", "gitlab", "github", "intoto"):
        pitboss.render(result, form)
        unchanged(f"render as {form}")
    records = json.dumps({"round": "1", "table": "1", "moment": "2009-07-02T20:00", "roulette_number": "7"})
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "rounds.jsonl").write_text(records)
        audit = pitboss.audit(Path(folder, "rounds.jsonl"), ROOT / "tests/rounds/wheel.yaml")
    assert audit.rows == 1
    unchanged("audit")
    if numpy:
        pitboss.odds("roulette_red")
        unchanged("odds")


def checks_beside_garbage() -> None:
    """Check a filing for each request of a service that leaves a megabyte in a cycle each time."""

    class Request:
        def __init__(self) -> None:
            self.itself, self.body = self, bytearray(1 << 20)

    law = pitboss.load_rulebook()
    frozen, alive, most = gc.get_freeze_count(), weakref.WeakSet[Request](), 0
    for _ in range(CHECKS):
        alive.add(Request())
        pitboss.check(FILING, rulebook=law)
        most = max(most, len(alive))
    assert gc.get_freeze_count() == frozen
    assert most < CHECKS / 10, f"{most} requests were kept at once"


def test_no_call_changes_the_process() -> None:
    in_a_host("calls_of_the_library")


def test_garbage_of_the_host_is_collected() -> None:
    in_a_host("checks_beside_garbage")
