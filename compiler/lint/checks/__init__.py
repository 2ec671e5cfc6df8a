"""The checks: each is one module, whose docstring explains its code, with one public function of the same name."""
