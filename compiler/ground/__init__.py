"""A copy of the regulation held against the rulebook: what differs, and what a new print would change."""
