"""The man page has every command, option and example of the parser, and groff reads it without a warning."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from pitboss.commands.completion import words_by_command
from pitboss.reports.man_page import man_page
from tests.support.product import parser_of

PAGE = man_page(parser_of(), "0")


def part(command: str) -> str:
    """The section of a command."""
    return PAGE.partition(f'.SS "pitboss {command}"\n')[2].partition("\n.S")[0]


def test_every_command_and_option_is_in_its_section() -> None:
    seen = 0
    for command, words in words_by_command(parser_of()):
        for option in (word for word in words if word.startswith("-") and word not in ("-h", "--help") and command):
            assert f"\\fB{option.replace('-', chr(92) + '-')}\\fR" in part(command), f"{command} {option}"
            seen += 1
    assert seen > 50 and "(default: %" not in PAGE and "exit codes:" not in PAGE


def test_its_examples_and_exit_codes() -> None:
    assert "pitboss check filing.yaml" in part("check").partition("Examples:")[2]
    assert PAGE.partition(".SH EXIT STATUS")[2].count("\n  ") >= 5


@pytest.mark.skipif(shutil.which("groff") is None, reason="NOT RUN: groff is not installed")
def test_it_is_read_without_a_warning() -> None:
    command = ["groff", "-man", "-Tutf8", "-ww", "-z", "-K", "utf8"]
    done = subprocess.run(command, input=PAGE, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
