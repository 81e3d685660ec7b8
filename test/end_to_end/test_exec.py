"""Commands that a user runs in the place of a unit's hooks and on machines, with real processes."""

import json
import pathlib
import signal
import time
import unittest

from orchestrator import CHARMS, FIXTURES, RETRY, until
from suite import Suite
from typist import Typist


class Exec(Suite):
    STARTED = False

    def commands(self):
        """Processes of commands: shells that were started with a mark of this test."""
        return [pid for pid in self.orrery.leftovers()
                if b"\0--runs\0command\0" in pathlib.Path(f"/proc/{pid}/cmdline").read_bytes()]

    def test_as_a_hook_of_a_unit(self):
        orrery = self.begin()
        orrery("deploy", CHARMS / "talker", "a", "-n", "2")
        orrery("deploy", CHARMS / "talker", "b")
        orrery("integrate", "a:server", "b:client")
        orrery.settle()
        self.assertEqual(orrery("exec", "--unit", "a/0", "--", "config-get word; pwd; echo $JUJU_UNIT_NAME$JUJU_HOOK_NAME"),
                         f"{orrery('exec', '-u', 'a/0', '--', 'config-get', 'word')}{orrery.unit_directory('a/0')}/charm\na/0\n")
        orrery("exec", "--unit", "a/0", "--", "relation-set -r $(relation-ids server) word=by-hand && juju-log said-by-hand")
        orrery.settle()
        self.assertEqual(orrery.units()["b/0"]["workload-status"]["message"], "heard by-hand from a/0")
        told = orrery("debug-log", "--include", "a/0", "--replay", "--no-tail")
        self.assertIn("said-by-hand", told)
        self.assertRegex(told, r"command done in \d+ ms")
        answer = self.ask("exec", "--unit", "a/0", "--format", "json", "--",
                          "relation-set -r $(relation-ids server) word=never; echo out; "
                          "echo err >&2; exit 2", code=1)
        task = json.loads(answer.out)["a/0"]
        self.assertEqual(task["results"], {"return-code": 2, "stderr": "err\n", "stdout": "out\n"})
        self.assertEqual((task["status"], task["unit"]), ("failed", "a/0"))
        self.assertEqual(answer.err, f'ERROR the following task failed:\n - id "{task["id"]}" with return code 2\n\n'
                                     "use 'orrery show-task' to inspect the failure\n")
        orrery.settle()
        self.assertEqual(orrery.units()["b/0"]["workload-status"]["message"], "heard by-hand from a/0")
        leader = orrery("exec", "--unit", "a/leader", "--", "is-leader; echo $JUJU_UNIT_NAME").split()
        self.assertEqual(leader[0], "True")
        several = orrery("exec", "-a", "a", "--", "echo $JUJU_UNIT_NAME")
        self.assertEqual(several, "a/0:\na/0\n\na/1:\na/1\n\n")

    def test_on_machines(self):
        orrery = self.begin()
        orrery("add-machine")
        orrery.settle()
        self.assertEqual(orrery("exec", "--machine", "1", "--", "pwd; echo $JUJU_UNIT_NAME"),
                         f"{orrery.model}/machines/1\n\n")
        told = json.loads(orrery("exec", "--all", "--format", "json", "--", "echo $JUJU_MACHINE_ID"))
        self.assertEqual({name: task["results"]["stdout"] for name, task in told.items()}, {"0": "0\n", "1": "1\n"})
        self.assertEqual(told["1"]["machine"], "1")
        orrery("exec", "--machine", "1", "--", "sleep 1000 </dev/null >/dev/null 2>&1 &")
        self.assertTrue(self.commands(), "what it left running goes on")
        self.assertEqual(list((orrery.model).glob("kept/1/*")), [])
        orrery("check")
        orrery("remove-machine", "1")
        orrery.settle()
        self.assertEqual(self.commands(), [])

    def test_it_waits_for_the_hook_that_runs_and_the_hooks_wait_for_it(self):
        orrery = self.begin()
        orrery("deploy", FIXTURES / "slow", "app", "--config", "hold=config-changed")
        home = until(lambda: orrery.unit_directory("app/0") if "machine" in orrery.units().get("app/0", {}) else None)
        until((home / "holding-config-changed").exists, why="the hook runs")
        client = orrery.begin("exec", "--unit", "app/0", "--", "ls ../holding-*; touch ../ran")
        answer = self.ask("exec", "--unit", "app/0", "--wait", "300ms", "--", "true", code=1)
        self.assertIn("timed out waiting for results", answer.err)
        self.assertFalse((home / "ran").exists())
        (home / "release").touch()
        out, err = client.communicate(timeout=60)
        self.assertNotIn("holding-config-changed", out, "no hook was held then")
        orrery.settle()
        client = orrery.begin("exec", "--unit", "app/0", "--", "touch ../runs; until [ -e ../go ]; do sleep 0.02; done")
        until((home / "runs").exists, why="the command runs")
        orrery("remove-application", "app")
        self.ask("wait", "settled", "timeout=300ms", code=1)
        orrery("check")
        self.assertIn("app/0", orrery.units())
        (home / "go").touch()
        self.assertEqual(client.wait(60), 0)
        client.communicate()
        orrery.settle()
        self.assertEqual(orrery.units(), {})

    def test_A40_at_its_deadline_it_is_killed_with_all_it_has_started(self):
        orrery = self.begin_with(FIXTURES / "quiet", "db")
        begun = time.monotonic()
        answer = self.ask("exec", "--unit", "db/0", "--timeout", "300ms", "--format", "json", "--",
                          "echo begun; sleep 1000 & (setsid sleep 1000) & sleep 1000")
        self.assertLess(time.monotonic() - begun, 30)
        task = json.loads(answer.out)["db/0"]
        self.assertEqual((task["status"], task["message"]), ("failed", "command cancelled"))
        self.assertEqual(task["results"]["stdout"], "begun\n")
        until(lambda: not orrery.leftovers(), why="nothing of it is left")
        orrery.settle()

    def test_who_goes_ends_the_wait_and_not_the_work(self):
        orrery = self.begin_with(FIXTURES / "quiet", "db")
        orrery("exec", "--unit", "db/0", "--", "true")
        home = orrery.unit_directory("db/0")
        before = orrery.held()
        for sign, shown in ((signal.SIGINT, True), (signal.SIGKILL, False)):
            mark = home / f"done-{int(sign)}"
            client = orrery.begin("exec", "--unit", "db/0", "--",
                                  f"touch {mark}.runs; until [ -e {mark}.go ]; do sleep 0.02; done; touch {mark}")
            until(pathlib.Path(f"{mark}.runs").exists, why="the command runs")
            client.send_signal(sign)
            out, err = client.communicate(timeout=60)
            if not shown:
                until(lambda: orrery.held()[0] <= before[0], why="its session ends")
            self.assertFalse(mark.exists())
            pathlib.Path(f"{mark}.go").touch()
            until(mark.exists, why="the work goes on")
            orrery.settle()
        with Typist(orrery, "exec", "--unit", "db/0", "--",
                    "until [ -e ../over ]; do sleep 0.02; done") as person:
            person.sees("0 of 1 task has ended")
            person.type("\x03")
            person.sees("interrupted waiting for results; what was begun goes on")
            self.assertEqual(person.ends(), 1)
        (home / "over").touch()
        orrery.settle()
        until(lambda: orrery.held()[0] <= before[0] and orrery.held()[1] <= before[1] + 2,
              why="nothing of them is left")
        self.assertEqual(orrery.leftovers(), [])

    def test_a_kill_takes_it_with_it_and_nothing_runs_again(self):
        orrery = self.begin_with(FIXTURES / "quiet", "db")
        home = orrery.unit_directory("db/0")
        client = orrery.begin("exec", "--unit", "db/0", "--", "echo once >> ../times; sleep 1000")
        until(lambda: (home / "times").exists() and (home / "times").read_text(), why="the command has written")
        orrery.restart()
        out, err = client.communicate(timeout=60)
        self.assertNotEqual(client.returncode, 0)
        self.assertIn("ERROR", err)
        orrery.settle()
        self.assertEqual((home / "times").read_text(), "once\n")
        self.assertEqual(orrery.leftovers(), [])
        self.assertEqual(orrery("exec", "--unit", "db/0", "--", "echo again"), "again\n")

    def test_a_unit_in_error_takes_commands(self):
        orrery = self.begin(RETRY)
        orrery("deploy", FIXTURES / "failing", "app", "--config", "fail=start")
        orrery("wait", "unit", "app/0", "status=error", "timeout=60s")
        orrery.settle()
        self.assertEqual(orrery("exec", "--unit", "app/0", "--", "config-get fail"), "start\n")
        self.assertEqual(orrery.units()["app/0"]["workload-status"]["current"], "error")

    def test_output_is_bounded_and_many_take_turns(self):
        orrery = self.begin("hook-parallelism: 2", RETRY)
        orrery("deploy", FIXTURES / "quiet", "db", "-n", "6")
        orrery.settle()
        answer = orrery.ask("exec", "--unit", "db/0", "--format", "json", "--", "head -c 5000000 /dev/zero | tr '\\0' x")
        task = json.loads(answer.out)["db/0"]
        self.assertLessEqual(len(task["results"]["stdout"]), (1 << 20) + 200)
        self.assertEqual(task["results"]["stdout-truncated"], "true")
        told = json.loads(orrery("exec", "-a", "db", "--format", "json", "--", "echo $JUJU_UNIT_NAME; sleep 0.05"))
        self.assertEqual({name: task["results"]["stdout"].strip() for name, task in told.items()},
                         {f"db/{number}": f"db/{number}" for number in range(6)})
        orrery.settle()


if __name__ == "__main__":
    unittest.main(verbosity=2)
