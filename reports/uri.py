"""The name of a file as an address in a machine's format."""

from __future__ import annotations


def address(name: str) -> str:
    """A relative reference, or `file:` for a path from the root; what has a meaning in addresses is encoded.

    >>> address("floor/a b#1?%:é.yaml"), address("/srv/filing.yaml"), address("javascript:alert(1)")
    ('floor/a%20b%231%3F%25%3A%C3%A9.yaml', 'file:///srv/filing.yaml', 'javascript%3Aalert%281%29')
    """
    from urllib.parse import quote

    path = quote(name.encode("utf-8", "backslashreplace"), safe="/-._~")
    if path.startswith("/"):  # two slashes at the start would name a host
        return f"file:///{path.lstrip('/')}"
    return path
