"""`pitboss lsp`: the language server of filings and rule files, on standard input and output."""

from __future__ import annotations

import argparse

from pitboss.commands.language_server import PitbossServer


def run(arguments: argparse.Namespace) -> int:
    PitbossServer().start_io()
    return 0
