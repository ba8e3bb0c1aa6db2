#!/bin/sh
# The long form of the tests of the JIT, with optimised binaries: the examples' programs at every setting, the slow ones too, and 2,000
# generated programs in each language (or as many as the first argument says), each at every setting. Then the compiler on changed programs.
#
#     tests/long.sh [PROGRAMS [FIRST]]
#     GENEXT=path/to/genext tests/long.sh ...       with that one instead of the one that cargo builds
set -e
cd "$(dirname "$0")/.."
export GENEXT_TEST_JIT=long GENEXT_JIT_PROGRAMS="${1:-2000}" GENEXT_JIT_FIRST="${2:-1}"
if [ -n "$GENEXT" ]; then
    # Cargo runs tests elsewhere.
    GENEXT=$(realpath "$GENEXT")
    export GENEXT
    release=
else
    release=--release
fi
cargo test $release --locked -p genext-tests --test jit

# The compiler on 20,000 randomly changed programs, RPython's own targets among them where its source distribution can be had.
if [ -z "$GENEXT_MUTANTS_SDIST" ]; then
    sdist=$(mktemp -d)
    trap 'rm -rf "$sdist"' EXIT
    if pip download -q --no-deps --no-binary :all: -d "$sdist" rpython==0.2.1 && tar -xzf "$sdist"/rpython-0.2.1.tar.gz -C "$sdist"; then
        export GENEXT_MUTANTS_SDIST="$sdist/rpython-0.2.1"
    fi
fi
GENEXT_MUTANTS=${GENEXT_MUTANTS:-20000} cargo test $release --locked -p genext-tests --test mutants -- --nocapture
