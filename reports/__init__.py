"""Verdicts and catalogue to documents: one file a format, one public function a file. Nothing here decides."""
