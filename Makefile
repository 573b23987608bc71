# Each word below works in any environment that has the `dev` extra: `make check PYTHON=.venv/bin/python`.
PYTHON ?= python

TARGET ?=
INPUTS ?= 10000
SEED ?= 1

.DEFAULT_GOAL := help
.PHONY: help check lint format types contracts test check-deep fuzz bench docs wheel

help:  ## list these words
	@sed -n 's/^\([a-z-]*\):.*##  *\(.*\)/\1|\2/p' $(firstword $(MAKEFILE_LIST)) | awk -F '|' '{ printf "%-12s%s\n", $$1, $$2 }'

check: lint types contracts test  ## run what CI runs

lint:  ## look for faults of style, and for unformatted files
	$(PYTHON) -m ruff check
	$(PYTHON) -m ruff format --check

format:  ## mend what can be mended of style and format
	$(PYTHON) -m ruff check --fix
	$(PYTHON) -m ruff format

types:  ## check the types, by mypy and by pyright
	$(PYTHON) -m mypy
	$(PYTHON) -m pyright

contracts:  ## check which module may import which
	$(PYTHON) -c 'from importlinter.cli import lint_imports_command; lint_imports_command()'

test:  ## run the tests
	$(PYTHON) -m pytest -q -n auto

check-deep:  ## run the long tests: many random situations, many generated rulebooks
	$(PYTHON) -m pytest -q -m deep --hypothesis-profile=deep

fuzz:  ## put many inputs through what reads them; TARGET=, INPUTS= and SEED= say which, how many, and of which seed
	$(PYTHON) -m tests.fuzz.run $(TARGET) --inputs $(INPUTS) --seed $(SEED)

bench:  ## measure how long things take
	$(PYTHON) tests/bench/run.py

docs:  ## rewrite the pages that come from the code; review them by `git diff`
	$(PYTHON) -m pytest -q tests/docs --rewrite

wheel:  ## build the wheel into dist/
	$(PYTHON) -m build --wheel
