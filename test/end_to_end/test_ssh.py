"""Programs in a unit's place, outside any hook, and files from and to it."""

import os
import pathlib
import signal
import subprocess
import unittest

from orchestrator import FIXTURES, PROGRAM, SECONDS, is_running, until
from suite import Shared, Suite
from typist import Typist

CTRL_C = "\x03"
MOST = 32  # sessions


class Remote:
    """What both kinds of suites ask."""

    def ran(self, *words, given=b""):
        """A verb with that on its standard input; its answer in bytes."""
        return subprocess.run(
            [str(PROGRAM), *map(str, words)], env=self.orrery.environment(), check=False,
            capture_output=True, timeout=2 * SECONDS, input=given, cwd=self.orrery.directory)

    def popen(self, *words, **how):
        """A verb whose end is not waited for; it is killed after the test."""
        client = subprocess.Popen([str(PROGRAM), *map(str, words)],
                                  env=self.orrery.environment(), **how)
        self.addCleanup(client.wait)
        self.addCleanup(client.kill)
        return client

    def ssh(self, *words, given=b"", code=0):
        answer = self.ran("ssh", *words, given=given)
        self.assertEqual(answer.returncode, code, answer)
        return answer

    def scp(self, *words, code=0):
        answer = self.ran("scp", *words)
        self.assertEqual(answer.returncode, code, answer)
        return answer

    def home(self, unit="db/0"):
        return self.orrery.unit_directory(unit)

    def begun(self, unit, command):
        """A session whose program has written its number, which is its process group's."""
        client = self.popen("ssh", unit, f"echo $$; {command}",
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        self.addCleanup(client.stdout.close)
        return client, int(client.stdout.readline())


class Ssh(Remote, Shared):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.orrery("deploy", FIXTURES / "quiet", "db", "-n", "2")
        cls.orrery.settle()

    def setUp(self):
        # Once all that the test has begun is ended.
        self.addCleanup(until, lambda: self.orrery.leftovers() == [], why="nothing is left")

    def test_CL2_bytes_pass_as_they_are(self):
        given = os.urandom(5 << 20)
        answer = self.ssh("db/0", "cat", given=given)
        self.assertEqual(answer.stdout == given, True, len(answer.stdout))
        self.assertEqual(answer.stderr, b"")
        self.assertEqual(self.ssh("db/0", "cat >&2", given=given).stderr == given, True)
        self.assertEqual(self.ssh("db/0", "-n", "cat", given=given).stdout, b"")

    def test_CL2_what_it_prints_comes_as_it_is_printed(self):
        client = self.popen("ssh", "db/0", "echo first; read word; echo got $word",
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.assertEqual(client.stdout.readline(), b"first\n")
        self.assertEqual(client.communicate(b"word\n", timeout=SECONDS)[0], b"got word\n")
        self.assertEqual(client.returncode, 0)

    def test_CL1_the_exit_code_is_the_commands(self):
        for code in (0, 1, 2, 3, 127, 255):
            self.assertEqual(self.ssh("db/0", f"exit {code}", code=code).stderr, b"")
        self.assertEqual(self.ssh("db/0", "kill -9 $$", code=255).stderr, b"")
        self.assertIn(b'unit "x/9" not found', self.ssh("x/9", "true", code=1).stderr)
        self.assertIn(b"machine 99 not found", self.ssh("99", "true", code=1).stderr)
        self.assertEqual(self.ssh(code=2).stderr, b"ERROR no target name specified\n")

    def test_CL2_there_is_no_context_of_a_hook(self):
        told = self.ssh("db/0", "pwd; env").stdout.decode().splitlines()
        self.assertEqual(told[0], str(self.home()))
        names = {line.split("=")[0]: line.split("=", 1)[-1] for line in told[1:]}
        self.assertEqual([name for name in names if "JUJU" in name or "CHARM" in name], [])
        self.assertEqual(names["HOME"], str(self.home()))
        self.assertLessEqual({"PATH", "TERM", "SHELL"}, set(names))
        machine = self.orrery.units()["db/0"]["machine"]
        works = self.ssh(machine, "pwd").stdout.decode().rstrip()
        self.assertTrue(works.endswith(f"/machines/{machine}"), works)
        leader = self.ssh("db/leader", "pwd").stdout.decode().rstrip()
        self.assertIn(leader, [str(self.home(unit)) for unit in ("db/0", "db/1")])

    def test_CL2_words_are_joined_for_a_shell(self):
        told = self.ssh("ubuntu@db/0", "-o", "A=b", "--", "echo", "$HOME").stdout
        self.assertEqual(told.decode().rstrip(), str(self.home()))
        self.assertEqual(self.ssh("db/0", "echo", "-n", "--help", "-m").stdout, b"--help -m")
        told = self.ssh("--model", "default", "--no-host-key-checks", "db/0", "echo x")
        self.assertEqual((told.stdout, told.stderr), (b"x\n", b""))
        self.assertEqual(self.ssh("db/0", given=b"echo shell; exit 5\n", code=5).stdout, b"shell\n")

    def test_CL2_no_hook_waits_for_it(self):
        _, program = self.begun("db/0", "exec sleep 1000")
        self.orrery("exec", "--unit", "db/0", "--", "true")
        self.orrery.settle()
        self.assertTrue(is_running(program))

    def test_CL1_a_shell_has_a_terminal_where_its_user_has(self):
        with Typist(self.orrery, "ssh", "db/0") as person:
            person.sees("db/0> ")
            person.type("tty; stty size; echo $TERM\n")
            person.sees("/dev/pts/")
            person.sees("40 120\r\nxterm")
            person.type("sh -c 'echo be\"\"gun; exec sleep 1000'\n")
            person.sees("begun")
            person.type(CTRL_C)
            person.sees("db/0> ")
            person.type("exit 7\n")
            self.assertEqual(person.ends(), 7)
        with Typist(self.orrery, "ssh", "db/0", "tty") as person:
            person.sees("not a tty")
            self.assertEqual(person.ends(), 1)
        self.assertIn(b"/dev/pts/", self.ssh("--pty=true", "db/0", "tty").stdout)

    def test_CL2_it_ends_with_its_client(self):
        for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT):
            client, program = self.begun("db/0", "sleep 1000 & exec sleep 1000")
            client.send_signal(number)
            self.assertEqual(client.wait(SECONDS), 255 if number == signal.SIGINT else -number)
            until(lambda: not is_running(program), why="the program ends")
            until(lambda: self.orrery.leftovers() == [], why="all that it has started ends")

    def test_CL2_the_audit_log_knows_it_while_it_lasts(self):
        log = self.orrery.data / "audit.log"
        before = len(log.read_text().splitlines())
        client, _ = self.begun("db/0", "exec sleep 1000")
        begun = log.read_text().splitlines()[before:]
        self.assertEqual(len(begun), 1, begun)
        self.assertRegex(begun[0],
                         r" uid=%d pid=%d verb=ssh begins seq=0 account=admin$"
                         % (os.getuid(), client.pid))
        client.kill()
        until(lambda: len(log.read_text().splitlines()) == before + 2, why="its end is noted, too")
        self.assertRegex(log.read_text().splitlines()[-1],
                         r" verb=ssh exit=\d+ seq=0 account=admin$")

    def test_CL2_there_are_so_many_at_most(self):
        held = []
        for _ in range(MOST):
            held.append(self.begun("db/0", "exec sleep 1000")[0])
        self.assertIn(b"there are 32 sessions", self.ssh("db/1", "true", code=255).stderr)
        for client in held:
            client.kill()
        until(lambda: self.ran("ssh", "db/1", "true").returncode == 0,
              why="their places are free again")

    def test_CL2_a_script_has_no_streams_for_it(self):
        self.assertIn("command line", self.orrery.console("ssh db/0 true").err)
        self.assertIn("command line", self.orrery.console("scp db/0:x y").err)


class Scp(Remote, Shared):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.orrery("deploy", FIXTURES / "quiet", "db", "-n", "2")
        cls.orrery.settle()

    def setUp(self):
        self.here = pathlib.Path(self.orrery.directory) / self.id().rsplit(".", 1)[-1]
        self.here.mkdir()

    def tree(self):
        """A directory with what directories hold."""
        tree = self.here / "tree"
        (tree / "sub dir").mkdir(parents=True)
        (tree / "plain").write_bytes(os.urandom(70_000))
        (tree / "sub dir" / "it's & \\n").write_text("x")
        (tree / "empty").mkdir()
        (tree / "run").write_text("#!/bin/sh\n")
        (tree / "run").chmod(0o750)
        os.utime(tree / "run", (1_000_000_000, 1_000_000_000))
        return tree

    def same(self, one, other):
        def held(top):
            return {path.relative_to(top): path.read_bytes() if path.is_file() else None
                    for path in top.rglob("*")}
        self.assertEqual(held(pathlib.Path(one)), held(pathlib.Path(other)))

    def test_CL3_a_file_goes_there_and_comes_back(self):
        given = os.urandom(1 << 20)
        (self.here / "one").write_bytes(given)
        answer = self.scp(self.here / "one", "db/0:there")
        self.assertEqual((answer.stdout, answer.stderr), (b"", b""))
        self.assertEqual((self.home() / "there").read_bytes(), given)
        self.scp("--", "db/0:there", self.here / "back")
        self.assertEqual((self.here / "back").read_bytes(), given)
        self.scp("db/0:there", self.here)  # a directory
        self.assertEqual((self.here / "there").read_bytes(), given)
        self.scp("db/0:there", "db/1:other")
        self.assertEqual((self.home("db/1") / "other").read_bytes(), given)

    def test_CL3_directories_go_with_what_they_hold(self):
        tree = self.tree()
        self.assertIn(b"not a regular file", self.scp(tree, "db/0:new", code=1).stderr)
        self.assertFalse((self.home() / "new").exists())
        self.scp("-r", tree, "db/0:new")
        self.same(tree, self.home() / "new")
        self.scp("-r", tree, "db/0:new")
        self.same(tree, self.home() / "new" / "tree")
        self.scp("--", "-r", "db/0:new/tree", self.here / "back")
        self.same(tree, self.here / "back")
        self.scp("-r", "db/0:new/tree/", "db/1:back")
        self.same(tree, self.home("db/1") / "back")

    def test_CL3_modes_and_times_are_kept_if_asked_for(self):
        tree = self.tree()
        self.scp("-p", tree / "run", "db/0:kept")
        kept = (self.home() / "kept").stat()
        self.assertEqual((kept.st_mode & 0o7777, int(kept.st_mtime)), (0o750, 1_000_000_000))
        self.scp(tree / "run", "db/0:touched")
        self.assertGreater((self.home() / "touched").stat().st_mtime, 1_000_000_000)

    def test_CL3_any_name_is_taken_as_it_is(self):
        for name in ("two words", "it's", "a..b", "-dash", "semi; & more", "back\\slash,comma"):
            with self.subTest(name=name):
                (self.here / name).write_text(name)
                self.scp(self.here / name, f"db/0:to {name}")
                self.assertEqual((self.home() / f"to {name}").read_text(), name)
                self.scp(f"db/0:to {name}", self.here / "got")
                self.assertEqual((self.here / "got").read_text(), name)
        (self.home() / "charm" / "inner").write_text("inner")
        self.scp("db/0:charm/../charm/inner", self.here)
        self.assertEqual((self.here / "inner").read_text(), "inner")
        self.scp(self.here / "inner", "db/0:charm/../outer")
        self.assertEqual((self.home() / "outer").read_text(), "inner")

    def test_CL3_names_are_matched_where_they_are(self):
        for name in ("a.log", "b.log", "c.txt"):
            (self.home("db/1") / name).write_text(name)
        self.scp("db/1:*.log", self.here)
        self.assertEqual(sorted(path.name for path in self.here.iterdir()), ["a.log", "b.log"])

    def test_CL3_what_cannot_be_copied_is_said_and_the_others_are(self):
        (self.here / "one").write_text("one")
        answer = self.scp(self.here / "one", self.here / "none", "db/0:charm", code=1)
        said = f"scp: {self.here}/none: No such file or directory\n"
        self.assertEqual(answer.stderr.decode(), said)
        self.assertEqual((self.home() / "charm" / "one").read_text(), "one")
        self.assertIn(b"nothing: No such file", self.scp("db/0:nothing", self.here, code=1).stderr)
        self.assertEqual(self.scp("x/9:file", self.here, code=1).stderr.count(b"\n"), 1)
        self.assertIn(b"No such file", self.scp(self.here / "one", "db/0:no/where", code=1).stderr)
        answer = self.scp(self.here / "one", "db/0:/dev/null", code=1)
        self.assertIn(b"not a regular file", answer.stderr)
        self.assertTrue(pathlib.Path("/dev/null").is_char_device())
        self.assertEqual(self.scp("one", code=2).stderr, b"ERROR at least two arguments required\n")

    def test_CL3_it_ends_with_its_client(self):
        with open(self.here / "large", "wb") as large:
            large.truncate(64 << 30)  # holes: longer than anybody waits
        copy = self.home() / "copy"
        client = self.popen("scp", self.here / "large", "db/0:copy")
        until(copy.exists, why="it has begun")
        client.terminate()
        self.assertEqual(client.wait(SECONDS), -signal.SIGTERM)
        until(lambda: self.orrery.leftovers() == [], why="nothing of it is left")


class RemovedMeanwhile(Remote, Suite):
    STARTED = False

    def test_CL2_it_ends_with_its_unit_and_with_the_orchestrator(self):
        orrery = self.begin_with(FIXTURES / "quiet", "db", "-n", "2")
        client, program = self.begun("db/0", "trap '' TERM HUP; while :; do sleep 1; done")
        orrery("remove-unit", "db/0")
        self.assertEqual(client.wait(2 * SECONDS), 255)
        until(lambda: not is_running(program), why="the program ends")
        orrery("wait", "unit", "db/0", "gone")
        for end in (orrery.terminate, orrery.kill):
            client, program = self.begun("db/1", "exec sleep 1000")
            end()
            self.assertEqual(client.wait(SECONDS), 255)
            until(lambda: not is_running(program), why="the program ends")
            orrery.start()
        orrery("check")
        self.assertEqual(orrery.leftovers(), [])


if __name__ == "__main__":
    unittest.main()
