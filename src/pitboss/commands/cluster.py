"""`pitboss rounds audit --engine dask`: run the columnar engine on the workers of a cluster.

No compiled code is sent: each worker reads the filing and the rules by path, once, and audits the parts it receives.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from pitboss.checker.rounds.audit import Lot, merged
from pitboss.checker.rounds.row_files import NoRecords
from pitboss.checker.rounds.steps import RowReach
from pitboss.commands.round_law import load_law

AHEAD = 3  # parts submitted per worker, so that none waits for work


def lots_on_cluster(path: str, filings: list[str], rules: list[str], address: str | None) -> Iterator[Lot]:
    """Yield the audited lots in the order of the rows, from the cluster at `address` or from a local one."""
    try:
        from dask import distributed
    except ModuleNotFoundError:
        raise NoRecords("--engine dask requires dask: pip install 'pitboss[dask]'") from None
    inputs = (path, tuple(filings), tuple(rules))
    dask: Any = distributed
    local = None if address else dask.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    with dask.Client(address or local) as client:
        try:
            yield from _in_order(client, inputs)
        finally:
            if local is not None:
                local.close()


def _in_order(client: Any, inputs: tuple[Any, ...]) -> Iterator[Lot]:
    """Submit enough parts to keep the workers busy, and yield results in the order of the rows.

    Tables with clauses that depend on the previous round need their parts in sequence: they form one chain per worker.
    """
    from pitboss.checker.rounds.columnar_evaluator import parts_of

    law = _law(*inputs[1:])
    workers = max(1, len(client.scheduler_info()["workers"]))
    sequential = sorted(law.reaching(RowReach.BEFORE))
    groups = [tuple(sequential[n::workers]) for n in range(min(workers, len(sequential)))]
    chains: list[Any] = [None] * len(groups)
    waiting: deque[list[Any]] = deque()
    for part in parts_of(law, inputs[0]):
        for n, group in enumerate(groups):
            chains[n] = client.submit(audit_sequential, *inputs, part, group, chains[n], pure=False, retries=2)
        waiting.append([client.submit(audit_part, *inputs, part, tuple(sequential), pure=False, retries=2), *chains])
        if len(waiting) >= AHEAD * workers:
            yield from _merged(waiting.popleft())
    while waiting:
        yield from _merged(waiting.popleft())


def _merged(parts: list[Any]) -> Iterator[Lot]:
    rest, *others = parts
    found = [rest.result(), *(one.result()[0] for one in others)]
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
    last: tuple[list[Lot], Any] | None,
) -> tuple[list[Lot], Any]:  # fmt: skip
    """On a worker: audit the other tables of one part, from the state that the part before it left."""
    from pitboss.checker.rounds.columnar_evaluator import State, judge_part

    sequence = last[1].taken_up(_law(filings, rules)) if last else None
    state = State(sequence, tables.__contains__) if sequence else State(only=tables.__contains__)
    return list(judge_part(_law(filings, rules), path, part, state)), state.sequence.put_down()


@lru_cache(maxsize=2)
def _law(filings: tuple[str, ...], rules: tuple[str, ...]) -> Any:
    return load_law([*filings], [*rules])[0]
