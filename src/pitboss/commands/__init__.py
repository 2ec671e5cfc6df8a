"""One module per command; each has `run(arguments) -> exit code` and imports only what it needs."""
