"""An idle orchestrator makes no writes and no wakeups: an absence, hence a bounded time of watching."""

import pathlib
import threading
import unittest

from orchestrator import CHARMS, FIXTURES
from suite import Suite

WATCHED_SECONDS = 5
WAKEUPS = 8  # of all threads together, for what the last session and the last hook (HookDesk::look) leave to be done


class Idle(Suite):
    def switches(self):
        total = 0
        for task in pathlib.Path(f"/proc/{self.orrery.process.pid}/task").iterdir():
            for line in (task / "status").read_text().splitlines():
                if line.startswith("voluntary_ctxt_switches:"):
                    total += int(line.split()[1])
        return total

    def written(self):
        counts = pathlib.Path(f"/proc/{self.orrery.process.pid}/io").read_text().splitlines()
        return next(int(line.split()[1]) for line in counts if line.startswith("syscw:"))

    def files(self):
        return {str(file): (file.stat().st_size, file.stat().st_mtime_ns)
                for file in sorted(self.orrery.data.rglob("*")) if file.is_file()}

    def test_no_writes_and_no_wakeups(self):
        self.orrery("deploy", FIXTURES / "recorder", "app", "-n", "3")
        self.orrery("deploy", FIXTURES / "failing", "--config", "fail=start")
        self.orrery("deploy", CHARMS / "daemon")
        self.orrery("deploy", FIXTURES / "sub")
        self.orrery("integrate", "app", "sub:beside")
        self.orrery.settle()
        for _ in range(2):  # the second time after a restart
            sequence = self.orrery.sequence()
            files = self.files()
            switches, written = self.switches(), self.written()
            threading.Event().wait(WATCHED_SECONDS)
            self.assertLessEqual(self.switches() - switches, WAKEUPS)
            self.assertEqual(self.written(), written)
            self.assertEqual(self.files(), files)
            self.assertEqual(self.orrery.sequence(), sequence)
            self.orrery.restart()
            self.orrery.settle()


if __name__ == "__main__":
    unittest.main(verbosity=2)
