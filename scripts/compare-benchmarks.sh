#!/bin/bash
# Measures benchmarks on an older commit and on this checkout in turns, twice each, and prints every row that both have:
# the values before, the values now, and the ratio of their sums.
#
# usage: scripts/compare-benchmarks.sh COMMIT [SECTION...]      [default: all of foundation.md, and steam-goals]
set -euo pipefail
cd "$(dirname "$0")/.."
commit=${1:?usage: scripts/compare-benchmarks.sh COMMIT [SECTION...]}
shift
sections=("$@")
[ ${#sections[@]} -gt 0 ] || sections=(reader machine search ballast memory printing cpp steam-goals)

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
before=${BEFORE:-$scratch/before}
[ -d "$before" ] || git clone --quiet . "$before"
git -C "$before" checkout --quiet "$commit"
for tree in "$before" .; do
    (cd "$tree" && CARGO_TARGET_DIR=target cargo build --quiet --release --workspace)
done

# The rows of a section as `name <tab> value`.
measure() {
    local tree=$1 section=$2 page=$scratch/page
    (cd "$tree" && CARGO_TARGET_DIR=target target/release/trailhound-bench --repeat 2 "$section") > "$page"
    [ "$section" != steam-goals ] || cp "$tree/docs/results/steam-goals.md" "$page"
    awk -F ' *[|] *' 'NF >= 6 && $3 ~ /^[0-9]/ { gsub(",", "", $3); split($3, value, " "); print $2 "\t" value[1] }' "$page"
}

for section in "${sections[@]}"; do
    for turn in 1 2; do
        measure "$before" "$section" > "$scratch/$section.before.$turn"
        measure . "$section" > "$scratch/$section.now.$turn"
    done
    echo "## $section"
    echo
    echo "| | before | now | now / before |"
    echo "| --- | ---: | ---: | ---: |"
    for side in before now; do
        sed "s/^/$side\t/" "$scratch/$section.$side".*
    done | awk -F '\t' '
        { if (!($2 in seen)) { seen[$2]; order[++rows] = $2 }
          values[$1, $2] = values[$1, $2] (values[$1, $2] == "" ? "" : ", ") $3; sum[$1, $2] += $3 }
        END {
            for (row = 1; row <= rows; row++) {
                name = order[row]
                if (values["before", name] == "" || values["now", name] == "") continue
                ratio = sum["before", name] ? sprintf("%.2f", sum["now", name] / sum["before", name]) : "-"
                print "| " name " | " values["before", name] " | " values["now", name] " | " ratio " |"
            }
        }'
    echo
done
