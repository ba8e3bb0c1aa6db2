#!/bin/sh
# The long form of the tests of the JIT, with optimised binaries: the examples' programs at every setting, the slow ones too, and 2,000
# generated programs in each language (or as many as the first argument says), each at every setting.
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
    exec cargo test --locked -p genext-tests --test jit
fi
exec cargo test --release --locked -p genext-tests --test jit
