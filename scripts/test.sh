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
# The profile `ci` compiles in less time than `release`.
cargo clippy --workspace --all-targets --profile ci -- -D warnings

# Some tests send signals to the product, which leaves a signal ignored that it was started to ignore.
tests() { env --default-signal=INT,TERM,HUP cargo test --workspace --profile ci "$@"; }

# The distribution's, whatever else is called `clang` on the search path.
export TRAILHOUND_CLANG=/usr/bin/clang
# Not `--doc` by itself, for which Cargo compiles all libraries once more.
tests

# Clang 19 writes other IR, and libc++ is tested with it alone. Each name is a program of tests in crates/cli or a module
# of `suite`; what does not depend on clang is left out.
export TRAILHOUND_CLANG=clang-19
tests --test programs --test differential -- cpp/
tests --test reduction -- cpp_programs
tests --test suite -- cpp:: names:: lint:: flow:: examples:: --skip rust --skip natively
