"""Formats a file name as a URI."""

from __future__ import annotations


def address(name: str) -> str:
    """A relative reference, or `file:` for an absolute path, also one of Windows; reserved characters are encoded.

    >>> address("floor/a b#1?%:é.yaml"), address("/srv/filing.yaml"), address("javascript:alert(1)")
    ('floor/a%20b%231%3F%25%3A%C3%A9.yaml', 'file:///srv/filing.yaml', 'javascript%3Aalert%281%29')
    >>> address("D:/floor/a:b.yaml"), address("a:b")
    ('file:///D:/floor/a%3Ab.yaml', 'a%3Ab')
    """
    from urllib.parse import quote

    path = quote(name.encode("utf-8", "backslashreplace"), safe="/-._~")
    if name[1:3] == ":/" and name[0].isascii() and name[0].isalpha():
        return f"file:///{name[0]}:{path[4:]}"
    if path.startswith("/"):  # two slashes at the start would name a host
        return f"file:///{path.lstrip('/')}"
    return path
