"""What the measures are given: sizes, and programs to run."""

import importlib
import json
import os
import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]


class Failed(Exception):
    """A measure could not be taken."""


class Bench:
    """`short`: small sizes and one pair, to see that all is alive. `units`: of those that measure a large model; `rounds`: how
    often what takes minutes is done."""

    def __init__(self, build, short, pairs, units=100_000, rounds=1):
        self.build, self.short, self.pairs = build, short, 1 if short else pairs
        self.units, self.rounds = units, 1 if short else rounds

    def size(self, long, short):
        return short if self.short else long

    def program(self, name):
        """The path of a built program, by the name of its target: `test/bench/journal_path`, `cmd/orrery`."""
        return self.build / name

    def run(self, name, *arguments, seconds=1800):
        """What a program of ours prints: one JSON object a line."""
        command = [str(self.program(name)), *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds)
        if done.returncode != 0:
            raise Failed(f"{' '.join(command)} ended with {done.returncode}: {done.stderr.strip()[-2000:]}")
        return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def measures():
    """All by name, in the order of the issue: the docstring's first word is its number."""
    modules = {path.stem: importlib.import_module(f"measures.{path.stem}")
               for path in (HERE / "measures").glob("*.py") if not path.stem.startswith("_")}
    def place(item):
        word = item[1].__doc__.split()[0].rstrip(":").lstrip("P")
        return (int(word.rstrip("abcdefgh")), word)
    return dict(sorted(modules.items(), key=place))


def make(build, targets):
    """Builds what is named, in a release build of its own."""
    if not (build / "build.ninja").exists():
        subprocess.run(["meson", "setup", build, "--buildtype=release", "-Doptimization=2"],
                       cwd=REPOSITORY, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["ninja", "-C", build, *sorted(targets)], check=True, stdout=subprocess.DEVNULL)


def default_build():
    return pathlib.Path(os.environ.get("ORRERY_BENCH_BUILD", REPOSITORY / "build-bench")).resolve()
