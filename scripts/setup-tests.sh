#!/usr/bin/env bash
# Installs what the tests need beside Rust and a C linker: clang, the C++ libraries and csmith, and with --bench
# also spin. Where all of it is present nothing is installed and no network is needed.
set -euo pipefail

with_spin=false
case "${1-}" in
    "") ;;
    --bench) with_spin=true ;;
    *)
        echo "usage: scripts/setup-tests.sh [--bench]" >&2
        exit 2
        ;;
esac

has() { command -v "$1" >/dev/null 2>&1; }

# Any clang that the front end would find by itself.
has_clang() {
    has "${TRAILHOUND_CLANG:-clang}" && return
    for version in {22..14}; do
        has "clang-$version" && return
    done
    return 1
}

# The version of that clang.
clang_version() {
    for name in "${TRAILHOUND_CLANG:-clang}" clang-{22..14}; do
        if has "$name"; then
            "$name" -dumpversion | cut -d. -f1
            return
        fi
    done
}

# libc++ is supported from version 19 on; with an older clang its tests are left out.
lacks_libcxx() {
    local version
    version=$(clang_version)
    [[ ${version:-0} -ge 19 && ! -d /usr/lib/llvm-$version/include/c++/v1 ]]
}

has_csmith_headers() {
    compgen -G "/usr/include/csmith*/csmith.h" >/dev/null || [[ -f /usr/include/csmith.h ]]
}

# Headers of libstdc++ that clang finds.
has_cpp_headers() {
    compgen -G "/usr/include/c++/*/iostream" >/dev/null
}

packages=()
has_clang || packages+=(clang)
has_cpp_headers || packages+=(g++)
lacks_libcxx && packages+=("libc++-$(clang_version)-dev")
has csmith || packages+=(csmith)
has_csmith_headers || packages+=(libcsmith-dev)
if $with_spin; then
    has spin || packages+=(spin)
fi

if [[ ${#packages[@]} -eq 0 ]]; then
    exit 0
fi

if ! has apt-get; then
    echo "please install: ${packages[*]} (only apt-get is known to this script)" >&2
    exit 1
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
