# Two commands matter: `make play` opens the lobby in the browser, `make test` checks everything.
# Both make .venv in this folder when it is missing or when pyproject.toml or requirements.lock changed, install, and go on.

SHELL := /bin/bash
VENV  := .venv
PY    := $(VENV)/bin/python
# The first Python that is new enough; `make play PYTHON=/path/to/python3` chooses another.
PYTHON ?= $(shell for p in python3 python3.11 python3.12 python3.13 python3.14 python; do \
	if "$$p" -c 'import sys, venv, ensurepip; raise SystemExit(sys.version_info < (3, 11))' 2>/dev/null; then echo "$$p"; break; fi; done)
PIP   := $(PY) -m pip --disable-pip-version-check install --quiet -c requirements.lock
# Three at a time on two cores: a notebook's kernel is mostly waited for. In order: the lab's, which takes longest, begins.
CI_NB := $(PY) -m pytest --nbval --nbval-current-env -n 3 --dist loadfile --no-loadscope-reorder -p no:cacheprovider -p tests.kernel_ports

.PHONY: play lab test lint bench lock clean
.DEFAULT_GOAL := play

play: $(VENV)/.kit-app
	@$(VENV)/bin/kit play $(ARGS)

lab: $(VENV)/.kit-lab
	@$(VENV)/bin/kit lab $(ARGS)

bench: $(VENV)/.kit-test
	@$(VENV)/bin/kit bench $(ARGS)

lint: $(VENV)/.kit-test
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy

# Games saved while testing never mix with the user's own.
test: export KIT_DATA := $(CURDIR)/$(VENV)/test-data
# Tests compile far more than they compute (`kit.core.compiled` keeps the code of each level apart).
test: export NUMBA_OPT := 1
test: $(VENV)/.kit-test
	$(PY) tests/browser_setup.py
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(PY) -m pytest tests --ignore=tests/browser -n 2 --dist worksteal
	$(CI_NB) notebooks
	$(PY) -m pytest tests/browser -m "not timed" -n 2 --dist worksteal
	$(PY) -m pytest tests/browser -m timed

# The lock: every version that `make` installs, worked out from pyproject.toml. No index, no hosts, no hashes: it serves as constraints.
# Binder's list is the part of it that pages and notebooks need (Binder reads that file before the rest of the clone is there).
COMPILE := $(PY) -m piptools compile --quiet --strip-extras --no-annotate --no-header --no-emit-index-url --no-emit-trusted-host \
	--no-emit-find-links --no-emit-options
lock: $(VENV)/.kit-test
	$(COMPILE) --upgrade --all-extras --allow-unsafe --output-file=requirements.lock pyproject.toml
	$(COMPILE) --extra=app,lab,sim --constraint=requirements.lock --output-file=binder/requirements.txt pyproject.toml

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis tests/browser/shots
	find . -name __pycache__ -prune -exec rm -rf {} +

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "No Python 3.11 or newer with venv found. Install one (Debian, Ubuntu: apt install python3 python3-venv)," \
		"or name it: make play PYTHON=/path/to/python3"; exit 1; }
	@echo "Making $(VENV) with $(PYTHON) ..."
	@"$(PYTHON)" -m venv $(VENV)

$(VENV)/.kit-app: pyproject.toml requirements.lock | $(VENV)/bin/python
	@echo "Installing Kartenlabor into $(VENV) ..."
	@$(PIP) -e ".[app]"
	@touch $@

$(VENV)/.kit-lab: pyproject.toml requirements.lock | $(VENV)/bin/python
	@echo "Installing Kartenlabor with JupyterLab into $(VENV) ..."
	@$(PIP) -e ".[app,lab,sim]"
	@touch $@

$(VENV)/.kit-test: pyproject.toml requirements.lock | $(VENV)/bin/python
	@echo "Installing Kartenlabor with all that its tests need into $(VENV) ..."
	@$(PIP) --no-compile -e ".[app,lab,sim,test]" # what is imported compiles itself: a fraction of it
	@touch $@ $(VENV)/.kit-app $(VENV)/.kit-lab
