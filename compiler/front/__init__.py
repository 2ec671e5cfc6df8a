"""Reads folders of rules, resolves and checks them, and lowers them to the core."""
