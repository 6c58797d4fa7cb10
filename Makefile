# Every target creates what it needs: a virtual environment in .venv, by pip.
PYTHON ?= python3
BIN := .venv/bin
GAMES ?= 20000

.DEFAULT_GOAL := help
.PHONY: help demo test check lint types schemas stale wheel bench bench-jobs dataset archive cluster fairness oracle trust soak build clean

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/.core: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/.test: pyproject.toml tests/fetch_xunit_schema.py | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	$(BIN)/python tests/fetch_xunit_schema.py .venv/junit-10.xsd
	@touch $@

.venv/.dev: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

.venv/.bench: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	@touch $@

demo: .venv/.core ## validate, replay and score records of the corpus; fails if a verdict is not as its case says
	$(BIN)/python tests/demo.py

test: .venv/.test ## the whole test suite
	$(BIN)/python -m pytest -n auto

lint: .venv/.dev ## ruff: lint and format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/.dev ## mypy, strict, over the package
	$(BIN)/mypy

schemas: .venv/.core ## write the generated files of schemas/
	$(BIN)/python -m kontari.publish

stale: .venv/.core ## fail if a generated file is not fresh
	$(BIN)/python -m kontari.publish --check

wheel: .venv/.dev ## build the wheel, install it in an empty environment, run the corpus from it
	$(BIN)/python tests/wheel_check.py

check: test lint types stale wheel ## all that CI checks

bench: .venv/.bench ## speed and memory, as ratios taken in one run
	$(BIN)/python tests/benchmarks/bench.py
	$(BIN)/python tests/benchmarks/rummikub_search.py
	$(BIN)/python tests/benchmarks/tournament_bench.py

bench-jobs: .venv/.bench ## two processes beside one, and the memory of each, in one run
	$(BIN)/python tests/benchmarks/jobs_bench.py

dataset: .venv/.bench ## data sets of 10,000 and fewer matches: bytes and speed beside .jsonl.zst
	$(BIN)/python tests/benchmarks/dataset_bench.py

archive: .venv/.bench ## an archive of 10,000 records: how fast, how large, what it answers
	$(BIN)/python tests/benchmarks/archive_bench.py

cluster: .venv/.test ## a cluster here beside one run; the arithmetic for very many records
	$(BIN)/python tests/benchmarks/cluster_bench.py

fairness: .venv/.test ## whether the generator deals fairly, over 20,000 matches
	$(BIN)/kontari generate crazy-eights --count 20000 --seed 1 --rule max_rounds=1 | $(BIN)/kontari stats - --fairness

trust: .venv/.core ## each rule and option: its cases, and whether the corpus notices when the judge forgets it
	$(BIN)/python tests/trust.py

oracle: .venv/.test ## many games of OpenSpiel against this referee, many tournaments against the tie-breaks of gacrux
	$(BIN)/python tests/oracle.py --games $(GAMES) --processes 2
	$(BIN)/python tests/tournament_oracle.py --tournaments 500

soak: .venv/.test ## the laws with many more examples
	KONTARI_EXAMPLES=20 $(BIN)/python -m pytest -n auto tests/games tests/test_shape.py

build: .venv/.dev ## wheel and source archive in dist/
	$(BIN)/python -m build --outdir dist .

clean: ## remove what the targets made
	rm -rf .venv dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
