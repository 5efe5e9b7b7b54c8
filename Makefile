PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

CARGO := $(shell command -v cargo)
KERNEL_TESTS := tests/kernels tests/metrics tests/stats tests/corpus tests/compat tests/text

# Where there is a Rust toolchain the compiled twin must be there too, and every kernel test runs on both twins.
KERNELS := $(if $(CARGO),native,python)

.PHONY: all demo test lint native docs bench clean install

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

docs: $(STAMP)
	$(BIN)/mkdocs build --strict

bench: $(STAMP)
	$(BIN)/python -m benchmarks

clean:
	rm -rf $(VENV) build dist site runs native/target
