"""The documents of a filing to typed facts; faults are reported by path, and the rest is still judged."""
