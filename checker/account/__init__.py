"""The account of one check: everything in an audit report, as JSON data (`pitboss.audit/1`).

What is rendered (HTML, Markdown, CSV, the worksheet) reads this and nothing else. A standalone validator does not need it.
"""

from pitboss.checker.account.account import ReportRequest, account

__all__ = ["ReportRequest", "account"]
