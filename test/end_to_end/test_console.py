"""The console's language against a real orchestrator: waits, faults, branches, traces, exit codes."""

import json
import re
import unittest
import xml.etree.ElementTree

from orchestrator import FIXTURES, PROGRAM, REPOSITORY, SECONDS, ran, until
from suite import Suite

RECORDER = FIXTURES / "recorder"
PATIENT = "retry: {attempts: 1000, first-delay: 1h, longest-delay: 1h}"


class Console(Suite):
    OPTIONS, STARTED = ("--allow-faults",), False

    def script(self, text, code=0, *options):
        return self.ask("console", *options, "-c", text, code=code)

    def trace(self, text, code=0):
        file = self.orrery.directory / "trace.jsonl"
        self.script(text, code, "--trace", file)
        return [json.loads(line) for line in file.read_text().splitlines()]

    def hook(self, unit):
        """The hook that has failed, and its try."""
        for line in self.orrery("show-unit", unit, "--format", "json").splitlines():
            return line

    def test_exit_codes(self):
        self.begin()
        self.script("deploy {} app; wait settled".format(RECORDER))
        self.script("add-unit nobody", 1)
        self.script("add-unti app", 2)
        self.script("add-unit app --nm 3", 2)
        self.script("assert count unit == 7", 3)
        answer = self.script("wait unit app/0 gone timeout=50ms", 4)
        self.assertIn("timed out waiting for unit app/0 gone", answer.err)
        self.assertIn("unit app/0", answer.err.split("gone after", 1)[1])
        junit = self.orrery.directory / "report.xml"
        answer = self.script("assert count unit == 1; fault daemon crash; echo not reached", 5, "--junit", junit)
        self.assertNotIn("not reached", answer.out)
        cases = xml.etree.ElementTree.parse(junit).findall(".//testcase")
        self.assertEqual([case.get("name") for case in cases], ["line 1: assert count unit == 1"])
        self.assertEqual(self.orrery.process.wait(SECONDS), -9)
        self.orrery.end(0)
        self.orrery.start()
        self.script("wait settled; assert all unit[app=app] workflow=running; check")

    def test_a_hook_fails_as_often_as_it_is_told_to(self):
        self.begin()
        self.script(f"""
            fault hook app/0 start times=2 exit=7
            deploy {RECORDER} app
            wait settled
            assert unit app/0 life=alive workflow=running
            check""")
        failed = [line for line in self.orrery.log if "hook failed unit=app/0 hook=start try=" in line and 'why="a fault was injected"' in line]
        self.assertEqual(len(failed), 2, self.orrery.log)
        self.script("""
            fault hook app/0 * times=1000
            config app note=x
            wait unit app/0 error=config-changed timeout=60s
            fault none
            resolved app/0
            wait settled
            assert none unit.error""")

    def test_an_agent_that_is_killed_begins_again(self):
        self.begin()
        self.script(f"deploy {RECORDER} app; wait settled; repeat 3 {{ fault agent app/0 kill; wait settled }}")
        self.assertEqual(sum("an agent failed and starts again unit=app/0 why=" in line for line in self.orrery.log), 3)
        self.script("add-unit app; wait settled; assert count unit[app=app workflow=running] == 2; check")
        self.script("expect error 'no agent of unit app/7 runs' { fault agent app/7 kill }")

    def test_hooks_of_a_unit_in_their_order(self):
        self.begin()
        self.script(f"""
            fault hook app/0 start times=1
            deploy {RECORDER} app
            wait settled
            assert hooks app/0 begins-with install
            assert hooks app/0 ends-with config-changed start
            wait hooks app/0 has install start timeout=10s
            remove-application app
            wait app app gone
            wait settled
            assert hooks app/0 ends-with stop remove""")
        failed = self.script("assert hooks app/0 has start start", 3)
        self.assertIn("unit app/0 has run install", failed.err)
        told = self.orrery("debug-log", "--include", "app/0", "--replay", "--no-tail")
        failure = r"ERROR unit.app/0.agent hook start failed after \d+ ms: exit code \d+"
        self.assertEqual(len(re.findall(failure, told)), 1, told)
        self.assertEqual(len(re.findall(r"INFO unit.app/0.agent hook start done in \d+ ms", told)), 1, told)

    def test_variables_from_the_command_line(self):
        self.begin()
        script = "let n = 1; repeat $n { echo $word }"
        answer = self.script(script, 0, "--set", "n=3", "--set", "word=a b")
        self.assertEqual(answer.out, "a b\n" * 3)
        self.assertIn("did you mean \"word\"?", self.script(script, 2, "--set", "wor=5").err)
        self.assertIn("--set NAME=VALUE", self.script(script, 2, "--set", "n").err)

    def test_faults_are_for_those_who_allow_them(self):
        self.orrery.options.clear()
        self.begin()
        self.script(f"deploy {RECORDER} app; wait settled")
        for fault in ("hook app/0 stop", "agent app/0 kill", "daemon crash", "none"):
            answer = self.script(f"fault {fault}", 1)
            self.assertIn("--allow-faults", answer.err)
        self.script("wait settled; assert count unit[workflow=running] == 1")

    def test_an_application_settles_while_another_waits(self):
        self.begin(PATIENT)
        self.script(f"""
            fault hook bad/0 start times=1000
            deploy {RECORDER} bad
            wait unit bad/0 error=start timeout=60s
            deploy {RECORDER} good -n 2
            wait settled good timeout=60s
            assert all unit[app=good] workflow=running agent=idle
            wait settled good timeout=0ms""")
        answer = self.script("wait settled timeout=300ms", 4)
        self.assertIn("hook \"start\" failed", answer.err)
        self.script("wait settled bad timeout=300ms", 4)
        self.script("wait settled bad good timeout=300ms", 4)

    def test_settled_is_never_stale(self):
        """After each change its effects are done when the wait returns, though another application never settles."""
        self.begin(PATIENT)
        self.script(f"""
            fault hook bad/0 start times=1000
            deploy {RECORDER} bad
            wait unit bad/0 error=start timeout=60s
            deploy {RECORDER} app
            wait settled app timeout=60s
            repeat 15 {{
              add-unit app
              wait settled app timeout=60s
              assert all unit[app=app] workflow=running agent=idle life=alive
              let u = pick unit[app=app]
              remove-unit $u
              wait settled app timeout=60s
              assert count unit[app=app] == 1
            }}""")

    def test_the_same_seed_issues_the_same_commands(self):
        self.begin()
        self.script(f"deploy {RECORDER} app -n 3; wait settled")
        work = """
            seed 7
            repeat 5 {
              let u = pick unit[app=app life=alive]
              show-unit $u
            }
            parallel 4 { repeat 5 { let u = pick unit[app=app]; show-unit $u } }"""

        def commands():
            found = {}
            for line in self.trace(work):
                found.setdefault(line.get("branch", ""), []).append(line["words"])
            return found
        first = commands()
        self.assertEqual(set(first), {"", "1", "2", "3", "4"})
        self.assertEqual(commands(), first)

    def test_branches_work_at_once_on_one_model(self):
        self.begin()
        self.script(f"""
            deploy {RECORDER} app
            wait settled
            parallel 6 {{ add-unit app; config app note=from-$branch }}
            wait settled
            assert count unit[app=app] == 7
            check
            save snapshot full
            parallel {{
              remove-unit app/0
              remove-unit app/1
              at 200ms {{ fault agent app/2 kill }}
              every 50ms for 500ms {{ check }}
            }}
            wait settled
            assert count unit[app=app] == 5
            check""")
        self.assertEqual(self.script("save snapshot a; diff a now").out.splitlines()[-1], "nothing differs")

    def test_json_and_conditions(self):
        self.begin()
        answer = self.script(f"""
            deploy {RECORDER} app; wait settled
            if all unit[app=app] workflow=running {{ echo up }} else {{ echo down }}
            wait unit app/0 gone unless any unit[workflow=running] timeout=1h""", 1, "--json")
        told = [json.loads(line) for line in answer.out.splitlines()]
        self.assertEqual([one["ok"] for one in told], [True, True, True, False])
        self.assertEqual(told[2]["output"], "up\n")
        self.assertIn("stopped waiting", told[3]["error"]["text"])
        self.assertEqual(answer.err, "")
        self.assertGreater(told[0]["seq"], 0)

    def test_files_standard_input_and_dry_runs(self):
        self.begin()
        common = self.file("scripts/common.orrery", "let greeting = hello\n")
        script = self.file("scripts/main.orrery", "source common.orrery\necho $greeting\n")
        self.assertEqual(self.orrery("console", script), "hello\n")
        done = ran(PROGRAM, "console", input="echo from stdin", env=self.orrery.environment())
        self.assertEqual((done.returncode, done.stdout), (0, "from stdin\n"))
        self.ask("console", "--dry-run", script)
        common.write_text("let greeting hello\n")
        answer = self.ask("console", "--dry-run", script, code=2)
        self.assertIn("common.orrery:1:1: ", answer.err)

    def test_what_the_document_shows_is_right(self):
        """Every example of docs/users/console.md parses, and it shows every word there is."""
        text = (REPOSITORY / "docs" / "users" / "console.md").read_text()
        examples = re.findall(r"^```console\n(.*?)^```", text, re.M | re.S)
        self.assertTrue(examples)
        self.file("common.orrery", "echo common\n")
        for example in examples:
            done = ran(PROGRAM, "console", "--dry-run", self.file("example.orrery", example))
            self.assertEqual(done.returncode, 0, done.stderr)
        grammar = text[text.index("statement  ="):text.index("block      =")]
        words = re.findall(r'^           \| "([a-z]+)"', grammar, re.M)
        self.assertIn("parallel", words)
        for word in words:
            self.assertIn("In the console", ran(PROGRAM, "help", word).stdout, word)

    def test_a_script_goes_on_for_nobody(self):
        """A client that goes ends its branches; the orchestrator goes on."""
        self.begin()
        self.script("wait settled")
        threads = lambda: self.orrery.held()[0]
        before = threads()
        process = self.orrery.begin("console", "-c", "parallel 8 { every 10ms for 1h { check } }")
        until(lambda: threads() >= before + 8, why="the branches run")
        process.kill()
        process.communicate()
        until(lambda: threads() <= before + 1, why="the branches end")
        self.script("wait settled; check")


if __name__ == "__main__":
    unittest.main(verbosity=2)
