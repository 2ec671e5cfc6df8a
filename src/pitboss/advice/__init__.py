"""Questions about a filing that need both the checker and the solver."""
