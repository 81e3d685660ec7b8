"""What the data of the gallery's PostgreSQL outlives; a row is read after each."""

import shutil
import unittest

from gallery_postgres import CHARMS, Postgres
from orchestrator import until


class Outlives(Postgres):
    def test_ST44_its_unit(self):
        self.begin_with_rows()
        self.orrery("remove-unit", "postgres/0")
        self.orrery.settle()
        self.assertEqual(self.storages(), {"data/0": ""})
        self.orrery("add-unit", "postgres")
        self.orrery.settle()
        self.take_over("postgres/1", "data/0")
        self.await_status("postgres/1", "active", "primary on ")
        self.assert_rows_and_write("Triton")

    def test_ST46_force(self):
        self.begin_with_rows()
        self.orrery("remove-unit", "postgres/0", "--force", "--no-wait")
        self.orrery.settle()
        self.assertEqual(self.storages(), {"data/0": ""})
        self.orrery("add-unit", "postgres")
        self.orrery.settle()
        self.take_over("postgres/1", "data/0")
        self.await_status("postgres/1", "active", "primary on ")
        self.assert_rows_and_write("Triton")

    def test_M11_its_machine(self):
        self.begin_with_rows()
        machine = self.orrery.units()["postgres/0"]["machine"]
        shutil.rmtree(self.orrery.model / "machines" / machine)
        until(lambda: self.orrery.status()["machines"][machine]["juju-status"]["current"] == "down",
              why="the machine is shown as down")
        self.orrery.settle()
        self.orrery("retry-provisioning", machine)
        self.orrery.settle()
        self.await_status("postgres/0", "active", "primary on ")
        self.assert_rows_and_write("Triton")

    def test_its_charm(self):
        self.begin_with_rows()
        pid = self.pid("postgres/0", "postgres")
        self.orrery("refresh", "postgres", "--path", CHARMS / "postgres")
        self.orrery.settle()
        self.assertEqual(self.pid("postgres/0", "postgres"), pid, "nobody was cut off")
        self.assert_rows_and_write("Triton")

    def test_W9_a_boot(self):
        self.begin_with_rows()
        self.orrery.reboot("second")
        self.orrery.settle()
        self.await_status("postgres/0", "active", "primary on ")
        self.assert_rows_and_write("Triton")

    def test_a_data_directory_that_is_moved(self):
        """While it runs, which it goes on with, and then with a boot between."""
        self.begin_with_rows("-n", "2")
        place = self.orrery.directory / "moved"
        leads, follows = sorted(("postgres/0", "postgres/1"), key=lambda unit: not
                                self.status_of(unit)["message"].startswith("primary on "))
        pid = self.pid(leads, "postgres")
        self.assertEqual(self.orrery.terminate(), 0)
        self.orrery.data.rename(place)
        self.orrery.data, self.orrery.socket = place, place / "orrery.socket"
        self.orrery.configure()
        self.orrery.start()
        self.orrery.settle()
        self.assertEqual(self.pid(leads, "postgres"), pid, "it was found, not begun anew")
        self.assert_rows_and_write("Triton")
        self.assertIn(str(place), self.orrery("show-storage", "data/0"))
        self.orrery.reboot("second")
        self.orrery.settle()
        self.await_status(leads, "active", "primary on ")
        self.await_status(follows, "active", "replica of ")
        self.assert_rows_and_write("Nereid")


if __name__ == "__main__":
    unittest.main(verbosity=2)
