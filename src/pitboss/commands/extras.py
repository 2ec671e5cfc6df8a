"""The extra that a command needs and that is not installed."""

from __future__ import annotations

EXTRA_OF = {  # the top-level module → the extra of pyproject.toml that installs it
    "dask": "dask",
    "distributed": "dask",
    "lsprotocol": "lsp",
    "numpy": "odds",
    "openpyxl": "xlsx",
    "polars": "rounds",
    "pygls": "lsp",
    "pysat": "reason",
    "pytest": "pytest",
}


def missing_extra(error: BaseException) -> str:
    """Return which extra installs the module that could not be imported; an empty string if none does.

    >>> missing_extra(ModuleNotFoundError("No module named 'polars'", name="polars"))
    "this needs polars, which is not installed: pip install 'pitboss[rounds]'"
    >>> missing_extra(ModuleNotFoundError("No module named 'pitboss.gone'", name="pitboss.gone"))
    ''
    """
    module = (error.name or "").partition(".")[0] if isinstance(error, ModuleNotFoundError) else ""
    if module not in EXTRA_OF:
        return ""
    return f"this needs {module}, which is not installed: pip install 'pitboss[{EXTRA_OF[module]}]'"
