# Shorthands for tools/dev.py, which sets up all it needs.

PYTHON ?= python3

.PHONY: docs test tools clean

docs test tools:
	$(PYTHON) tools/dev.py $@

clean:
	rm -rf .venv .tox docs/_build .mypy_cache .ruff_cache .pytest_cache .hypothesis
