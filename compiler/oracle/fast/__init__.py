"""The same semantics, optimized for simulation and tested against the interpreter."""
