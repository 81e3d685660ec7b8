"""P10: very many units and nothing to do: writes, wakeups, processor time."""

import pathlib
import time

from fleet import Fleet
from orchestrator import Orchestrator
from rows import Row

TARGETS = ["cmd/orrery", "cmd/keeper/orrery-keeper", "cmd/tool/orrery-tool"]
# RocksDB's own timer, one in each store, looks every ten seconds whether its log wants flushing
# (docs/developers/decisions.md).
KNOWN_TIMERS = {"rocksdb:low", "rocksdb:high", "rocksdb:timer"}


def wakeups(pid):
    """Times that each thread has gone to sleep, by thread."""
    found = {}
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        words = (task / "status").read_text().split("voluntary_ctxt_switches:", 1)[1].split()
        found[int(task.name)] = int(words[0])
    return found


def written(pid):
    fields = dict(line.split(": ") for line in pathlib.Path(f"/proc/{pid}/io").read_text().splitlines())
    return int(fields["wchar"])


def watched(orrery, units, seconds, rest):
    """Rows of what it does while nobody asks for anything. `rest`: what RocksDB still has to merge, and threads that end."""
    time.sleep(rest)
    pid = orrery.process.pid
    before = wakeups(pid), written(pid), orrery.cpu_seconds()
    time.sleep(seconds)
    after = wakeups(pid), written(pid), orrery.cpu_seconds()
    woken = sum(count - before[0].get(task, 0) for task, count in after[0].items())
    allowed = 4 * (seconds // 10 + 1)  # RocksDB's timers: two stores, once in ten seconds
    return [
        Row("idle", f"bytes written in {seconds} s", "", [after[1] - before[1]], goal="none", limit=0, asserted=True),
        Row("idle", f"wakeups in {seconds} s", "", [woken], goal=f"none but RocksDB's timers: at most {allowed}",
            limit=allowed, asserted=True),
        Row("idle", f"processor, of one core, with {units:,} units", "%", [100 * (after[2] - before[2]) / seconds],
            goal="at most 0.1", limit=0.1),
    ]


def measure(bench):
    units = bench.size(bench.units, 100)
    with Orchestrator(bench) as orrery:
        fleet = Fleet(orrery)
        fleet.machines(max(1, units // 10))
        fleet.deploy("web")
        fleet.units("web", units - 1)
        return watched(orrery, units, bench.size(60, 2), bench.size(30, 2))
