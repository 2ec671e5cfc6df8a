"""Compiled rulebook → one Python file without dependencies that judges JSON filings with the same verdict bytes as the package.

It bundles `pitboss.standalone.validator` and every module that it imports, unchanged and one after another. They share one
namespace, so a name with two meanings is rejected: it could silently give a wrong answer.
"""

from __future__ import annotations

import ast
import builtins
import symtable
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.util import resolve_name
from itertools import chain

from pitboss.grammar.diagnostics import Diagnostic, Place, Rejected

_MAIN = "standalone/validator.py"
_HEAD = '''\
#!/usr/bin/env python3
"""Judges table-game filings in JSON against one rulebook. Generated; do not edit.

    python {name} FILING.json --as-of 2006-06-09

Needs Python 3.11 or later and nothing else. The rulebook's digest is
{digest}.
"""

from __future__ import annotations

'''


def standalone(compiled: Mapping[str, str], digest: str) -> str:
    """The validator of a compiled rulebook (`build.files`), as one file; raises `Rejected` if two parts give one name two meanings."""
    ends = {name: compiled[name.removeprefix("compiled/")] for name in ("compiled/clauses.py", "compiled/__init__.py")}
    listed = [name for end, text in ends.items() for name, _ in _imports(end, text)]
    generated = {name: compiled[name.removeprefix("compiled/")] for name in listed}
    parts: dict[str, str] = {}
    for name, text in (generated | ends | {_MAIN: _text(_MAIN)}).items():
        _gather(name, text, parts, ())
    problems = tuple(_clashes(parts))
    if problems:
        raise Rejected(*problems)
    body = "".join(f"# ---- {name}\n\n{_strip(name, text).strip()}\n\n\n" for name, text in parts.items())
    return _HEAD.format(name="validator.py", digest=digest) + body.rstrip("\n") + "\n"


def _gather(name: str, text: str, parts: dict[str, str], above: tuple[str, ...]) -> None:
    """The modules that a part imports, and then the part itself."""
    for needed, _ in _imports(name, text):
        if needed in above or needed == name:
            raise Rejected(_fault(name, 1, f"{needed} and {name} import each other"))
        if needed not in parts and not needed.startswith("compiled"):
            _gather(needed, _text(needed), parts, (*above, name))
    parts[name] = text


def _text(name: str) -> str:
    return files("pitboss").joinpath(name).read_text(encoding="utf-8")


def _own(name: str, node: ast.Import | ast.ImportFrom) -> str | None:
    """The module of this package that an import names."""
    if isinstance(node, ast.Import):
        return next((a.name for a in node.names if a.name.partition(".")[0] == "pitboss"), None)
    package = ".".join(("pitboss", *name.split("/")[:-1]))
    module = resolve_name("." * node.level + (node.module or ""), package)
    return module if module.partition(".")[0] == "pitboss" else None


@cache
def _imports(name: str, text: str) -> tuple[tuple[str, ast.ImportFrom], ...]:
    """File and statement of each import from this package; a form that cannot simply be removed is rejected."""
    tree = ast.parse(text)
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Import | ast.ImportFrom) or not (module := _own(name, node)):
            continue
        if isinstance(node, ast.Import) or node not in tree.body or any(a.asname or a.name == "*" for a in node.names):
            raise Rejected(_fault(name, node.lineno, f"write `from {module} import NAME` at the top of the file"))
        found.append((f"{module.removeprefix('pitboss.').replace('.', '/')}.py", node))
    return tuple(found)


def _strip(name: str, text: str) -> str:
    r"""The source without imports from this package, and without the line that may occur only at the top of a file.

    >>> _strip("checker/a.py", "import re\nfrom pitboss.checker.b import (\n    c,\n)\nd = c")
    'import re\nd = c'
    """
    nodes = [node for _, node in _imports(name, text)]
    nodes += [n for n in ast.parse(text).body if isinstance(n, ast.ImportFrom) and n.module == "__future__"]
    gone = {line for node in nodes for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)}
    return "\n".join(line for number, line in enumerate(text.split("\n"), start=1) if number not in gone)


def _clashes(parts: dict[str, str]) -> Iterator[Diagnostic]:
    """Report a name that is defined twice, imported as two things, hides a built-in, or is used and nowhere defined."""
    first: dict[str, tuple[str, int, str]] = {}
    free: dict[str, set[str]] = {}
    for name, text in parts.items():
        table = symtable.symtable(text, name, "exec")
        free[name] = _free(table)
        for symbol, line, origin in _names(name, text, table):
            known = first.setdefault(symbol, (name, line, origin))
            if symbol in vars(builtins):
                yield _fault(name, line, f"`{symbol}` hides the built-in for all other modules")
            elif known[0] != name and (known[2] != origin or not origin):
                related = (("first defined here", Place(known[0], known[1], 1)),)
                yield _fault(name, line, f"`{symbol}` is defined in {known[0]} already", related)
    known_names = first.keys() | vars(builtins).keys()
    for name, text in parts.items():
        imported = {alias.name: (path, node) for path, node in _imports(name, text) for alias in node.names}
        for symbol in sorted(imported.keys() - first.keys()):
            path, node = imported[symbol]
            yield _fault(name, node.lineno, f"{path} does not define `{symbol}`")
        for symbol in sorted(free[name] - known_names - imported.keys()):
            yield _fault(name, 1, f"nothing defines `{symbol}`")


def _names(name: str, text: str, table: symtable.SymbolTable) -> Iterator[tuple[str, int, str]]:
    r"""The bindings at the top level of a part: name, line, and for an import the imported object.

    >>> text = "from math import pi\ndef f():\n    x = 1"
    >>> list(_names("a.py", text, symtable.symtable(text, "a.py", "exec")))
    [('pi', 1, 'math.pi'), ('f', 2, '')]
    """
    lines: dict[str, int] = {}
    origins: dict[str, str] = {}
    for node in chain.from_iterable(map(_outside_functions, ast.parse(text).body)):
        match node:
            case ast.Import():
                for a in node.names:
                    package = a.name.partition(".")[0]
                    origins[a.asname or package] = a.name if a.asname else package
            case ast.ImportFrom():
                origins |= {a.asname or a.name: f"{_own(name, node) or node.module}.{a.name}" for a in node.names}
            case ast.FunctionDef(name=label) | ast.ClassDef(name=label) | ast.Name(id=label, ctx=ast.Store()):
                lines.setdefault(label, node.lineno)
    for symbol in table.get_symbols():
        label = symbol.get_name()
        origin = origins.get(label, "") if symbol.is_imported() else ""
        ours = origin.startswith(("pitboss.", "__future__."))
        if (symbol.is_assigned() or origin) and not ours and label != "__all__":
            yield label, lines.get(label, 1), origin


def _outside_functions(statement: ast.stmt) -> Iterator[ast.AST]:
    """A statement at the top level and what is in it; a function or a class alone, since its inside binds other names."""
    return iter((statement,)) if isinstance(statement, ast.FunctionDef | ast.ClassDef) else ast.walk(statement)


def _free(scope: symtable.SymbolTable) -> set[str]:
    """The names that a module and its functions read from the global scope."""
    own = {s.get_name() for s in scope.get_symbols() if s.is_global() and s.is_referenced()}
    return own.union(*map(_free, scope.get_children())) - {"__name__", "__file__", "__doc__"}


def _fault(name: str, line: int, message: str, related: tuple[tuple[str, Place], ...] = ()) -> Diagnostic:
    return Diagnostic("R901", message, Place(name, line, 1), related, internal=True)
