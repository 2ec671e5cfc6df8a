"""Makes an archive the same every time it is written: its entries carry no time of day."""

from __future__ import annotations

import re
import zipfile
from io import BytesIO


def unchanging(raw: bytes) -> bytes:
    """The same archive with a fixed date in each entry."""
    made = BytesIO()
    with zipfile.ZipFile(BytesIO(raw)) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.infolist():
            data = re.sub(
                rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*", rb"\g<1>2000-01-01T00:00:00Z", old.read(entry)
            )
            new.writestr(zipfile.ZipInfo(entry.filename, (2000, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    return made.getvalue()
