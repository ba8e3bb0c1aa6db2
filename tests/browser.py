#!/usr/bin/env python3
"""The pages of genext in a real browser: each draws itself without an error, and what it draws is there.

    tests/browser.py [target/release/genext]

It needs Chromium (chromium, chromium-browser or google-chrome on the PATH) and is skipped without: exit status 0, and
a message. Pages are made from examples: the JIT page of Kite's queens, its colours, and graphs at two stages.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
KITE = os.path.join(ROOT, "examples", "kite")
TARGET = os.path.join(KITE, "targetkite.py")
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--virtual-time-budget=8000", "--window-size=1400,900", "--enable-logging=stderr"]


def browser():
    for name in ["chromium", "chromium-browser", "google-chrome"]:
        if shutil.which(name):
            return name
    return None


def drawn(chromium, folder, page, place=""):
    """The text of the elements of a page after its script has run."""
    command = [chromium] + FLAGS + ["--user-data-dir=" + tempfile.mkdtemp(dir=folder), "--dump-dom",
                                    "file://" + page + place]
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
    errors = [l for l in result.stderr.decode(errors="replace").splitlines() if "CONSOLE" in l and "Uncaught" in l]
    assert not errors, "%s%s: %s" % (page, place, errors)
    dom = result.stdout.decode(errors="replace")
    # Without the data, which hold everything whether it is drawn or not.
    return re.sub(r"<script.*?</script>", "", dom, flags=re.S)


def check(what, dom, *wanted):
    for pattern in wanted:
        assert re.search(pattern, dom, re.S), "%s: no %r" % (what, pattern)
    print("ok   %s" % what)


def main():
    genext = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "target/release/genext"))
    chromium = browser()
    if chromium is None:
        print("skipped: there is no Chromium on the PATH")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        page = os.path.join(folder, "jit.html")
        subprocess.run([genext, "run", "-Ojit", "--report", page, TARGET,
                        os.path.join(KITE, "programs", "queens.kite"), "8"], check=True, stdout=subprocess.DEVNULL)
        assert os.path.getsize(page) < 8000000, "the JIT page is too large"
        check("JIT page, overview", drawn(chromium, folder, page), "Functions of the program", ">place<", "FOR_ITER",
              "Promotions", "class W_Int")
        check("JIT page, a function", drawn(chromium, folder, page, "#unit/0"), "Residual operations of F",
              r'<span class="o">\w+</span>', "Machine code", r"mov", r"\.py")
        page = os.path.join(folder, "colors.html")
        subprocess.run([genext, "view", TARGET, "--stage", "colors", "--format", "html", "-o", page], check=True)
        check("colours", drawn(chromium, folder, page), 'class="green"', 'class="red"', "Why")
        page = os.path.join(folder, "graphs.html")
        subprocess.run([genext, "view", TARGET, "--stage", "annotated,lowlevel", "--format", "html", "-o", page],
                       check=True)
        print("     the page of all graphs of Kite at two stages: %.1f MB" % (os.path.getsize(page) / 1e6))
        check("graphs", drawn(chromium, folder, page), "<svg", 'class="edge', "annotated", "low level", "Inlined away")
    return 0


if __name__ == "__main__":
    sys.exit(main())
