"""Machines whose directory or programs vanish: shown as down, and made again with their units."""

import os
import shutil
import signal
import unittest

from orchestrator import CHARMS, Orchestrator, until


class LostMachines(unittest.TestCase):
    def setUp(self):
        self.orrery = Orchestrator()
        self.addCleanup(self.orrery.close)
        self.orrery.start()
        self.orrery("deploy", CHARMS / "daemon", "a")
        self.orrery.settle()
        self.machine = self.orrery.units()["a/0"]["machine"]
        self.directory = self.orrery.model / "machines" / self.machine

    def shown(self):
        return self.orrery.status()["machines"][self.machine]["juju-status"]

    def until_down(self):
        until(lambda: self.shown()["current"] == "down", why="the machine is shown as down")
        self.orrery.settle()

    def programs(self):
        """What keepers hold, the keepers included."""
        return self.orrery.leftovers()

    def kill_programs(self):
        for pid in self.programs():
            os.kill(pid, signal.SIGKILL)
        until(lambda: not self.programs(), why="all programs are gone")

    def make_again(self):
        self.orrery("retry-provisioning", self.machine)
        self.orrery.settle()
        self.assertEqual(self.shown()["current"], "started")
        self.assertEqual(self.orrery.units()["a/0"]["juju-status"]["current"], "idle")
        self.assertEqual(len(self.programs()), 2, "the daemon and its keeper")

    def remove(self):
        self.orrery("remove-application", "a")
        self.orrery.settle()
        self.orrery("remove-machine", self.machine)
        self.orrery.settle()
        self.assertEqual(self.programs(), [])
        self.assertFalse((self.orrery.model / "kept").joinpath(self.machine).exists())

    def test_M11_a_directory_that_is_gone(self):
        shutil.rmtree(self.directory)
        self.until_down()
        self.assertIn(str(self.directory), self.shown()["message"])
        self.assertEqual(self.orrery.units()["a/0"]["juju-status"]["current"], "lost")
        self.orrery("remove-unit", "a/0")
        self.assertIn(f"retry-provisioning {self.machine}", self.orrery("explain", "unit", "a/0"))
        self.assertIn("down", self.orrery("status"))
        self.make_again_for_the_end()

    def make_again_for_the_end(self):
        self.orrery("retry-provisioning", self.machine)
        self.orrery.settle()
        self.assertNotIn("a/0", self.orrery.units())
        self.remove()

    def test_M11_a_directory_that_was_only_away(self):
        away = self.orrery.directory / "away"
        pid = (self.orrery.unit_directory("a/0") / "daemon.pid").read_text()
        self.directory.rename(away)
        self.until_down()
        away.rename(self.directory)
        until(lambda: self.shown()["current"] == "started", why="the machine is found again")
        self.orrery.settle()
        self.assertEqual(self.orrery.units()["a/0"]["juju-status"]["current"], "idle")
        self.assertIn(int(pid), self.programs(), "the program has gone on")
        self.remove()

    def test_M11_programs_that_are_killed_with_their_keeper(self):
        self.kill_programs()
        self.until_down()
        self.assertIn("the programs of a/0 are gone", self.shown()["message"])
        self.make_again()
        self.remove()

    def test_M11_programs_that_are_killed_with_the_keeper_of_an_earlier_process(self):
        self.orrery.restart()
        self.orrery.settle()
        self.kill_programs()
        self.until_down()
        self.make_again()
        self.remove()

    def test_M11_programs_that_are_gone_when_the_orchestrator_starts(self):
        """As after a start of the whole host."""
        self.orrery.kill()
        self.kill_programs()
        self.orrery.start()
        self.until_down()
        self.orrery("retry-provisioning", "--all")
        self.orrery.settle()
        self.assertEqual(self.shown()["current"], "started")
        self.remove()

    def test_S10_a_kill_after_the_word_changes_nothing(self):
        shutil.rmtree(self.directory)
        self.until_down()
        self.orrery("retry-provisioning", self.machine)
        self.orrery.restart()
        self.orrery.settle()
        self.assertEqual(self.shown()["current"], "started")
        self.remove()

    def test_F2_a_lost_machine_is_removed_by_force(self):
        shutil.rmtree(self.directory)
        self.until_down()
        self.orrery("remove-machine", self.machine, "--force", "--no-wait")
        self.orrery.settle()
        self.assertNotIn(self.machine, self.orrery.status()["machines"])
        self.assertEqual(self.programs(), [])

    def test_M11_a_program_that_ends_by_itself_is_no_loss(self):
        os.kill(int((self.orrery.unit_directory("a/0") / "daemon.pid").read_text()), signal.SIGKILL)
        until(lambda: not self.programs(), why="its keeper ends with it")
        self.orrery.restart()
        self.orrery.settle()
        self.assertEqual(self.shown()["current"], "started")
        self.remove()


if __name__ == "__main__":
    unittest.main(verbosity=2)
