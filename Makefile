# Two commands matter: `make docs` builds the documentation, `make test` runs every check.
# Each sets up all it needs in .venv; nothing outside this folder is touched, except that
# `make test` installs Chromium, Node.js and LaTeX with the system's package manager when they are missing.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: docs test tools clean

docs: $(BIN)/sphinx-build
	$(BIN)/sphinx-build -W -n -b html docs docs/_build/html
	@echo "Open docs/_build/html/index.html"

test: $(BIN)/tox tools
	$(BIN)/tox run

tools:
	sh tools/ensure-tools.sh

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; set PYTHON=/path/to/python3.11")'
	$(PYTHON) -m venv $(VENV)

$(BIN)/sphinx-build: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(BIN)/tox: $(BIN)/python
	$(BIN)/python -m pip install --quiet "tox>=4.24"

clean:
	rm -rf $(VENV) .tox docs/_build .mypy_cache .ruff_cache .pytest_cache .hypothesis
