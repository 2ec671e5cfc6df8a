"""Formats a file name as a URI."""

from __future__ import annotations


def address(name: str) -> str:
    """A relative reference, or `file:` for an absolute path; reserved characters are encoded.

    >>> address("floor/a b#1?%:é.yaml"), address("/srv/filing.yaml"), address("javascript:alert(1)")
    ('floor/a%20b%231%3F%25%3A%C3%A9.yaml', 'file:///srv/filing.yaml', 'javascript%3Aalert%281%29')
    """
    from urllib.parse import quote

    path = quote(name.encode("utf-8", "backslashreplace"), safe="/-._~")
    if path.startswith("/"):  # two slashes at the start would name a host
        return f"file:///{path.lstrip('/')}"
    return path
