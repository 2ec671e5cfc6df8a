"""`pitboss rounds audit --engine dask`: run the columnar engine on the workers of a cluster.

No compiled code is sent: each worker reads the filing and the rules by path, once, and audits the parts it receives.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from pitboss.checker.rounds.audit import Lot, merged
from pitboss.checker.rounds.row_files import NoRecords
from pitboss.checker.rounds.steps import RowReach
from pitboss.commands.round_law import load_law

if TYPE_CHECKING:
    from pitboss.checker.rounds.law_index import LawIndex
    from pitboss.checker.rounds.sequence import Sequence

_Result = TypeVar("_Result", covariant=True)
_Task = TypeVar("_Task")
Inputs = tuple[str, tuple[str, ...], tuple[str, ...]]  # the records, the filings and the rules
Audited = tuple["list[Lot]", "Sequence"]  # the lots of a part, and the state of its tables at the end
AHEAD = 3  # parts submitted per worker, so that none waits for work


def lots_on_cluster(path: str, filings: list[str], rules: list[str], address: str | None) -> Iterator[Lot]:
    """Yield the audited lots in the order of the rows, from the cluster at `address` or from a local one."""
    from dask import config, distributed

    inputs = (path, tuple(filings), tuple(rules))
    dask: Any = distributed  # it has no types
    with ExitStack() as open_:
        try:
            open_.enter_context(
                config.set({"distributed.worker.profile.enabled": False})
            )  # it samples each worker all the time
            here = address or open_.enter_context(
                dask.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
            )
            client = open_.enter_context(dask.Client(here))
        except (OSError, RuntimeError) as fault:  # no such address, or not even a loopback device
            raise NoRecords(f"the cluster cannot be used: {fault}") from None
        yield from _in_order(client, inputs)


class _Future(Protocol[_Result]):
    """A task on the cluster."""

    def result(self) -> _Result:
        """Wait for the task, and return its result."""
        ...


class _Client(Protocol):
    """What is used of a dask client."""

    def scheduler_info(self) -> dict[str, dict[str, object]]:
        """The state of the cluster; its workers by address."""
        ...

    def submit(self, task: Callable[..., _Task], *arguments: object, pure: bool, retries: int) -> _Future[_Task]:
        """Execute a task on a worker."""
        ...


def _in_order(client: _Client, inputs: Inputs) -> Iterator[Lot]:
    """Submit enough parts to keep the workers busy, and yield results in the order of the rows.

    Tables with clauses that depend on the previous round need their parts in sequence: they form one chain per worker.
    """
    from pitboss.checker.rounds.columnar_evaluator import parts_of

    path, filings, rules = inputs
    law = _law(filings, rules)
    workers = max(1, len(client.scheduler_info()["workers"]))
    sequential = sorted(law.reaching(RowReach.BEFORE))
    groups = [tuple(sequential[n::workers]) for n in range(min(workers, len(sequential)))]
    chains: list[_Future[Audited] | None] = [None] * len(groups)
    waiting: deque[tuple[_Future[list[Lot]], list[_Future[Audited]]]] = deque()
    for part in parts_of(law, path):
        ends = [
            client.submit(audit_sequential, *inputs, part, group, last, pure=False, retries=2)
            for group, last in zip(groups, chains, strict=True)
        ]
        chains = [*ends]
        rest = client.submit(audit_part, *inputs, part, tuple(sequential), pure=False, retries=2)
        waiting.append((rest, ends))
        if len(waiting) >= AHEAD * workers:
            yield from _merged(*waiting.popleft())
    while waiting:
        yield from _merged(*waiting.popleft())


def _merged(rest: _Future[list[Lot]], ends: list[_Future[Audited]]) -> Iterator[Lot]:
    found = [rest.result(), *(end.result()[0] for end in ends)]
    yield from (merged(lots) for lots in zip(*found, strict=True))


def audit_part(
    path: str, filings: tuple[str, ...], rules: tuple[str, ...], part: tuple[str, int, int], sequential: tuple[str, ...]
) -> list[Lot]:
    """On a worker: audit the tables of one part whose clauses do not depend on the previous round."""
    from pitboss.checker.rounds.columnar_evaluator import State, judge_part

    state = State(only=(lambda table: table not in sequential) if sequential else None)
    return list(judge_part(_law(filings, rules), path, part, state))


def audit_sequential(
    path: str, filings: tuple[str, ...], rules: tuple[str, ...], part: tuple[str, int, int], tables: tuple[str, ...],
    last: Audited | None,
) -> Audited:  # fmt: skip
    """On a worker: audit the other tables of one part, from the state that the part before it left."""
    from pitboss.checker.rounds.columnar_evaluator import State, judge_part

    sequence = last[1].taken_up(_law(filings, rules)) if last else None
    state = State(sequence, tables.__contains__) if sequence else State(only=tables.__contains__)
    return list(judge_part(_law(filings, rules), path, part, state)), state.sequence.put_down()


@lru_cache(maxsize=2)
def _law(filings: tuple[str, ...], rules: tuple[str, ...]) -> LawIndex:
    return load_law([*filings], [*rules])[0]
