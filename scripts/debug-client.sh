#!/usr/bin/env bash
# Drives `trailhound debug` with the client with which VS Code's debug adapters are tested. Needs Node.js and npm,
# which installs the client into target/debug-client. The tests of the debugger need neither.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

cargo build --release -p cargo-trailhound
target=${CARGO_TARGET_DIR:-target}
folder=$target/debug-client
mkdir -p "$folder"
cp tests/debug-client/package.json tests/debug-client/run.js "$folder"
npm install --prefix "$folder" --no-audit --no-fund --silent

trailhound=$(realpath "$target/release/trailhound")
"$trailhound" check examples/bounded_queue.c --trail "$folder/trail.json" --quiet || [[ $? -eq 1 ]]
node "$folder/run.js" "$trailhound" "$(realpath "$folder/trail.json")" "$PWD/examples/bounded_queue.c"
