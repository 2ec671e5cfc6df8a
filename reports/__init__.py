"""Formats verdicts and the catalog as documents: one file per format, one public function per file. Nothing here judges."""
