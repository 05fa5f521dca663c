# Two commands do everything on a fresh machine with Python 3.11, git and make:
#   make demo    a whole hall on this machine (HEADLESS=1 without a terminal)
#   make test    set up and run the tests, at most five minutes; make test-slow runs the long ones

PYTHON ?= $(shell command -v python3.11 || command -v python3 || echo python3)
BIN := .venv/bin
DEMO_FLAGS := $(if $(HEADLESS),--headless)

.PHONY: demo test test-slow check bench load figures prove field lint types types-windows imports format words pictures reference stick bundle debian clean

demo: .venv/run
	$(BIN)/hall-server demo $(DEMO_FLAGS)

test: .venv/dev
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not slow" $(ARGS)

# What is long by nature: storms, real processes, servers of a championship.
test-slow: .venv/dev
	$(BIN)/python -m pytest -n auto --dist worksteal -m slow $(ARGS)

check: lint types imports

lint: .venv/dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: .venv/dev
	$(BIN)/mypy

# The same types as Windows has them: what is missing there must not be called.
types-windows: .venv/dev
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/windows

imports: .venv/dev
	$(BIN)/lint-imports

bench: .venv/dev
	$(BIN)/python -m tests.bench $(ARGS)

# A hall of a thousand tables for a round; a day of twelve: make load ARGS="--rounds 12"; with a slow
# line, a slow disk or half a core: ARGS="--hardship line".
load: .venv/dev
	$(BIN)/python -m tests.load $(ARGS)

# All of it on this machine, written into deploy/figures.md and the README: a quarter of an hour.
figures: .venv/dev
	$(BIN)/python -m tests.bench.published

prove: .venv/dev
	HYPOTHESIS_PROFILE=prove $(BIN)/python -m pytest -n 2 --dist worksteal -o timeout=3600 $(ARGS)

# Real hosts as network namespaces; needs root, and says so if it cannot.
field: .venv/dev
	$(BIN)/python -m tests.field $(ARGS)

format: .venv/dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# The catalogues of all languages: new messages in, gone ones out, compiled.
words: .venv/dev
	$(BIN)/python -m tests.words

# The pictures in the README, drawn from the real screens.
pictures: .venv/dev
	$(BIN)/python -m tests.pictures

# The lists of every command and every key in deploy, from the programs.
reference: .venv/dev
	$(BIN)/python -m tests.reference

# The folder for the USB stick, in build/stick: whatever it holds installs without a network.
stick: .venv/dev
	$(BIN)/python -m deploy.stick build/stick $(ARGS)

# A folder that a laptop of this kind runs without Python, in build/bundle, and packed beside it.
bundle: build/freezer
	build/freezer/bin/python -m deploy.bundle build/bundle

# The programs that some tests need; without them the tests say so and are skipped.
debian:
	@$(PYTHON) -m tests.programs

clean:
	rm -rf .venv dist build .mypy_cache .ruff_cache .hypothesis .import_linter_cache

.venv/run: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || $(call stop,$(NO_PYTHON))
	@echo 'Setting up .venv: the libraries are fetched, once. It takes about half a minute.'
	@$(PYTHON) -m venv .venv || $(call stop,$(NO_VENV))
	@$(INSTALL) ./hall_server/paper/cjk -e . || $(call stop,$(NO_PACKAGES))
	@touch $@

.venv/dev: .venv/run
	@$(INSTALL) -e '.[dev]' || $(call stop,$(NO_PACKAGES))
	@touch $@

# An environment of its own: what only the tests need is not frozen.
build/freezer: pyproject.toml constraints.txt
	@$(PYTHON) -m venv $@ || $(call stop,$(NO_VENV))
	@$(INSTALL:$(BIN)/%=$@/bin/%) ./hall_server/paper/cjk -e '.[browser,championship,bundle]' || $(call stop,$(NO_PACKAGES))
	@touch $@

INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
NO_PYTHON := Python 3.11 or later was not found. Install it, or say where it is: make test PYTHON=/path/to/python3.11
NO_VENV := Python has no venv. On Debian, install the package python3-venv, then run make again.
NO_PACKAGES := The packages could not be installed, so nothing was run. With a network, run make again. \
	Without one, fetch them on another machine (pip wheel -c constraints.txt ".[dev]" hatchling editables -w FOLDER) \
	and run make with PIP_NO_INDEX=1 PIP_FIND_LINKS=FOLDER.
stop = { echo '$(1)' >&2; exit 1; }
