"""What else the machine does, and what a sync costs on it."""

import os
import pathlib
import statistics
import tempfile
import time

RECORD = bytes(1024)


def load():
    return os.getloadavg()[0]


def cpu_seconds():
    """Of the whole machine, busy, since it started; and of this process and of its children that have ended."""
    fields = [int(word) for word in pathlib.Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:8]]
    busy = sum(fields) - fields[3] - fields[4]  # without idle and waiting for a disk
    own = os.times()
    return busy / os.sysconf("SC_CLK_TCK"), own.user + own.system + own.children_user + own.children_system


class Others:
    """How many cores were used by others while it lived."""

    def __init__(self):
        self.began, (self.busy, self.own) = time.monotonic(), cpu_seconds()

    def cores(self):
        busy, own = cpu_seconds()
        took = max(time.monotonic() - self.began, 0.01)
        return max(0.0, (busy - self.busy - (own - self.own)) / took)


def sync_cost(times=300):
    """Milliseconds to append 1 KiB to a file and fdatasync it: the median, below $TMPDIR."""
    taken = []
    with tempfile.NamedTemporaryFile(prefix="orrery-bench-", buffering=0) as file:
        for _ in range(times):
            began = time.perf_counter()
            file.write(RECORD)
            os.fdatasync(file.fileno())
            taken.append(1000 * (time.perf_counter() - began))
    return statistics.median(taken)


def state():
    return {"load": load(), "sync_ms": sync_cost()}
