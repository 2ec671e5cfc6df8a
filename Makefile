PYTHON ?= python3
BIN := .venv/bin
SOURCES := $(shell find grammar compiler rulespecs -type f -not -name '*.pyc')

.PHONY: demo test soak golden check clean

demo: .venv/compiled
	@echo '$$ pitboss check examples/boardwalk-troubled'
	@$(BIN)/pitboss check examples/boardwalk-troubled; code=$$?; \
	echo "exit $$code (1 is expected: this filing has breaches)"; test $$code -eq 1

test: .venv/compiled
	$(BIN)/python -m pytest -n auto --dist worksteal

# The same tests with many more random cases each, and the long runs that `make test` leaves out.
soak: .venv/compiled
	$(BIN)/python -m pytest -n auto --dist worksteal --soak -m ""

# Writes the golden sets anew; PART=semantic/odds, or any part of a path, restricts it.
golden: .venv/compiled
	$(BIN)/python -m tests.golden $(PART)

check: .venv/compiled
	$(BIN)/ruff check .
	$(BIN)/mypy

clean:
	rm -rf .venv dist src/pitboss/compiled .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -prune -exec rm -rf {} +

.venv/installed: pyproject.toml hatch_build.py
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -q -e '.[dev]'
	@touch $@

# The rules are compiled again when a rule or the compiler changes, without installing again.
.venv/compiled: .venv/installed $(SOURCES)
	$(BIN)/python hatch_build.py
	@touch $@
