"""Check casino table-game filings against the regulation, clause by clause.

>>> import pitboss
>>> result = pitboss.check({"submission": {"effective": "2007-01-01"}, "pits": []})
>>> result.as_of, [finding.verdict for finding in result.failing()]
('2007-01-01', [])
"""

TYPE_CHECKING = False  # `typing` would be imported at every start
if TYPE_CHECKING:
    from pitboss.api import (
        Diagnostic,
        Finding,
        LoadedRulebook,
        PitbossError,
        Place,
        Rejected,
        Result,
        Verdict,
        audit,
        check,
        load_rulebook,
        odds,
        render,
    )

# The build reads the version from this line. Nothing is imported here, so every command starts fast.
__version__ = "0.1.0"
__all__ = [
    "Diagnostic",
    "Finding",
    "PitbossError",
    "Place",
    "Rejected",
    "Result",
    "LoadedRulebook",
    "Verdict",
    "__version__",
    "audit",
    "check",
    "load_rulebook",
    "odds",
    "render",
]


def __getattr__(name: str) -> object:
    """Import the interface when the first name of it is used."""
    if name in __all__:
        from pitboss import api

        return getattr(api, name)
    raise AttributeError(f"module 'pitboss' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted(__all__)
