"""What an orchestrator uses, measured while it has nothing to do."""

import os
import pathlib
import subprocess

from leftovers import descriptors_at_rest
from orchestrator import PROGRAM, Orchestrator, until

MEBIBYTE = 1 << 20
LIBRARY = pathlib.Path(os.environ.get("ORRERY_HEAP_LIBRARY", PROGRAM.parents[1] / "test" / "soak" / "libheap.so"))
RETRY = "retry: {attempts: 10, first-delay: 20ms, longest-delay: 100ms}"  # each kill in a hook is a failed try of it
# What is bounded reaches its bound soon: then whatever grows is a leak.
BOUNDS = ("store-buffer: 1MiB", "history-kept: 1000", "removed-unit-logs: 50", "unit-log-limit: 256KiB", "idle-agents: 2")


class Measured(Orchestrator):
    """One that lets scripts break it, and is asked how much memory it holds (heap.cpp)."""

    def __init__(self, *settings):
        super().__init__(RETRY, *settings)
        self.heap = self.directory / "heap"
        for name in ("ask", "answer"):
            os.mkfifo(f"{self.heap}.{name}")

    def spawn(self, *arguments):
        told = {"LD_PRELOAD": str(LIBRARY), "ORRERY_HEAP": str(self.heap)} if LIBRARY.is_file() else {}
        return subprocess.Popen([PROGRAM, "serve", "--settings", self.settings, "--allow-faults", *arguments], text=True,
                                env={**os.environ, **told},
                                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def bytes_in_use(self):
        """Of its allocator, which gives back what it can before it answers; 0 without the library."""
        if not LIBRARY.is_file():
            return 0
        with open(f"{self.heap}.ask", "wb"):
            pass
        with open(f"{self.heap}.answer", encoding="ascii") as answer:
            return int(answer.read().split()[0])


def resident(process):
    """MiB of it in memory."""
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def size_of(place):
    """MiB of all files below it; some may go meanwhile."""
    total = 0
    for file in place.rglob("*"):
        try:
            total += file.stat().st_size if file.is_file() else 0
        except FileNotFoundError:
            pass
    return total / MEBIBYTE


class Measures:
    """What is used now.  @pre it is settled and the model is empty."""

    def __init__(self, orrery):
        self.sequence = orrery.sequence()
        self.open = len(descriptors_at_rest(orrery))
        self.resident = resident(orrery.process)
        self.in_use = orrery.bytes_in_use() / MEBIBYTE
        self.trimmed = resident(orrery.process)
        self.store, self.agents, self.logs = (size_of(orrery.model / name) for name in ("store", "agents", "logs"))
        self.files = sum(1 for _ in orrery.data.rglob("*"))
        until(lambda: not orrery.leftovers(), seconds=5, why=f"no process is left: {orrery.leftovers()}")
        self.threads = len(os.listdir(f"/proc/{orrery.process.pid}/task"))
