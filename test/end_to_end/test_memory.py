"""Allocations that fail: the orchestrator says so, ends, and has lost nothing that it had acknowledged.

One allocation fails a run, of those that a small life needs, evenly spread. ORRERY_ALLOCATIONS says how many are tried.
"""

import os
import signal
import subprocess
import sys
import unittest

from orchestrator import FIXTURES, PROGRAM, SECONDS, until
from suite import Suite

PRELOAD = os.environ["ORRERY_FAIL_NEW_LIBRARY"]
TRIES = int(os.environ.get("ORRERY_ALLOCATIONS", "12"))
EXIT_SOFTWARE = 70
VERBS = (["add-machine"], ["deploy", FIXTURES / "recorder"], ["add-machine"], ["status"], ["add-machine"])


class Life:
    """One process with a preloaded operator new, which is asked for a few things and told to stop."""

    def __init__(self, orrery, **preloaded):
        self.words = orrery.directory / "words"
        self.machines = 0  # acknowledged
        with self.words.open("w") as words:
            self.process = subprocess.Popen([PROGRAM, "serve", "--settings", orrery.settings],
                                            env={**os.environ, "LD_PRELOAD": PRELOAD, **preloaded},
                                            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=words)
        until(lambda: self.has_ended() or " serve: ready socket=" in self.said(), why="it starts")
        for verb in VERBS:
            if not self.has_ended() and orrery.ask(*verb).code == 0:
                self.machines += verb == ["add-machine"]
        if not self.has_ended():
            self.process.send_signal(signal.SIGTERM)
        self.code = self.process.wait(SECONDS)

    def has_ended(self):
        return self.process.poll() is not None

    def said(self):
        return self.words.read_text()


class Memory(Suite):
    STARTED = False

    def count(self):
        file = self.orrery.directory / "count"
        life = Life(self.orrery, ORRERY_COUNT_NEW=str(file))
        self.assertEqual((life.code, life.machines), (0, 3), life.said())
        return int.from_bytes(file.read_bytes(), sys.byteorder)

    def starve(self, number):
        """@returns whether that allocation came at all."""
        orrery = self.made(self.addCleanup)
        life = Life(orrery, ORRERY_FAIL_NEW=str(number))
        if life.code == 0:
            return False
        self.assertEqual(life.code, EXIT_SOFTWARE, life.said())
        self.assertIn("out of memory: stopping", life.said())
        orrery.start()
        orrery.settle()
        self.assertGreaterEqual(len(orrery.status()["machines"]), 1 + life.machines, "what was acknowledged is there")
        orrery("check")
        orrery.close()
        return True

    def test_an_allocation_that_fails_ends_it_with_a_word_and_loses_nothing(self):
        count = self.count()
        failed = 0
        for i in range(TRIES):
            number = 1 + count * (2 * i + 1) // (2 * TRIES)
            with self.subTest(allocation=number):
                failed += self.starve(number)
        print(f"{failed} of {TRIES} allocations failed, of about {count}", flush=True)
        self.assertGreaterEqual(failed, TRIES * 3 // 4)


if __name__ == "__main__":
    unittest.main(verbosity=2)
