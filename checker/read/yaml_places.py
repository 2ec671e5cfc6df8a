"""Locates values in a YAML text: a second pass over what was read, which stops after the last path.

>>> from pitboss.checker.read.yaml_load import load, Limits
>>> look = load("base: &b {seats: 7}\\ntable: {<<: *b}\\n", "f.yaml", Limits()).look
>>> path = ("table", "seats")
>>> str(look([path], False, False)[path]), str(look([path], False, True)[path])
('f.yaml:2:13', 'f.yaml:1:18')
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pitboss.checker.read.document import Data, Steps, existing
from pitboss.checker.read.yaml_lines import AliasLinks
from pitboss.grammar.diagnostics import Place
from pitboss.grammar.quick_start import TYPE_CHECKING, dataclass, field

if TYPE_CHECKING:
    from typing import TypeAlias

_ROOT = -1
Target = tuple[int, Steps]  # a path from the anchor at that offset of the text, or from the root
Found: TypeAlias = (
    "dict[Target, tuple[Place, Target | None]]"  # where it is; if that is an alias, also what it refers to
)
Find: TypeAlias = "Callable[[str, str, AliasLinks, bool, set[Target]], Found]"  # text, file, links, of keys?, targets


@dataclass(slots=True)
class Want:
    """A tree of the requested paths."""

    inside: dict[str | int, Want] = field(default_factory=dict)
    target: Target | None = None

    def all(self, path: Steps = ()) -> Iterator[tuple[Steps, Target]]:
        if self.target is not None:
            yield path, self.target
        for step, want in self.inside.items():
            yield from want.all((*path, step))

    def only(self, keys: frozenset[str]) -> Want:
        return Want({key: want for key, want in self.inside.items() if key in keys})


def trees(targets: set[Target]) -> tuple[Want | None, dict[int, Want]]:
    """The targets as trees: from the root, and from each anchor."""
    roots: dict[int, Want] = {}
    for target in targets:
        want = roots.setdefault(target[0], Want())
        for step in target[1]:
            want = want.inside.setdefault(step, Want())
        want.target = target
    return roots.pop(_ROOT, None), roots


def behind_merge(links: AliasLinks, at: int, wants: tuple[Want, ...]) -> tuple[Want, ...]:
    """What of the wants in a mapping is in the value of its `<<`, which begins at an offset."""
    several, keys = links.merges[at]
    merged = [tuple(want.only(names) for want in wants) for names in keys]
    if not several:
        return merged[0]
    return tuple([Want({n: some[w] for n, some in enumerate(merged)}) for w in range(len(wants))])


def look(
    find: Find, text: str, file: str, data: Data, links: AliasLinks, paths: list[Steps], key: bool, written: bool
) -> dict[Steps, Place | None]:
    """The place of each path; with `written`, of the anchored text behind it, and None if there is no alias."""
    places: dict[Steps, Place | None] = dict.fromkeys(paths)
    if written and not links.aliases:
        return places
    open_: dict[Steps, Target] = {path: (_ROOT, existing(data, path)) for path in paths}
    while open_:
        found = find(text, file, links, key, set(open_.values()))
        behind: dict[Steps, Target] = {}
        for path, target in open_.items():
            place, elsewhere = found[target]
            if elsewhere and written:
                behind[path] = elsewhere
            elif not written or target[0] != _ROOT:
                places[path] = place
        open_ = behind
    return places
