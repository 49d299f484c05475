# Domik: `make play` starts the table, `make test` runs everything. Needs Python 3.11 or newer; a C compiler makes it fast.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
SOURCES := pyproject.toml setup.py $(shell find src -type f ! -name '*.pyc' ! -path '*/__pycache__/*' 2>/dev/null)
PORT ?= 8000

.PHONY: help play test check bench balance screenshots clean browser

help:
	@echo "make play         install Domik and start the table (PORT=8000)"
	@echo "make test         install everything the tests need, then lint, types and all tests on both builds"
	@echo "make check        lint and types only"
	@echo "make bench        measure and write docs/performance.md"
	@echo "make balance      let bots play every game and write the reports in docs/balance"
	@echo "make screenshots  draw every game into docs/pictures"

$(VENV)/python-ok:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Domik needs Python 3.11 or newer: make PYTHON=/path/to/python3.12 $(MAKECMDGOALS)"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { echo "The venv module is missing (on Debian: apt-get install python3-venv)"; exit 1; }
	@$(PIP) install -q --upgrade pip
	@touch $@

$(VENV)/installed: $(VENV)/python-ok $(SOURCES)
	@echo "Installing Domik (the compiled core takes a minute or two; without a C compiler it is pure Python) ..."
	@rm -rf build && $(PIP) wheel -q --no-deps --wheel-dir build/wheels .
	@$(PIP) install -q --force-reinstall --no-deps build/wheels/domik-*.whl
	@$(PIP) install -q build/wheels/domik-*.whl
	@$(BIN)/domik --version
	@touch $@

$(VENV)/tested: $(VENV)/installed
	@$(PIP) install -q "$$(ls build/wheels/domik-*.whl)[test,lint]"
	@touch $@

play: $(VENV)/installed
	@$(BIN)/domik serve --port $(PORT)

browser:
	@command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1 || { \
		echo "Installing Debian's chromium for the browser tests ..."; \
		{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null; } 2>/dev/null \
		|| echo "chromium cannot be installed here: the browser tests will be skipped"; }

check: $(VENV)/tested
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check -q .
	@$(BIN)/mypy

# The whole suite runs on the installed (compiled) build; rules, records and hidden information once more on the pure one.
test: check browser
	@echo "== pure Python build"
	@DOMIK_QUICK=1 PYTHONPATH=src $(BIN)/python -m pytest -q -n auto tests/kernel tests/games tests/conformance
	@echo "== installed build: $$($(BIN)/domik --version)"
	@$(BIN)/python -m pytest -q -n auto

bench: $(VENV)/installed
	@$(PIP) install -q "$$(ls build/wheels/domik-*.whl)[bench]" || echo "Some peers cannot be installed here; they are left out"
	@$(BIN)/python -m bench.table
	@$(BIN)/python -m bench.research

# One report a game; Treehouse with its two editions side by side.
BALANCE_GAMES ?= 4000
balance: $(VENV)/installed
	@mkdir -p docs/balance
	@$(BIN)/domik balance treehouse --games $(BALANCE_GAMES) --seed 1 --against edition=nk --html docs/balance/treehouse.html
	@$(BIN)/domik balance dream_home --games $(BALANCE_GAMES) --seed 1 --html docs/balance/dream_home.html
	@$(BIN)/domik balance cabin --games $(BALANCE_GAMES) --seed 1 --html docs/balance/cabin.html
	@$(BIN)/domik balance bower --games $(BALANCE_GAMES) --seed 1 --html docs/balance/bower.html

screenshots: $(VENV)/tested browser
	@$(BIN)/python bench/screenshots.py

clean:
	@rm -rf $(VENV) build dist src/*.egg-info
