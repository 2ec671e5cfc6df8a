"""Run `python -m pitboss` as the `pitboss` command."""

import sys

from pitboss.cli import main

sys.exit(main())
