# Everything is set up in .venv on first use; only Python >= 3.11 and make are needed.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready

# Tests start the bot many times: let Python keep what it has compiled, whatever the environment says.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help play run probe test test-fast test-postgresql test-all coverage lint format bench ladder arena compare gallery measure newcomer soak mutants previous scale bigdb locales image rollover lock clean

help: ## show this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 17

$(READY): .venv/installed $(wildcard engine/native/*)
	$(BIN)/python -m engine.native
	@touch $@

.venv/installed: requirements/dev.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.12 …")'
	@echo "Setting up .venv: about a minute, this once."
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@touch $@

play: $(READY) ## play in the browser, with no Discord account (LOCALE=de: in another language)
	$(BIN)/python -m tools.playground $(if $(LOCALE),--locale $(LOCALE))

run: $(READY) ## run the bot on Discord (needs DISCORD_TOKEN in .env)
	$(BIN)/python -m bot

probe: $(READY) ## try out on Discord what the bot believes of it (CHANNEL=id of one of your test server; ARGS=--long)
	$(BIN)/python -m tools.probe "$(CHANNEL)" $(ARGS)

tests/__pycache__: | $(READY) # once for all, by halves: otherwise each worker compiles every test on a fresh clone
	@for half in tests/ui "tests --ignore tests/ui"; do $(BIN)/python -m pytest --collect-only -qq $$half >/dev/null & done; wait

test-fast: tests/__pycache__ ## run the tests that are quick, at each save (ROOM=ui: of one room; ARGS="--lf": those that failed last)
	$(BIN)/python -m pytest -n 2 --dist worksteal -m fast $(if $(ROOM),tests/$(ROOM)) $(ARGS)

test: tests/__pycache__ ## run the tests that each change must pass (four minutes on two slow cores)
	$(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)

test-postgresql: tests/__pycache__ ## run the tests of the database on PostgreSQL
	$(BIN)/python -m pytest -n auto --dist worksteal -m server $(ARGS)

test-all: tests/__pycache__ ## run all tests, also those that take long and find little (ARGS=--both: all that can be on both databases)
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not soak" $(ARGS)

coverage: $(READY) ## run all tests and print which lines they leave out
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -m "not soak"
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

lint: $(READY) ## check style, types and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tools.lint

format: $(READY) ## format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(READY) ## ask for the bounds that users notice, and print speeds as ratios (ARGS=engine: those with the word in their name)
	$(BIN)/python -m tools.bench $(ARGS)

ladder: $(READY) ## simulate servers, and print how well ladders find out who is strong
	$(BIN)/python -m tools.bench ladder

arena: $(READY) ## let the engine play itself, a greedy player and the Automa (needs gcc; ARGS="needle")
	$(BIN)/python -m tools.arena $(ARGS)

compare: $(READY) ## compare the CPU of clicks with the last release, or another commit, in turns (BASE=02e814f)
	$(BIN)/python -m tools.compare $(BASE)

locales: $(READY) ## say what the translations lack (LOCALE=de: this one alone)
	$(BIN)/python -m tools.locales $(LOCALE)

gallery: $(READY) ## draw every picture into gallery/
	$(BIN)/python -m tools.gallery

measure: $(READY) ## print how tall messages are in Chromium, in nine languages (SHOTS=folder keeps screenshots; LOCALE=de)
	$(BIN)/python -m tools.measure $(SHOTS) $(if $(LOCALE),--locale $(LOCALE))

newcomer: $(READY) ## play a first evening in Chromium, by keyboard alone
	$(BIN)/python -m tools.measure.newcomer

soak: $(READY) ## let hundreds of games run over real sockets on both databases, with kills and faults, and what memory they need (20 minutes)
	$(BIN)/python -m tools.soak
	$(BIN)/python -m pytest -q -m soak --ignore tests/tools/test_image.py -o faulthandler_timeout=0
	$(BIN)/python -m tools.memory $(ARGS)

mutants: $(READY) ## change small things in the code at random, and print what no test notices (ARGS="--count 200 --seed 7")
	$(BIN)/python -m tools.mutants $(ARGS)

previous: $(READY) ## go on with games of the previous release, and run its tests on the tables of this one
	$(BIN)/python -m tools.previous

scale: $(READY) ## let several processes race, share shards and take over, and fill databases (ARGS="--games 1000000")
	$(BIN)/python -m tools.scale races
	$(BIN)/python -m tools.scale shards
	$(BIN)/python -m tools.scale restarts
	$(BIN)/python -m tools.scale clocks
	$(BIN)/python -m tools.scale standby
	$(BIN)/python -m tools.scale limit
	$(BIN)/python -m tools.scale evening
	$(BIN)/python -m tools.scale midnight
	$(BIN)/python -m tools.scale big $(ARGS)

bigdb: $(READY) ## fill databases with many games, and time every statement in them (GAMES=1000000)
	$(BIN)/python -m tools.scale big --games $(GAMES) $(ARGS)

GAMES ?= 100000

image: $(READY) ## build the container image without a Docker daemon and try it (as root, on Debian or Ubuntu)
	$(BIN)/python -m pytest -q -s -rs -m soak tests/tools/test_image.py

rollover: ## update the instances of thimble@.service without a gap (as root; INSTANCES="a b")
	@INSTANCES="$(INSTANCES)" CLONES="$(CLONES)" EXTRAS="$(EXTRAS)" sh deploy/rollover.sh

INSTANCES ?= a b
CLONES ?= /opt/thimble-
EXTRAS ?= metrics

lock: ## choose newer versions of all dependencies (needs uv)
	uv pip compile pyproject.toml $(LOCK) -o requirements/base.txt
	uv pip compile pyproject.toml $(LOCK) --extra postgresql -o requirements/postgresql.txt
	uv pip compile pyproject.toml $(LOCK) --extra metrics -o requirements/metrics.txt
	uv pip compile pyproject.toml $(LOCK) --extra dev -o requirements/dev.txt

LOCK := --quiet --generate-hashes --universal --no-emit-index-url --no-header --python-version 3.11

clean: ## remove what was set up
	rm -rf .venv
