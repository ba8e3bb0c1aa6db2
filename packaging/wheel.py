#!/usr/bin/env python3
"""Makes a wheel, which pip installs, of the program: wheel.py BINARY VERSION FOLDER

The wheel has no Python code: pip copies the program into the folder of scripts. The format is that of the
"Binary distribution format" of the Python Packaging User Guide.
"""
import base64
import hashlib
import os
import re
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def needed_glibc(program):
    """The newest version of glibc that the program names: pip refuses the wheel on systems with an older one."""
    found = re.findall(rb"\0GLIBC_(\d+)\.(\d+)", program)
    return max(((int(major), int(minor)) for major, minor in found), default=(2, 17))


def main(argv):
    if len(argv) != 4:
        print("usage: wheel.py BINARY VERSION FOLDER", file=sys.stderr)
        return 2
    binary, version, folder = Path(argv[1]), argv[2], Path(argv[3])
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        print(f"wheel.py: {version} is no version of the form 1.2.3", file=sys.stderr)
        return 1
    try:
        program = binary.read_bytes()
        readme = (ROOT / "README.md").read_text(encoding="utf-8")
        licence = (ROOT / "LICENSE").read_bytes()
    except OSError as error:
        print(f"wheel.py: {error}", file=sys.stderr)
        return 1
    if program[:4] != b"\x7fELF":
        print(f"wheel.py: {binary} is no ELF program", file=sys.stderr)
        return 1
    glibc = needed_glibc(program)
    tag = f"py3-none-manylinux_{glibc[0]}_{glibc[1]}_x86_64"
    info = f"genext-{version}.dist-info"
    metadata = (
        "Metadata-Version: 2.1\n"
        "Name: genext\n"
        f"Version: {version}\n"
        "Summary: Translates interpreters written in RPython to native executables, with a JIT compiler on request\n"
        "License: MIT\n"
        "Requires-Python: >=3.7\n"
        "Description-Content-Type: text/markdown\n"
        "\n" + readme
    )
    wheel = f"Wheel-Version: 1.0\nGenerator: genext-wheel\nRoot-Is-Purelib: false\nTag: {tag}\n"
    files = [
        (f"genext-{version}.data/scripts/genext", program, 0o755),
        (f"{info}/METADATA", metadata.encode("utf-8"), 0o644),
        (f"{info}/WHEEL", wheel.encode("utf-8"), 0o644),
        (f"{info}/LICENSE", licence, 0o644),
    ]
    record = ""
    for name, data, _ in files:
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode("ascii")
        record += f"{name},sha256={digest},{len(data)}\n"
    record += f"{info}/RECORD,,\n"
    files.append((f"{info}/RECORD", record.encode("utf-8"), 0o644))

    path = folder / f"genext-{version}-{tag}.whl"
    unfinished = path.with_suffix(".part")
    try:
        with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data, mode in files:
                entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
                entry.external_attr = (0o100000 | mode) << 16
                entry.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(entry, data)
        os.replace(unfinished, path)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        print(f"wheel.py: {error}", file=sys.stderr)
        return 1
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
