"""The calls of hook tools that the framework ops makes, byte for byte, by a charm without it."""

import json
import re
import shutil
import unittest

import framework_calls
from orchestrator import CHARMS
from suite import Shared

class Calls(Shared):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.deploy()

    @classmethod
    def deploy(cls):
        """caller:db with server:site, each of one unit, and all calls made that need a hook."""
        caller = cls.orrery.directory / "caller"
        shutil.copytree(CHARMS / "caller", caller)
        for name, calls in (("calls.json", framework_calls.IN_HOOK),
                            ("calls-in-action.json", framework_calls.IN_ACTION)):
            (caller / name).write_text(json.dumps([[each.words, each.given] for each in calls]))
        cls.orrery("deploy", caller)
        cls.orrery("deploy", CHARMS / "server")
        cls.orrery.settle()
        cls.orrery("integrate", "caller:db", "server:site")
        cls.orrery.settle()

    def read(self, name):
        """What was answered, with names in place of what another run answers otherwise."""
        text = (self.orrery.unit_directory("caller/0") / name).read_text()
        units = self.orrery.units()
        for word, unit in (("ADDRESS", "caller/0"), ("OTHER", "server/0")):
            text = re.sub(rf'{re.escape(units[unit]["public-address"])}(?![0-9])', word, text)
        text = text.replace(self.orrery.model.name, "MODEL")
        text = re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ", "TIME", text)
        return [tuple(answer) for answer in json.loads(text)]

    def check(self, calls, answers):
        self.assertEqual(len(answers), len(calls))
        for each, answer in zip(calls, answers):
            with self.subTest(each.words):
                self.assertEqual(answer, each.answer())

    def test_in_a_hook_of_a_relation(self):
        self.check(framework_calls.IN_HOOK, self.read("calls.json"))

    def test_in_an_action(self):
        answer = self.ask("run", "caller/0", "call", "to=/srv", "level=3", "deep.a=1",
                          "--format", "json")
        self.check(framework_calls.IN_ACTION, self.read("calls-in-action.json"))
        task = json.loads(answer.out)["caller/0"]
        self.assertEqual((task["status"], task["message"]), ("failed", "-no"))
        self.assertEqual({key: task["results"][key] for key in ("done", "where", "empty")},
                         {"done": "yes", "where": {"to": "a=b"}, "empty": ""})
        self.assertIn("-half\nway\n", answer.err)

    def test_what_was_told_is_seen(self):
        status = self.orrery.status()["applications"]["caller"]
        self.assertEqual(status["application-status"]["message"], "-well")
        self.assertEqual(status["version"], "-1.2")
        self.orrery("wait", "application", "caller", "version=-1.2", "timeout=20s")
        log = self.orrery("debug-log", "--replay", "--no-tail", "--include", "caller/0")
        self.assertRegex(log, "WARNING .*db:1: --two\\n")


if __name__ == "__main__":
    unittest.main()
