"""Generates text from a rulebook: one file for each target, with one public function."""
