"""Lint of the law: defects of the text that the rules show by themselves. One check is one file in `checks/`."""
