"""Generated code in lines that a reader can take in: a long line is broken at the operands, a long text between its words."""

from __future__ import annotations

import re
from collections.abc import Iterator

_WIDTH = 120
_SHORT = 40  # elements up to this length share lines
_STEP = "    "
_FILLED = ("Step", "CompiledClause")  # records: their fields share lines whatever their length
_TOKENS = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|lambda [^:]*:|[\[\](){},]""")
_IMPORT = re.compile(r"(from \S+ import )([^()]+)")


def wrapped(code: str) -> str:
    """The code with each line that is too long broken; docstrings and words that are longer than a line stay.

    >>> print(wrapped("x = f(" + ", ".join(f"a_long_name(of_{n}, 'and a text of several words')" for n in range(3)) + ")"))
    x = f(
        a_long_name(of_0, 'and a text of several words'),
        a_long_name(of_1, 'and a text of several words'),
        a_long_name(of_2, 'and a text of several words'),
    )
    >>> print(wrapped(f"    words='{'twenty words ' * 10}',"))
        words=(
            'twenty words twenty words twenty words twenty words twenty words twenty words twenty words twenty words '
            'twenty words twenty words '
        ),
    """
    return "\n".join([part for line in code.split("\n") for part in _broken(line)])


def _broken(line: str) -> list[str]:
    if len(line) <= _WIDTH or line.lstrip().startswith('"""'):
        return [line]
    line = _IMPORT.sub(r"\1(\2)", line)
    indent = line[: len(line) - len(line.lstrip())]
    first, last, commas = max(_outermost(line), key=lambda part: part[1] - part[0], default=(0, 0, []))
    if first == last:
        return [line]
    if line[first] in "'\"":
        pieces = _pieces(line[first], line[first + 1 : last], _WIDTH - len(indent) - len(_STEP) - 2)
        inside = [f"{indent}{_STEP}{piece}" for piece in pieces]
        return [f"{line[:first]}(", *inside, f"{indent}){line[last + 1 :]}"] if len(inside) > 1 else [line]
    parts = [line[a + 1 : b].strip() for a, b in zip((first, *commas), (*commas, last), strict=True)]
    return [line[: first + 1], *_listed(parts, f"{indent}{_STEP}", line[:first]), f"{indent}{line[last:]}"]


def _outermost(line: str) -> Iterator[tuple[int, int, list[int]]]:
    """The texts and brackets that are in no other bracket: start and end, and the commas directly inside."""
    depth, first, commas = 0, 0, list[int]()
    for token in _TOKENS.finditer(line):
        match token[0]:
            case "(" | "[" | "{":
                if depth == 0:
                    first, commas = token.start(), []
                depth += 1
            case ")" | "]" | "}":
                depth -= 1
                if depth == 0:
                    yield first, token.start(), commas
            case ",":
                if depth == 1:
                    commas.append(token.start())
            case text if depth == 0 and text[0] in "'\"":
                yield token.start(), token.end() - 1, []


def _listed(parts: list[str], indent: str, before: str) -> list[str]:
    """The lines of what is in a bracket. A comma at the end of the last does not change a call, or a list of several."""
    closed = parts[-1] == ""  # it ends with a comma
    parts = parts[:-1] if closed else parts
    end = "," if closed or len(parts) > 1 or before[-1:].isalnum() or before[-1:] == "_" else ""
    if len(line := f"{indent}{', '.join(parts)}{',' if closed else ''}") <= _WIDTH:
        return [line]
    if max(map(len, parts)) > _SHORT and not before.endswith(_FILLED):
        texts = [*(f"{indent}{part}," for part in parts[:-1]), f"{indent}{parts[-1]}{end}"]
        return [line for text in texts for line in _broken(text)]
    lines = [indent]
    for part in parts:
        if len(lines[-1]) + len(part) + 2 > _WIDTH and lines[-1] != indent:
            lines.append(indent)
        lines[-1] += f"{part}, "
    filled = [*(line[:-1] for line in lines[:-1]), f"{lines[-1][:-2]}{end}"]
    return [line for text in filled for line in _broken(text)]


def _pieces(quote: str, text: str, width: int) -> list[str]:
    """The text in literals of whole words."""
    pieces = [""]
    for word in re.findall(r"[^ ]* ?", text):
        if pieces[-1] and len(pieces[-1]) + len(word) > width:
            pieces.append("")
        pieces[-1] += word
    return [f"{quote}{piece}{quote}" for piece in pieces if piece]
