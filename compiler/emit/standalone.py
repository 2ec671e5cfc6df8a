"""Rulebook → one Python file without any dependency: reads JSON filings, gives the same verdict bytes as the package.

The checker's modules stand in it as they are, one after another, so nothing is written twice. That needs one name
space: a name with two meanings in it would be a wrong answer in silence, so it is refused here.
"""

from __future__ import annotations

import ast
import builtins
import symtable
from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.util import resolve_name

from pitboss.grammar.diagnostics import Diagnostic, Place, Rejected

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
    """The validator of a compiled rulebook (`build.files`), as one file; `Rejected` when two parts give one name two meanings."""
    front = compiled["__init__.py"]
    listed = [name for name, _ in _imports("compiled/__init__.py", front)]
    generated = {name: compiled[name.removeprefix("compiled/")] for name in listed}
    parts: dict[str, str] = {}
    for name, text in (generated | {"compiled/__init__.py": front, "main": _MAIN}).items():
        _gather(name, text, parts, ())
    problems = tuple(_clashes(parts))
    if problems:
        raise Rejected(*problems)
    body = "".join(f"# ---- {name}\n\n{_strip(name, text).strip()}\n\n\n" for name, text in parts.items())
    return _HEAD.format(name="validator.py", digest=digest) + body.rstrip("\n") + "\n"


def _gather(name: str, text: str, parts: dict[str, str], above: tuple[str, ...]) -> None:
    """The part and, before it, all that it imports."""
    for needed, _ in _imports(name, text):
        if needed in above or needed == name:
            raise Rejected(_fault(name, 1, f"{needed} and {name} import each other"))
        if needed not in parts and not needed.startswith("compiled"):
            _gather(needed, _excerpt(needed), parts, (*above, name))
    parts[name] = text


def _excerpt(name: str) -> str:
    """A module's text; of one that also serves other formats, the functions that do not."""
    text = files("pitboss").joinpath(name).read_text(encoding="utf-8")
    wanted = _EXCERPTS.get(name)
    if wanted is None:
        return text
    tree = ast.parse(text)
    kept = [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name in wanted]
    if len(kept) != len(wanted):
        raise Rejected(_fault(name, 1, f"does not have all of {', '.join(wanted)}"))
    return "\n\n".join(ast.get_source_segment(text, node) or "" for node in kept) + "\n"


def _own(name: str, node: ast.Import | ast.ImportFrom) -> str | None:
    """The module of ours that an import names."""
    if isinstance(node, ast.Import):
        return next((a.name for a in node.names if a.name.partition(".")[0] == "pitboss"), None)
    package = ".".join(("pitboss", *name.split("/")[:-1]))
    module = resolve_name("." * node.level + (node.module or ""), package)
    return module if module.partition(".")[0] == "pitboss" else None


def _imports(name: str, text: str) -> Iterator[tuple[str, ast.ImportFrom]]:
    """File and statement of each import of ours; any form that cannot simply be left out is refused."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Import | ast.ImportFrom) or not (module := _own(name, node)):
            continue
        if isinstance(node, ast.Import) or node not in tree.body or any(a.asname or a.name == "*" for a in node.names):
            raise Rejected(_fault(name, node.lineno, f"write `from {module} import NAME` at the top of the file"))
        yield f"{module.removeprefix('pitboss.').replace('.', '/')}.py", node


def _strip(name: str, text: str) -> str:
    r"""Without our own imports, and without the line that may stand only at the top of a file.

    >>> _strip("checker/a.py", "import re\nfrom pitboss.checker.b import (\n    c,\n)\nd = c")
    'import re\nd = c'
    """
    nodes = [node for _, node in _imports(name, text)]
    nodes += [n for n in ast.parse(text).body if isinstance(n, ast.ImportFrom) and n.module == "__future__"]
    gone = {line for node in nodes for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)}
    return "\n".join(line for number, line in enumerate(text.split("\n"), start=1) if number not in gone)


def _clashes(parts: dict[str, str]) -> Iterator[Diagnostic]:
    """A name defined twice, imported as two things, or hiding a built-in; one that is used and nowhere defined."""
    first: dict[str, tuple[str, int, str]] = {}
    for name, text in parts.items():
        for symbol, line, origin in _names(name, text):
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
        # Annotations count as uses, and those of an excerpt name what it does not need.
        free = set() if name in _EXCERPTS else _free(symtable.symtable(text, name, "exec"))
        for symbol in sorted(free - known_names - imported.keys()):
            yield _fault(name, 1, f"nothing defines `{symbol}`")


def _names(name: str, text: str) -> Iterator[tuple[str, int, str]]:
    r"""What a part binds at its top level: name, line, and for an import what it is of the library.

    >>> list(_names("a.py", "from math import pi\ndef f():\n    x = 1"))
    [('pi', 1, 'math.pi'), ('f', 2, '')]
    """
    lines: dict[str, int] = {}
    origins: dict[str, str] = {}
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Import():
                for a in node.names:
                    package = a.name.partition(".")[0]
                    origins[a.asname or package] = a.name if a.asname else package
            case ast.ImportFrom():
                origins |= {a.asname or a.name: f"{_own(name, node) or node.module}.{a.name}" for a in node.names}
            case ast.FunctionDef(name=label) | ast.ClassDef(name=label) | ast.Name(id=label, ctx=ast.Store()):
                lines.setdefault(label, node.lineno)
    for symbol in symtable.symtable(text, name, "exec").get_symbols():
        label = symbol.get_name()
        origin = origins.get(label, "") if symbol.is_imported() else ""
        ours = origin.startswith(("pitboss.", "__future__."))
        if (symbol.is_assigned() or origin) and not ours and label != "__all__":
            yield label, lines.get(label, 1), origin


def _free(scope: symtable.SymbolTable) -> set[str]:
    """Names that a module and its functions take from the outermost scope."""
    own = {s.get_name() for s in scope.get_symbols() if s.is_global() and s.is_referenced()}
    return own.union(*map(_free, scope.get_children())) - {"__name__", "__file__", "__doc__"}


def _fault(name: str, line: int, message: str, related: tuple[tuple[str, Place], ...] = ()) -> Diagnostic:
    return Diagnostic("R901", message, Place(name, line, 1), related, internal=True)


# Modules that also serve other formats, or the command line: the functions that stand alone, without their imports.
_EXCERPTS = {
    "checker/read/file.py": ("contents", "fault"),
    "commands/check.py": ("locator", "_as_of"),
}
_MAIN = r"""
import argparse
import hashlib
import os
import stat
import sys
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date

from pitboss.checker.filing.faults import place_faults
from pitboss.checker.filing.assemble import assemble
from pitboss.checker.judging.judge import Rulebook
from pitboss.checker.filing.model import Filing, Path
from pitboss.checker.filing.document_digests import mismatched, root_of
from pitboss.checker.filing.unknown_provisions import unmatched
from pitboss.checker.read.document import Document, Source
from pitboss.checker.read.json_load import load
from pitboss.checker.read.limits import Limits
from pitboss.checker.read.file import contents
from pitboss.checker.read.decoding import decode, escaped
from pitboss.checker.findings.result import Result, check
from pitboss.commands.check import _as_of, locator
from pitboss.commands.fail_on import exit_code, parse_fail_on
from pitboss.compiled import CLAUSES, DIGEST, EXPIRES, EXPIRY_CITE
from pitboss.compiled.vocabulary import VOCABULARY
from pitboss.grammar.diagnostics import Diagnostic, Place
from pitboss.reports.formats.json import json


def main() -> int:
    arguments = _arguments()
    wanted = parse_fail_on(arguments.fail_on)
    if isinstance(wanted, str):
        sys.stderr.write(escaped(wanted) + "\n")
        return 2
    source = _read_all(arguments.path)
    filing, problems = None, source.problems
    if source.documents:
        filing, faults = assemble(source.documents, VOCABULARY, complete=not source.problems)
        if source.problems:
            faults = tuple(f for f in faults if f.code != "E204")
        problems = (*problems, *place_faults(source, (*faults, *unmatched(filing, CLAUSES), *mismatched(filing, root_of(arguments.path)))))
    day, trouble = _as_of(arguments.as_of, filing, arguments.path)
    documents = tuple((d.name, d.sha256) for d in source.documents)
    result = Result(arguments.path, day or "", DIGEST, documents, 0, 0, {}, (), (), {})
    if filing is not None and day:
        book = Rulebook(CLAUSES, EXPIRES, EXPIRY_CITE, DIGEST)
        result = check(arguments.path, filing, book, VOCABULARY, day, documents, locator(source))
    result = replace(result, problems=(*problems, *trouble))
    sys.stdout.write(json(result) if arguments.format == "json" else _plain_text(result))
    return 2 if result.problems else exit_code(result, wanted)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Check a JSON filing against the rulebook in this file.")
    parser.add_argument("path", metavar="PATH", help="filing: a JSON file, or a folder")
    parser.add_argument("--as-of", metavar="DATE", help="apply the law of this date (default: the effective date)")
    parser.add_argument("--fail-on", metavar="VERDICT,...", default="fail,needs evidence", help="verdicts that exit with 1")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="output format (default: %(default)s)")
    return parser.parse_args()


def _read_all(path: str) -> Source:
    documents, problems, texts, limits = [], [], {}, Limits()
    for each in _json_files(path):
        name = _shown_path(each)
        if os.path.exists(each) and (not each.lower().endswith(".json") or each != path and os.path.islink(each)):
            message = "this validator reads JSON files only and does not follow links in a folder"
            problems.append(Diagnostic("E005", message, Place(name, 1, 1)))
            continue
        raw = contents(each, name, limits)
        text = raw if isinstance(raw, Diagnostic) else decode(raw, name)
        if isinstance(text, Diagnostic):
            problems.append(text)
            continue
        texts[name] = text
        loaded = load(text, name, limits)
        problems += loaded.problems
        if loaded.look is not None:
            sha256 = hashlib.sha256(raw).hexdigest()
            documents.append(Document(name, loaded.data, sha256, text, "json", each, loaded.look))
    return Source(tuple(documents), tuple(problems), texts)


def _json_files(path: str) -> list[str]:
    if not os.path.isdir(path):
        return [path]
    kinds = (".json", ".yaml", ".yml", ".csv")
    found = []
    for folder, folders, names in os.walk(path):
        folders[:] = [f for f in folders if not f.startswith(".")]
        found += [os.path.join(folder, n) for n in names if n.lower().endswith(kinds) and not n.startswith(".")]
    return sorted(found, key=lambda each: each.split(os.sep)) or [path]


def _shown_path(path: str) -> str:
    absolute, here = os.path.abspath(path), os.path.join(os.getcwd(), "")
    shorter = absolute[len(here):] if absolute.startswith(here) else path
    shorter = os.path.normpath(shorter).replace(os.sep, "/")
    return escaped(shorter.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace"))


def _plain_text(result: Result) -> str:
    lines = [f"{p.place}: error {p.code} {p.message}" + (f" ({p.help})" if p.help else "") for p in result.problems]
    for f in result.findings:
        cites = ", ".join(f.provisions)
        where = result.places.get(f.path) or result.name
        lines.append(f"{where}: {f.verdict} {cites} {f.code}: expected {f.expected}; actual {f.actual}")
    counts = ", ".join(f"{n} {verdict}" for verdict, n in result.counts.items())
    lines.append(f"as of {result.as_of}, rulebook {result.rulebook[:12]}: {counts}. Preliminary determination.")
    return "".join(escaped(line) + "\n" for line in lines)


if __name__ == "__main__":
    sys.exit(main())
"""
