# Kartárna: `make play` plays, `make test` tests. Everything else is for developers.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := pyproject.toml setup.py $(shell find src -name '*.py' -o -name '*.pxd')

.PHONY: play setup lint test test-long bench golden clean

play: $(VENV)/ready
	@$(BIN)/kartarna

setup: $(VENV)/ready

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip

# An editable install that builds the compiled rules in place, again whenever a source changes.
$(VENV)/ready: $(SOURCES) | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --group dev --editable .
	@touch $@

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

golden: setup
	$(BIN)/python -m tests.golden

clean:
	rm -rf build dist .coverage* .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find src -name '*.so' -delete
