#!/usr/bin/env python3
"""Writes the profile with which the stubs of translated programs are compiled: cli/stub/stubs.profdata.

Usage: benchmarks/profile.py

genext is built with stubs that count what their code does (in target/profile). The example interpreters are translated
with it, with a JIT and without one, and run their programs. What was counted becomes the profile; the next release
build of genext compiles the stubs by it. Needs `rustup component add llvm-tools`, and takes some ten minutes.

The profile tells of functions by the names that the compiler gives them, which differ from version to version of the
compiler: with another one than that which made the profile, the stubs are compiled as if there were none. So are
functions that have changed since.
"""
import glob
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROFILE = os.path.join(ROOT, "cli", "stub", "stubs.profdata")
SECONDS = 20
# All of it at once as well, so that what is compiled seldom has its part.
SETTINGS = ["", "threshold=2,unlimited", "off"]
# They take minutes with counting, and tell nothing that the others do not.
LONG = {"mandelbrot.bf", "square.rvm", "count.rvm"}


def merger():
    """The program that makes a profile of counts, of the compiler that is in use."""
    libraries = subprocess.run(["rustc", "--print", "target-libdir"], check=True, capture_output=True, text=True)
    tool = os.path.join(os.path.dirname(libraries.stdout.strip()), "bin", "llvm-profdata")
    if not os.path.exists(tool):
        sys.exit(f"{tool} is missing: rustup component add llvm-tools")
    return tool


def run(program, argument, settings):
    """Runs a translated program; how it ends does not matter."""
    environment = dict(os.environ, GENEXT_JIT=settings)
    try:
        subprocess.run([program, argument], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, timeout=SECONDS, env=environment)
    except subprocess.TimeoutExpired:
        print(f"{program} {argument}: more than {SECONDS} s; it is not counted", file=sys.stderr)


def main():
    if sys.argv[1:]:
        sys.exit(__doc__)
    tool = merger()
    target = os.path.join(ROOT, "target", "profile")
    with tempfile.TemporaryDirectory() as folder:
        counts = os.path.join(folder, "counts")
        environment = dict(os.environ, GENEXT_STUB_PROFILE=counts)
        build = ["cargo", "build", "--release", "--locked", "-p", "genext", "--target-dir", target]
        subprocess.run(build, cwd=ROOT, check=True, env=environment)
        genext = os.path.join(target, "release", "genext")
        for source in sorted(glob.glob(os.path.join(ROOT, "examples", "*", "target*.py"))):
            programs = sorted(glob.glob(os.path.join(os.path.dirname(source), "programs", "*")))
            programs = [p for p in programs if not p.endswith(".py") and os.path.basename(p) not in LONG]
            for level in ("jit", "2"):
                made = os.path.join(folder, "program")
                subprocess.run([genext, "build", "-q", "--no-warnings", f"-O{level}", "-o", made, source], check=True)
                for program in programs:
                    for settings in SETTINGS if level == "jit" else SETTINGS[:1]:
                        run(made, program, settings)
        written = os.path.join(folder, "profile")
        subprocess.run([tool, "merge", "--sparse", "-o", written, counts], check=True)
        with open(written, "rb") as source, open(PROFILE + ".new", "wb") as profile:
            profile.write(source.read())
        os.replace(PROFILE + ".new", PROFILE)
    print(f"{PROFILE}: {os.path.getsize(PROFILE)} bytes")


if __name__ == "__main__":
    main()
