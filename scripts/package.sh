#!/usr/bin/env bash
# Packages every crate that is published, and builds each from its package alone, so that a file outside of its crate
# is missed here and not by those who install it. Options go to Cargo: `--no-verify` leaves the building out.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

cargo package --workspace --exclude trailhound-mutants --exclude trailhound-bench "$@"

# Both licences ask to be passed on with the code.
target=${CARGO_TARGET_DIR:-target}
for package in "$target"/package/*.crate; do
    files=$(tar --list --file "$package")
    for licence in LICENSE-MIT LICENSE-APACHE; do
        if ! grep --quiet "/$licence\$" <<<"$files"; then
            echo "$package has no $licence" >&2
            exit 1
        fi
    done
done

# A program outside of the workspace that uses the library.
cargo build --locked --manifest-path examples/library/Cargo.toml --target-dir "$target"/library
