"""Prints a page to PDF with the browser of this machine."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from pitboss.commands.complete_file import complete_file

# The headless shell prints the same pages with less than half of the work.
_NAMES = (
    "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge",
    "microsoft-edge",
)  # fmt: skip
_PLACES = (  # they are not on the path there; the first part may be a variable
    ("PROGRAMFILES", "Google", "Chrome", "Application", "chrome.exe"),
    ("PROGRAMFILES(X86)", "Microsoft", "Edge", "Application", "msedge.exe"),
    ("/Applications", "Google Chrome.app", "Contents", "MacOS", "Google Chrome"),
    ("/Applications", "Microsoft Edge.app", "Contents", "MacOS", "Microsoft Edge"),
)
_SECONDS = 300


def find_browser() -> str | None:
    """A Chromium, Chrome or Edge on the path, or where Windows and macOS have it; PITBOSS_CHROMIUM names another."""
    places = (os.path.join(os.environ.get(base, base), *rest) for base, *rest in _PLACES)
    return os.environ.get("PITBOSS_CHROMIUM") or next(filter(None, map(shutil.which, (*_NAMES, *places))), None)


def print_pdf(browser: str, page: Path, pdf: Path) -> str:
    """Write the PDF; return an error message, or an empty string. The browser has a profile of its own and no network.

    No shell is involved, and an earlier PDF stays as it was if this one fails.
    """
    with TemporaryDirectory(
        ignore_cleanup_errors=True
    ) as profile:  # on Windows, a process of the browser may still use it
        printed = Path(profile) / "printed.pdf"
        options = [
            "--headless", "--disable-gpu", "--no-pdf-header-footer", "--generate-pdf-document-outline", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync", "--proxy-server=127.0.0.1:9",
            f"--user-data-dir={profile}", f"--print-to-pdf={printed}",
        ]  # fmt: skip
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            options.append("--no-sandbox")  # the sandbox does not start for root
        try:
            done = subprocess.run(
                [browser, *options, page.resolve().as_uri()], capture_output=True, encoding="utf-8", errors="replace",
                timeout=_SECONDS, check=False,
            )  # fmt: skip
        except OSError as error:
            return f"{browser} cannot be started: {error.strerror}"
        except subprocess.TimeoutExpired:
            return f"{browser} did not finish in {_SECONDS} seconds"
        if not printed.exists():
            last = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
            return f"{browser} did not print {page}: {last}"
        with complete_file(pdf) as draft:
            shutil.copyfile(printed, draft)
    return ""
