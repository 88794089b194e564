# Everything that the project needs is made here from Python, make and git. `make help` lists the targets.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
# Arguments for the server (`make serve ARGS="--port 9000"`) or for pytest (`make test ARGS="-k king"`).
ARGS ?=

# Node comes with the environment, from PyPI.
NPM := cd clients && PATH="$(CURDIR)/$(BIN):$$PATH" npm --no-fund --no-audit --no-update-notifier \
	--fetch-retry-mintimeout 1000 --fetch-retry-maxtimeout 5000
NODE_STAMP := clients/node_modules/.installed
WEB := server/kozyr_server/static/index.html
WEB_SOURCES := $(shell find clients/web clients/typescript clients/tsconfig.base.json \
	-name node_modules -prune -o -name '*.test*.ts' -o -name '*.md' -o -type f -print)

NEEDS_PYTHON := kozyr needs Python 3.11 or newer: try make PYTHON=python3.12, or another one that you have
PIP_INSTALL := install -qq --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: help serve web test soak bench screenshots dashboard check check-style check-types check-imports check-schemas \
	check-documents check-deployment check-audit check-web audit fix schema lock clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/make \1|\2/p' Makefile \
		| while IFS='|' read -r name what; do printf '  %-14s %s\n' "$$name" "$$what"; done

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
		|| { echo '$(NEEDS_PYTHON)' >&2; exit 1; }
	@echo 'Making the environment in $(VENV) (about a minute) ...'
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip $(PIP_INSTALL) --constraint constraints.txt --editable '.[dev]'
	@touch $@

$(NODE_STAMP): clients/package.json clients/package-lock.json clients/web/package.json clients/typescript/package.json | $(STAMP)
	@echo 'Fetching what the web client is built with (about a minute) ...'
	@mkdir -p build
	@($(NPM) ci --ignore-scripts) >build/npm.log 2>&1 || { \
		echo 'The web client is not built: npm cannot fetch its packages (build/npm.log says why).' >&2; exit 1; }
	@touch $@

web: $(WEB) ## build the web client, where its sources have changed
	@:

# Built beside its place and moved there whole: a server never finds a half of it.
$(WEB): $(NODE_STAMP) $(WEB_SOURCES)
	@mkdir -p build && rm -rf build/web
	@($(NPM) run --silent build --workspace @kozyr/web -- --logLevel warn --outDir '$(CURDIR)/build/web')
	@rm -rf $(dir $@) && mv build/web $(dir $@)

serve: $(STAMP) ## run the server with its own store (ARGS: its options)
	@$(MAKE) --no-print-directory web || echo 'Serving without the web client.' >&2
	@$(BIN)/kozyr serve $(ARGS)

test: $(STAMP) $(NODE_STAMP) $(WEB) ## run all tests except the long ones (ARGS: pytest's options)
	@$(BIN)/pytest -n auto --maxprocesses 4 --dist loadfile $(ARGS)

soak: $(STAMP) $(WEB) ## run the long tests, one after the other and without time limits
	@$(BIN)/pytest -m soak --timeout 0 $(ARGS)

bench: $(STAMP) ## run the measurements (ONLY=name: one of them)
	@set -e; for script in tests/benchmarks/$(or $(ONLY),[a-z]*).py; do \
		echo "== $$script"; PYTHONPATH=tests/support $(BIN)/python $$script $(ARGS); done

screenshots: $(STAMP) $(WEB) ## draw every page and game in both languages and themes into build/screenshots
	@PYTHONPATH=tests/support $(BIN)/python tests/e2e/web/screenshots.py $(ARGS)
	@echo 'See build/screenshots/index.html'

dashboard: $(STAMP) ## draw Grafana's dashboard over four minutes of real play into build/dashboard.png
	@PYTHONPATH=tests/support $(BIN)/python tests/e2e/web/dashboard.py $(ARGS)

# Each part is a target of its own: `make -k check` reports all that is wrong in one go.
check: check-style check-types check-imports check-schemas check-documents check-deployment check-audit check-web ## run every check that is not a test of behaviour

check-style: $(STAMP)
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .

check-types: $(STAMP)
	@$(BIN)/mypy

check-imports: $(STAMP)
	@$(BIN)/lint-imports --no-logo

check-schemas: $(STAMP)
	@$(BIN)/python -m kozyr_protocol.schema --check
	@$(BIN)/python -m kozyr_load.results.report --check

check-documents: $(STAMP)
	@$(BIN)/pytest -q tests/architecture

check-deployment: $(STAMP)
	@$(BIN)/check-jsonschema --builtin-schema vendor.compose-spec docker-compose.yml
	@$(BIN)/hadolint server/Dockerfile

check-audit: $(STAMP)
	@PYTHONPATH=tests/support $(BIN)/python -m kozyr_testing.audit check

# The types made from the schemas are fresh, all types fit, the linter and the formatter agree.
check-web: $(NODE_STAMP)
	@for part in generate:check check lint format:check; do \
		($(NPM) run --silent --workspaces --if-present $$part) || exit 1; done

fix: $(STAMP) $(NODE_STAMP) ## format the code and mend what the linter can mend
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .
	@($(NPM) run --silent --workspaces --if-present format)

schema: $(STAMP) $(NODE_STAMP) ## write the schemas anew from the protocol's types, and the types of TypeScript from them
	@$(BIN)/python -m kozyr_protocol.schema
	@($(NPM) run --silent --workspaces --if-present generate)
	@$(BIN)/python -m kozyr_load.results.report
	@$(BIN)/python -m kozyr_server.settings.shown server/SETTINGS.md

lock: ## take the newest versions that pyproject.toml allows into constraints.txt
	@rm -rf build/lock
	@$(PYTHON) -m venv build/lock
	@build/lock/bin/python -m pip $(PIP_INSTALL) --editable '.[dev]'
	@{ sed -n '/^#/p' constraints.txt; build/lock/bin/python -m pip freeze --exclude-editable; } > build/constraints.txt
	@mv build/constraints.txt constraints.txt
	@rm -rf build/lock

audit: $(STAMP) $(NODE_STAMP) ## ask the registries for known holes in the dependencies, and keep what they say in server/AUDIT.json
	@rm -rf build/audit && $(PYTHON) -m venv build/audit
	@build/audit/bin/python -m pip $(PIP_INSTALL) 'pip-audit>=2.10,<3'
	@build/audit/bin/pip-audit --requirement constraints.txt --no-deps --disable-pip --vulnerability-service osv \
		--timeout 15 --progress-spinner off --format json >build/audit/pip.json 2>build/audit/pip.txt || true
	@test -s build/audit/pip.json || cp build/audit/pip.txt build/audit/pip.json
	@(cd clients && PATH="$(CURDIR)/$(BIN):$$PATH" npm audit --json) >build/audit/npm.json 2>build/audit/npm.txt || true
	@PYTHONPATH=tests/support $(BIN)/python -m kozyr_testing.audit write build/audit/pip.json build/audit/npm.json

clean: ## remove the environment and everything generated; games in data/ stay
	@rm -rf clients/node_modules server/kozyr_server/static
	@rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	@find protocol server clients tests -name __pycache__ -type d -prune -exec rm -rf {} +
