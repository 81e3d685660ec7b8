"""What no backup holds, through restores: the data of storage, and what was put aside."""

import signal
import subprocess
import unittest

from orchestrator import CHARMS, PROGRAM, until
from saved import Saved


class KeptData(Saved):
    def begun(self):
        """A backup of a unit with data, and another unit with data that is not in it."""
        self.orrery.start()
        self.orrery("deploy", CHARMS / "keeper", "a")
        self.orrery.settle()
        known = self.row(0)
        backup = self.orrery.directory / "saved"
        self.said = self.orrery("backup", "create", backup, "--with-units")
        self.orrery("deploy", CHARMS / "keeper", "b")
        self.orrery.settle()
        later = max(int(place.name) for place in (self.orrery.model / "storage/data").iterdir())
        rows = [known, self.row(later)]
        self.assertEqual(self.orrery.terminate(), 0)
        return backup, rows

    def row(self, number):
        row = self.orrery.model / "storage/data" / str(number) / "row"
        row.write_text(f"precious {number}")
        return row

    def texts(self):
        """Of all rows, wherever they are now."""
        return sorted(row.read_text() for row in self.orrery.data.rglob("row"))

    def test_a_restore_leaves_the_data_of_storage_in_its_place(self):
        backup, rows = self.begun()
        self.assertIn("not in it: the data of storage", self.said)
        aside = self.orrery.model / "lost-1"
        aside.mkdir()
        (aside / "row").write_text("put aside")
        texts = self.texts()
        for words in ((), ("--discard",)):
            with self.subTest(words):
                said = self.restore(backup, *words)
                unknown, = (line for line in said.splitlines() if "does not know storage" in line)
                self.assertIn(f"data/{rows[1].parent.name}", unknown)
                self.assertEqual(self.texts(), texts)
                self.assertTrue(all(row.exists() for row in (*rows, aside / "row")), said)
        self.orrery.start()
        self.orrery("wait", "settled", "timeout=60s")
        self.assertEqual(sorted(self.orrery.units()), ["a/0"])
        answer = self.ask("exec", "--unit", "a/0", "cat $(storage-get -s data/0 location)/row")
        self.assertEqual(answer.out.strip(), "precious 0")

    def test_kill_9_at_each_step_leaves_all_data_where_a_start_has_it(self):
        backup, rows = self.begun()
        for step in ("commit", "finish"):
            with self.subTest(step):
                self.restore(backup, "--discard", step=step, code=-signal.SIGKILL)
                self.assertEqual(len(self.texts()), 2, "of each one copy")
                self.orrery.start()
                self.orrery("wait", "settled", "timeout=60s")
                self.assertTrue(all(row.exists() for row in rows))
                self.assertEqual(self.orrery.terminate(), 0)

    def test_data_that_came_along_with_no_backup_is_said_to_be_missing(self):
        backup, _ = self.begun()
        other = self.elsewhere()
        said = self.restore(backup, orrery=other)
        self.assertIn("that of cache/1, cache/2, data/0 is not in", said)

    def test_models_that_are_replaced_and_hold_data_are_said_to(self):
        backup, _ = self.begun()
        other = self.elsewhere()
        other.start()
        other("deploy", CHARMS / "keeper", "c")
        other.settle()
        self.assertEqual(other.terminate(), 0)
        said = self.restore(backup, orrery=other)
        self.assertIn("no other copy is left of the data of storage in it", said)

    def test_kill_9_amid_the_end_of_a_restore_keeps_nothing_that_was_to_go(self):
        backup, _ = self.begun()
        place = self.orrery.model / "machines/many"
        place.mkdir()
        for number in range(30_000):
            (place / str(number)).touch()
        top = self.orrery.data / "restore"
        restoring = subprocess.Popen([PROGRAM, "backup", "restore", backup, "--discard",
                                      "--settings", self.orrery.settings],
                                     stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until(lambda: [*top.glob("*/*/machines/many")], why="the models are exchanged")
        until(lambda: not (top / "models").exists() or not (top / "order").exists(),
              why="what was replaced is being deleted")
        restoring.kill()
        self.assertEqual(restoring.wait(60), -signal.SIGKILL)
        self.orrery.start()
        self.assertFalse(top.exists())
        self.assertFalse((self.orrery.data / "replaced").exists(), self.orrery.log)


if __name__ == "__main__":
    unittest.main(verbosity=2)
