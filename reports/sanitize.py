"""Makes text from a filing safe for a terminal."""

from __future__ import annotations

import re

_COMMAND = re.compile(r"(?<!\S):(?=:)|(?<=#)#(?=\w*\[)")  # the character without which a runner obeys nothing


def safe(line: str) -> str:
    """The text with control characters, direction overrides and CI workflow commands made visible and inactive.

    A runner obeys `::` at the start of a line. The text may be wrapped afterwards, and any word can then start a line.

    >>> safe("a\\x1b[31m"), safe("##[add-mask]a ##vso[task.setvariable]b"), safe("a ::error::b std::c")
    ('a\\\\x1b[31m', '#\\\\x23[add-mask]a #\\\\x23vso[task.setvariable]b', 'a \\\\x3a:error::b std::c')
    """
    if not (line.isascii() and line.isprintable()):
        import unicodedata

        line = "".join(
            c
            if c.isprintable() and unicodedata.category(c) != "Cf"
            else " "
            if c == "\t"
            else c.encode("unicode_escape").decode()
            for c in line
        )
    return _COMMAND.sub(lambda marked: f"\\x{ord(marked[0]):02x}", line)
