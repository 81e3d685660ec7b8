"""P4: deploy of very many units: the last thousand against the first; no hooks."""

import time

from fleet import Fleet
from orchestrator import Orchestrator
from rows import Row

TARGETS = ["cmd/orrery", "cmd/keeper/orrery-keeper", "cmd/tool/orrery-tool"]
LAST = 1.1  # of the first thousand


def timed(fleet, units):
    began = time.monotonic()
    fleet.units("web", units)
    return time.monotonic() - began


def measure(bench):
    """Units are added by several clients, and are there once all has settled."""
    units = bench.size(bench.units, 200)
    part = bench.size(1000, 20)
    first, last, rates, parts = [], [], [], []
    for _ in range(bench.rounds):
        with Orchestrator(bench) as orrery:
            fleet = Fleet(orrery)
            fleet.machines(max(1, units // 10))
            fleet.deploy("web")
            began = time.monotonic()
            taken = [timed(fleet, part) for _ in range(units // part)]
            rates.append(units / (time.monotonic() - began))
            parts.append(taken)
            some = max(1, min(5, len(taken) // 10))
            first.append(sum(taken[:some]) / some)
            last.append(sum(taken[-some:]) / some)
    return [
        Row("deploy", f"the last {part:,} of {units:,} units", "s", last, first, f"the first {part:,}",
            f"at most {LAST} x", LAST),
        Row("deploy", f"{units:,} units", "units/s", rates, picture={
            "title": f"deploying {units:,} units on {max(1, units // 10):,} machines", "horizontal": "units that are there",
            "upright": f"seconds for the next {part:,}",
            "lines": {f"run {turn + 1}" if len(parts) > 1 else "": [(part * (at + 1), each) for at, each in enumerate(taken)]
                      for turn, taken in enumerate(parts)}}),
    ]
