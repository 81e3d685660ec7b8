"""The client's standard input: what commands get of it, and who leaves it alone."""

import fcntl
import json
import os
import pathlib
import signal
import subprocess
import termios
import unittest

from orchestrator import CHARMS, FIXTURES, PROGRAM, SECONDS, until
from suite import Suite
from typist import Typist


class StandardInput(Suite):
    STARTED = False

    def fed(self, given, *words):
        """A program of words with that on its standard input: bytes, or a file that is open."""
        source = {"input": given} if isinstance(given, bytes) else {"stdin": given}
        return subprocess.run([*map(str, words)], env=self.orrery.environment(), check=False,
                              capture_output=True, timeout=SECONDS, **source)

    def exec_fed(self, given, *words):
        return self.fed(given, PROGRAM, "exec", *words)

    def shell_fed(self, given, script):
        """A shell's script in which $0 is the program."""
        return self.fed(given, "sh", "-c", script, PROGRAM).stdout

    def test_A64_it_reaches_every_target_as_it_is(self):
        orrery = self.begin()
        orrery("deploy", FIXTURES / "quiet", "db", "-n", "2")
        orrery.settle()
        given = bytes(range(256)) * 4096
        answer = self.exec_fed(given, "--stdin", "-a", "db", "--", "cat >../got")
        self.assertEqual((answer.returncode, answer.stderr), (0, b""))
        for unit in ("db/0", "db/1"):
            self.assertEqual((orrery.unit_directory(unit) / "got").read_bytes(), given, unit)
        answer = self.exec_fed(given, "-i", "--all", "--", "wc -c")
        self.assertIn(b"1048576\n", answer.stdout)
        path = f"PATH={pathlib.Path(PROGRAM).parent}:{os.environ['PATH']}"
        tool = ("env", path, orrery.unit_directory("db/0") / "tools" / "juju-exec")
        given = self.fed(b"by tool", *tool, "--stdin", "db/0", "cat; echo; echo over")
        self.assertEqual(given.stdout, b"by tool\nover\n", given)
        left = self.fed(b"by tool", *tool, "db/0", "cat; echo over")
        self.assertEqual(left.stdout, b"over\n", left)
        orrery.settle()
        self.assertEqual(orrery.leftovers(), [])

    def test_A64_it_is_left_alone_unless_asked_for(self):
        orrery = self.begin_with(FIXTURES / "quiet", "db")
        ours, theirs = os.pipe()
        self.addCleanup(os.close, ours)
        self.addCleanup(os.close, theirs)  # open until then
        os.write(theirs, b"a\n")
        done = self.exec_fed(ours, "--unit", "db/0", "--", "cat; echo over")
        self.assertEqual(done.stdout, b"over\n", done)
        reads = 'read x; "$0" exec --unit db/0 -- "echo $x; cat"'
        self.assertEqual(self.shell_fed(ours, reads), b"a\n")
        loop = 'while read x; do "$0" exec --unit db/0 -- "echo $x"; done'
        self.assertEqual(self.shell_fed(b"a\nb\nc\n", loop), b"a\nb\nc\n")
        with Typist(orrery, "exec", "--unit", "db/0", "--", "cat; echo over") as person:
            person.sees("over")
            self.assertEqual(person.ends(), 0)
        for nothing in ("<&-", "</dev/null"):
            asks = f'"$0" exec -i --unit db/0 -- "cat; echo over" {nothing}'
            self.assertEqual(self.shell_fed(b"", asks), b"over\n", nothing)

    def test_A64_it_is_typed_at_a_terminal_or_given_up(self):
        orrery = self.begin_with(FIXTURES / "quiet", "db")
        with Typist(orrery, "exec", "-i", "--unit", "db/0", "--", "sed s/^/got-/") as person:
            person.type("word\n\x04")
            person.sees("got-word")
            self.assertEqual(person.ends(), 0)
        orrery.settle()
        before = orrery.sequence()
        ours, theirs = os.pipe()
        self.addCleanup(os.close, ours)
        self.addCleanup(os.close, theirs)  # open until then
        client = subprocess.Popen(
            [str(PROGRAM), "exec", "-i", "--unit", "db/0", "--", "touch ../never"],
            env=orrery.environment(), stdin=ours, stderr=subprocess.PIPE)
        os.write(theirs, b"word")
        left = bytearray(4)
        until(lambda: fcntl.ioctl(ours, termios.FIONREAD, left) == 0 and not any(left),
              why="the client reads")
        client.send_signal(signal.SIGINT)
        self.assertIn(b"interrupted before the end of standard input",
                      client.communicate(timeout=SECONDS)[1])
        self.assertEqual(client.returncode, 1)
        with open("/dev/zero", "rb") as endless:
            answer = self.exec_fed(endless, "-i", "--unit", "db/0", "--", "touch ../never")
        self.assertEqual((answer.returncode, answer.stderr),
                         (1, b"ERROR standard input holds more than 16777216 bytes\n"))
        self.assertEqual(orrery.sequence(), before, "nothing was done")

    def test_A64_it_goes_with_its_client(self):
        orrery = self.begin_with(FIXTURES / "quiet", "db")
        home = orrery.unit_directory("db/0")
        for how in ("client", "orchestrator"):
            holder = orrery.begin("exec", "--unit", "db/0", "--",
                                  f"touch ../{how}; until [ -e ../go ]; do sleep 0.02; done")
            until((home / how).exists, why="the unit is busy")
            before = orrery.held()[0]
            waits = subprocess.Popen(
                [str(PROGRAM), "exec", "--stdin", "--unit", "db/0", "--", "cat >../never"],
                env=orrery.environment(), stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
            waits.stdin.write(b"bytes")
            waits.stdin.close()
            until(lambda: "pending" in orrery("operations", "--status", "pending"),
                  why="its task waits")
            if how == "client":
                waits.kill()
                until(lambda: orrery.held()[0] <= before, why="its session ends")
                (home / "go").touch()
            else:
                orrery.restart()
            holder.communicate()
            waits.wait(SECONDS)
            orrery.settle()
            (home / "go").unlink(missing_ok=True)
            last = max(json.loads(orrery("operations", "--format", "json")), key=int)
            self.assertIn("its standard input went with the client that gave it",
                          orrery("show-operation", last))
            self.assertFalse((home / "never").exists())

    def test_A39_what_is_written_as_yaml_comes_from_it(self):
        orrery = self.begin()
        piped = self.fed(b"word: piped\n", PROGRAM, "deploy", CHARMS / "talker", "a", "--config",
                         "-")
        self.assertEqual(piped.returncode, 0, piped)
        self.assertEqual(orrery("config", "a", "word"), "piped\n")
        again = self.fed(b"word: again\n", PROGRAM, "config", "a", "--file", "-")
        self.assertEqual(again.returncode, 0, again)
        self.assertEqual(orrery("config", "a", "word"), "again\n")
        wrong = self.fed(b"word: [\n", PROGRAM, "config", "a", "--file", "-")
        self.assertIn(b"ERROR standard input:", wrong.stderr)
        orrery.settle()
        greeted = self.fed(b"whom: you\n", PROGRAM, "run", "a/0", "greet", "--params", "-")
        self.assertEqual(greeted.returncode, 0, greeted)
        self.assertIn(b"you", greeted.stdout)
        script = self.fed(b"word: b\n", PROGRAM, "console", "-c", "config a --file -")
        self.assertEqual(script.returncode, 1, script)
        self.assertIn(b"a console's command has no standard input", script.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
