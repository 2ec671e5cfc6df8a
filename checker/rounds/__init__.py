"""Judges records of settled rounds."""
