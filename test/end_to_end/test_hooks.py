"""What a user sees of hooks: failures and what resolves them, deadlines, data across a relation, the log."""

import datetime
import json
import re
import time
import unittest

from orchestrator import CHARMS, FIXTURES, RETRY, until
from suite import Suite


class Hooks(Suite):
    STARTED = False

    def until_failed(self, unit):
        self.orrery("wait", "unit", unit, "status=error", "timeout=60s")

    def begin_failing(self, *settings):
        """With a unit app/0 whose hook start has failed until no further try is due."""
        orrery = self.begin(*settings)
        orrery("deploy", FIXTURES / "failing", "app", "--config", "fail=start")
        self.until_failed("app/0")
        orrery.settle()
        return orrery

    def status(self, unit):
        return self.orrery.units()[unit]

    def log(self):
        return self.orrery("debug-log", "--replay", "--no-tail")

    def test_a_failing_hook_is_shown_and_tried_again_when_resolved(self):
        orrery = self.begin_failing()
        shown = self.status("app/0")["workload-status"]
        self.assertEqual(shown["current"], "error")
        next_step = 'hook "start" failed, try 3 of 3: orrery resolved app/0; '
        self.assertTrue(shown["message"].startswith(next_step), shown)
        said = "start fails as the option fail asks"
        self.assertEqual(self.log().count(said), 3, "one line for each of three tries")
        self.assertIn(said, orrery("show-unit", "app/0") + orrery("status"))
        orrery("resolved", "app/0")  # the cause is still there
        orrery("wait", "settled")
        self.assertEqual(self.status("app/0")["workload-status"]["current"], "error")
        self.assertGreater(self.log().count(said), 3)
        orrery("config", "app", "fail=")
        orrery("resolved", "app/0")
        orrery.settle()
        self.assertNotEqual(self.status("app/0")["workload-status"]["current"], "error")

    def test_why_a_hook_failed_is_said_where_people_look(self):
        orrery = self.begin()
        hooks = {"teller": "#!/bin/sh\njuju-log -l ERROR 'cannot begin:\n  the mirror is down'\n"
                           "echo noise >&2\nexit 3\n",
                 "windows": "#!/usr/bin/env sh\r\nexit 0\r\n",
                 "lost": "#!/opt/nowhere/python9\n"}
        for name, hook in hooks.items():
            orrery("deploy", self.charm(name, hooks={"install": hook}))
        settled = orrery.ask("wait", "settled")
        self.assertIn("3 units have failed for good: lost/0 (install), teller/0 (install), "
                      "windows/0 (install)", settled.err)
        messages = {unit: shown["workload-status"]["message"]
                    for unit, shown in orrery.units().items()}
        begin = 'hook "install" failed, try 3 of 3: orrery resolved '
        self.assertEqual(messages["teller/0"], begin + "teller/0; the mirror is down")
        self.assertEqual(messages["windows/0"],
                         begin + "windows/0; .../hooks/install cannot be run: its first line ends "
                         "in a carriage return, as on Windows: use LF")
        self.assertEqual(messages["lost/0"],
                         begin + "lost/0; .../hooks/install cannot be run: its interpreter "
                         "/opt/nowhere/python9 is not there: install it on this host")
        self.assertIn("its first line ends in a carriage return", self.log())
        lines = [line.split(" ", 2)[2] for line in self.log().splitlines()
                 if "teller" in line and "ERROR" in line]
        self.assertEqual(lines[:2], ["ERROR unit.teller/0.install cannot begin:",
                                     "ERROR unit.teller/0.install   the mirror is down"])
        self.assertRegex(self.log(), r"unit-teller-0: \d\d:\d\d:\d\d\.\d{3} ERROR")

    def test_what_a_status_has_been_is_told(self):
        orrery = self.begin_failing()
        orrery("config", "app", "fail=")
        orrery("resolved", "app/0")
        orrery.settle()
        orrery.restart()
        orrery.settle()
        steps = json.loads(orrery("show-status-log", "app/0", "-n", "1000", "--format", "json"))
        told = [(step["type"], step["status"], step.get("message", "")) for step in steps]
        self.assertTrue(all(str(datetime.date.today().year) in step["since"] for step in steps), steps)
        for one in (("workload", "maintenance", "installing charm software"), ("juju-unit", "executing", "running start hook"),
                    ("workload", "error", 'hook failed: "start"'), ("workload", "unknown", "")):
            self.assertIn(one, told)
        self.assertEqual(told[-1], ("juju-unit", "idle", ""))
        of_types = {kind: [step for step in told if step[0] == kind] for kind in ("workload", "juju-unit")}
        for same in of_types.values():
            self.assertTrue(all(one != next_one for one, next_one in zip(same, same[1:])), same)
        machine = orrery.units()["app/0"]["machine"]
        told = [step["status"] for step in json.loads(orrery("show-status-log", machine, "--format", "json"))]
        self.assertEqual(told, ["pending", "started"])
        self.assertEqual(len(orrery("show-status-log", "app/0", "-n", "3").splitlines()), 4)

    def test_logs_of_units_that_were_removed_last_stay(self):
        orrery = self.begin("removed-unit-logs: 2", RETRY)
        orrery("deploy", FIXTURES / "quiet", "app", "-n", "5")
        orrery.settle()
        for number in range(3):
            orrery("remove-unit", f"app/{number}")
            orrery.settle()
        logs = sorted(path.name for path in (orrery.model / "logs").glob("unit-*.log"))
        self.assertEqual(logs, [f"unit-app-{number}.log" for number in range(1, 5)])
        orrery.restart()
        orrery("remove-unit", "app/3")
        orrery.settle()
        logs = sorted(path.name for path in (orrery.model / "logs").glob("unit-*.log"))
        self.assertEqual(logs, [f"unit-app-{number}.log" for number in range(2, 5)])
        self.assertIn("unit-app-2", orrery("debug-log", "--include", "app/2", "--replay", "--no-tail"))

    def test_without_a_log_no_hook_runs_and_it_says_why(self):
        orrery = self.begin_with(FIXTURES / "recorder")
        log = orrery.model / "logs" / "unit-recorder-0.log"
        log.rename(orrery.directory / "before")
        log.symlink_to(orrery.directory / "elsewhere")
        orrery("config", "recorder", "note=other")
        self.until_failed("recorder/0")
        said = orrery.units()["recorder/0"]["workload-status"]["message"]
        self.assertIn(f"/logs/{log.name} cannot be opened", said)
        log.unlink()
        orrery("resolved", "recorder/0")
        orrery.settle()
        self.assertEqual(self.status("recorder/0")["juju-status"]["current"], "idle")
        self.assertRegex(log.read_text(), r"config-changed done in \d+ ms")
        self.assertFalse((orrery.directory / "elsewhere").exists())

    def test_a_failure_outlives_a_kill(self):
        orrery = self.begin_failing()
        tries = self.log().count("start fails")
        orrery.restart()
        orrery.settle()
        self.assertEqual(self.status("app/0")["workload-status"]["current"], "error")
        self.assertEqual(self.log().count("start fails"), tries)
        orrery("resolved", "app/0", "--no-retry")
        orrery.settle()
        self.assertNotEqual(self.status("app/0")["workload-status"]["current"], "error")
        self.assertEqual(self.log().count("start fails"), tries, "what is taken as done does not run")

    def test_a_failing_stop_hook_holds_the_removal_until_resolved(self):
        orrery = self.begin_with(FIXTURES / "failing", "app", "--config", "fail=stop")
        orrery("remove-application", "app")
        self.until_failed("app/0")
        orrery.settle()
        self.assertIn("app/0", self.orrery.units())
        again = orrery("remove-unit", "app/0")
        self.assertIn("being removed already", again)
        self.assertIn("stop", again)
        orrery("resolved", "app/0", "--no-retry")
        orrery("wait", "application", "app", "gone")
        orrery.settle()

    def test_W4_a_hook_that_waits_for_its_place_has_not_been_tried(self):
        orrery = self.begin("hook-parallelism: 1", RETRY)
        orrery("deploy", FIXTURES / "slow", "-n", "3", "--config", "hold=install")
        for _ in range(3):
            until(lambda: orrery.running_hooks(), why="no hook has begun")
            orrery.restart()
        until(lambda: orrery.running_hooks(), why="no hook has begun")

        def tries():
            messages = [shown["workload-status"]["message"] for shown in orrery.units().values()]
            return sum(int(found.group(1)) for found in map(re.compile(r"try (\d+) of").search, messages) if found)
        until(lambda: tries() >= 3, why="each kill costs one try, of the hook that ran")  # agents report on their own time
        self.assertEqual(tries(), 3)

    def test_a_hook_is_killed_at_its_deadline(self):
        orrery = self.begin("hook-deadline: 300ms", RETRY)
        begun = time.monotonic()
        orrery("deploy", FIXTURES / "slow", "--config", "hold=install")
        self.until_failed("slow/0")
        self.assertLess(time.monotonic() - begun, 30)
        orrery.settle()
        self.assertIn("install", self.status("slow/0")["workload-status"]["message"])
        self.assertEqual(orrery.leftovers(), [])
        self.assertIn("killed at its deadline", orrery("show-unit", "slow/0") + "".join(orrery.log))

    def test_data_crosses_a_relation_and_is_logged(self):
        orrery = self.begin()
        orrery("deploy", CHARMS / "talker", "a", "--config", "word=good-morning")
        orrery("deploy", CHARMS / "talker", "b", "-n", "2", "--config", "word=good-evening")
        orrery("integrate", "a:server", "b:client")
        orrery.settle()
        for unit in ("b/0", "b/1"):
            self.assertEqual(self.status(unit)["workload-status"]["message"], "heard good-morning from a/0")
        self.assertIn("heard good-evening from b/", self.status("a/0")["workload-status"]["message"])
        orrery("config", "a", "word=farewell")
        orrery.settle()
        for unit in ("b/0", "b/1"):
            self.assertEqual(self.status(unit)["workload-status"]["message"], "heard farewell from a/0")
        lines = self.log().splitlines()
        for unit in ("b-0", "b-1"):
            own = [line for line in lines if f"unit-{unit}:" in line]
            self.assertTrue(any("INFO" in line and "heard farewell from a/0" in line for line in own), own)
        self.assertTrue(any("WARNING" in line and "that was loud" in line for line in lines))
        self.assertIn("farewell", orrery("show-unit", "b/0"))
        self.assertEqual([line for line in orrery("debug-log", "--replay", "--no-tail", "--level", "WARNING").splitlines()
                          if "INFO" in line], [])

    def test_every_try_is_made_however_soon_it_is_due(self):
        # Due before the notes are written.
        self.begin_failing("retry: {attempts: 20, first-delay: 1ms, longest-delay: 1ms}")
        self.assertEqual(self.log().count("start fails as the option fail asks"), 20)

    def test_the_last_of_many_changes_arrives(self):
        orrery = self.begin()
        for name in ("a", "b"):
            orrery("deploy", CHARMS / "talker", name)
        orrery("integrate", "a:server", "b:client")
        orrery.settle()
        for last in range(1, 61):
            orrery("config", "a", f"word=word-{last}")
        orrery.settle()
        self.assertEqual(self.status("b/0")["workload-status"]["message"], "heard word-60 from a/0")

    def test_members_of_an_application_see_one_another_come_and_go(self):
        orrery = self.begin_with(FIXTURES / "recorder", "app", "-n", "2")
        record = orrery.unit_directory("app/0") / "hooks.log"
        orrery("add-unit", "app")
        orrery.settle()
        orrery("remove-unit", "app/1")
        orrery.settle()
        hooks = [line.split() for line in record.read_text().splitlines()]
        names = [(name, remote) for name, _, remote in hooks if name.startswith("ring-")]
        for member in ("app/1", "app/2"):
            self.assertEqual(names[names.index(("ring-relation-joined", member)) + 1], ("ring-relation-changed", member))
        self.assertEqual(names[-1], ("ring-relation-departed", "app/1"))
        own = [name for name, _, _ in hooks if not name.startswith("ring-") and name != "leader-elected"]
        self.assertEqual(own, ["install", "config-changed", "start"])

    def test_a_leader_tells_its_units(self):
        orrery = self.begin()
        orrery("deploy", CHARMS / "teller", "app", "-n", "3")
        for word in ("first", "second"):
            orrery("config", "app", f"word={word}")
            orrery.settle()
            units = orrery.units()
            leader = next(name for name, unit in units.items() if unit.get("leader"))
            for name, unit in units.items():
                told = f"told {word}" if name == leader else f"heard {word} from {leader}"
                self.assertEqual(unit["workload-status"]["message"], told)
        self.assertIn("cannot write leadership settings", self.log())

    def test_a_subordinate_comes_and_goes_with_its_principal(self):
        orrery = self.begin()
        orrery("deploy", FIXTURES / "quiet", "app", "-n", "2")
        orrery("deploy", FIXTURES / "sub")
        orrery("integrate", "app", "sub:beside")
        orrery.settle()
        self.assertEqual(sorted(orrery.units()), ["app/0", "app/1", "sub/0", "sub/1"])
        beside = {name: next(iter(unit["subordinates"])) for name, unit in orrery.units().items() if "subordinates" in unit}
        orrery("remove-unit", "app/0")
        orrery.settle()
        self.assertEqual(sorted(orrery.units()), sorted(["app/1", beside["app/1"]]))
        orrery("remove-relation", "app", "sub")
        orrery.settle()
        self.assertEqual(sorted(orrery.units()), ["app/1"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
