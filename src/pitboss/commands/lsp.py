"""`pitboss lsp`: the language server of filings and rule files, on standard input and output."""

from __future__ import annotations

import argparse

from pitboss.commands.errors import report_error


def run(arguments: argparse.Namespace) -> int:
    try:
        from pitboss.commands.language_server import PitbossServer
    except ModuleNotFoundError as error:
        if error.name not in ("pygls", "lsprotocol"):
            raise
        return report_error("the language server needs pygls: pip install 'pitboss[lsp]'")
    PitbossServer().start_io()
    return 0
