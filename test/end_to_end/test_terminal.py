"""As a person meets it: a terminal, Tab, Ctrl-C, progress, colours, and charms that print what terminals obey."""

import os
import pathlib
import signal
import unittest

from orchestrator import CHARMS, FIXTURES, until
from suite import Shared, Suite
from typist import Typist

CTRL_C = "\x03"


class Terminal(Shared):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.orrery("deploy", FIXTURES / "quiet", "db")
        cls.orrery("deploy", FIXTURES / "quiet", "web")
        cls.orrery("deploy", CHARMS / "painter")
        cls.orrery.settle()

    def typist(self, *arguments, **more):
        return Typist(self.orrery, *arguments, **more)

    def test_a_console_completes_verbs_flags_and_what_the_model_has(self):
        with self.typist("console") as person:
            person.sees("orrery> ")
            person.type("add-un\t--nu\t1 we\t\n")  # libedit draws only what changes: the outcome tells
            person.sees("added unit web/1")
            person.sees("orrery> ")
            person.type("integrate db:se\tweb:cl\t\n")
            person.sees("ok seq=")
            person.sees("orrery> ")
            person.type("show-unit db/\t\n")
            person.sees("charm: local:quiet-0")
            person.sees("orrery> ")
            person.type("integrate db:\t\t")  # several: all are shown
            person.sees("db:ring")
            person.sees("db:server")
            person.type("\x15")
            person.type("exit\n")
            self.assertEqual(person.ends(), 0)

    def test_a_console_keeps_letters_of_every_language(self):
        for environment in ({}, {"LC_ALL": "C.UTF-8"}):
            with self.typist("console", environment=environment) as person:
                person.sees("orrery> ")
                person.type("echo grüße 世界\n")
                person.sees("\ngrüße 世界")
                person.sees("orrery> ")
                person.type("exit\n")
                self.assertEqual(person.ends(), 0)

    def test_a_console_remembers(self):
        with self.typist("console") as person:
            person.sees("orrery> ")
            person.type("echo remember me\n")
            person.sees("\nremember me")
            person.sees("orrery> ")
            person.ends("\x04")
        history = self.orrery.directory / ".local/state/orrery/history"
        self.assertEqual(history.stat().st_mode & 0o777, 0o600)
        with self.typist("console") as person:
            person.sees("orrery> ")
            person.type("\x1b[A")
            person.sees("echo remember me")
            person.type("\n")
            person.sees("\nremember me")

    def test_ctrl_c_ends_the_wait_and_not_the_console(self):
        with self.typist("console") as person:
            person.sees("orrery> ")
            person.type("wait app db units=7\n")
            person.sees("s: wait app db units=7")  # progress, after a second
            person.type(CTRL_C)
            person.sees("interrupted while waiting; the work itself goes on")
            person.sees("orrery> ")
            person.type("version\n")
            person.sees("3.6.1")

    def test_ctrl_c_at_the_prompt_gives_up_the_line_and_not_the_console(self):
        with self.typist("console") as person:
            person.sees("orrery> ")
            person.type("repeat 2 {\n")
            person.sees("      > ")
            person.type("remove-application d")
            person.sees("remove-application d")
            person.type(CTRL_C)
            person.sees("\norrery> ")
            person.type("echo still here\n")
            person.sees("\nstill here")
            person.sees("orrery> ")
            person.ends("\x04")
            self.assertIn("db", self.orrery.status()["applications"])

    def test_a_status_is_watched_from_the_console_too(self):
        with self.typist("console") as person:
            person.sees("orrery> ")
            person.type("status db --watch 100ms\n")
            person.sees("db/0")
            person.type(CTRL_C)
            person.sees("orrery> ")
        self.assertEqual(self.orrery.console("status --watch 1s").code, 2)

    def test_a_console_follows_the_log_and_the_window_and_says_an_error_once(self):
        with self.typist("console", rows=12) as person:
            person.sees("orrery> ")
            person.type("add-unit nobody\n")
            before = person.sees("\norrery> ")
            self.assertEqual(before.count("ERROR"), 1, before)
            self.assertNotIn("failed", before)
            person.type("debug-log --include db/0 -n 1\n")
            person.sees("unit-db-0: ")
            self.orrery("exec", "--unit", "db/0", "--", "juju-log", "followed")
            person.sees("followed")
            person.type(CTRL_C)
            person.sees("orrery> ")
            person.type("status --watch 100ms\n")
            person.sees(" more lines: name what to see")
            person.resize(rows=60)
            person.sees("\x1b[H")
            person.sees("\x1b[J")
            self.assertNotIn("more lines", person.shown[person.shown.rindex("\x1b[H"):])
            person.type(CTRL_C)
            person.sees("orrery> ")
            person.type("help\n")
            person.sees("repeat N { ... }")

    def test_a_console_connects_again(self):
        with self.typist("console") as person:
            person.sees("orrery> ")
            person.type("echo before\n")
            person.sees("\nbefore")
            person.sees("orrery> ")
            self.orrery.kill()
            person.type("echo nobody hears\n")
            person.sees("ERROR no orchestrator answers at ")
            person.sees("orrery> ")
            self.orrery.start()
            person.type("echo after\n")
            person.sees("connected again: variables")
            person.sees("\nafter")
            person.sees("orrery> ")
            person.type("exit\n")
            self.assertEqual(person.ends(), 0)

    def test_a_path_is_completed(self):
        (self.orrery.directory / "a-long-name").mkdir(exist_ok=True)
        with self.typist("console") as person:
            person.sees("orrery> ")
            person.type(f"source {self.orrery.directory}/a-lo\t")
            person.sees("ng-name/")  # libedit draws only what comes

    def test_ctrl_c_ends_the_wait_of_one_verb(self):
        with self.typist("wait", "app", "db", "units=7") as person:
            person.sees("s: wait app db units=7")
            person.type(CTRL_C)
            person.sees("interrupted while waiting; the work itself goes on")
            self.assertEqual(person.ends(), 1)

    def test_progress_is_wiped_off_and_only_for_terminals(self):
        with self.typist("wait", "app", "db", "units=7", "timeout=2s") as person:
            person.sees("1 s: wait")
            person.sees("\r\x1b[K")
            person.sees("ERROR timed out waiting")
            self.assertEqual(person.ends(), 1)
        answer = self.orrery.ask("wait", "app", "db", "units=7", "timeout=2s")
        self.assertTrue(answer.err.startswith("ERROR timed out"), answer)

    def test_colours_only_on_a_terminal_that_wants_them(self):
        red = "\x1b["
        with self.typist("status", "--relations") as person:
            person.ends()
            self.assertIn(red, person.shown)
        for environment in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
            with self.typist("status", environment=environment) as person:
                person.ends()
                self.assertNotIn("\x1b", person.shown)
        with self.typist("status", environment={"NO_COLOR": ""}) as person:  # empty: as if it were not there
            person.ends()
            self.assertIn(red, person.shown)
        self.assertNotIn("\x1b", self.orrery("status"))

    def test_a_watched_status_is_cut_to_the_screen(self):
        with self.typist("status", "--watch", "100ms", rows=12) as person:
            person.sees(" more lines: name what to see")
            self.assertLessEqual(person.shown.count("\n"), 11)
            person.type(CTRL_C)
            person.ends()
        with self.typist("status", "db", "--watch", "100ms") as person:
            person.sees("db/0")
            person.type(CTRL_C)
            person.ends()
            self.assertNotIn("more lines", person.shown)

    def test_what_charms_print_cannot_command_a_terminal(self):
        for verb in (["status", "--no-color"], ["status", "painter", "--no-color", "--format", "yaml"],
                     ["status", "--format", "json"], ["show-unit", "painter/0"], ["debug-log", "--replay", "--no-tail"],
                     ["explain", "unit", "painter/0"], ["add-unit", "\x1b[2J\x07"]):
            with self.typist(*verb, columns=300) as person:
                person.ends()
                shown = person.shown.replace("\r\n", "\n").replace("\r\x1b[K", "")  # progress, if it took long
                for byte in ("\x1b", "\x07", "\r", "\x9b"):
                    self.assertNotIn(byte, shown, verb)
        self.assertIn("status \\x1b[2J", self.orrery("status"))
        self.assertIn("logged \\x1b[2J", self.orrery("debug-log", "--replay", "--no-tail"))


class Clients(Suite):
    """Clients that are slow or vanish: the orchestrator goes on, and nothing of them stays."""

    STARTED = False

    def setUp(self):
        super().setUp()
        self.begin_with(FIXTURES / "quiet", "db")
        self.orrery("exec", "--unit", "db/0", "--", "true")  # the first hook begins what all others use, too

    def quiet(self):
        """What it holds once every session that has ended is reaped."""
        held = [self.orrery.held()]
        until(lambda: held.append(self.orrery.held()) or (held[-1] == held[-2] and len(held) > 20),
              why="it becomes quiet")
        return held[-1]

    def test_clients_killed_in_the_middle_of_anything_leave_nothing(self):
        before = self.quiet()
        clients = [self.orrery.begin("wait", "app", "db", "units=7") for _ in range(6)]
        clients += [self.orrery.begin("debug-log", "--tail", "--replay") for _ in range(6)]
        clients += [self.orrery.begin("status", "--watch", "100ms") for _ in range(3)]
        gate = self.orrery.directory / "gate"  # a command that ended by itself would never be killed
        clients += [self.orrery.begin("exec", "--unit", "db/0", "--", f"until [ -e {gate} ]; do sleep 0.05; done") for _ in range(3)]
        until(lambda: self.orrery.held()[0] >= before[0] + len(clients),
              why="all of them are served")
        clients += [self.orrery.begin("console", "-c", "repeat 100000 { status }")]
        clients += [self.orrery.begin("add-unit", "db", "-n", "1000")]
        until(lambda: len(self.orrery.units()) > 1, why="units are being added")
        for client in clients:
            client.send_signal(signal.SIGKILL)
            client.wait()
            client.stdout.close()
            client.stderr.close()
        gate.touch()
        until(lambda: self.orrery.held()[0] == before[0], why="their threads end")
        units = len(self.orrery.units())
        self.assertLess(units, 1000)
        self.orrery("add-unit", "db")
        self.orrery("remove-application", "db")
        self.orrery.settle()
        self.assertLessEqual(self.quiet()[1], before[1] + 2)  # a log or a table of the store more or less

    def test_a_terminal_that_is_closed_leaves_nothing(self):
        before = self.quiet()
        for begun in ("wait app db units=7", "debug-log --tail", "status --watch 100ms", "exec --unit db/0 -- sleep 0.5",
                      "every 10ms for 1h { check }", "parallel 4 { wait app db units=7 }", "remove-applic"):
            with Typist(self.orrery, "console") as person:
                person.sees("orrery> ")
                person.type(begun + ("\n" if " " in begun else "\t"))
                until(lambda: self.orrery.held()[0] > before[0], why="it is served")
        until(lambda: self.orrery.held()[0] == before[0], why="their threads end")
        self.orrery.settle()
        self.assertLessEqual(self.quiet()[1], before[1] + 2)

    def test_clients_that_do_not_read_hold_up_nobody(self):
        (self.orrery.model / "logs" / "unit-db-0.log").write_text("2026-11-21T05:33:12Z INFO install: much\n" * 200000)
        before = self.quiet()
        slow = [self.orrery.begin("debug-log", "--replay", "--tail") for _ in range(2)]
        slow += [self.orrery.begin("exec", "--unit", "db/0", "--", "head -c 2000000 /dev/zero | tr '\\0' x") for _ in range(2)]
        slow += [self.orrery.begin("console", "-c", "repeat 1000000 { status --format json }") for _ in range(8)]
        until(lambda: self.orrery.held()[0] > before[0], why="some of them are served")
        memory = self.memory()
        for number in range(20):
            self.orrery("config", "db")
            self.orrery("add-machine")
        if "ORRERY_SANITIZED" not in os.environ:  # a sanitizer keeps what was given back
            self.assertLess(self.memory() - memory, 64 << 20)  # their output is not gathered
        until(lambda: self.orrery.held()[0] == before[0],
              why="who does not take its answer is let go")
        for client in slow:
            client.kill()
            client.communicate()
        self.orrery.settle()

    def memory(self):
        text = pathlib.Path(f"/proc/{self.orrery.process.pid}/statm").read_text()
        return int(text.split()[1]) * 4096


if __name__ == "__main__":
    unittest.main()
