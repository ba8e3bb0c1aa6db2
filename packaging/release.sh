#!/usr/bin/env bash
# Makes the files of a release: packaging/release.sh [--binary FILE] FOLDER
#
# FOLDER gets an archive with the program, README, LICENSE, docs, completions and pages for man; the debug symbols as an
# archive of their own; a wheel for pip; and SHA256SUMS. Without --binary the program is built. FOLDER must not exist:
# it is made complete or not at all.
set -euo pipefail

fail() { echo "release.sh: $*" >&2; exit 1; }

binary=
if [ "${1:-}" = --binary ]; then
    [ $# -ge 2 ] || fail "--binary needs a file"
    binary=$(realpath -- "$2")
    shift 2
fi
[ $# -eq 1 ] || { echo "usage: packaging/release.sh [--binary FILE] FOLDER" >&2; exit 2; }
folder=$(realpath -m -- "$1")
[ ! -e "$folder" ] || fail "$folder exists"
for tool in objcopy python3 sha256sum tar; do
    command -v "$tool" >/dev/null || fail "$tool is needed, and is not on PATH"
done

cd "$(dirname "$0")/.."
if [ -z "$binary" ]; then
    cargo build --release --locked -p genext || fail "genext does not build"
    binary=$(realpath -- "${CARGO_TARGET_DIR:-target}/release/genext")
fi
[ -x "$binary" ] || fail "$binary is no program"
version=$("$binary" --version | cut -d ' ' -f 2)
expected=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)
[ "$version" = "$expected" ] || fail "$binary is version $version, and Cargo.toml says $expected"

mkdir -p "$(dirname "$folder")"
work=$(mktemp -d "$folder.XXXXXX")
trap 'rm -rf "$work"' EXIT
name=genext-$version-x86_64-linux
top=$work/$name
out=$work/out
mkdir -p "$top/completions" "$top/man" "$out"

# The program, and its symbols in a file that debuggers and backtraces find by its name when it lies beside it.
objcopy --only-keep-debug --compress-debug-sections "$binary" "$work/genext.debug"
(cd "$work" && objcopy --strip-all --add-gnu-debuglink=genext.debug "$binary" "$top/genext")
size=$(stat -c %s "$top/genext")
[ "$size" -le $((25 * 1024 * 1024)) ] || fail "the stripped program has $size bytes, more than 25 MiB"

for shell in bash zsh fish; do
    "$top/genext" completions "$shell" > "$top/completions/genext.$shell"
done
"$top/genext" man > "$top/man/genext.1"
cp -r README.md LICENSE CHANGELOG.md docs examples "$top"

# The same input gives the same archive.
pack() {
    tar --sort=name --mtime="@${SOURCE_DATE_EPOCH:-0}" --owner=0 --group=0 --numeric-owner -C "$work" -czf "$out/$1" "$2"
}
pack "$name.tar.gz" "$name"
pack "$name-debug.tar.gz" genext.debug
python3 packaging/wheel.py "$top/genext" "$version" "$out"
(cd "$out" && sha256sum -- * > SHA256SUMS)
chmod 755 "$out"
mv -T "$out" "$folder"
ls -l "$folder"
