#!/bin/sh
# The long form of the tests of the JIT, with optimised binaries: the examples' programs at every setting, the slow ones too, and 2,000
# generated programs in each language (or as many as the first argument says), each at every setting.
#
#     tests/long.sh [PROGRAMS [FIRST]]
set -e
cd "$(dirname "$0")/.."
GENEXT_TEST_JIT=long GENEXT_JIT_PROGRAMS="${1:-2000}" GENEXT_JIT_FIRST="${2:-1}" \
    cargo test --release --locked -p genext-tests --test jit
