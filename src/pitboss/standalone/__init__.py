"""The program of a standalone validator, which `compiler/emit/standalone.py` bundles into one file."""
