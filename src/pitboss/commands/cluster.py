"""`--engine dask`: the columnar kernel on the workers of a cluster, and what they find put together in order.

Nothing compiled is sent: each worker reads filing and rules by their paths, once, and judges the parts that it is given.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from pitboss.checker.rounds.audit import Lot
from pitboss.checker.rounds.rows import NoRecords

AHEAD = 3  # parts in work for each worker


def lots_on_cluster(path: str, filings: list[str], rules: list[str], address: str | None) -> Iterator[Lot]:
    try:
        from dask import distributed
    except ModuleNotFoundError:
        raise NoRecords("the engine dask needs dask: pip install 'pitboss[dask]'") from None
    from pitboss.checker.rounds.columnar import parts_of

    given = (path, tuple(filings), tuple(rules))
    dask: Any = distributed
    own = None if address else dask.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    with dask.Client(address or own) as client:
        try:
            yield from _in_order(client, given, parts_of(path))
        finally:
            if own is not None:
                own.close()


def _in_order(client: Any, given: tuple[Any, ...], parts: Iterator[tuple[str, int]]) -> Iterator[Lot]:
    """As many parts in work as keep the workers busy; results in the order of the rows."""
    most = AHEAD * max(1, len(client.scheduler_info()["workers"]))
    waiting: deque[Any] = deque()
    for part in parts:
        waiting.append(client.submit(judged, *given, part, pure=False, retries=2))
        if len(waiting) >= most:
            yield from waiting.popleft().result()
    while waiting:
        yield from waiting.popleft().result()


def judged(path: str, filings: tuple[str, ...], rules: tuple[str, ...], part: tuple[str, int]) -> list[Lot]:
    """What a worker does."""
    from pitboss.checker.rounds.columnar import judge_part

    return list(judge_part(_kernel(filings, rules), path, part))


@lru_cache(maxsize=2)
def _kernel(filings: tuple[str, ...], rules: tuple[str, ...]) -> Any:
    from pitboss.commands.rounds import court_of, kernel_of

    court, _ = court_of([*filings], [*rules])
    return kernel_of(court, [*rules])
