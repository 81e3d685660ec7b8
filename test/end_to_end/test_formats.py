"""Every verb that succeeds, in every format: valid JSON and YAML with the same facts, the keys that scripts read, the flags
that client libraries send, aliases, and the same under the name of juju."""

import json
import os
import re
import unittest

from orchestrator import ran
from suite import Shared
from verb_table import RUNS_ON, Samples, Table, quoted, right_words

TABLE = Table()
READ_YAML = os.environ["ORRERY_READ_YAML"]
LINES = {"debug-log"}  # an object a line
TWO_SETS_OF_KEYS = {"controllers"}  # Juju names them otherwise in YAML (MD45)
PROGRAMS = {"run"}  # shows what a program has printed, byte for byte
PASSING = {"id", "timing", "timestamp", "took_ms", "took-ms", "controller"}  # different each time that it is asked
ENDS = [verb for verb in TABLE.present if verb.name not in RUNS_ON]

# console.md 3.3: what must be there, and what may.
KEYS = {
    "top": ({"model", "machines", "applications"}, {"application-endpoints", "offers", "storage", "controller"}),
    "model": ({"name", "type", "controller", "cloud", "version", "model-status"}, {"region", "upgrade-available", "sla"}),
    "application": ({"charm", "base", "charm-origin", "charm-name", "charm-rev", "charm-channel",
                     "exposed", "application-status", "endpoint-bindings"},
                    {"charm-version", "can-upgrade-to", "scale", "address", "life", "relations",
                     "subordinate-to", "units", "version"}),
    "unit": ({"workload-status", "juju-status"}, {"leader", "upgrading-from", "machine", "open-ports", "public-address", "address",
                                                  "subordinates", "upgrade-charm-skipped"}),
    "machine": ({"juju-status", "machine-status", "modification-status"},
                {"hostname", "dns-name", "ip-addresses", "instance-id", "display-name", "base", "network-interfaces", "containers",
                 "constraints", "hardware"}),
    "status": ({"current"}, {"message", "reason", "since", "version", "life"}),
    "shown unit": ({"machine", "charm", "leader"}, {"workload-version", "opened-ports", "public-address", "life", "relation-info"}),
    "relation info": ({"relation-id", "endpoint", "related-endpoint", "application-data"}, {"local-unit", "related-units"}),
    "task": ({"id", "status", "results", "timing", "unit"}, {"log", "message"}),
    "config": ({"application", "charm", "settings", "application-config"}, set()),
    "option": ({"source", "type", "description"}, {"value", "default"}),
}
CAPITALS = {"Value": "value", "Source": "source"}


def lasting(facts):
    """Without what differs from one asking to the next; model-config has two keys that begin with a
    capital in JSON alone, as in Juju."""
    if isinstance(facts, dict):
        return {CAPITALS.get(key, key): lasting(value)
                for key, value in facts.items() if key not in PASSING}
    if isinstance(facts, list):
        return [lasting(item) for item in facts]
    return without_time(facts) if isinstance(facts, str) else facts


def without_time(text):
    """A line of a task's log begins with when it was written."""
    return re.sub(r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+]0000 UTC ", "", text)


def plain(text):
    """Text without times, ages and numbers of tasks."""
    return re.sub(r"\d\d:\d\d:\d\d(\.\d+)?Z?|\d+ seconds? ago|id \"\d+\"|\d+ ms|in [\d.]+ s: \d+ times real time, \d+ steps/s", "", text)


class Formats(Samples, Shared):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.orrery("config", "talker", "word=\x1b[2J: 'é")
        cls.orrery.settle()

    def dry(self, verb):
        return ["--dry-run"] if verb.changes_model() or verb.name == "add-machine" else []

    def facts(self, verb, form, *words):
        out = self.ask(verb.name, *verb.with_format(form), *words).out
        if verb.name in LINES:
            return [json.loads(line) for line in out.splitlines()]
        if form == "json":
            self.assertEqual(out.count("\n"), 1 if out else 0, out)
            return json.loads(out)
        done = ran(READ_YAML, input=out)
        self.assertEqual(done.returncode, 0, (out, done.stderr))
        return json.loads(done.stdout)

    def test_each_format_is_valid_and_json_and_yaml_say_the_same(self):
        for verb in ENDS:
            for form in verb.formats():
                with self.subTest(verb=verb.name, format=form):
                    words = right_words(verb)
                    if form not in ("json", "yaml"):
                        answer = self.ask(verb.name, *verb.with_format(form), *words)
                        if verb.name not in PROGRAMS:
                            self.assertNotIn("\x1b", answer.out)
                        continue
                    told = self.facts(verb, form, *words)
                    self.assertIsInstance(told, (dict, list, str))
                    same = "json" in verb.formats() and verb.name not in TWO_SETS_OF_KEYS
                    if form == "yaml" and same:
                        self.assertEqual(lasting(told), lasting(self.facts(verb, "json", *words)))

    def test_what_client_libraries_send_is_taken_everywhere(self):
        for verb in ENDS:
            for flags in (["-m", "default"], ["--model", "default", "--no-prompt"], ["--model=orrery:admin/default", "-y"], ["--no-prompt"]):
                with self.subTest(verb=verb.name, flags=flags):
                    if verb.name not in ("simulate", "console") or flags == ["--no-prompt"]:
                        self.ask(verb.name, *flags, *self.dry(verb), *right_words(verb))

    def test_help_aliases_and_juju_are_the_same(self):
        for verb in TABLE.present:
            with self.subTest(verb=verb.name):
                told = self.ask(verb.name, "--help").out
                self.assertTrue(told.startswith(f"Usage: orrery {verb.name} "), told)
                self.assertIn(f"  orrery {verb.name}", told.split("Examples:", 1)[-1])
                self.assertTrue(verb.examples)
                for name in verb.aliases:
                    self.assertEqual(self.ask(name, "--help").out, told)
                    if verb.name in RUNS_ON:
                        continue
                    self.assertEqual(self.ask(name, *self.dry(verb), *right_words(verb)).out,
                                     self.ask(verb.name, *self.dry(verb), *right_words(verb)).out)
        for verb in ENDS:
            with self.subTest(juju=verb.name):
                words = [verb.name, *self.dry(verb), *right_words(verb)]
                done = self.juju(*words)
                answer = self.ask(*words)
                self.assertEqual(done.returncode, 0, done)
                self.assertEqual(plain(done.stdout).replace("juju ", "orrery "), plain(answer.out))

    def test_each_works_in_a_script_and_answers_one_object(self):
        """Of those that a script can have; what cannot be there says so."""
        for verb in ENDS:
            if verb.name in ("console", "simulate", "complete", "scp", "ssh"):
                continue
            with self.subTest(verb=verb.name):
                line = quoted([verb.name, *self.dry(verb), *right_words(verb)])
                told = json.loads(self.ask("console", "--json", "-c", line).out)
                self.assertEqual((told["ok"], told["line"]), (True, 1), told)
                self.assertLessEqual({"command", "took_ms", "output"}, set(told))

    def keys(self, kind, facts):
        needed, allowed = KEYS[kind]
        self.assertLessEqual(needed, set(facts), kind)
        self.assertLessEqual(set(facts), needed | allowed, kind)

    def test_the_keys_of_status(self):
        status = self.orrery.status()
        self.keys("top", status)
        self.assertEqual(set(status["controller"]), {"timestamp"})
        self.keys("model", status["model"])
        self.assertEqual(set(status["applications"]), {"db", "web", "sub", "talker", "keeper"})
        units = []
        for application in status["applications"].values():
            self.keys("application", application)
            self.assertEqual(set(application["base"]), {"name", "channel"})
            units += (application.get("units") or {}).values()
            for relations in (application.get("relations") or {}).values():
                for relation in relations:
                    self.assertEqual(set(relation), {"related-application", "interface", "scope"})
        self.assertEqual(len(units), 5)
        self.assertIn("sub/0", status["applications"]["web"]["units"]["web/0"]["subordinates"])
        for unit in units + list(status["applications"]["web"]["units"]["web/0"]["subordinates"].values()):
            self.keys("unit", unit)
            for one in (unit["workload-status"], unit["juju-status"]):
                self.keys("status", one)
            self.assertIn("since", unit["juju-status"])
        self.assertEqual(len(status["machines"]), 7)
        for machine in status["machines"].values():
            self.keys("machine", machine)

    def test_the_keys_of_others(self):
        shown = json.loads(self.orrery("show-unit", "web/0", "--format", "json"))["web/0"]
        self.keys("shown unit", shown)
        for relation in shown["relation-info"]:
            self.keys("relation info", relation)
            if "local-unit" in relation:
                self.assertEqual(set(relation["local-unit"]), {"in-scope", "data"})
        done = json.loads(self.orrery("exec", "--format", "json", "--unit", "db/0", "--", "echo x; exit 0"))["db/0"]
        self.keys("task", done)
        self.assertEqual(set(done["timing"]), {"enqueued", "started", "completed"})
        self.assertEqual((done["status"], done["results"]["return-code"]), ("completed", 0))
        config = json.loads(self.orrery("config", "talker", "--format", "json"))
        self.keys("config", config)
        self.assertEqual(config["settings"]["word"]["value"], "\x1b[2J: 'é")
        for option in config["settings"].values():
            self.keys("option", option)


if __name__ == "__main__":
    unittest.main(verbosity=2)
