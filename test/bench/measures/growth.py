"""P13: how the whole work of a verb grows with the model: messages, transactions, records, bytes and instructions, agents' work included.

Charms without hooks. Agents rest in each size: with those that stay by default none of 1,000 would, and the verbs that wake them would
cost a step more in the next size. Nor is history forgotten in any: by default that begins within the largest, and is one deletion for
each step of a life. Instructions are those of all threads, in a second run, under callgrind. The exponent is the slope of a straight
line through the logarithms of the counts; one that does not grow has 0. Processor time is shown and not judged.

What RocksDB holds in memory before it writes a file is the orchestrator's in the largest size, and in each the same share of the model:
a small one would never leave memory, and files that begin to be read and merged between two sizes would be taken for growth."""

import math
import pathlib
import tempfile

import callgrind
from bench import Failed
from rows import Row

PROGRAM = "test/bench/growth"
TARGETS = [PROGRAM]
COUNTS = ("messages", "transactions", "records", "bytes", "instructions")
LIMIT = 1.05
IDLE_AGENTS = 0


def exponent(sizes, amounts):
    xs, ys = [math.log(size) for size in sizes], [math.log(max(amount, 1e-9)) for amount in amounts]
    middle_x, middle_y = sum(xs) / len(xs), sum(ys) / len(ys)
    return (sum((x - middle_x) * (y - middle_y) for x, y in zip(xs, ys))
            / sum((x - middle_x) ** 2 for x in xs))


def instructions(bench, *arguments):
    """By verb."""
    with tempfile.TemporaryDirectory() as place:
        callgrind.run(bench, ["--dump-line=no"], PROGRAM, *arguments, counts=f"{place}/counts")
        return callgrind.by_dump(pathlib.Path(place))


def told_of(bench, sizes):
    """By verb, what each size counted."""
    told = {}
    for size in sizes:
        arguments = (size, IDLE_AGENTS, sizes[-1])
        counted = instructions(bench, *arguments) if callgrind.is_there() else None
        for line in bench.run(PROGRAM, *arguments):
            verb = line["verb"]
            if counted is not None and not counted.get(verb):
                raise Failed(f"callgrind counted nothing of {verb}: was it built before valgrind was there? Build it again")
            told.setdefault(verb, []).append(line | {"instructions": counted[verb] if counted else 0})
    return told


def measure(bench):
    sizes = bench.size((1_000, 10_000, 100_000), (30, 60, 120))
    for verb, lines in told_of(bench, sizes).items():
        fits = {what: exponent(sizes, [line[what] for line in lines]) for what in (*COUNTS, "cpu_s")}
        worst = max(COUNTS, key=fits.get)
        last = lines[-1]
        name = (f"{verb}: {worst} (at {sizes[-1]:,}: {last['messages']:,} messages, {last['transactions']:,} transactions,"
                f" {last['records']:,} records, {last['bytes']:,} B, {last['instructions']:,} instructions, {fits['instructions']:.2f};"
                f" time {fits['cpu_s']:.2f})")
        yield Row("growth", name, "", [fits[worst]], goal=f"at most {LIMIT}", limit=LIMIT, asserted=True)
    if not callgrind.is_there():
        yield Row("growth", "instructions", "", missing=callgrind.MISSING)
