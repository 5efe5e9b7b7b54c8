PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
OLDEST := .venv-oldest

CARGO := $(shell command -v cargo)
KERNEL_TESTS := tests/metrics tests/stats tests/corpus tests/compat tests/text

# Where there is a Rust toolchain the compiled twin must be there too, and every kernel test runs on both twins.
KERNELS := $(if $(CARGO),native,python)

.PHONY: all demo test test-oldest test-oracles test-twins test-unsafe fuzz lint native docs bench calibrate clean install

all: test

install: $(STAMP)

# One environment with every extra but the cluster engines; rebuilt when the dependencies or the native twin change.
$(STAMP): pyproject.toml $(wildcard native/Cargo.* native/src/* native/src/*/* native/src/*/*/*)
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

# Every reader on files that were changed at random, other ones each time, and on very large ones: some minutes.
fuzz: $(STAMP)
	ERRATA_FUZZ=$${ERRATA_FUZZ:-5000} $(BIN)/python -m pytest -n auto tests/io/test_fuzz.py tests/io/test_large_inputs.py

# Both twins on a million random pairs; the outcome is written to benchmarks/TWINS.md. After a change of the twin.
test-twins: $(STAMP)
	ERRATA_KERNELS=native $(BIN)/python -m benchmarks.twins 1000000

# The unsafe code of the twin, with a nightly Rust that has Miri: the vector kernel under Miri, then every Rust test
# under the address sanitizer.
test-unsafe:
	cd native && MIRIFLAGS=-Zmiri-disable-isolation PROPTEST_CASES=8 RUSTFLAGS=-Ctarget-feature=+avx2 \
		cargo +nightly miri test --quiet --no-default-features --lib --target-dir target/miri kernel
	cd native && RUSTFLAGS=-Zsanitizer=address cargo +nightly test --quiet --no-default-features \
		--target-dir target/sanitizer --target $(shell rustc -vV 2>/dev/null | sed -n 's/host: //p')

docs: $(STAMP)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

bench: $(STAMP)
	$(BIN)/python -m benchmarks

# Intervals, tests and power on thousands of corpora whose truth is known; `make test` does it on some hundreds.
calibrate: $(STAMP)
	$(BIN)/python -m benchmarks.calibration

clean:
	rm -rf $(VENV) $(OLDEST) build dist site runs native/target
