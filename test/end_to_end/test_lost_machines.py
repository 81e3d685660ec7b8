"""Machines whose directory vanishes: down, and made again. Programs that end: started again."""

import os
import shutil
import signal
import unittest

from orchestrator import CHARMS, until
from suite import Suite


class LostMachines(Suite):
    STARTED = False

    def setUp(self):
        super().setUp()
        self.begin_with(CHARMS / "daemon", "a")
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
        self.orrery.kill_leftovers()
        until(lambda: not self.programs(), why="all programs are gone")

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

    def test_M11_a_directory_in_which_units_have_no_place_any_more(self):
        for notice in ("a hook", "a start"):
            with self.subTest(notice):
                self.lose_units(notice)
                self.until_down()
                self.assertIn("units", self.shown()["message"])
                self.assertIn(f"retry-provisioning {self.machine}",
                              self.orrery("explain", "unit", "a/0"))
                self.orrery("retry-provisioning", self.machine)
                self.orrery.settle()
                self.assertEqual(self.shown()["current"], "started")
                self.assertEqual(self.orrery.units()["a/0"]["juju-status"]["current"], "idle")
        self.remove()

    def lose_units(self, notice):
        if notice == "a start":
            self.assertEqual(self.orrery.terminate(), 0)
        shutil.rmtree(self.directory / "units")
        if notice == "a start":
            self.orrery.start()
        else:
            self.orrery.ask("exec", "--unit", "a/0", "true")

    def make_again_for_the_end(self):
        self.orrery("retry-provisioning", self.machine)
        self.orrery.settle()
        self.assertNotIn("a/0", self.orrery.units())
        self.remove()

    def test_M11_a_directory_that_was_only_away(self):
        away = self.orrery.directory / "away"
        pid = self.orrery.daemon("a/0")
        self.directory.rename(away)
        self.until_down()
        away.rename(self.directory)
        until(lambda: self.shown()["current"] == "started", why="the machine is found again")
        self.orrery.settle()
        self.assertEqual(self.orrery.units()["a/0"]["juju-status"]["current"], "idle")
        self.assertIn(pid, self.programs(), "the program has gone on")
        self.remove()

    def starts(self):
        """How often its hook `start` has run to its end."""
        log = (self.orrery.model / "logs" / "unit-a-0.log").read_text()
        return log.count("hook start done in ")

    def until_started_again(self, why):
        until(lambda: self.starts() == 2, why="start runs again")
        self.orrery.settle()
        self.assertEqual(self.shown()["current"], "started")
        self.assertEqual(self.orrery.units()["a/0"]["juju-status"]["current"], "idle")
        self.assertEqual(len(self.programs()), 2, "the daemon and its keeper")
        self.assertIn(why, self.orrery("debug-log", "--include", "a/0", "--replay", "--no-tail"))
        self.assertEqual(list((self.orrery.model / "ended").iterdir()), [])
        self.remove()

    WITH_KEEPER = "ended together with the keeper: start runs again"

    def test_W10_programs_that_are_killed_with_their_keeper(self):
        self.kill_programs()
        self.until_started_again(self.WITH_KEEPER)

    def test_W10_programs_that_are_killed_with_the_keeper_of_an_earlier_process(self):
        self.orrery.restart()
        self.orrery.settle()
        self.kill_programs()
        self.until_started_again(self.WITH_KEEPER)

    def test_W10_programs_that_are_gone_when_the_orchestrator_starts(self):
        self.orrery.kill()
        self.kill_programs()
        self.orrery.start()
        self.until_started_again(self.WITH_KEEPER)

    def lose_all_but_a_file(self):
        away = self.orrery.directory / "away"
        self.directory.rename(away)
        self.until_down()
        shutil.rmtree(away / "units")
        (away / "left").write_text("left")
        away.rename(self.directory)

    def test_M11_what_is_deleted_is_said_before(self):
        self.lose_all_but_a_file()
        said = f"deletes {self.directory}, 1 KiB"
        self.assertIn(said, self.orrery("retry-provisioning", self.machine, "--dry-run"))
        self.assertTrue((self.directory / "left").exists())
        self.assertIn(said, self.orrery("retry-provisioning", self.machine))
        self.orrery.settle()
        self.assertFalse((self.directory / "left").exists())
        self.assertEqual(self.shown()["current"], "started")
        self.assertIn("retry-provisioning\n", self.orrery("history", "machine", self.machine))

    def test_M11_data_that_is_to_be_kept_stays(self):
        self.lose_all_but_a_file()
        self.assertIn(f"keeps {self.directory}, 1 KiB",
                      self.orrery("retry-provisioning", self.machine, "--keep-data"))
        self.orrery.restart()
        self.orrery.settle()
        self.assertEqual((self.directory / "left").read_text(), "left")
        self.assertEqual(self.orrery.units()["a/0"]["juju-status"]["current"], "idle")
        self.assertIn("retry-provisioning --keep-data",
                      self.orrery("history", "machine", self.machine))
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

    def test_W10_a_program_that_is_killed(self):
        os.kill(self.orrery.daemon("a/0"), signal.SIGKILL)
        self.until_started_again("program sleep was killed by signal 9 (SIGKILL): start runs again")


class EndingPrograms(Suite):
    """A program that exits as soon as its hook has ended."""

    SETTINGS = ("retry: {attempts: 3, first-delay: 20ms, longest-delay: 1m}",)

    def deploy(self, restart_units, status):
        self.file("ends/orrery.yaml", f"restart-units: {restart_units}\n")
        # Until its keeper has noted that it is left running.
        start = ("#!/bin/sh\n"
                 'note=$CHARM_DIR/../../../../../kept/$JUJU_MACHINE_ID/ends-0.$PPID\n'
                 f"sh -c 'until [ -e $1 ]; do :; done; exit {status}' ender $note "
                 ">/dev/null 2>&1 &\n")
        self.orrery("deploy", self.charm("ends", hooks={"start": start}))

    def shown(self):
        return self.orrery.units()["ends/0"]

    def test_W10_one_that_ends_again_and_again_is_an_error_that_names_it(self):
        self.deploy("on-failure", 7)
        said = "program sh exited with status 7, 3 times one after another"
        until(lambda: said in self.shown()["workload-status"].get("message", ""),
              why="it gives up")
        self.assertEqual(self.shown()["workload-status"]["current"], "error")
        self.assertTrue(self.shown()["workload-status"]["message"].startswith(
            "start does not run again, try 3 of 3: orrery resolved ends/0; "))
        self.assertIn("start does not run again", self.orrery("explain", "ends/0"))
        self.orrery("remove-unit", "ends/0")  # waits for no program
        self.orrery("wait", "unit", "ends/0", "gone")

    def test_W10_never_only_says_so(self):
        self.deploy("never", 7)
        until(lambda: "exited with status 7" in self.shown()["juju-status"].get("message", ""),
              why="its status says which program has ended")
        self.assertEqual(self.shown()["juju-status"]["current"], "idle")
        self.assertIn("program sh exited with status 7", self.orrery("status"))
        self.orrery.restart()
        self.orrery.settle()
        log = (self.orrery.model / "logs" / "unit-ends-0.log").read_text()
        self.assertEqual(log.count("hook start done in "), 1)


if __name__ == "__main__":
    unittest.main(verbosity=2)
