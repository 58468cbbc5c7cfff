# Everything is set up in .venv on first use; only Python >= 3.11 and make are needed.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready

.PHONY: help play run test lint format bench gallery soak lock clean

help: ## show this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 10

$(READY): requirements-dev.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.12 …")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	@touch $@

play: $(READY) ## play in the browser, with no Discord account
	$(BIN)/python -m tests.playground

run: $(READY) ## run the bot on Discord (needs DISCORD_TOKEN in .env)
	$(BIN)/python -m bot

test: $(READY) ## run all tests
	$(BIN)/python -m pytest

lint: $(READY) ## check style, types and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(READY) ## put the code into shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(READY) ## print speeds as ratios against named yardsticks
	$(BIN)/python -m tests.bench

gallery: $(READY) ## draw every picture into gallery/, to look at
	$(BIN)/python -m tests.gallery

soak: $(READY) ## let hundreds of games run over real sockets, with kills and faults (5 minutes)
	$(BIN)/python -m tests.wire
	$(BIN)/python -m pytest -q -m soak tests/wire

lock: ## choose newer versions of all dependencies (needs uv)
	uv pip compile pyproject.toml $(LOCK) -o requirements.txt
	uv pip compile pyproject.toml $(LOCK) --extra dev -o requirements-dev.txt

LOCK := --quiet --generate-hashes --universal --no-emit-index-url --no-header --python-version 3.11

clean: ## remove what was set up
	rm -rf .venv
