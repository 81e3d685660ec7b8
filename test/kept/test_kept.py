"""Data directories of earlier programs, opened by this one: schema-N.tar.gz holds one of each schema of the store.

A program of a newer schema must open all of them, and go on where they stood.
"""

import os
import re
import tarfile
import unittest

from model import HERE, PLACE, REPOSITORY, Keeping, until

KEPT = sorted(HERE.glob("schema-*.tar.gz"))


class Kept(unittest.TestCase):
    def opened(self, file):
        orrery = Keeping()
        self.addCleanup(orrery.close)
        orrery.data.mkdir(mode=0o700)
        with tarfile.open(file) as tar:
            tar.extractall(orrery.data)
        return orrery.start()

    def each(self, what):
        for file in KEPT:
            with self.subTest(file=file.name):
                orrery = self.opened(file)
                try:
                    what(orrery)
                finally:
                    orrery.close()

    def runs_as_it_should(self, orrery):
        """Its programs are gone; `start` begins them again, for another boot or their end."""
        unit = orrery.units()["runs/0"]
        machine = orrery.status()["machines"][unit["machine"]]["juju-status"]["current"]
        return machine == "started" and unit["juju-status"]["current"] == "idle"

    def shown(self, orrery, unit):
        return orrery.units()[unit]["workload-status"]["current"]

    def test_todays_schema_is_kept(self):
        declared = (REPOSITORY / "store" / "database.hpp").read_text()
        newest = int(re.search(r"newest_schema = (\d+)", declared)[1])
        self.assertIn(HERE / f"schema-{newest}.tar.gz", KEPT, "make it: test/kept/make")

    def test_what_was_there_is_there_and_agrees(self):
        self.each(self.looks_as_it_was)

    def looks_as_it_was(self, orrery):
        until(lambda: self.runs_as_it_should(orrery), why="its programs run again")
        orrery("check")
        applications = orrery.status()["applications"]
        self.assertEqual(sorted(applications),
                         ["a", "b", "beside", "fails", "parts", "runs", "stands", "stays", "told"])
        self.assertEqual(applications["stays"]["life"], "dying")
        self.assertTrue(applications["b"]["exposed"])
        units = orrery.units()
        self.assertEqual(sorted(units), ["a/0", "a/1", "b/0", "beside/0", "beside/1", "fails/0", "parts/0", "runs/0",
                                         "stands/0", "stays/0", "told/0", "told/1"])
        for unit in ("fails/0", "parts/0", "stays/0"):
            self.assertEqual(units[unit]["workload-status"]["current"], "error", unit)
        self.assertEqual(units["told/0"]["workload-status"]["message"], "told kept")
        self.assertEqual(units["told/1"]["workload-status"]["message"], "heard kept from told/0")
        self.assertEqual(orrery("config", "stands", "hold").strip(), "config-changed")
        self.takes_constraints(orrery)

    def takes_constraints(self, orrery):
        """Records of before have none, and charms no place that they came from (MD69, CL12)."""
        self.assertEqual(orrery("model-constraints"), "\n")
        self.assertEqual(orrery("constraints", "a"), "\n")
        orrery("set-constraints", "a", "tags=x")
        self.assertEqual(orrery("constraints", "a"), "tags=x\n")
        orrery("set-constraints", "a")
        self.assertIn("  a:\n    charm: ", orrery("export-bundle"))

    def test_its_units_go_on(self):
        self.each(self.goes_on)

    def goes_on(self, orrery):
        # The hook in whose midst it ended runs again; nothing that was done does.
        stands = orrery.unit_directory("stands/0")
        until(lambda: (stands / "holding-config-changed").exists())
        (stands / "release").touch()
        until(lambda: orrery.units()["stands/0"]["juju-status"]["current"] == "idle")
        before = (orrery.unit_directory("a/0") / "hooks.log").read_text()
        # What waited for a person goes on when one has come.
        orrery("resolved", "--no-retry", "fails/0", "parts/0", "stays/0")
        orrery("wait", "application", "stays", "gone")
        orrery.settle()
        self.assertEqual(orrery.units()["runs/0"]["juju-status"]["current"], "idle")
        self.assertNotIn("client", orrery.status()["applications"]["parts"].get("relations", {}))
        # Names go on where they were; counterparts hear of who comes and who goes.
        self.assertEqual(orrery("add-unit", "a").split()[2], "a/2")
        orrery.settle()
        self.assertIn("beside/2", orrery.units())
        orrery("remove-unit", "a/1")
        orrery("wait", "unit", "a/1", "gone")
        orrery("config", "told", "word=again")
        orrery.settle()
        self.assertEqual(orrery.units()["told/1"]["workload-status"]["message"], "heard again from told/0")
        after = (orrery.unit_directory("a/0") / "hooks.log").read_text()
        self.assertTrue(after.startswith(before))
        seen = (orrery.unit_directory("b/0") / "hooks.log").read_text().splitlines()
        self.assertEqual([line.split()[0] for line in seen[-3:]],
                         ["client-relation-joined", "client-relation-changed", "client-relation-departed"])

    @unittest.skipUnless("ORRERY_KILL_AT_MOVE_LIBRARY" in os.environ, "needs a library")
    def test_a_kill_at_each_step_of_the_move_to_todays_layout_loses_nothing(self):
        """DATA/store and so on become DATA/models/UUID/store, killed and gone on with."""
        step, moved = 0, False
        while not moved:
            step += 1
            with self.subTest(step=step):
                moved = self.moved_when_killed_at(step)
        self.assertGreater(step, 10, "steps of the move")

    def moved_when_killed_at(self, step):
        """@returns whether the move was done before that step"""
        orrery = Keeping()
        try:
            orrery.data.mkdir(mode=0o700)
            with tarfile.open(HERE / "schema-2.tar.gz") as tar:
                tar.extractall(orrery.data)
            orrery.start_killed_at(step, os.environ["ORRERY_KILL_AT_MOVE_LIBRARY"])
            moved = any(not place.name.endswith(".new") for place in orrery.data.glob("models/*"))
            orrery.start()
            orrery("check")
            self.assertEqual(len(orrery.status()["applications"]), 9)
            self.assertEqual(len(orrery.units()), 12)
            self.assertEqual(len(list((orrery.data / "models").iterdir())), 1)
            return moved
        finally:
            orrery.close()

    def test_all_of_it_can_be_removed(self):
        self.each(self.goes)

    def goes(self, orrery):
        (orrery.unit_directory("stands/0") / "release").touch()
        for application in orrery.status()["applications"]:
            orrery("remove-application", application, "--force", "--no-wait")
        until(lambda: not orrery.status().get("applications"), why="all is removed")
        orrery.settle()

    def test_it_tells_of_no_computer(self):
        for file in KEPT:
            with tarfile.open(file) as tar:
                for entry in tar:
                    self.assertEqual((entry.uid, entry.gid, entry.uname, entry.gname), (0, 0, "", ""), entry.name)
                    self.assertFalse(entry.linkname.startswith("/"), entry.name)
                    content = tar.extractfile(entry).read() if entry.isreg() else b""
                    paths = set(re.findall(rb"/(?:tmp|home|root|usr/local)/[-\w.]+", content))
                    self.assertLessEqual(paths, {os.fsencode(PLACE)}, entry.name)


if __name__ == "__main__":
    unittest.main(verbosity=2)
