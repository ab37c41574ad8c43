# Kartárna: `make play` plays, `make test` tests. Both set up all they need. The rest is for developers.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
COMPILED := $(shell grep -rl '^cdef class .*:' src --include='*.pxd')
SOURCES := pyproject.toml setup.py $(shell find src -name '*.pxd') $(COMPILED:.pxd=.py)
INTERPRETED := KARTARNA_INTERPRETED=1

.PHONY: play setup web lint chromium firefox postgresql nginx caddy docs package test test-compiled test-interpreted test-web test-long bench bench-server bench-web bench-local site soak screens pictures golden fit ladder clean

play: setup web
	@$(BIN)/kartarna

setup: $(VENV)/ready

# The browser app, again whenever something of it has changed.
web: setup
	@$(BIN)/python web/build/build.py

# An editable install that builds the compiled rules in place, again whenever one of them changes.
$(VENV)/ready: $(SOURCES)
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	@echo 'Setting up Kartárna (the compiled rules take a minute or two) …'
	@$(BIN)/python -m pip install --quiet --group dev --editable .
	@touch $@

# The card room as files for a static web server, with the documentation, without tables with friends.
site: web docs
	@rm -rf build/site
	@$(BIN)/kartarna export build/site

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python web/build/build.py check

test: lint test-web test-interpreted test-compiled

# Programs that tests need, from Debian's packages where they are missing.
SUDO := $(if $(filter-out 0,$(shell id -u)),sudo)
APT := $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get --yes -qq
debian = { echo 'The tests need $(1): installing it …'; $(APT) update; $(APT) install --no-install-recommends $(1) >/dev/null; }

chromium:
	@command -v chromium >/dev/null || $(call debian,chromium)

firefox:
	@command -v firefox-esr >/dev/null || $(call debian,firefox-esr)

postgresql:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || $(call debian,postgresql)

# For the proxy of docs/server.md.
nginx:
	@command -v nginx >/dev/null || test -x /usr/sbin/nginx || $(call debian,nginx-light)

# For the proxy of deploy/, and its unit.
caddy:
	@command -v caddy >/dev/null || $(call debian,caddy)
	@command -v systemd-analyze >/dev/null || $(call debian,systemd)

# The browser app by itself, then in a real Chromium, and a little in Firefox, against a real server.
test-web: web chromium firefox
	$(BIN)/python web/build/build.py test
	$(BIN)/python web/build/build.py test:browser

test-compiled: setup web postgresql nginx caddy
	$(BIN)/pytest -n 2 --dist worksteal

# The interpreted twin: the same rules, and the bounds check of the compiled ones. Watching every line takes
# its time, so the many games of test_conform.py are played unwatched.
test-interpreted: setup
	$(INTERPRETED) $(BIN)/pytest -n 2 --dist worksteal tests/games/test_conform.py
	$(INTERPRETED) $(BIN)/pytest -n 2 --dist worksteal tests/core tests/games tests/bots/test_history.py --ignore tests/games/test_conform.py --cov --cov-report=term --cov-fail-under=100

test-long: lint web chromium postgresql nginx caddy
	KARTARNA_LONG=1 $(INTERPRETED) $(BIN)/pytest -n 2 --dist worksteal tests/core tests/games
	KARTARNA_LONG=1 $(BIN)/pytest -n 2 --dist worksteal
	KARTARNA_LONG=1 $(BIN)/python web/build/build.py test:browser runtime.test local.test

# The site of documentation, which the server shows at /docs.
docs: setup
	@$(BIN)/python docs/site/build.py

# The source package, the wheel for this platform, and a single file that runs with plain Python (docs/install.md).
package: web docs
	@test -x .venv-package/bin/python || $(PYTHON) -m venv .venv-package
	@.venv-package/bin/python -m pip install --quiet --upgrade 'pip>=25.1'
	@.venv-package/bin/python -m pip install --quiet --group package
	rm -rf dist
	.venv-package/bin/python -m build
	.venv-package/bin/shiv --quiet --console-script kartarna --python '/usr/bin/env python3' --output-file dist/kartarna.pyz dist/*.whl

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

# The server under load beside boardgame.io's (needs npm), and half an hour of play: memory must stay flat.
bench-server: setup
	$(BIN)/python bench/server_load.py

# What the browser app costs: time to a playable table on a slow processor, frames while cards are dealt, sizes.
bench-web: web chromium
	$(BIN)/python web/build/build.py bench

# What a house in the browser costs: sizes, starts, memory, and how long bots think there and natively.
bench-local: web chromium
	$(BIN)/python web/build/build.py bench:local

soak: setup
	$(BIN)/python bench/soak.py

# Draws icons, previews of links and screenshots of web/public anew; look at them.
pictures: web chromium
	$(BIN)/python web/build/build.py pictures

# Takes the pictures of docs/screens and docs/terminal anew; look at them.
screens: web chromium
	$(BIN)/python web/build/build.py screens
	$(BIN)/python docs/site/terminal_screens.py

# Writes the golden playthroughs anew; look at what git diff says of them.
golden: setup
	$(BIN)/python -m tests.golden

# How much a lead is worth in each game, for the bots: writes the value.toml files.
fit: setup
	$(BIN)/kartarna fit

# Measures what is missing of the ladder of bots and writes docs/ladder.md: hours of computing, goes on where it was left.
ladder: setup
	$(BIN)/kartarna ladder

clean:
	rm -rf build dist src/kartarna/server/web/dist .coverage* .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find src -name '*.so' -delete
