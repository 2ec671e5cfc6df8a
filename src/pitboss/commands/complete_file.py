"""Write output files so that each is complete or unchanged: a full disk or a killed process leaves no part of one."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import count

_READ_ONLY = "it is read-only; make it writable first"
_NUMBERS = count()


@contextmanager
def complete_file(file: str | os.PathLike[str]) -> Iterator[str]:
    """Yield the path to write to. When the block ends without an error, what it wrote replaces `file` at once.

    An earlier file passes its mode and owner on; one that is read-only is refused before the block begins. An OSError names the
    file. A pipe or a device cannot be replaced and is written to directly.
    """
    target = os.path.realpath(file)
    earlier = os.stat(target) if os.path.exists(target) else None
    direct = earlier is not None and not stat.S_ISREG(earlier.st_mode)
    if earlier and not direct and not (earlier.st_mode & 0o222 and os.access(target, os.W_OK)):
        raise PermissionError(errno.EACCES, _READ_ONLY, os.fspath(file))  # also for root, whom the mode does not stop
    draft = target if direct else f"{target}.{os.getpid()}.{next(_NUMBERS)}.part"
    try:
        replaces = direct or _create(draft, target, earlier)
        yield draft
        if not replaces:
            shutil.copyfile(draft, target)
        elif not direct:
            os.replace(draft, target)
    except OSError as error:
        if error.filename in (None, draft):
            error.filename = os.fspath(file)
        raise
    finally:
        if not direct:
            with suppress(OSError):
                os.unlink(draft)


def complete_files(files: Iterable[tuple[str | os.PathLike[str], bytes]]) -> int:
    """Write files, none of which is replaced before all are written, and return how many; an OSError names the one that failed."""
    written = 0
    with ExitStack() as drafts:
        for file, content in files:
            with open(drafts.enter_context(complete_file(file)), "wb") as draft:
                draft.write(content)
            written += 1
    return written


def _create(draft: str, target: str, earlier: os.stat_result | None) -> bool:
    """Create the draft with the mode and owner of an earlier file; return whether it may replace that file.

    It may not if its owner would be another: then its content is copied into the file.
    """
    os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if earlier else 0o666))
    if earlier is None:
        return True
    created = os.stat(draft)
    if (created.st_uid, created.st_gid) != (earlier.st_uid, earlier.st_gid):
        try:
            os.chown(draft, earlier.st_uid, earlier.st_gid)
        except OSError:
            return False
    shutil.copystat(target, draft)
    return True
