# Kartárna: `make play` plays, `make test` tests. Both set up all they need. The rest is for developers.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
COMPILED := $(shell grep -rl '^cdef class .*:' src --include='*.pxd')
SOURCES := pyproject.toml setup.py $(COMPILED) $(COMPILED:.pxd=.py)
INTERPRETED := KARTARNA_INTERPRETED=1

.PHONY: play setup lint test test-compiled test-interpreted test-long bench golden fit ladder clean

play: setup
	@$(BIN)/kartarna

setup: $(VENV)/ready

# An editable install that builds the compiled rules in place, again whenever one of them changes.
$(VENV)/ready: $(SOURCES)
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	@echo 'Setting up Kartárna (the compiled rules take a minute or two) …'
	@$(BIN)/python -m pip install --quiet --group dev --editable .
	@touch $@

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test: lint test-interpreted test-compiled

test-compiled: setup
	$(BIN)/pytest -n 2 --dist worksteal

# The interpreted twin: the same rules, and the bounds check of the compiled ones.
test-interpreted: setup
	$(INTERPRETED) $(BIN)/pytest -n 2 --dist worksteal tests/core tests/games --cov --cov-report=term --cov-fail-under=100

test-long: lint
	KARTARNA_LONG=1 $(INTERPRETED) $(BIN)/pytest -n 2 --dist worksteal tests/core tests/games
	KARTARNA_LONG=1 $(BIN)/pytest -n 2 --dist worksteal

# Speed against peers, in a place of its own: the peers are large.
.venv-bench/ready: $(SOURCES)
	@test -x .venv-bench/bin/python || $(PYTHON) -m venv .venv-bench
	@.venv-bench/bin/python -m pip install --quiet --upgrade 'pip>=25.1'
	@.venv-bench/bin/python -m pip install --quiet --group bench --editable .
	@touch $@

bench: .venv-bench/ready
	.venv-bench/bin/python bench/random_play.py
	.venv-bench/bin/python bench/stepping.py
	.venv-bench/bin/python bench/basics.py
	.venv-bench/bin/python bench/search.py
	.venv-bench/bin/python bench/ticker.py

# Writes the golden playthroughs anew; look at what git diff says of them.
golden: setup
	$(BIN)/python -m tests.golden

# How much a lead is worth in each game, for the bots: writes the value.toml files.
fit: setup
	for game in three dnup trop karma gap; do $(BIN)/kartarna fit $$game || exit 1; done

# Measures what is missing of the ladder of bots and writes docs/ladder.md: hours of computing, goes on where it was left.
ladder: setup
	$(BIN)/kartarna ladder

clean:
	rm -rf build dist .coverage* .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find src -name '*.so' -delete
