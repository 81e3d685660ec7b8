"""Remedies that check and explain name: what is wrong is made, the remedy is followed word by word,
and nothing is wrong any more.

Which remedies there are test/check/break.cpp lists, and where each is tried.
"""

import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import unittest

from orchestrator import FIXTURES, PROGRAM, WRITE_NOTE, is_running, ran, until
from suite import Suite
from test_check import KeeperOfNobody


def children(pid):
    """Processes whose parent it is."""
    found = []
    for place in pathlib.Path("/proc").iterdir():
        try:
            stat = (place / "stat").read_text() if place.name.isdigit() else ""
        except OSError:
            continue  # it has ended
        if stat and stat.rsplit(")", 1)[1].split()[1] == str(pid):
            found.append(int(place.name))
    return found


class Remedied(Suite):
    def differing(self):
        """What check names, what it takes to be in motion included; by entity."""
        report = json.loads(self.orrery.ask("check", "--format", "json").out)
        self.assertEqual(report["broken-invariants"], [])
        return {each["entity"]: each for each in report["differences"] + report["in-motion"]}

    def remedy(self, entity, remedy):
        """The remedy that check names for it must be this expression; the match."""
        found = until(lambda: self.differing().get(entity), why=f"check names {entity}")
        match = re.fullmatch(remedy, found["remedy"])
        self.assertIsNotNone(match, found)
        return match

    def gone(self):
        self.orrery("wait", "settled", "timeout=60s")
        until(lambda: not self.differing(), why="check names nothing any more")

    def restart(self):
        self.assertEqual(self.orrery.terminate(), 0)
        self.orrery.start()


class OfCheck(Remedied):
    def shop(self):
        self.orrery("deploy", FIXTURES / "recorder", "app", "-n", "2")
        self.orrery("deploy", FIXTURES / "recorder", "user")
        self.orrery("integrate", "user:client", "app:server")
        self.orrery.settle()

    def test_a_directory_that_is_missing_comes_back(self):
        for settings in ((), ("idle-agents: 0",)):  # then units rest from the start on
            with self.subTest(settings):
                self.orrery = self.made(self.addCleanup)
                self.begin(*settings)
                self.shop()
                place = self.orrery.unit_directory("app/1")
                shutil.rmtree(place)
                words = self.remedy("unit app/1", r"restart orrery serve, then orrery (exec .*), "
                                                  r"which begins its agent: .*")[1]
                self.restart()
                self.orrery(*shlex.split(words))
                self.gone()
                self.assertTrue((place / "charm" / "metadata.yaml").exists())
                self.orrery.close()

    def test_a_directory_that_is_too_many_is_removed(self):
        self.shop()
        machine = self.orrery.units()["app/0"]["machine"]
        stray = self.orrery.model / "machines" / machine / "units" / "ghost-7"
        stray.mkdir()
        self.remedy("unit ghost/7", "remove the directory once nothing in it is needed")
        shutil.rmtree(stray)
        self.gone()

    def test_an_instance_of_nobody_is_released_by_a_start(self):
        self.shop()
        stray = self.orrery.model / "machines" / "99"
        (stray / "units").mkdir(parents=True)
        self.remedy("instance process-99", "restart orrery serve: it is released then")
        self.restart()
        until(lambda: not stray.exists(), why="it is released")
        self.gone()

    def test_an_instance_of_nobody_is_released_once_no_machine_is_in_the_making(self):
        self.shop()
        machines = self.orrery.model / "machines"
        new = str(1 + max(map(int, self.orrery.status()["machines"])))
        (machines / new).write_text("no directory")
        self.orrery("add-machine")
        until(lambda: self.orrery.status()["machines"][new]["juju-status"]["current"]
              not in ("pending", "started"), why="its instance cannot be made")
        (machines / "99" / "units").mkdir(parents=True)
        either = rf"orrery (retry-provisioning {new}), or orrery (remove-machine {new}): .*"
        words = self.remedy("instance process-99", either)[2]
        self.orrery(*words.split())
        until(lambda: not (machines / "99").exists(), why="it is released")
        self.gone()

    def test_a_machine_whose_instance_is_gone_is_made_again(self):
        self.shop()
        machine = self.orrery.units()["app/0"]["machine"]
        shutil.rmtree(self.orrery.model / "machines" / machine)
        words = self.remedy(f"machine {machine}", rf"orrery (retry-provisioning {machine}) makes "
                                                  "it again once it shows as down")[1]
        until(lambda: self.orrery.status()["machines"][machine]["juju-status"]["current"] == "down",
              why="it shows as down")
        self.orrery(*words.split())
        self.gone()

    def test_a_process_of_nobody_ends_with_the_last_below_it(self):
        self.shop()
        sleeper = self.file("sleeper", "#!/bin/sh\nexec sleep 600\n", 0o755)
        with KeeperOfNobody(self.orrery.model, self.orrery.directory, sleeper):
            keeper = self.remedy("unit ghost/7", r"kill what runs below process (\d+): it ends "
                                                 "with the last of them")[1]
            below = children(keeper)
            self.assertNotEqual(below, [])
            for pid in below:
                os.kill(pid, signal.SIGTERM)
            self.gone()

    def test_a_hook_that_no_notes_know_ends_with_its_keeper(self):
        self.shop()
        machine = self.orrery.units()["app/0"]["machine"]
        sleeper = self.file("sleeper", "#!/bin/sh\nexec sleep 600\n", 0o755)
        with KeeperOfNobody(self.orrery.model, self.orrery.directory, sleeper, "app/0", machine):
            words = self.remedy("unit app/0", r"(kill -9 (\d+)): its hook ends with it")
            hook, = children(words[2])
            subprocess.run(words[1].split(), check=True)
            self.gone()
            until(lambda: not is_running(hook), why="the hook has ended")

    def test_a_note_that_cannot_be_read_goes_with_a_backup_that_is_restored(self):
        self.shop()
        backup = self.orrery.directory / "saved"
        self.orrery("backup", "create", backup, "--with-units")
        self.assertEqual(self.orrery.terminate(), 0)
        self.note("lapp/1:x")
        self.orrery.start()
        self.remedy("agents' store", "restore the data directory from a backup")
        self.assertEqual(self.orrery.terminate(), 0)
        restored = ran(PROGRAM, "backup", "restore", backup, "--settings", self.orrery.settings)
        self.assertEqual(restored.returncode, 0, restored)
        self.orrery.start()
        self.gone()

    def note(self, key):
        """Sets a key of the agents' store, or deletes it behind a `!`."""
        subprocess.run([WRITE_NOTE, self.orrery.model / "agents", key], check=True)

    def test_a_start_mends_notes(self):
        """While it runs nobody else can write them, so what a start is the remedy of is written
        before one."""
        self.shop()
        machine = self.orrery.units()["app/0"]["machine"]
        facts = json.loads(self.orrery("show-unit", "user/0", "--format", "json"))["user/0"]
        relation, = {each["relation-id"] for each in facts["relation-info"]
                     if each["endpoint"] == "client"}
        for key in (f"d machine-{machine} ghost/7",  # of no unit, held
                    "d machine-99 ghost/7",  # held by no machine
                    f"!d machine-{machine} app/0",  # that it is deployed
                    f"!luser/0:m{relation:010}:app/0",  # that it has joined
                    "!lapp/0:u"):  # that it has run at all
            with self.subTest(key):
                self.assertEqual(self.orrery.terminate(), 0)
                self.note(key)
                self.orrery.start()
                self.gone()


class OfExplain(Remedied):
    """Commands that explain names, run as it writes them."""

    def failed(self, hook):
        self.orrery("deploy", FIXTURES / "failing", "--config", f"fail={hook}")
        if hook == "stop":
            self.orrery.settle()
            self.orrery("remove-unit", "failing/0")
        self.orrery("wait", "unit", "failing/0", "status=error", "timeout=60s")
        until(self.gave_up, why="all tries have failed")

    def gave_up(self):
        error = self.explained().get("hook-error", {})
        return error.get("attempt") == error.get("attempts-max")

    def explained(self):
        return json.loads(self.orrery("explain", "unit", "failing/0", "--format", "json"))

    def commands(self):
        remedies = self.explained().get("remedies", [])
        return [each["command"].removeprefix("orrery ") for each in remedies if "command" in each]

    def follow(self, command):
        named = self.commands()
        self.assertIn(command, named)
        self.orrery(*command.split())
        self.orrery.settle()

    def test_resolved_runs_it_again(self):
        self.failed("start")
        self.orrery("config", "failing", "fail=")
        self.follow("resolved failing/0")
        self.assertEqual(self.commands(), [])

    def test_resolved_no_retry_takes_it_as_done(self):
        self.failed("start")
        self.follow("resolved --no-retry failing/0")
        self.assertEqual(self.commands(), [])

    def test_a_removal_skips_hooks_that_fail(self):
        self.failed("stop")
        self.follow("remove-unit failing/0 --skip-failed-hooks")
        self.assertNotIn("failing/0", self.orrery.units())

    def test_a_removal_goes_past_all_that_by_force(self):
        self.failed("stop")
        self.assertIn("remove-unit failing/0 --force", self.commands())
        # The minute that it names passes in test/agents/force_test.cpp, whose clock is virtual.
        self.orrery("remove-unit", "failing/0", "--force", "--max-wait", "0s")
        self.orrery.settle()
        self.assertNotIn("failing/0", self.orrery.units())


if __name__ == "__main__":
    unittest.main(verbosity=2)
