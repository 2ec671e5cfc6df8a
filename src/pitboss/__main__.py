"""Run `python -m pitboss` as the `pitboss` command."""

from pitboss.cli import start

start()
