"""`pitboss lsp` ends without an error, although the language server closes standard output."""

from __future__ import annotations

import json
import subprocess
import sys


def message(**content: object) -> bytes:
    raw = json.dumps({"jsonrpc": "2.0", **content}).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(raw), raw)


def test_the_server_exits_with_0_after_shutdown() -> None:
    capabilities = {"processId": None, "rootUri": None, "capabilities": {}}
    sent = (
        message(id=1, method="initialize", params=capabilities)
        + message(id=2, method="shutdown")
        + message(method="exit")
    )
    done = subprocess.run([sys.executable, "-m", "pitboss", "lsp"], input=sent, capture_output=True, timeout=60)
    assert (done.returncode, done.stderr.decode()) == (0, "") and b'"id": 2' in done.stdout
