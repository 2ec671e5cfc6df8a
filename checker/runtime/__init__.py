"""What generated clauses call. Standard library only: standalone validators contain these modules."""
