"""The browser of this machine, if there is one."""

from __future__ import annotations

import os
import shutil

_NAMES = ("chromium", "chromium-browser", "google-chrome")


def chromium() -> str | None:
    """Its path; PITBOSS_CHROMIUM names another."""
    return os.environ.get("PITBOSS_CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)
