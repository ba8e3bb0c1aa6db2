#!/usr/bin/env bash
# Shows that the packages for crates.io are complete: packaging/packages.sh [--debug]
#
# Packs every crate that is published, puts the packages beside those that they depend on into a folder that stands for
# crates.io, installs `genext` from there with `cargo install`, away from the workspace and without network, and
# translates a program with it, with and without a JIT. `--debug` installs a development build, which is quicker to make.
set -euo pipefail

fail() { echo "packages.sh: $*" >&2; exit 1; }

profile=()
[ "${1:-}" != --debug ] || { profile=(--debug); shift; }
[ $# -eq 0 ] || { echo "usage: packaging/packages.sh [--debug]" >&2; exit 2; }
cd "$(dirname "$0")/.."
work=$(mktemp -d "${TMPDIR:-/tmp}/genext-packages.XXXXXX")
trap 'rm -rf "$work"' EXIT

unpublished=$(cargo metadata --no-deps --format-version 1 --locked | python3 -c '
import json, sys
for p in json.load(sys.stdin)["packages"]:
    if p["publish"] == []:
        print("--exclude", p["name"])
')
# shellcheck disable=SC2086
cargo package --quiet --workspace --no-verify --allow-dirty --target-dir "$work/target" $unpublished
cargo vendor --quiet --locked "$work/vendor" >/dev/null
for crate in "$work"/target/package/*.crate; do
    tar -xzf "$crate" -C "$work/vendor"
    sum=$(sha256sum "$crate" | cut -d ' ' -f 1)
    name=$(basename "$crate" .crate)
    printf '{"files":{},"package":"%s"}' "$sum" > "$work/vendor/$name/.cargo-checksum.json"
done
count=$(find "$work/target/package" -maxdepth 1 -name "*.crate" | wc -l)
mkdir "$work/home"
cat > "$work/home/config.toml" <<END
[source.crates-io]
replace-with = "packages"
[source.packages]
directory = "$work/vendor"
END

version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)
cd "$work"
env -u CARGO_TARGET_DIR CARGO_HOME="$work/home" cargo install "${profile[@]}" --quiet --offline --locked \
    --version "=$version" --root "$work/root" genext || fail "genext does not build from its packages"
genext=$work/root/bin/genext
"$genext" explain E0463 | grep -q E0463 || fail "the pages of error codes are not there"
"$genext" new language
cd language
for level in -O2 -Ojit; do
    "$genext" build -q "$level" ./target*.py -o program || fail "nothing is built with $level"
    for source in programs/*; do
        case $source in *.out) continue ;; esac
        ./program "$source" > output || fail "$source fails with $level"
        [ -s output ] || fail "$source prints nothing with $level"
    done
done
echo "packages.sh: $count packages, genext $version works"
