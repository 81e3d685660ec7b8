"""P3: remove-application of very many units, each related and with a subordinate; no hooks."""

import statistics
import time

from fleet import Fleet
from orchestrator import Orchestrator
from rows import Row

TARGETS = ["cmd/orrery", "cmd/keeper/orrery-keeper", "cmd/tool/orrery-tool"]
TEN_TIMES = 11  # what ten times as many may cost


def removed(bench, units):
    """Seconds until all are gone, and by how much memory grew at most meanwhile, in KiB a unit."""
    with Orchestrator(bench) as orrery:
        fleet = Fleet(orrery)
        fleet.machines(max(1, units // 10))
        fleet.related()
        fleet.units("web", units - 1)
        before = orrery.resident_kib()
        orrery.watch_peak()
        began = time.monotonic()
        orrery("remove-application", "web")
        orrery.settle()
        took = time.monotonic() - began
        left = orrery.json("status")["applications"]
        if "web" in left or left["log"].get("units"):
            raise AssertionError("units are left")
        return took, (orrery.peak_kib() - before) / units


def measure(bench):
    few = bench.size(bench.units // 10, 20)
    many = 10 * few
    taken = [(removed(bench, many), removed(bench, few)) for _ in range(bench.rounds)]
    return [
        Row("removal", f"{many:,} units against {few:,}", "s", [large[0] for large, _ in taken],
            [small[0] for _, small in taken], f"{few:,}", f"at most {TEN_TIMES} x", TEN_TIMES),
        Row("removal", f"{many:,} units, a second", "units/s", [many / large[0] for large, _ in taken], picture={
            "title": "remove-application, each unit with a relation and a subordinate", "horizontal": "units",
            "upright": "seconds", "lines": {
                "measured": [(0, 0), *((count, sum(pair[at][0] for pair in taken) / len(taken))
                                       for at, count in ((1, few), (0, many)))],
                "ten times as long for ten times as many": [(0, 0), (many, 10 * sum(small[0] for _, small in taken) / len(taken))]}}),
        Row("removal", "memory that grows meanwhile, at most", "KiB a unit", [statistics.fmean(large[1] for large, _ in taken)],
            goal="flat: at most 1", limit=1),
    ]
