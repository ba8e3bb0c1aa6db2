#!/bin/sh
# The long form of the tests, with optimised binaries: 20,000 generated RPython programs at every level (or as many as GENEXT_PROGRAMS says);
# the examples' programs at every setting of the JIT, the slow ones too; and 2,000 generated programs in each of the examples' languages
# (or as many as the first argument says), each at every setting; and the compiler on 20,000 randomly changed programs (GENEXT_MUTANTS says how many).
#
#     tests/long.sh [PROGRAMS [FIRST]]
#     GENEXT=path/to/genext tests/long.sh ...       with that one instead of the one that cargo builds
#
# A run that was stopped goes on where it was: target/generated lists what is done, and keeps the programs that failed.
set -e
cd "$(dirname "$0")/.."
export GENEXT_TEST_JIT=long GENEXT_JIT_PROGRAMS="${1:-2000}" GENEXT_JIT_FIRST="${2:-1}"
export GENEXT_GENERATED=long GENEXT_PROGRAMS="${GENEXT_PROGRAMS:-20000}"
export GENEXT_GENERATED_FOLDER="${GENEXT_GENERATED_FOLDER:-$PWD/target/generated}"
release=--release
if [ -n "$GENEXT" ]; then
    # Cargo runs tests elsewhere.
    GENEXT=$(realpath "$GENEXT")
    export GENEXT
    release=
fi
mkdir -p "$GENEXT_GENERATED_FOLDER"
# The same programs again when it goes on; a finished run begins anew, with others.
seed="$GENEXT_GENERATED_FOLDER/seed"
[ -s "$seed" ] || echo "${GENEXT_SEED:-$(date +%s)}" > "$seed"
GENEXT_SEED=$(cat "$seed")
export GENEXT_SEED
failed=0
cargo test $release --locked -p genext-tests --test generated || failed=1
rm -f "$seed" "$GENEXT_GENERATED_FOLDER/done"
cargo test $release --locked -p genext-tests --test jit || failed=1
# Mutants: RPython's own targets are among them where its source distribution can be had.
if [ -z "$GENEXT_MUTANTS_SDIST" ]; then
    sdist=$(mktemp -d)
    trap 'rm -rf "$sdist"' EXIT
    if pip download -q --no-deps --no-binary :all: -d "$sdist" rpython==0.2.1 && tar -xzf "$sdist"/rpython-0.2.1.tar.gz -C "$sdist"; then
        export GENEXT_MUTANTS_SDIST="$sdist/rpython-0.2.1"
    fi
fi
export GENEXT_MUTANTS="${GENEXT_MUTANTS:-20000}"
cargo test $release --locked -p genext-tests --test mutants -- --nocapture || failed=1
exit $failed
