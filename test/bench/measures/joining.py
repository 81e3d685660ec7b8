"""P7: add-unit among very many against add-unit among a hundred, each in a relation; how many are woken."""

import time

from fleet import Fleet
from orchestrator import Orchestrator
from rows import Row

TARGETS = ["cmd/orrery", "cmd/keeper/orrery-keeper", "cmd/tool/orrery-tool", "test/bench/wakeups"]
SLOWER = 1.2


def added(orrery, fleet):
    """Milliseconds of the verb, and until the unit runs and everybody knows it."""
    place = next(fleet.places)
    began = time.monotonic()
    orrery("add-unit", "web", "--to", place)
    verb = time.monotonic() - began
    orrery.settle()
    return 1000 * verb, 1000 * (time.monotonic() - began)


def measure(bench):
    """Both orchestrators run side by side, and are asked in turn."""
    few, many = bench.size(100, 10), bench.size(bench.units, 100)
    with Orchestrator(bench) as small, Orchestrator(bench) as large:
        fleets = {small: Fleet(small), large: Fleet(large)}
        for orrery, units in ((small, few), (large, many)):
            fleets[orrery].joined(units)
        taken = {orrery: [] for orrery in fleets}
        for _ in range(bench.size(max(25, bench.pairs), 1)):
            for orrery, fleet in fleets.items():
                taken[orrery].append(added(orrery, fleet))
    joined = bench.run("test/bench/wakeups", *bench.size((1000, 200), (50, 20)))[0]
    goal = f"at most {SLOWER} x"
    return [
        Row("joining", f"add-unit among {many:,}", "ms", [verb for verb, _ in taken[large]],
            [verb for verb, _ in taken[small]], f"among {few:,}", goal, SLOWER),
        Row("joining", "until it runs and all know it", "ms", [until for _, until in taken[large]],
            [until for _, until in taken[small]], f"among {few:,}", goal, SLOWER),
        Row("joining", f"wakeups when {joined['joined']} units join {joined['observers']}", "", [joined["wakeups"]],
            goal=f"at most {joined['observers'] + joined['joined']}", limit=joined["observers"] + joined["joined"],
            asserted=True),
    ]
