"""P8: status of very many units against a bare scan of the records; who writes meanwhile; one unit's status."""

import statistics
import threading
import time

import callgrind
from fleet import Fleet
from orchestrator import Orchestrator
from rows import Row

TARGETS = ["cmd/orrery", "cmd/keeper/orrery-keeper", "cmd/tool/orrery-tool", "test/bench/raw_scan",
           "test/bench/status_path"]


def timed(verb, *words):
    began = time.monotonic()
    verb(*words)
    return time.monotonic() - began


def writes(orrery, count):
    """The 99th of a hundred of what one small write takes, in ms."""
    taken = [1000 * timed(orrery, "expose" if turn % 2 == 0 else "unexpose", "hub") for turn in range(count)]
    return statistics.quantiles(taken, n=100)[98] if len(taken) > 1 else taken[0]


def one_unit(large, small, count):
    """What one unit's status usually takes in each, in ms, asked in turn: who is asked first finds nothing in the processor's caches."""
    taken = [(1000 * timed(large, "status", "web/0"), 1000 * timed(small, "status", "web/0")) for _ in range(count)]
    return [statistics.median(each) for each in zip(*taken)]


def writes_meanwhile(orrery, count):
    """The same while somebody reads everything, over and over."""
    over = threading.Event()

    def read():
        while not over.is_set():
            orrery.unread("status", "--format", "json")

    reader = threading.Thread(target=read)
    reader.start()
    try:
        return writes(orrery, count)
    finally:
        over.set()
        reader.join()


def instructions(bench, store, what):
    """What callgrind counts of a status, or of a bare scan, of a store that nobody has open."""
    _, told = callgrind.run(bench, ["--collect-atstart=no", "--toggle-collect=*measured_*"], "test/bench/status_path",
                            store, what)
    return callgrind.collected(told)


def counted(bench, orrery, units):
    if not callgrind.is_there():
        return Row("status", "", "", missing=callgrind.MISSING)
    orrery.terminate()
    store = orrery.model / "store"
    return Row("status", f"instructions of {units:,} units", "", [instructions(bench, store, "status")],
               [instructions(bench, store, "scan")], "bare scan", "at most 3 x", 3)


def measure(bench):
    units, few = bench.size(bench.units, 200), bench.size(100, 10)
    count = bench.size(200, 4)
    with Orchestrator(bench) as large, Orchestrator(bench) as small:
        for orrery, size in ((large, units), (small, few)):
            Fleet(orrery).joined(size)
        full, scan, one, one_small, quiet, busy = [], [], [], [], [], []
        for _ in range(bench.pairs):
            full.append(timed(large.unread, "status", "--format", "json"))
            scan.append(bench.run("test/bench/raw_scan", large.model / "store", "read-only")[0]["scan_seconds"])
            usual, usual_small = one_unit(large, small, bench.size(20, 2))
            one.append(usual)
            one_small.append(usual_small)
            quiet.append(writes(large, count))
            busy.append(writes_meanwhile(large, count))
        by_count = counted(bench, large, units)
    return [
        by_count,
        Row("status", f"all {units:,} units, as JSON", "s", full, scan, "bare scan", "at most 3 x", 3),
        Row("status", "a write's 99th of 100 meanwhile", "ms", busy, quiet, "quiet", "at most 1.5 x", 1.5),
        Row("status", f"one unit of {units:,}", "ms", one, one_small, f"of {few:,}", "flat: at most 1.2 x", 1.2),
    ]
