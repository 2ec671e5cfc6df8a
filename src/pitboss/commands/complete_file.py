"""Write output files so that each is complete or unchanged: a full disk or a killed process leaves no part of one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def complete_file(file: str | os.PathLike[str]) -> Iterator[str]:
    """Yield the path to write to. When the block ends without an error, what it wrote replaces `file` at once.

    An OSError of the block names the file. A pipe or a device cannot be replaced and is written to directly.
    """
    target = os.path.realpath(file)
    direct = os.path.exists(target) and not os.path.isfile(target)
    draft = target if direct else f"{target}.{os.getpid()}.part"
    try:
        yield draft
        if not direct:
            os.replace(draft, target)
    except OSError as error:
        if error.filename in (None, draft):
            error.filename = os.fspath(file)
        raise
    finally:
        if not direct:
            with suppress(OSError):
                os.unlink(draft)
