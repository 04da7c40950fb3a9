#!/usr/bin/env bash
# Installs what the tests need, checks the form of the code and runs all of the tests with the distribution's clang,
# and those of C++, lint and flow once more with clang 19. Tests fail where a compiler is missing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/setup-tests.sh

# Minimal toolchains come without these two.
cargo fmt --version >/dev/null 2>&1 || rustup component add rustfmt
cargo clippy --version >/dev/null 2>&1 || rustup component add clippy

cargo fmt --all --check
cargo clippy --workspace --all-targets --release -- -D warnings

# The distribution's, whatever else is called `clang` on the search path.
TRAILHOUND_CLANG=/usr/bin/clang cargo test --workspace --release

# Clang 19 writes other IR, and libc++ is tested with it alone. Each name is a file of tests in crates/cli.
export TRAILHOUND_CLANG=clang-19
cargo test --workspace --release --test programs --test differential -- cpp/
cargo test --workspace --release --test reduction -- cpp_programs
cargo test --workspace --release --test cpp --test names --test lint --test flow --test examples
