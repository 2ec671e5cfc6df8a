"""One file a target, one public function a file: rulebook in, text out."""
