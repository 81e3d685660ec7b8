"""P12: instructions of a transition through the entities, against the bare batch of its records, as the model grows.

Callgrind counts them, all in one thread; the records go to the same RocksDB in batches of the same size."""

import json
import math

import callgrind
from rows import Row

PROGRAM = "test/bench/instructions"
TARGETS = [PROGRAM]


def count(bench, what, entities, lives):
    """Instructions a transaction."""
    printed, told = callgrind.run(bench, ["--instr-atstart=no", "--collect-atstart=no", "--toggle-collect=*measured_*"],
                                  PROGRAM, what, entities, lives)
    return callgrind.collected(told) / json.loads(printed.splitlines()[-1])["transactions"]


def measure(bench):
    if not callgrind.is_there():
        return [Row("instructions", "", "", missing=callgrind.MISSING)]
    sizes, lives = bench.size((1_000, 10_000, 100_000, 1_000_000), (200,)), bench.size(2_000, 20)
    ours = {size: count(bench, "entities", size, lives) for size in sizes}
    bare = {size: count(bench, "batches", size, lives) for size in sizes}
    rows = [Row("instructions", f"a transition, {size:,} entities", "", [ours[size]], [bare[size]], "bare batch",
                "at most 2 x", 2.0) for size in sizes]
    rows[0].picture = {
        "title": "Instructions of a transition", "horizontal": "entities, ten to the power of", "upright": "instructions",
        "lines": {name: [(math.log10(size), figures[size]) for size in sizes]
                  for name, figures in (("through the entities", ours), ("bare batch", bare))}}
    for size in sizes[1:]:
        rows.append(Row("instructions", f"at {size:,} against {sizes[0]:,}", "", [ours[size]], [ours[sizes[0]]],
                        f"{sizes[0]:,}", "at most 1.03", 1.03))
    return rows
