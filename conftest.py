"""Before any test: compile what changed, set the size of random tests (`--soak`), and give the garbage collector less work.

After all of them: print the CPU seconds of each folder of tests, those of the processes that its tests started included.
"""

from __future__ import annotations

import gc
import os
from collections import Counter
from collections.abc import Generator

import pytest

from pitboss.grammar.diagnostics import Rejected
from pitboss.rulebook import ensure_compiled
from tests.support import soak

REST = "collection, and whatever belongs to no test"
cpu = Counter[str]()  # folder of tests → CPU seconds


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="draw many more random cases; takes hours")


def pytest_configure(config: pytest.Config) -> None:
    """Compile the rules if they changed, once: pytest-xdist starts its workers later. Modules that tests import read them as compiled."""
    soak.configure(config.getoption("--soak"))
    if not hasattr(config, "workerinput"):
        try:
            ensure_compiled()
        except Rejected as rejected:
            faults = "\n".join(f"{d.place}: {d.code} {d.message}" for d in rejected.diagnostics)
            raise pytest.UsageError(f"no test ran, because the rules do not compile; repair them:\n{faults}") from None


def pytest_collection_finish() -> None:
    """Rulebooks stay until the end: to look for garbage, among them and often, took a sixth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000_000, 50, 100)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    start = cpu_seconds()
    try:
        return (yield)
    finally:
        cpu["/".join(item.nodeid.split("/")[:2])] += cpu_seconds() - start


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Let a worker of pytest-xdist send its table; the process that started the workers counts itself without them."""
    tests = cpu.total()
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["cpu"] = {**cpu, REST: cpu_seconds() - tests}
    elif session.config.pluginmanager.hasplugin("dsession"):
        cpu[REST] += cpu_seconds(children=False)
    else:
        cpu[REST] += cpu_seconds() - tests


@pytest.hookimpl(optionalhook=True)  # of pytest-xdist
def pytest_testnodedown(node: object) -> None:
    cpu.update(getattr(node, "workeroutput", {}).get("cpu", {}))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the table of a run of all folders."""
    if config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        terminalreporter.section(f"{cpu.total():.0f} seconds of CPU")
        for folder, seconds in cpu.most_common():
            terminalreporter.write_line(f"{seconds:7.1f}  {folder}")


def cpu_seconds(children: bool = True) -> float:
    """The CPU seconds of this process, and of the processes that it started and that have ended."""
    return sum(os.times()[: 4 if children else 2])
