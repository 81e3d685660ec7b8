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
    large_s, small_s, growths = [], [], []
    for _ in range(bench.rounds):  # the few before and after the many: they take so short that the machine's moods tell
        before, (large, growth), after = removed(bench, few)[0], removed(bench, many), removed(bench, few)[0]
        large_s.append(large)
        small_s.append(statistics.fmean((before, after)))
        growths.append(growth)
    large, small = statistics.fmean(large_s), statistics.fmean(small_s)
    return [
        Row("removal", f"{many:,} units against {few:,}", "s", large_s, small_s, f"{few:,}, before and after",
            f"at most {TEN_TIMES} x", TEN_TIMES),
        Row("removal", f"{many:,} units, a second", "units/s", [many / took for took in large_s], picture={
            "title": "remove-application, each unit with a relation and a subordinate", "horizontal": "units",
            "upright": "seconds", "lines": {
                "measured": [(0, 0), (few, small), (many, large)],
                "ten times as long for ten times as many": [(0, 0), (many, 10 * small)]}}),
        Row("removal", "memory that grows meanwhile, at most", "KiB a unit", [statistics.fmean(growths)],
            goal="flat: at most 1", limit=1),
    ]
