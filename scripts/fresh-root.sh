#!/usr/bin/env bash
# Runs the two commands of the README as on a fresh machine: a clean root of the host's distribution with git, a
# C linker and the host's Rust toolchain in it, and a clone of HEAD. Run it as root before each release.
#
#   scripts/fresh-root.sh [FOLDER]      the root is made in a new folder below FOLDER (default: /var/tmp)
#
# Packages come from the distribution's apt sources of the host, crates from where the host's Cargo finds them.
# Needs mmdebstrap, about 6 GB, and the right to mount. Mounts live in a namespace of their own and end with it.
set -euo pipefail

if [[ $(id -u) -ne 0 ]]; then
    echo "scripts/fresh-root.sh mounts and changes its root: run it as root" >&2
    exit 2
fi
repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cargo_home=${CARGO_HOME:-$HOME/.cargo}
toolchain=$(rustc --print sysroot)
# shellcheck source=/dev/null
release=$(. /etc/os-release && echo "$VERSION_CODENAME")

root=$(mktemp --directory "${1:-/var/tmp}/trailhound-root.XXXXXX")
# Nothing of the host is mounted there outside of the namespace below.
trap 'rm -rf --one-file-system "$root"' EXIT
trap 'exit 130' INT TERM

# Third parties' sources are left out: a fresh machine has none.
sources=()
for file in /etc/apt/sources.list /etc/apt/sources.list.d/{debian,ubuntu}.{sources,list}; do
    if [[ -s $file ]]; then sources+=("$file"); fi
done
# Proxies and the like.
apt_options=$(apt-config dump | grep -E '^Acquire::(https?::[A-Za-z-]+|Check-Valid-Until) ' || true)

echo "== a clean $release in $root"
mmdebstrap --quiet --variant=apt --include=ca-certificates,gcc,libc6-dev,git \
    --aptopt="$apt_options" "$release" "$root" "${sources[@]}"

# The root's own Cargo home, with the host's configuration and with what it has downloaded.
mkdir -p "$root/opt/rust" "$root/root/.cargo"
for item in config.toml config registry; do
    if [[ -e $cargo_home/$item ]]; then cp -r "$cargo_home/$item" "$root/root/.cargo/"; fi
done
cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
git clone --quiet "$repository" "$root/root/trailhound"

# The commands between the fences of the README's section, and how each ends: the first finds a deadlock.
mapfile -t commands < <(awk '/^## /{inside = $0 == "## Two commands"} /^```/{fenced = !fenced; next} inside && fenced' \
    "$repository/README.md")
expected=(1 0)
if [[ ${#commands[@]} -ne ${#expected[@]} ]]; then
    echo "the README has ${#commands[@]} commands in its section \"Two commands\"" >&2
    exit 1
fi

# Runs a command in the clone, with the toolchain bound in.
in_root() {
    # shellcheck disable=SC2016 # The variables are the inner shell's.
    unshare --mount --pid --fork --kill-child bash -euc '
        root=$1 toolchain=$2
        mount --rbind /dev "$root/dev"
        mount -t proc proc "$root/proc"
        mount --bind "$toolchain" "$root/opt/rust"
        mount -o remount,bind,ro "$root/opt/rust"
        exec chroot "$root" env -i HOME=/root LANG=C.UTF-8 TERM=dumb \
            ${http_proxy:+"http_proxy=$http_proxy"} ${https_proxy:+"https_proxy=$https_proxy"} \
            PATH=/opt/rust/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
            bash -c "cd ~/trailhound && $3"
    ' bash "$root" "$toolchain" "$1"
}

for number in "${!commands[@]}"; do
    command=${commands[number]}
    echo "== $command"
    start=$SECONDS
    status=0
    in_root "$command" </dev/null || status=$?
    echo "== ended with status $status after $((SECONDS - start)) s"
    if [[ $status -ne ${expected[number]} ]]; then
        echo "== failed: ${expected[number]} was expected" >&2
        exit 1
    fi
done
