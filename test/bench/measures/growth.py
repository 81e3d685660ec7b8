"""P13: how the whole work of a verb grows with the model: messages, transactions, records, bytes, agents' work included.

Charms without hooks. Agents rest in each size: with those that stay by default none of 1,000 would, and the verbs that wake them would
cost a step more in the next size. Nor is history forgotten in any: by default that begins within the largest, and is one deletion for
each step of a life. The exponent is the slope of a straight line through the logarithms of the counts; one that does not grow has 0.
Processor time is shown and not judged."""

import math

from rows import Row

PROGRAM = "test/bench/growth"
TARGETS = [PROGRAM]
COUNTS = ("messages", "transactions", "records", "bytes")
LIMIT = 1.05
IDLE_AGENTS = 0


def exponent(sizes, amounts):
    xs, ys = [math.log(size) for size in sizes], [math.log(max(amount, 1e-9)) for amount in amounts]
    middle_x, middle_y = sum(xs) / len(xs), sum(ys) / len(ys)
    return (sum((x - middle_x) * (y - middle_y) for x, y in zip(xs, ys))
            / sum((x - middle_x) ** 2 for x in xs))


def measure(bench):
    sizes = bench.size((1_000, 10_000, 100_000), (30, 60, 120))
    told = [line for size in sizes for line in bench.run(PROGRAM, size, IDLE_AGENTS)]
    for verb in dict.fromkeys(line["verb"] for line in told):
        lines = [line for line in told if line["verb"] == verb]
        fits = {what: exponent(sizes, [line[what] for line in lines]) for what in (*COUNTS, "cpu_s")}
        worst = max(COUNTS, key=fits.get)
        last = lines[-1]
        name = (f"{verb}: {worst} (at {sizes[-1]:,}: {last['messages']:,} messages, {last['transactions']:,} transactions,"
                f" {last['records']:,} records, {last['bytes']:,} B; time {fits['cpu_s']:.2f})")
        yield Row("growth", name, "", [fits[worst]], goal=f"at most {LIMIT}", limit=LIMIT, asserted=True)
