PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
OLDEST := .venv-oldest

CARGO := $(shell command -v cargo)
KERNEL_TESTS := tests/metrics tests/stats tests/corpus tests/compat tests/text

# Where there is a Rust toolchain the compiled twin must be there too, and every kernel test runs on both twins.
KERNELS := $(if $(CARGO),native,python)

.PHONY: all demo test test-oldest test-oracles fuzz lint native docs bench clean install

all: test

install: $(STAMP)

# One environment with every extra but the cluster engines; rebuilt when the dependencies or the native twin change.
$(STAMP): pyproject.toml $(wildcard native/Cargo.* native/src/*.rs native/src/*/*.rs)
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[all,dev]'
	touch $@

demo: $(STAMP)
	$(BIN)/python examples/demo.py

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

native: $(STAMP)
ifdef CARGO
	cargo fmt --manifest-path native/Cargo.toml --check
	cargo clippy --quiet --manifest-path native/Cargo.toml --all-targets -- -D warnings
	cargo test --quiet --manifest-path native/Cargo.toml --no-default-features
	ERRATA_KERNELS=python $(BIN)/python -m pytest -n auto $(KERNEL_TESTS)
else
	@echo "No Rust toolchain: the Python kernels are tested alone."
endif

test: lint native
	ERRATA_KERNELS=$(KERNELS) $(BIN)/python -m pytest -n auto

# Every test with the lowest versions that pyproject.toml allows, in an environment of its own.
test-oldest:
	test -x $(OLDEST)/bin/python || $(PYTHON) -m venv $(OLDEST)
	$(OLDEST)/bin/python -m pip install --quiet --disable-pip-version-check --constraint tests/oldest.txt '.[all,dev]'
	ERRATA_KERNELS=$(KERNELS) $(OLDEST)/bin/python -m pytest -n auto

# The Python kernels against the textbook on ten times the random pairs of `make test`, which takes 100,000.
test-oracles: $(STAMP)
	ERRATA_ORACLE_PAIRS=1000000 $(BIN)/python -m pytest -n auto tests/kernels

# Every reader on files that were changed at random: other ones each time, some minutes long.
fuzz: $(STAMP)
	ERRATA_FUZZ=$${ERRATA_FUZZ:-5000} $(BIN)/python -m pytest -n auto tests/io/test_fuzz.py

docs: $(STAMP)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

bench: $(STAMP)
	$(BIN)/python -m benchmarks

clean:
	rm -rf $(VENV) $(OLDEST) build dist site runs native/target
