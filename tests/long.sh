#!/bin/sh
# The long form of the tests of the JIT with generated programs: 2,000 in each language (or as many as the first argument says), with
# optimised binaries.
#
#     tests/long.sh [PROGRAMS [FIRST]]
set -e
cd "$(dirname "$0")/.."
GENEXT_JIT_PROGRAMS="${1:-2000}" GENEXT_JIT_FIRST="${2:-1}" cargo test --release --locked -p genext-tests --test jit_programs
