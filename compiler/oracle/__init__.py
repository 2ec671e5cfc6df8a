"""The reference semantics: evaluates clauses on the resolved tree, slowly and independently of generated code."""
