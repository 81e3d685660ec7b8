"""Hooks and actions that a person runs by hand, in a terminal."""

import os
import pathlib
import signal
import termios
import unittest

from orchestrator import until
from suite import Suite
from typist import Typist

CTRL_C, CTRL_D, CTRL_Z = "\x03", "\x04", "\x1a"
HOOK = "#!/bin/sh\nset -e\n{}\n"
JOINED = 'relation-set "word=from $JUJU_UNIT_NAME"'


class DebugHooks(Suite):
    SETTINGS = ("retry: {attempts: 3, first-delay: 20ms, longest-delay: 100ms}",)

    def charm(self, name, **hooks):
        """A charm whose hooks do this; one of its actions is there, too."""
        self.file(f"{name}/metadata.yaml", f"name: {name}\nsummary: s\ndescription: d\n"
                  "provides: {server: {interface: talk}}\n"
                  "requires: {client: {interface: talk}}\n")
        self.file(f"{name}/config.yaml",
                  "options: {word: {type: string, default: none, description: d}}\n")
        self.file(f"{name}/actions.yaml", "backup: {description: Saves all}\n")
        programs = {"actions/backup": 'action-set saved="$(config-get word)"'}
        for hook, does in hooks.items():
            programs["hooks/" + hook.replace("_", "-")] = does
        for path, does in programs.items():
            self.file(f"{name}/{path}", HOOK.format(does), 0o755)
        return self.orrery.directory / name

    def deployed(self, **hooks):
        self.orrery("deploy", self.charm("app", **hooks))
        self.orrery.settle()

    def session(self, *words, verb="debug-hooks", unit="app/0", environment=None):
        """Somebody who waits for hooks; begun once the orchestrator knows."""
        person = Typist(self.orrery, verb, unit, *words, environment=environment)
        self.addCleanup(person.__exit__)
        person.sees("Ctrl-C ends the session.")
        return person

    def prompted(self, person, hook, unit="app/0"):
        """In the shell in that hook's place."""
        person.sees(f"ook {hook} of {unit}" if hook != "backup" else f"Action {hook} of {unit}")
        person.sees(f"{unit} {hook}> ")

    def agent(self, unit="app/0"):
        return self.orrery.units()[unit]["juju-status"]

    def workload(self, unit="app/0"):
        return self.orrery.units()[unit]["workload-status"]

    def test_D4_what_is_wrong_is_refused(self):
        self.deployed(config_changed=":")
        refused = self.ask("debug-hooks", "app/0", "config-changed", "begin", code=1).err
        hooks = [f"{endpoint}-relation-{event}" for endpoint in ("client", "juju-info", "server")
                 for event in ("broken", "changed", "created", "departed", "joined")]
        hooks += ["config-changed", "install", "leader-elected", "leader-settings-changed",
                  "remove", "secret-changed", "secret-expired", "secret-remove", "secret-rotate",
                  "start", "stop", "update-status", "upgrade-charm"]
        valid = f"valid actions are [backup] and valid hooks are [{' '.join(sorted(hooks))}]"
        self.assertEqual(refused, 'ERROR unit "app/0" contains neither hook nor action "begin", '
                         f"{valid}\n")
        self.assertIn("app/7", self.ask("debug-hooks", "app/7", code=1).err)
        self.assertIn("in a terminal", self.ask("debug-code", "app/0", "backup", code=1).err)
        self.assertIn("in a terminal", self.orrery.console("debug-hooks app/0").err)
        self.session("config-changed")
        with Typist(self.orrery, "debug-hooks", "app/0") as other:
            other.sees("unit app/0 has a debug session already, of ")
            self.assertEqual(other.ends(), 1)

    def test_D4_a_hook_that_is_left_with_0_has_passed_and_its_changes_count(self):
        self.deployed(server_relation_joined=JOINED)
        hears = 'status-set active "$(relation-get word)"'
        self.orrery("deploy", self.charm("other", client_relation_changed=hears))
        person = self.session("server-relation-joined")
        self.orrery("integrate", "app:server", "other:client")
        self.prompted(person, "server-relation-joined")
        shown = "running server-relation-joined hook for other/0 in a debug session of "
        self.assertIn(shown, self.agent()["message"])
        self.assertIn("in a debug session of ", self.orrery("explain", "unit", "app/0"))
        person.type("pwd; env | grep -c -e ^JUJU_DEBUG= -e ^JUJU_REMOTE_UNIT=other/0\n")
        directory = str(self.orrery.unit_directory("app/0") / "charm")
        person.sees(f"{directory}\r\n2\r\n")
        person.type("relation-set more=typed; ./$JUJU_DISPATCH_PATH; echo ran $?\n")
        person.sees("ran 0\r\n")
        other = self.workload("other/0")
        self.assertNotIn("from app/0", other.get("message", ""), "nothing is flushed yet")
        person.type("exit 0\n")
        person.sees("ook server-relation-joined has passed.")
        self.orrery("wait", "unit", "other/0", "message=from app/0", "timeout=60s")
        self.orrery.settle()
        reads = "relation-get -r $(relation-ids client) - app/0"
        self.assertIn("more: typed", self.orrery("exec", "--unit", "other/0", "--", reads))
        person.type(CTRL_C)
        self.assertEqual(person.ends(), 0)
        self.orrery("check")

    def test_D4_a_hook_that_is_left_with_another_code_has_failed_and_the_next_comes(self):
        self.deployed(config_changed="status-set active changed")
        person = self.session("config-changed")
        self.orrery("config", "app", "word=first")
        self.prompted(person, "config-changed")
        person.type("exit 3\n")
        person.sees("ook config-changed has failed: exit code 3.")
        self.prompted(person, "config-changed")  # its next try
        self.assertIn("in a debug session of ", self.agent()["message"])
        self.orrery("config", "app", "word=second")
        person.type("./hooks/config-changed; echo ran $?\n")
        person.sees("ran 0\r\n")
        person.sees("app/0 config-changed> ")  # only a shell that reads knows Ctrl-D as its end
        person.type(CTRL_D)
        person.sees("ook config-changed has passed.")
        self.prompted(person, "config-changed")  # of the second word: the next hook has waited
        person.type("config-get word; exit 0\n")
        person.sees("second")
        person.sees("ook config-changed has passed.")
        person.type(CTRL_C)
        self.assertEqual(person.ends(), 0)
        self.orrery.settle()
        self.assertEqual(self.workload()["message"], "changed")

    def test_D4_the_hook_of_a_client_that_is_killed_is_killed_and_has_failed(self):
        self.deployed(config_changed=":")
        self.orrery("model-config", "automatically-retry-hooks=false")
        for number in (signal.SIGKILL, signal.SIGHUP):
            person = self.session()
            self.orrery("config", "app", f"word={number}")
            self.prompted(person, "config-changed")
            person.type("trap '' HUP; sleep 1000 & echo left $!.\n")
            person.sees("\r\nleft ")
            left = int(person.sees("."))
            os.kill(person.pid, number)
            self.orrery("wait", "unit", "app/0", "status=error", "timeout=60s")
            self.assertIn('hook "config-changed" failed', self.workload()["message"])
            log = self.orrery("debug-log", "--replay", "--no-tail")
            self.assertIn("its debug session has ended", log)
            self.assertFalse(pathlib.Path(f"/proc/{left}").exists(), "and all it has started")
            self.orrery("resolved", "app/0")  # the session is gone: it runs by itself
            self.orrery.settle()

    def test_D4_no_session_outlives_the_orchestrator(self):
        self.deployed(config_changed=":")
        for end in (self.orrery.kill, self.orrery.terminate):
            person = self.session()
            self.orrery("config", "app", f"word={end.__name__}")
            self.prompted(person, "config-changed")
            end()
            person.sees("the orchestrator at ")
            self.assertEqual(person.ends(), 1)
            self.orrery.start()
            self.orrery.settle()
            self.assertEqual(self.agent()["current"], "idle")
            self.assertFalse(self.orrery.running_hooks())

    def test_D4_an_action_is_debugged_and_a_command_is_not(self):
        self.deployed(config_changed=":")
        person = self.session("backup")
        said = self.orrery("exec", "--unit", "app/0", "--", "echo command")
        self.assertEqual(said.strip(), "command")
        self.orrery("config", "app", "word=kept")
        run = self.orrery.begin("run", "app/0", "backup", "--format", "json")
        self.prompted(person, "backup")
        self.assertIn("running action backup in a debug session of ", self.agent()["message"])
        person.type("./$JUJU_DISPATCH_PATH && exit 0\n")
        person.sees("Action backup has passed.")
        out, err = run.communicate()
        self.assertEqual(run.returncode, 0, err)
        self.assertIn('"saved":"kept"', out.replace(" ", ""))
        run = self.orrery.begin("run", "app/0", "backup")
        self.prompted(person, "backup")
        person.type("action-fail 'by hand'; exit 0\n")
        person.sees("Action backup has passed.")
        self.assertIn("by hand", "".join(run.communicate()))
        run = self.orrery.begin("run", "app/0", "backup", "--wait", "60s")
        self.prompted(person, "backup")
        person.type("echo task $JUJU_ACTION_UUID.\n")
        person.sees("\rtask ")
        self.orrery("cancel-task", person.sees("."))
        run.communicate()
        person.sees("Action backup has failed: it was killed.")
        person.type(CTRL_C)
        self.assertEqual(person.ends(), 0)

    def test_D4_the_terminal_is_one_with_its_size_and_job_control(self):
        self.deployed(config_changed=":")
        person = self.session()
        self.orrery("config", "app", "word=x")
        self.prompted(person, "config-changed")
        person.type("stty size\n")
        person.sees("\r40 120\r\n")
        person.resize(rows=50, columns=90)
        sleeps = "sh -c 'echo begun; exec sleep 1000'\n"
        person.type(sleeps)
        person.sees("\rbegun")
        person.type(CTRL_C)
        person.sees("> ")
        person.type("echo after $?; stty size\n")
        person.sees("\rafter 130\r\n50 90\r\n")
        person.type("sh -c 'echo begun; read -r word; echo heard $word'\n")
        person.sees("\rbegun")
        person.type(CTRL_Z)
        person.sees("Stopped")
        person.sees("> ")
        person.type("fg\n")
        person.sees("echo heard $word")
        person.type("on\n")
        person.sees("\r\nheard on\r\n")
        person.type("exit 0\n")
        person.sees("has passed.")
        self.orrery.settle()

    def test_D4_a_leader_may_be_named_and_the_terminal_has_its_own_type(self):
        self.deployed(config_changed=":")
        for number, terminal in enumerate(("xterm", "vt220")):
            person = self.session("config-changed", unit="app/leader",
                                  environment={"TERM": terminal})
            self.orrery("config", "app", f"word=at{number}")
            self.prompted(person, "config-changed")
            person.type("echo ty''pe $TERM.\n")
            person.sees(f"type {terminal}.")
            person.type("exit 0\n")
            person.sees("has passed.")
            person.type(CTRL_C)
            self.assertEqual(person.ends(), 0)

    def test_D4_a_client_that_a_signal_ends_leaves_its_terminal_as_it_was(self):
        self.deployed(config_changed=":")
        self.orrery("model-config", "automatically-retry-hooks=false")
        for number in (signal.SIGTERM, signal.SIGHUP):
            person = self.session()
            before = termios.tcgetattr(person.terminal)
            self.orrery("config", "app", f"word={number}")
            self.prompted(person, "config-changed")
            self.assertNotEqual(termios.tcgetattr(person.terminal)[3], before[3], "keys are told")
            os.kill(person.pid, number)
            self.assertEqual(person.ends(), -number)
            self.assertEqual(termios.tcgetattr(person.terminal), before)
            self.orrery("wait", "unit", "app/0", "status=error", "timeout=60s")
            self.orrery("resolved", "app/0")
            self.orrery.settle()

    def test_D4_an_interrupt_from_elsewhere_ends_the_session_in_order(self):
        self.deployed(config_changed=":")
        person = self.session()
        before = termios.tcgetattr(person.terminal)
        self.orrery("config", "app", "word=x")
        self.prompted(person, "config-changed")
        os.kill(person.pid, signal.SIGINT)  # Ctrl-C is a key of the hook's terminal
        self.assertEqual(person.ends(), 0)
        self.assertEqual(termios.tcgetattr(person.terminal), before)

    def test_D4_debug_code_runs_the_hook_itself_and_has_it_stop_where_it_was_told(self):
        self.deployed(config_changed='[ -z "$JUJU_DEBUG_AT" ] || {\n'
                                     'echo "stops at $JUJU_DEBUG_AT, $JUJU_DEBUG"\n'
                                     'read -r word\nstatus-set active "$word"\n}')
        for at, said in (((), "all"), (("--at=hook",), "hook")):
            person = self.session("config-changed", *at, verb="debug-code")
            self.orrery("config", "app", f"word={said}")
            person.sees(f"stops at {said}, {self.orrery.unit_directory('app/0')}")
            person.type(f"typed {said}\n")
            person.sees("ook config-changed has passed.")
            person.type(CTRL_C)
            self.assertEqual(person.ends(), 0)
            self.orrery.settle()
            self.assertEqual(self.workload()["message"], f"typed {said}")

    def test_D4_a_session_ends_with_its_unit_and_works_from_the_console(self):
        self.deployed(config_changed=":")
        with Typist(self.orrery, "console") as person:
            person.sees("orrery> ")
            person.type("debug-hooks app/0 stop\n")
            person.sees("Ctrl-C ends the session.")
            self.orrery("remove-unit", "app/0")
            person.sees("The debug session of app/0 has ended.")
            person.sees("orrery> ")


if __name__ == "__main__":
    unittest.main(verbosity=2)
