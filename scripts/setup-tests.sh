#!/usr/bin/env bash
# Installs what the tests need beside Rust and a C linker: the distribution's clang, clang 19 with its libc++,
# g++ (for its headers and as `c++`), what -m32 needs, csmith, and Chromium with its driver for the pages, and with
# --bench also spin. Where all of it is installed nothing is done and no network is needed. Other compilers on the search path are of no account.
set -euo pipefail

wanted=(clang clang-19 libc++-19-dev g++ g++-multilib csmith libcsmith-dev chromium chromium-driver)
case "${1-}" in
    "") ;;
    --bench) wanted+=(spin) ;;
    *)
        echo "usage: scripts/setup-tests.sh [--bench]" >&2
        exit 2
        ;;
esac

has() { command -v "$1" >/dev/null 2>&1; }

is_installed() {
    [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null) == installed ]]
}

if ! has apt-get; then
    echo "only apt-get is known to $0: the tests fail unless there is what Debian calls ${wanted[*]}" >&2
    exit 0
fi

packages=()
for package in "${wanted[@]}"; do
    is_installed "$package" || packages+=("$package")
done
if [[ ${#packages[@]} -eq 0 ]]; then
    exit 0
fi

as_root=()
if [[ $(id -u) -ne 0 ]]; then
    if ! has sudo; then
        echo "please install as root: apt-get install ${packages[*]}" >&2
        exit 1
    fi
    as_root=(sudo)
fi

echo "installing ${packages[*]}"
install=(apt-get install --yes --no-install-recommends "${packages[@]}")
# The lists of a fresh machine may be old or absent.
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive "${install[@]}" 2>/dev/null || {
    "${as_root[@]}" apt-get update
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive "${install[@]}"
}
