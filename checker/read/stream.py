"""Reads a filing that is no file: the bytes of standard input, or of data that a program holds."""

from __future__ import annotations

from pitboss.checker.read import json_load, yaml_load
from pitboss.checker.read.decoding import decode
from pitboss.checker.read.document import Document, SourceDocuments
from pitboss.checker.read.limits import USUAL, Limits
from pitboss.grammar.diagnostics import Diagnostic, Place
from pitboss.grammar.quick_start import sha256


def read_bytes(raw: bytes, name: str, limits: Limits = USUAL) -> SourceDocuments:
    """Read one document, JSON if its first character opens an object or a list that JSON can read, else YAML.

    >>> read_bytes(b'{"pits": []}', "data").documents[0].format, read_bytes(b"{pits: []}", "data").documents[0].format
    ('json', 'yaml')
    >>> read_bytes(b"", "data").problems[0].code
    'E012'
    """
    if len(raw) > limits.file_bytes:
        return SourceDocuments((), (Diagnostic("E004", f"more than {limits.file_bytes:,} bytes", Place(name, 1, 1)),))
    text = decode(raw, name)
    if isinstance(text, Diagnostic):
        return SourceDocuments((), (text,))
    form, loaded = "json", json_load.load(text, name, limits)
    if loaded.look is None and any(problem.code == "E030" for problem in loaded.problems):
        form, loaded = "yaml", yaml_load.load(text, name, limits)
    if loaded.look is None:
        return SourceDocuments((), loaded.problems, {name: text})
    document = Document(name, loaded.data, sha256(raw), text, form, name, loaded.look)
    return SourceDocuments((document,), (), {name: text})
