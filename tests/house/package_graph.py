"""Draw the imports between packages into ARCHITECTURE.md: `python -m tests.house.package_graph --write`, or `make graph`.

The graph comes from grimp: it includes imports inside functions and of the compiled rulebook, and follows the links in
src/pitboss. The drawing omits an arrow that a longer path implies.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "ARCHITECTURE.md"
START, END = "<!-- package graph: make graph -->\n", "<!-- end of the package graph -->\n"
FOLDERS = ("src/pitboss", "reports", "checker", "compiler", "algebra", "grammar")  # from the top down
_SPLIT = ("reports", "checker", "compiler")  # folders whose packages are drawn one by one

Graph = dict[str, set[str]]  # package → the packages that it imports


def package(module: str) -> str | None:
    """The package of a module, as `folder/name`; None for the version number, which every layer may import."""
    _, *path = module.split(".")
    if not path:
        return None
    if path[0] in _SPLIT:
        inside = len(path) > 2 or (ROOT / path[0] / Path(*path[1:])).is_dir()
        return "/".join(path[:2]) if inside or path[0] == "compiler" else path[0]
    return path[0] if path[0] in FOLDERS else f"src/pitboss/{'cli' if path[0] == '__main__' else path[0]}"


def package_graph() -> Graph:
    """The imports between packages, over all modules."""
    import grimp  # a test dependency; the rest of this module needs none

    modules = grimp.build_graph("pitboss", cache_dir=None)
    graph: Graph = {}
    for module in modules.modules:
        if (own := package(module)) is None:
            continue
        imported = {package(name) for name in modules.find_modules_directly_imported_by(module)}
        graph.setdefault(own, set()).update(name for name in imported if name not in (None, own))
    # An `__init__.py` that only holds a docstring makes no package of its own.
    return {name: imports for name, imports in graph.items() if name != "compiler" and name != "checker"}


def folder(package: str) -> str:
    """The root folder of a package."""
    return next(name for name in FOLDERS if package == name or package.startswith(f"{name}/"))


def upward(graph: Graph) -> list[str]:
    """The imports from a folder into one above it. A cycle between packages raises `graphlib.CycleError`."""
    TopologicalSorter(graph).prepare()
    rank = {name: n for n, name in enumerate(FOLDERS)}
    edges = ((a, b) for a in sorted(graph) for b in sorted(graph[a]))
    return [f"{a} imports {b}" for a, b in edges if rank[folder(a)] > rank[folder(b)]]


def reduced(graph: Graph) -> Graph:
    """The graph without the edges that a longer path implies."""

    def reached(name: str) -> set[str]:
        return {other for one in graph[name] for other in (one, *reached(one))}

    return {a: {b for b in bs if not any(b in reached(other) for other in bs - {b})} for a, bs in graph.items()}


def drawing(graph: Graph) -> str:
    """The graph in Mermaid, with a frame for each root folder, from the top down."""
    return "```mermaid\nflowchart TD\n" + "".join(f"{line}\n" for line in _lines(graph)) + "```\n"


def _lines(graph: Graph) -> Iterator[str]:
    for frame in FOLDERS:
        yield f'  subgraph {_id(frame)}_["{frame}"]'
        yield "  " + "; ".join(f'{_id(n)}["{n.rpartition("/")[2]}"]' for n in sorted(graph) if folder(n) == frame)
        yield "  end"
    arrows = reduced(graph)
    for frame in FOLDERS:
        for name in sorted(arrows):
            if folder(name) == frame and arrows[name]:
                yield f"  {_id(name)} --> {' & '.join(_id(other) for other in sorted(arrows[name]))}"


def _id(name: str) -> str:
    return name.removeprefix("src/").replace("/", "_")


def with_drawing(page: str, graph: Graph) -> str:
    """The text of ARCHITECTURE.md with the drawing between its markers."""
    before, _, rest = page.partition(START)
    _, _, after = rest.partition(END)
    return f"{before}{START}{drawing(graph)}{END}{after}"


if __name__ == "__main__":
    text = with_drawing(PAGE.read_text("utf-8"), package_graph())
    if "--write" in sys.argv:
        PAGE.write_text(text, "utf-8")
    else:
        print(drawing(package_graph()), end="")
