"""The semantics of the core, optimized for dealing and judging many rounds; tested against the reference interpreter."""
