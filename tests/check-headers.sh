#!/bin/sh
# Checks the test programs themselves: every file under tests/programs has a well-formed
# `//@` header, the header's line is the one marked `//~ KIND`, and the program compiles
# natively. It does not know Trailhound.
#
#   tests/check-headers.sh                  headers and native compilation
#   tests/check-headers.sh --lines          also print every expected error line
#   tests/check-headers.sh --run N          also run every `ok` program N times
#   tests/check-headers.sh [...] FILE...    only these files
#
# The header keys (one per line, `//@ key: value`, at the top of the file):
#   verdict  ok | error | undecided | unsupported
#   kind     the kind of error, for `error` only
#   line     the source line of the error, marked `//~ KIND` at its end
#   args     further flags for `trailhound check`
#   cflags   further flags for the C compiler
#   files    further source files, in the same folder, that are linked
#   exit     how a native run ends when that is not status 0: a number, or `never`
#   about    one sentence: what the program shows
#   width    64 for a program that is not checked as one of 32 bits
#   library  libstdc++ for a program that is not checked with libc++
set -u

# The environment may say CC, RUSTC, EDITION, and ANNOTATIONS (the folder of trailhound.h and of
# the crate trailhound, without which the programs that use them are not compiled).
cc=${CC:-clang}
rustc=${RUSTC:-rustc}
edition=${EDITION:-2021}
runs=0
lines=no
while [ $# -gt 0 ]; do
    case $1 in
    --run) runs=$2; shift 2 ;;
    --lines) lines=yes; shift ;;
    *) break ;;
    esac
done

here=$(cd "$(dirname "$0")" && pwd)
programs=$here/programs
annotations=${ANNOTATIONS:-$here/../annotations}
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
failures=0
checked=0

complain() {
    echo "$1: $2" >&2
    failures=$((failures + 1))
}

header() { # FILE KEY -> the value, or nothing
    sed -n "/^\/\/@ /!q; s/^\/\/@ $2: //p" "$1"
}

# What the SV-COMP conventions declare and nobody defines, so that such programs link.
cat >"$scratch/verifier.c" <<'C'
#include <stdlib.h>
void __VERIFIER_assume(int condition) { if (!condition) _Exit(0); }
void __VERIFIER_atomic_begin(void) {}
void __VERIFIER_atomic_end(void) {}
void __VERIFIER_error(void) { abort(); }
__attribute__((weak)) void reach_error(void) { abort(); }
_Bool __VERIFIER_nondet_bool(void) { return 0; }
int __VERIFIER_nondet_int(void) { return 0; }
unsigned __VERIFIER_nondet_uint(void) { return 0; }
C
"$cc" -c -o "$scratch/verifier.o" "$scratch/verifier.c" || exit 1

library=
if [ -d "$annotations" ]; then
    library="--extern trailhound=$scratch/libtrailhound.rlib"
    "$rustc" --edition 2024 --crate-type rlib --crate-name trailhound --cap-lints allow \
        --out-dir "$scratch" "$annotations/rust/src/lib.rs" || exit 1
fi

check_header() { # FILE -> complaints on stdout
    awk '
    BEGIN {
        split("deadlock assertion panic abort broken-pipe exit-status null-dereference out-of-bounds " \
              "use-after-free double-free invalid-free read-only-write uninitialised " \
              "division-by-zero unreachable lock-misuse leak stack-overflow livelock " \
              "data-race uncaught-exception invalid-pointer", list, " ")
        for (i in list) kinds[list[i]] = 1
        split("verdict kind line args cflags files exit about width library", list, " ")
        for (i in list) keys[list[i]] = 1
        top = 1
    }
    top && /^\/\/@ [a-z]+: ./ {
        key = $2; sub(/:$/, "", key)
        value = $0; sub(/^\/\/@ [a-z]+: /, "", value)
        if (!(key in keys)) print "unknown key " key
        if (key in have) print "key " key " twice"
        have[key] = value
        next
    }
    { top = 0 }
    /^\/\/@/ { print "line " NR ": malformed or misplaced header line" }
    match($0, /\/\/~ [a-z-]+$/) { marks++; marked = NR; marked_kind = substr($0, RSTART + 4) }
    /\/\/~/ && !/[^ ] \/\/~ [a-z-]+$/ { print "line " NR ": malformed mark" }
    END {
        verdict = have["verdict"]
        if (verdict !~ /^(ok|error|undecided|unsupported)$/) print "bad verdict \"" verdict "\""
        if (!("about" in have)) print "no about"
        if ((verdict == "error") != ("kind" in have)) print "kind goes with verdict error"
        if (("kind" in have) && !(have["kind"] in kinds)) print "unknown kind " have["kind"]
        if (("line" in have) && verdict != "error") print "line goes with verdict error"
        if (("line" in have) != (marks > 0)) print "line and mark go together"
        if (marks > 1) print "more than one mark"
        if (marks == 1 && have["line"] != marked) print "line is " have["line"] ", mark is at " marked
        if (marks == 1 && have["kind"] != marked_kind) print "kind and mark differ"
        if (("exit" in have) && have["exit"] !~ /^([0-9]+|never)$/) print "bad exit"
    }' "$1"
}

check_native() { # FILE
    file=$1
    folder=$(dirname "$file")
    binary=$scratch/program
    others=
    if [ ! -d "$annotations" ] && grep -q '^#include <trailhound.h>\|^use trailhound::' "$file"; then
        echo "$file: not compiled, no annotations" >&2
        return
    fi
    for other in $(header "$file" files); do
        [ -f "$folder/$other" ] || complain "$file" "no file $other"
        others="$others $folder/$other"
    done
    case $file in
    *.c)
        # shellcheck disable=SC2046,SC2086
        "$cc" -std=c11 -pthread -Wall -I"$annotations/c" -fsyntax-only $(header "$file" cflags) "$file" $others \
            >"$scratch/log" 2>&1 || complain "$file" "does not compile"
        [ -s "$scratch/log" ] && { cat "$scratch/log" >&2; complain "$file" "compiler warnings"; }
        [ "$runs" -gt 0 ] && [ "$(header "$file" verdict)" = ok ] || return
        # shellcheck disable=SC2046,SC2086
        "$cc" -std=c11 -pthread -w -I"$annotations/c" $(header "$file" cflags) -o "$binary" "$file" $others \
            "$scratch/verifier.o" -lm || { complain "$file" "does not link"; return; }
        ;;
    *.rs)
        emit=metadata
        [ "$runs" -gt 0 ] && [ "$(header "$file" verdict)" = ok ] && emit=link
        # shellcheck disable=SC2086
        "$rustc" $library --edition "$edition" --crate-name program -C opt-level=1 -C debug-assertions=on \
            --emit=$emit --out-dir "$scratch" "$file" >"$scratch/log" 2>&1 ||
            complain "$file" "does not compile"
        [ -s "$scratch/log" ] && { cat "$scratch/log" >&2; complain "$file" "compiler warnings"; }
        [ $emit = link ] || return
        ;;
    esac
    expected=$(header "$file" exit)
    [ "$expected" = never ] && return
    round=0
    while [ $round -lt "$runs" ]; do
        timeout 10 "$binary" >"$scratch/out" 2>&1
        status=$?
        if [ $status -ne "${expected:-0}" ]; then
            tail -n 3 "$scratch/out" >&2
            complain "$file" "native run ends with status $status, not ${expected:-0}"
            return
        fi
        round=$((round + 1))
    done
}

if [ $# -eq 0 ]; then
    # shellcheck disable=SC2046
    set -- $(find "$programs" -name '*.c' -o -name '*.rs' | sort)
fi
linked=$(for file; do
    for other in $(header "$file" files); do echo "$(dirname "$file")/$other"; done
done)

for file; do
    if ! head -n 1 "$file" | grep -q '^//@ '; then
        echo "$linked" | grep -qxF "$file" || complain "$file" "no header, and no program links it"
        continue
    fi
    checked=$((checked + 1))
    complaints=$(check_header "$file")
    if [ -n "$complaints" ]; then
        echo "$complaints" | while IFS= read -r complaint; do
            echo "$file: $complaint" >&2
        done
        failures=$((failures + 1))
    fi
    if [ $lines = yes ] && [ -n "$(header "$file" line)" ]; then
        number=$(header "$file" line)
        echo "${file#"$programs/"}:$number: $(sed -n "${number}s/^ *//p" "$file")"
    fi
    check_native "$file"
done

echo "$checked programs checked, $failures complaints"
[ $failures -eq 0 ]
