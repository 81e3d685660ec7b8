"""Counts the instructions of a program of ours by callgrind."""

import re
import shutil
import subprocess

from bench import Failed

MISSING = "valgrind is missing: cmd/install bench"
SECONDS = 4 * 3600


def is_there():
    return shutil.which("valgrind") is not None


def run(bench, options, program, *arguments, counts="/dev/null"):
    """What it printed, to its output and to the other. What callgrind dumps goes to files whose names begin with that of `counts`."""
    command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={counts}", *options, bench.program(program), *arguments]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=SECONDS)
    if done.returncode != 0:
        raise Failed(f"callgrind: {done.stderr.strip()[-500:]}")
    return done.stdout, done.stderr


def collected(told):
    """The instructions of one run: those that the options have it collect."""
    found = re.search(r"Collected : (\d+)", told)
    if not found or int(found[1]) == 0:
        raise Failed(f"callgrind: {told.strip()[-500:]}")
    return int(found[1])


def by_dump(directory):
    """The instructions of each part of a run, by the name that the program gave it."""
    counts = {}
    for path in directory.iterdir():
        name = total = None
        with path.open() as lines:
            for line in lines:
                if found := re.match(r"desc: Trigger: Client Request: (.+)$", line):
                    name = found[1]
                elif found := re.match(r"totals: (\d+)", line):
                    total = int(found[1])
        if name is not None:
            counts[name] = total
    return counts
