# Kartárna: `make play` plays, `make test` tests. Both set up all they need. The rest is for developers.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
COMPILED := $(shell grep -rl '^cdef class .*:' src --include='*.pxd')
SOURCES := pyproject.toml setup.py $(COMPILED) $(COMPILED:.pxd=.py)
INTERPRETED := KARTARNA_INTERPRETED=1

.PHONY: play setup lint postgres test test-compiled test-interpreted test-long bench bench-server soak golden ladder clean

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

# Tables are tested on a real PostgreSQL, which the tests start in a temporary folder. Debian keeps initdb off the PATH.
INITDB = $(firstword $(wildcard /usr/lib/postgresql/*/bin/initdb) $(shell command -v initdb))
SUDO = $(if $(filter-out 0,$(shell id -u)),sudo)
APT = $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get --quiet --yes

postgres:
ifeq ($(INITDB),)
	@echo 'The tests need PostgreSQL: installing it …'
	@$(APT) update && $(APT) install --no-install-recommends postgresql || { echo \
	  'PostgreSQL could not be installed. Install it so that initdb is found (Debian: apt-get install postgresql).'; exit 1; }
endif

test-compiled: setup postgres
	$(BIN)/pytest -n 2 --dist worksteal

# The interpreted twin: the same rules, and the bounds check of the compiled ones.
test-interpreted: setup
	$(INTERPRETED) $(BIN)/pytest -n 2 --dist worksteal tests/core tests/games --cov --cov-report=term --cov-fail-under=100

test-long: lint postgres
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

# The server under load beside boardgame.io's (needs npm), and half an hour of play: memory must stay flat.
bench-server: setup
	$(BIN)/python bench/server_load.py

soak: setup
	$(BIN)/python bench/soak.py

# Every level of the bots against the one below: hours; goes on where it was left.
ladder: setup
	$(BIN)/kartarna ladder

# Writes the golden playthroughs anew; look at what git diff says of them.
golden: setup
	$(BIN)/python -m tests.golden

# Measures what is missing of the ladder of bots and writes docs/ladder.md: hours of computing, goes on where it was left.
ladder: setup
	$(BIN)/kartarna ladder

clean:
	rm -rf build dist .coverage* .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find src -name '*.so' -delete
