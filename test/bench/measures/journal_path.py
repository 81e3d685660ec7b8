"""P1: durable transactions a second through the real entities, against a loop that only writes their records."""

from rows import Row

TARGETS = ["test/bench/journal_path"]
STEPS = 6  # transactions of a life, test/bench/lives.hpp
GOAL = 0.7


def measure(bench):
    lives = bench.size(10_000, 300)
    figures = bench.run(TARGETS[0], lives, bench.pairs)
    rows = []
    for mix in dict.fromkeys(figure["mix"] for figure in figures):
        pairs = [figure for figure in figures if figure["mix"] == mix]
        rows.append(Row("journal_path", mix, "txn/s", [pair["ours"] for pair in pairs],
                        [pair["baseline"] for pair in pairs], "plain loop", "at least 0.7", GOAL, at_least=True))
        rows.append(Row("journal_path", f"{mix}: processor time, all threads", "us/txn", [pair["ours_cpu_us"] for pair in pairs],
                        [pair["baseline_cpu_us"] for pair in pairs], "plain loop"))
        rows.append(Row("journal_path", f"{mix}: transactions a life", "", [pair["transactions"] / lives for pair in pairs],
                        goal=f"at most {STEPS}", limit=STEPS, asserted=True))
    return rows
