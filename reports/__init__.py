"""Verdicts and catalog to documents: one file a format, one public function a file. Nothing here decides."""
