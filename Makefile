# Two commands are enough: make crawl SITE=https://bbs.example.com/ and make test.
# What they need is installed into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SPIDER ?= forum
ARGS ?=
DEMO_PORT ?= 8700
PROJECT ?= fpcrawl
EXTRAS ?=

.DEFAULT_GOAL := help
.PHONY: help crawl demo wheel deploy test check bench clean

help:
	@echo "make crawl SITE=URL    crawl a forum; SPIDER=news for a news site; more in ARGS='-a since=2026-01-01'"
	@echo "make crawl             crawl the bundled demo forum into demo-output/; again: what is new"
	@echo "make demo              serve the demo site on http://127.0.0.1:$(DEMO_PORT)/"
	@echo "make wheel             build dist/*.whl, and requirements.txt beside it; EXTRAS=postgres"
	@echo "make deploy TARGET=http://host:6800/    deploy to Scrapyd; as another project: PROJECT=name"
	@echo "make test              run the tests; ARGS='-m \"not live\"' without the forum from a package"
	@echo "make check             lint and types"
	@echo "make bench             run the benchmarks against the pinned floors"
	@echo "make clean             remove .venv, caches and demo-output/, not your records and state"

$(VENV)/run: pyproject.toml
	@echo "installing fpcrawl into $(VENV)/, once"
	@test -x $(BIN)/python || $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed, and $(PYTHON) is not: say PYTHON=python3.11" >&2; exit 2; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -q --disable-pip-version-check -e .
	@touch $@

$(VENV)/dev: pyproject.toml $(VENV)/run
	@echo "installing what tests, lint and benchmarks need into $(VENV)/, once"
	@$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[test,lint,bench,render,postgres,parquet]'
	@touch $@

# Without a word the demo is crawled: not where a site was meant.
ifeq ($(origin site),command line)
crawl:
	@echo "say SITE in capital letters: make crawl SITE=https://bbs.example.com/" >&2; exit 2
else ifdef SITE
crawl: $(VENV)/run
	@$(BIN)/scrapy crawl $(SPIDER) -a site='$(SITE)' $(ARGS)
else ifneq ($(origin SITE),undefined)
crawl:
	@echo "SITE is empty: make crawl SITE=https://bbs.example.com/; the demo is crawled without it" >&2; exit 2
else
crawl: $(VENV)/run
	@$(BIN)/scrapy demo --crawl $(SPIDER) $(ARGS)
endif

demo: $(VENV)/run
	@$(BIN)/scrapy demo --port $(DEMO_PORT) $(ARGS)

wheel: $(VENV)/run
	@rm -rf dist
	@$(BIN)/python -m pip wheel -q --disable-pip-version-check --no-deps -w dist .
	@$(BIN)/python deploy/upload.py dist/*.whl --requirements dist/requirements.txt --extras '$(EXTRAS)'
	@ls dist/*

ifdef TARGET
deploy: wheel
	@$(BIN)/python deploy/upload.py dist/*.whl --target '$(TARGET)' --project '$(PROJECT)'
else
deploy:
	@echo "say where Scrapyd is: make deploy TARGET=http://127.0.0.1:6800/" >&2; exit 2
endif

test: $(VENV)/dev
	$(BIN)/python -m pytest -n auto --dist loadgroup $(ARGS)

check: $(VENV)/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/dev
	$(BIN)/python -m benchmarks.gate $(ARGS)

clean:
	rm -rf $(VENV) .venv-live dist demo-output .pytest_cache .mypy_cache .ruff_cache .hypothesis
