"""The sentences of all clauses and their lengths; `python -m tests.support.sentences [N]` prints the N longest, a hundred unless told."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from statistics import median

from tests.support.verdicts import load_catalog

_END = re.compile(r"(?<=\.) (?=[A-Z(])")


def sentences() -> Iterator[tuple[str, str]]:
    """(clause, sentence) for every sentence of every version and reading; a sentence that a clause repeats is listed once."""
    for clause in load_catalog().clauses:
        words = [text.words for version in clause.versions for text in (version, *version.readings)]
        for sentence in dict.fromkeys(part for text in words for part in divided(text)):
            yield clause.id, sentence


def divided(text: str) -> list[str]:
    """The sentences of a text.

    >>> divided("The red wager wins if (1) and (2) hold. (1) The lamp is lit. (2) Table 2.1(a) is open.")
    ['The red wager wins if (1) and (2) hold.', '(1) The lamp is lit.', '(2) Table 2.1(a) is open.']
    """
    return _END.split(text)


def length(sentence: str) -> int:
    """How many words a sentence has."""
    return len(sentence.split())


if __name__ == "__main__":
    every = sorted(sentences(), key=lambda of: -length(of[1]))
    lengths = [length(sentence) for _, sentence in every]
    over = sum(words > 60 for words in lengths)
    print(f"{len(every)} sentences, {over} of more than 60 words, median {median(lengths):g}")
    for clause, sentence in every[: int(sys.argv[1]) if len(sys.argv) > 1 else 100]:
        print(f"{length(sentence):4}  {clause}: {sentence}")
