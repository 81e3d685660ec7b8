"""P2: how long one command takes while nothing else happens, and how many share a sync under load."""

from rows import Row

ALONE, LOAD = "test/bench/one_command", "test/bench/journal_path"
TARGETS = [ALONE, LOAD]


def measure(bench):
    blocks = bench.run(ALONE, bench.size(200, 10), bench.pairs)
    loads = bench.run(LOAD, bench.size(5_000, 300), bench.pairs)
    return [
        Row("one_command", "alone, the median", "ms", [block["ours_ms"] for block in blocks],
            [block["raw_ms"] for block in blocks], "append and fdatasync", "at most 1.5 x and 0.2 ms", 1.5, allowance=0.2),
        Row("one_command", "transactions a sync, 256 outstanding", "",
            [load["transactions"] / load["batches"] for load in loads], goal="at least 50", limit=50, at_least=True),
    ]
