"""Reads `ground.yaml`, next to the rules: the accepted differences between text and rules, each with its reason.

- provision: 1:1-2.12(b)1
  check: numbers
  difference: "16"          # or a list; figures only, never the law's sentences
  line: 002:190             # of the text
  because: the last total to draw on is one below the first to stand on
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedSeq
from ruamel.yaml.error import YAMLError

from pitboss.compiler.ground.pair import Difference
from pitboss.grammar.diagnostics import Place

NAME = "ground.yaml"
_KEYS = ("provision", "check", "difference", "line", "because")
_LONGEST = 80


@dataclass(frozen=True, slots=True)
class Explained:
    provision: str
    check: str
    differences: tuple[str, ...]
    line: str
    because: str
    place: Place

    @property
    def keys(self) -> tuple[tuple[str, str, str, str], ...]:
        return tuple((self.provision, self.check, difference, self.line) for difference in self.differences)


class Unexplained(Exception):
    """The list itself cannot be read."""


def read_explained(folder: Path) -> tuple[Explained, ...]:
    path = folder / NAME
    if not path.exists():
        return ()
    return explained_of(path.read_text(encoding="utf-8"), f"{folder.name}/{NAME}")


def explained_of(text: str, file: str) -> tuple[Explained, ...]:
    """
    >>> text = "- {provision: 1:1-1.1(a), check: numbers, difference: [a, b], line: 'x:2', because: so it is}"
    >>> explained_of(text, "g.yaml")[0].keys
    (('1:1-1.1(a)', 'numbers', 'a', 'x:2'), ('1:1-1.1(a)', 'numbers', 'b', 'x:2'))
    """
    try:
        loaded: object = YAML(typ="rt").load(text) or []
    except YAMLError as error:
        raise Unexplained(f"{file}: {' '.join(str(error).split())}") from error
    if not isinstance(loaded, CommentedSeq | list):
        raise Unexplained(f"{file}: this is a list of explained differences")
    lines = [loaded.lc.item(i)[0] + 1 for i in range(len(loaded))] if isinstance(loaded, CommentedSeq) else []
    return tuple(_one(item, file, line) for item, line in zip(loaded, lines, strict=True))


def _one(item: object, file: str, line: int) -> Explained:
    if not isinstance(item, dict) or sorted(item) != sorted(_KEYS):
        raise Unexplained(f"{file}:{line}: an entry has {', '.join(_KEYS)}, and nothing else")
    listed = item["difference"] if isinstance(item["difference"], list) else [item["difference"]]
    differences = tuple(str(x) for x in listed)
    if not str(item["because"]).strip() or not differences or any(len(x) > _LONGEST for x in differences):
        raise Unexplained(f"{file}:{line}: an entry gives a reason, and its difference in figures")
    return Explained(
        str(item["provision"]),
        str(item["check"]),
        differences,
        str(item["line"]),
        str(item["because"]),
        Place(file, line, 1),
    )


def sift(
    found: Iterable[Difference], explained: Iterable[Explained]
) -> tuple[tuple[Difference, ...], tuple[Difference, ...]]:
    """Return the differences without an explanation, with the explanations that match nothing; and the explained differences."""
    entries = list(explained)
    known = {key for entry in entries for key in entry.keys}
    left: list[Difference] = []
    sifted: list[Difference] = []
    used = set()
    for d in found:
        key = (d.provision, d.check, d.difference, d.line)
        (sifted if key in known else left).append(d)
        used.add(key)
    seen: set[tuple[str, str, str, str]] = set()
    for entry in entries:
        for key in entry.keys:
            if key not in used or key in seen:
                what = "explained twice" if key in seen else "explains nothing"
                left.append(
                    Difference(
                        "explained",
                        entry.provision,
                        f"{what}: {entry.check} {key[2]} at {entry.line}",
                        None,
                        entry.place,
                    )
                )
            seen.add(key)
    return tuple(left), tuple(sifted)
