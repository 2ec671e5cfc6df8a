"""`--engine dask`: the columnar engine on the workers of a cluster, and what they find put together in order.

Nothing compiled is sent: each worker reads filing and rules by their paths, once, and judges the parts that it is given.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from pitboss.checker.rounds.audit import Lot, merged
from pitboss.checker.rounds.row_files import NoRecords

AHEAD = 3  # parts in work for each worker


def lots_on_cluster(path: str, filings: list[str], rules: list[str], address: str | None) -> Iterator[Lot]:
    try:
        from dask import distributed
    except ModuleNotFoundError:
        raise NoRecords("the engine dask needs dask: pip install 'pitboss[dask]'") from None
    given = (path, tuple(filings), tuple(rules))
    dask: Any = distributed
    own = None if address else dask.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    with dask.Client(address or own) as client:
        try:
            yield from _in_order(client, given)
        finally:
            if own is not None:
                own.close()


def _in_order(client: Any, given: tuple[Any, ...]) -> Iterator[Lot]:
    """As many parts in work as keep the workers busy; results in the order of the rows.

    Tables whose law looks at the round before are judged part by part behind one another, in as many groups as there are workers.
    """
    from pitboss.checker.rounds.columnar_evaluator import parts_of

    court = _court(*given[1:])
    workers = max(1, len(client.scheduler_info()["workers"]))
    behind = sorted(court.reaching("before"))
    groups = [tuple(behind[n::workers]) for n in range(min(workers, len(behind)))]
    chains: list[Any] = [None] * len(groups)
    waiting: deque[list[Any]] = deque()
    for part in parts_of(court, given[0]):
        for n, group in enumerate(groups):
            chains[n] = client.submit(judged_behind, *given, part, group, chains[n], pure=False, retries=2)
        waiting.append([client.submit(judged, *given, part, tuple(behind), pure=False, retries=2), *chains])
        if len(waiting) >= AHEAD * workers:
            yield from _merged(waiting.popleft())
    while waiting:
        yield from _merged(waiting.popleft())


def _merged(parts: list[Any]) -> Iterator[Lot]:
    rest, *others = parts
    found = [rest.result(), *(one.result()[0] for one in others)]
    yield from (merged(lots) for lots in zip(*found, strict=True))


def judged(
    path: str, filings: tuple[str, ...], rules: tuple[str, ...], part: tuple[str, int, int], behind: tuple[str, ...]
) -> list[Lot]:
    """What a worker does with the tables that need no round before."""
    from pitboss.checker.rounds.columnar_evaluator import State, judge_part

    state = State(only=(lambda table: table not in behind) if behind else None)
    return list(judge_part(_court(filings, rules), path, part, state))


def judged_behind(
    path: str, filings: tuple[str, ...], rules: tuple[str, ...], part: tuple[str, int, int], tables: tuple[str, ...],
    last: tuple[list[Lot], Any] | None,
) -> tuple[list[Lot], Any]:  # fmt: skip
    """And with the others: behind the part before, of which it knows where they were."""
    from pitboss.checker.rounds.columnar_evaluator import State, judge_part

    sequence = last[1].taken_up(_court(filings, rules)) if last else None
    state = State(sequence, tables.__contains__) if sequence else State(only=tables.__contains__)
    return list(judge_part(_court(filings, rules), path, part, state)), state.sequence.put_down()


@lru_cache(maxsize=2)
def _court(filings: tuple[str, ...], rules: tuple[str, ...]) -> Any:
    from pitboss.commands.rounds import load_law

    return load_law([*filings], [*rules])[0]
