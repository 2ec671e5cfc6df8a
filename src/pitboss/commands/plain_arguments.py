"""Reads the arguments of a command without `argparse`, whose import and parsers are a tenth of a check of one table.

The functions that describe a command to `argparse` describe it to a `PlainCommand` as well. It reads options that are written in full
and have valid values, as on most command lines, and leaves all others to `argparse`, so that there is one source of help and faults.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

TYPE_CHECKING = False  # that of `typing` costs its import at every start
if TYPE_CHECKING:
    from argparse import Namespace
else:
    from types import SimpleNamespace as Namespace


class _Option:
    """What is stated about an option or a positional argument."""

    def __init__(
        self,
        names: Sequence[str],
        action: str = "store",
        default: object = None,
        choices: Iterable[str] = (),
        dest: str = "",
    ) -> None:
        self.action, self.choices = action, tuple(choices)
        self.default = False if action == "store_true" else default
        longest = next((name for name in names if name.startswith("--")), names[0])
        self.dest = dest or longest.lstrip("-").replace("-", "_")


class PlainCommand:
    """The options and the positional argument of one command; it has the methods of a parser that describe them.

    >>> command = PlainCommand()
    >>> command.add_argument("paths", nargs="*")
    >>> command.add_argument("--as-of", metavar="DATE", help="apply the law of this date")
    >>> command.parsed(["floor.yaml", "--as-of", "2007-01-01"])
    namespace(paths=['floor.yaml'], as_of='2007-01-01')
    >>> command.parsed(["--as", "2007-01-01"]), command.parsed(["--help"])
    (None, None)
    """

    def __init__(self) -> None:
        self.positional: _Option | None = None
        self.options: dict[str, _Option] = {}
        self.defaults: dict[str, object] = {}
        self.readable = True  # else it has what only `argparse` reads

    def add_parser(self, name: str, **layout: object) -> PlainCommand:
        return self

    def add_subparsers(self, **layout: object) -> PlainCommand:
        self.readable = False
        return self

    def set_defaults(self, **defaults: object) -> None:
        self.defaults |= defaults

    def add_argument(self, *names: str, metavar: str = "", help: str = "", nargs: str = "", **stated: object) -> None:
        repeated = nargs == "*" and not self.positional and not names[0].startswith("-")
        if (
            {"type", "const", "required"} & stated.keys()
            or repeated != (nargs != "")
            or not names[0].startswith("-")
            and not repeated
        ):
            self.readable = False
            return
        option = _Option(names, **stated)  # type: ignore[arg-type]
        if repeated:
            self.positional = option
        else:
            self.options |= dict.fromkeys(names, option)

    def parsed(self, words: Sequence[str]) -> Namespace | None:
        """What `argparse` would return; None if it must read the words."""
        if not self.readable:
            return None
        described = [*([self.positional] if self.positional else []), *self.options.values()]
        found = {option.dest: option.default for option in described} | self.defaults
        paths: list[str] = []
        last = -1  # the index of the last path: `argparse` wants them in one place
        rest = iter(enumerate(words))
        for index, word in rest:
            if not word.startswith("-") or word == "-":
                if self.positional is None or paths and last != index - 1:
                    return None
                paths.append(word)
                last = index
                continue
            name, sign, value = word.partition("=")
            option = self.options.get(name)
            if option is None or sign and (option.action == "store_true" or not value):
                return None
            if option.action == "store_true":
                found[option.dest] = True
                continue
            if not sign:
                _, value = next(rest, (0, "--"))
                if value.startswith("-") and value != "-":
                    return None
            if option.choices and value not in option.choices:
                return None
            known = found[option.dest]
            found[option.dest] = (
                [*(known if isinstance(known, list) else ()), value] if option.action == "append" else value
            )
        if self.positional:
            found[self.positional.dest] = paths
        return Namespace(**found)
