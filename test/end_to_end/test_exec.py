"""Commands that a user runs in the place of a unit's hooks and on machines, with real processes."""

import json
import os
import pathlib
import signal
import subprocess
import time
import unittest

from orchestrator import CHARMS, FIXTURES, PROGRAM, RETRY, SECONDS, until
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

    def test_at_its_deadline_it_is_killed_with_all_it_has_started(self):
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
            person.sees("0 of 1 tasks have ended")
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

    def fed(self, given, *words):
        """A program of words with that on its standard input: bytes, or a file that is open."""
        source = {"input": given} if isinstance(given, bytes) else {"stdin": given}
        return subprocess.run([*map(str, words)], env=self.orrery.environment(), capture_output=True,
                              timeout=SECONDS, check=False, **source)

    def test_A64_standard_input_reaches_every_target_as_it_is(self):
        orrery = self.begin()
        orrery("deploy", FIXTURES / "quiet", "db", "-n", "2")
        orrery.settle()
        given = bytes(range(256)) * 4096
        for flag, target in (("--stdin", ("-a", "db")), ("-i", ("--machine", "0"))):
            answer = self.fed(given, PROGRAM, "exec", flag, *target, "--", "wc -c")
            self.assertEqual((answer.returncode, answer.stderr), (0, b""), answer)
            self.assertEqual(answer.stdout.count(b"1048576\n"), 2 if target[0] == "-a" else 1, answer)
        answer = self.fed(given, PROGRAM, "exec", "-i", "-a", "db", "--", "cat >../got")
        self.assertEqual((answer.returncode, answer.stderr), (0, b""))
        for unit in ("db/0", "db/1"):
            self.assertEqual((orrery.unit_directory(unit) / "got").read_bytes(), given, unit)
        tool = orrery.unit_directory("db/0") / "tools" / "juju-exec"
        self.assertEqual(self.fed(b"by tool", tool, "--stdin", "db/0", "cat").stdout, b"by tool\n")
        self.assertEqual(self.fed(b"by tool", tool, "db/0", "cat").stdout, b"\n")
        orrery.settle()
        self.assertEqual(orrery.leftovers(), [])

    def test_A64_standard_input_is_left_alone_unless_asked_for(self):
        orrery = self.begin_with(FIXTURES / "quiet", "db")
        ours, theirs = os.pipe()
        try:  # nobody closes it
            os.write(theirs, b"a\n")
            self.assertEqual(self.fed(ours, PROGRAM, "exec", "--unit", "db/0", "--", "cat; echo over").stdout, b"over\n")
            self.assertEqual(self.fed(ours, "sh", "-c", 'read x; "$0" exec --unit db/0 -- "echo $x; cat"', PROGRAM).stdout,
                             b"a\n")
        finally:
            os.close(ours)
            os.close(theirs)
        loop = 'while read x; do "$0" exec --unit db/0 -- "echo $x"; done'
        self.assertEqual(self.fed(b"a\nb\nc\n", "sh", "-c", loop, PROGRAM).stdout, b"a\nb\nc\n")
        with Typist(orrery, "exec", "--unit", "db/0", "--", "cat; echo over") as person:
            person.sees("over")
            self.assertEqual(person.ends(), 0)
        for closed in ('"$0" exec -i --unit db/0 -- "cat; echo over" <&-', '"$0" exec -i --unit db/0 -- "cat; echo over" </dev/null'):
            self.assertEqual(self.fed(b"", "sh", "-c", closed, PROGRAM).stdout, b"over\n")

    def test_A64_at_a_terminal_it_is_typed_or_given_up(self):
        orrery = self.begin_with(FIXTURES / "quiet", "db")
        with Typist(orrery, "exec", "-i", "--unit", "db/0", "--", "sed s/^/got-/") as person:
            person.type("word\n\x04")
            person.sees("got-word")
            self.assertEqual(person.ends(), 0)
        before = orrery.sequence()
        with Typist(orrery, "exec", "-i", "--unit", "db/0", "--", "touch ../never") as person:
            person.type("word\n")
            person.sees("word")
            person.type("\x03")
            person.sees("interrupted before the end of standard input")
            self.assertEqual(person.ends(), 1)
        with open("/dev/zero", "rb") as endless:
            answer = self.fed(endless, PROGRAM, "exec", "-i", "--unit", "db/0", "--", "touch ../never")
        self.assertEqual((answer.returncode, answer.stderr), (1, b"ERROR standard input holds more than 16777216 bytes\n"))
        self.assertEqual(orrery.sequence(), before, "nothing was done")

    def test_A64_it_goes_with_its_client(self):
        orrery = self.begin_with(FIXTURES / "quiet", "db")
        home = orrery.unit_directory("db/0")
        for how in ("client", "orchestrator"):
            holder = orrery.begin("exec", "--unit", "db/0", "--", f"touch ../{how}; until [ -e ../go-{how} ]; do sleep 0.02; done")
            until((home / how).exists, why="the unit is busy")
            before = orrery.held()[0]
            waits = subprocess.Popen([str(PROGRAM), "exec", "--stdin", "--unit", "db/0", "--", "cat >../never"],
                                     env=orrery.environment(), stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
            waits.stdin.write(b"bytes")
            waits.stdin.close()
            until(lambda: "pending" in orrery("operations", "--status", "pending"), why="its task waits")
            if how == "client":
                waits.kill()
                until(lambda: orrery.held()[0] <= before, why="its session ends")
                (home / "go-client").touch()
            else:
                orrery.restart()
            holder.communicate()
            waits.wait(SECONDS)
            orrery.settle()
            last = max(json.loads(orrery("operations", "--format", "json")), key=int)
            self.assertIn("its standard input went with the client that gave it", orrery("show-operation", last))
            self.assertFalse((home / "never").exists())

    def test_A39_what_is_written_as_yaml_comes_from_standard_input(self):
        orrery = self.begin()
        done = self.fed(b"word: piped\n", PROGRAM, "deploy", CHARMS / "talker", "a", "--config", "-")
        self.assertEqual(done.returncode, 0, done)
        self.assertEqual(orrery("config", "a", "word"), "piped\n")
        done = self.fed(b"word: again\n", PROGRAM, "config", "a", "--file", "-")
        self.assertEqual(done.returncode, 0, done)
        self.assertEqual(orrery("config", "a", "word"), "again\n")
        done = self.fed(b"word: [\n", PROGRAM, "config", "a", "--file", "-")
        self.assertIn(b"ERROR standard input:", done.stderr)
        done = self.fed(b"word: b\n", PROGRAM, "console", "-c", "config a --file -")
        self.assertEqual(done.returncode, 1, done)
        self.assertIn(b"a console's command has no standard input", done.stderr)
        orrery.settle()


if __name__ == "__main__":
    unittest.main(verbosity=2)
