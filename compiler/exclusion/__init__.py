"""Which wagers, options and variations a table may offer together: constraints, solver and matrix."""
