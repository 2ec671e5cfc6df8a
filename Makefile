PYTHON ?= python3
BIN := .venv/bin
# The tests start many processes; without cached bytecode each of them compiles every module that it imports.
unexport PYTHONDONTWRITEBYTECODE
SOURCES := $(shell find grammar compiler rulespecs -type f -not -name '*.pyc')

.PHONY: demo test quick soak faults deal fuzz mutate prove golden against bench graph man lint-docs check clean

demo: .venv/compiled
	@echo '$$ pitboss report examples/boardwalk-troubled --out build/demo'
	@$(BIN)/pitboss report examples/boardwalk-troubled --out build/demo; code=$$?; \
	echo "exit $$code (1 is expected: this filing has breaches)"; test $$code -eq 1

test: .venv/compiled
	$(BIN)/python -m pytest -n auto --dist worksteal

# Run what holds one section or one package, in a minute or less: PART=2.22, or PART=checker/rounds (tests/quick).
quick: .venv/compiled
	$(BIN)/python -m tests.quick "$(PART)"

# Run the same tests with many more random cases, and the tests that `make test` omits because they take long, or because they guard
# only packaging or other tests: over two hours of CPU, as estimated. Then plant the faults of `make faults`.
# Then a million random filings, ten minutes of CPU, and a million rounds, hours of it (tests/soak/runs.txt).
soak: .venv/compiled
	$(BIN)/python -m pytest -n auto --dist worksteal --soak -m ""
	$(BIN)/python -m tests.faults
	$(BIN)/python -m tests.soak filings
	$(BIN)/python -m tests.soak rounds

# Plant faults in a copy of the checkout, one at a time, and report which layer of tests sees each; PART is a part of a name of a
# fault or of a layer (tests/faults/planted.py).
faults: .venv/compiled
	$(BIN)/python -m tests.faults $(if $(PART),"$(PART)")

# Deal every hand of a wager through the oracle, and compare with the odds; PART is wagers or --most N.
deal: .venv/compiled
	$(BIN)/python -m tests.odds_by_dealing $(PART)

# Fuzz what reads files, TIME seconds for each reader; PART names readers (tests/fuzz), or is --write. Findings and inputs are kept in .fuzz.
fuzz: .venv/compiled .venv/fuzz
	$(BIN)/python -m tests.fuzz --seconds $(or $(TIME),60) $(PART)

# Mutate every figure, operator, date, condition and cell of the rules, and report who notices; PART is sections, --sample N, --minutes N or --write.
mutate: .venv/compiled
	$(BIN)/python -m tests.mutation $(PART)

# Compare both evaluators of every clause on every class of facts, and write tests/proof/report.txt; PART is sections or --bound N.
prove: .venv/compiled
	$(BIN)/python -m tests.proof $(or $(PART),--write)

# Compare all verdicts with those of another commit, by clause; what that commit judged is kept in build/against. REV=main~3
against: .venv/compiled
	@$(BIN)/python -m tests.against $(or $(REV),main)

# Rewrite the golden sets; PART=semantic/odds, or any part of a path, selects files.
golden: .venv/compiled
	$(BIN)/python -m tests.golden $(PART)

# Print one table of speeds as ratios to named peers, and add it to bench/history.jsonl; PART=yaml, or several parts, measures only them.
bench: .venv/compiled .venv/peers
	$(BIN)/python -m bench $(PART)

# Without the peers the table says "not installed".
.venv/peers: pyproject.toml
	-$(BIN)/python -m pip install -q -e '.[bench]'
	@touch $@

# Draw the imports between packages into ARCHITECTURE.md.
graph: .venv/compiled
	$(BIN)/python -m tests.house.package_graph --write

# Write the man page from the parser; a wheel installs the same page.
man: .venv/compiled
	@mkdir -p build
	$(BIN)/python hatch_build.py man > build/pitboss.1

# Write the table of lint codes into docs/lint.md.
lint-docs: .venv/compiled
	$(BIN)/python -m tests.lint.codes_table

check: .venv/compiled
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

clean:
	rm -rf .venv .fuzz .mutation dist src/pitboss/compiled .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -prune -exec rm -rf {} +

.venv/installed: pyproject.toml hatch_build.py
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -q -e '.[dev]'
	@touch $@

.venv/fuzz: .venv/installed
	$(BIN)/python -m pip install -q -e '.[fuzz]'
	@touch $@

# Recompile the rules when a rule or the compiler changes, without reinstalling.
.venv/compiled: .venv/installed $(SOURCES)
	$(BIN)/python hatch_build.py
	@touch $@
