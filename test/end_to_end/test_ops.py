"""A charm of the ops framework that asks for everything; ops is the checkout in $ORRERY_OPS."""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import framework_calls
import framework_forms
from framework_charm import NO_OPS, OPS, furnish, write_standins
from gallery import Patient
from orchestrator import CHARMS, until
from suite import Shared

SKIPPED = 77  # for meson
NUMBERED = ("secret-", "storage-")  # Tools that are asked about what a model gives its number.
OF_FLUSH = {"storage-add"}  # Answered when the hook ends: only a charm that has storage asks it.


def flags(words):
    return {word for word in words if word.startswith("--")}


def without_more(events):
    """Those of the unit alone: neither of relations, nor of storage and secrets."""
    return [each for each in events
            if not any(word in each for word in ("relation", "storage", "secret"))]


@unittest.skipUnless(OPS, NO_OPS)
class Forms(unittest.TestCase):
    def test_each_call_that_the_framework_can_make_is_among_those_that_are_tested(self):
        """By test_framework_calls.py: so that another version of ops brings no new one unseen."""
        with tempfile.TemporaryDirectory() as place:
            write_standins(pathlib.Path(place))
            program = pathlib.Path(framework_forms.__file__)
            done = subprocess.run([sys.executable, "-B", program, place, OPS], check=True,
                                  stdout=subprocess.PIPE)
        found = json.loads(done.stdout)
        tested = [each.words for each in framework_calls.IN_HOOK + framework_calls.IN_ACTION]
        self.assertLessEqual(set(found["tools"]), {words[0] for words in tested} | OF_FLUSH)
        self.assertGreater(len(found["calls"]), 250)
        for words in map(tuple, found["calls"]):
            with self.subTest(words):
                if words[0].startswith(NUMBERED):
                    known = [flags(each) for each in tested if each[0] == words[0]]
                    self.assertLessEqual(flags(words), set().union(*known))
                else:
                    self.assertIn(words, tested)


@unittest.skipUnless(OPS, NO_OPS)
class Framework(Shared):
    KIND = Patient

    def charm(self, name, in_juju):
        """Packed as charmcraft does it: dispatch, and what it imports beside it."""
        directory = self.orrery.directory / name
        shutil.copytree(CHARMS / "framework", directory)
        furnish(directory)
        if in_juju:
            (directory / "in-juju").touch()
        return directory

    def test_a_whole_life(self):
        for name, in_juju in (("apart", False), ("kept", True)):
            blob = self.file(f"{name}.txt", "of blob\n")
            self.orrery("deploy", self.charm(name, in_juju), name, "-n", "2",
                        "--resource", f"blob={blob}")
        self.orrery("integrate", "apart:db", "kept:site")
        self.settle("apart/0", "apart/1", "kept/0", "kept/1")
        for name, endpoint in (("apart", "db"), ("kept", "site")):
            self.look_into(name, endpoint)
        self.orrery("remove-unit", "kept/1")
        self.orrery("remove-relation", "apart:db", "kept:site")
        self.settle("apart/0", "apart/1", "kept/0")
        for name in ("apart", "kept"):
            self.change(name)
        self.orrery("remove-application", "apart", "kept")
        self.orrery.settle()
        self.assertEqual(self.orrery("status", "--format", "short"), "", self.orrery("status"))

    def look_into(self, name, endpoint):
        """What the units have seen until they were related, and what their actions say."""
        told = self.tell(f"{name}/0", "number=-1", "fraction=0.5", "flag=yes", "list=[1, a]",
                         "map.a.b=c")
        self.assertEqual(told["params"], "[('flag', True), ('fraction', 0.5), ('list', [1, 'a']), "
                                         "('map', {'a': {'b': 'c'}}), ('number', -1), "
                                         "('text', 'a default')]")
        self.assertEqual(told["nested"], {"deep": {"er": "yes"}, "empty": ""})
        self.assertEqual((told["planned"], told["cloud"]), ("2", "refused"))
        self.assertEqual(told["returned"], endpoint, "an event that was deferred comes again")
        events = told["events"].split()
        leads = self.orrery.units()[f"{name}/0"].get("leader", False)
        of_unit = without_more(events)
        for part in ("data_storage_attached", "cache_storage_attached"):
            self.assertIn(part, events)
        self.assertEqual(events[0], "data_storage_attached")
        self.assertEqual(of_unit, ["install", *(["leader_elected"] if leads else []),
                                   "config_changed", "start", "tell_action"])
        for part in ("ring_relation_created", f"{endpoint}_relation_joined"):
            self.assertIn(part, events)
        failed = self.run_action(f"{name}/0", "give-up")
        self.assertEqual((failed["status"], failed["message"], failed["results"]["so-far"]),
                         ("failed", "-no disk", "half"))
        fallen = self.run_action(f"{name}/1", "fall", code=1)
        self.assertEqual((fallen["status"], fallen["results"]["return-code"]), ("failed", 1))
        self.assertIn("RuntimeError in charm code: as it was meant to", fallen["results"]["stderr"])
        log = self.orrery("debug-log", "--replay", "--no-tail", "--include", f"{name}/1")
        self.assertIn("in fall\n", log)

    def change(self, name):
        """Configuration, trust, a newer charm, two reboots and update-status, one after another."""
        units = [unit for unit in self.orrery.units() if unit.startswith(name)]
        self.orrery("config", name, "count=-4", "name=two words\nü", "ratio=1.25", "flag=true")
        self.orrery("trust", name)
        release = self.file(f"{name}/release", "2.0\n")
        self.orrery("refresh", name, "--path", release.parent)
        self.orrery.settle()
        self.assertEqual(self.orrery.status()["applications"][name]["version"], "2.0")
        before = self.tell(f"{name}/0")
        self.assertEqual((before["cloud"], before["planned"]), ("local", str(len(units))))
        events = without_more(before["events"].split())
        self.assertEqual(events[0], "install", "what was kept outlives a refresh")
        self.assertEqual(events[-3:],
                         ["upgrade_charm", "config_changed", "tell_action"])
        for starts, how in ((2, "soon"), (3, "now")):
            self.orrery("config", name, f"reboot={how}")
            self.orrery.settle()
            self.assertEqual(self.tell(f"{name}/0")["events"].split().count("start"), starts)
        self.orrery("model-config", "update-status-hook-interval=1s")
        until(lambda: "update_status" in self.tell(f"{name}/0")["events"].split())
        self.orrery("model-config", "--reset", "update-status-hook-interval")
        self.orrery.settle()
        self.well(units, [name])

    def run_action(self, *words, code=0):
        answer = self.ask("run", *words, "--format", "json", code=code)
        self.assertIn("Waiting for task", answer.err)
        return json.loads(answer.out)[words[0]]

    def tell(self, unit, *params):
        task = self.run_action(unit, "tell", *params)
        self.assertEqual(task["status"], "completed", task)
        self.assertEqual(task["results"]["id"], task["id"])
        self.assertIn("told", task["log"][0])
        return task["results"]

    def settle(self, *units):
        self.orrery.settle()
        self.assertEqual(sorted(self.orrery.units()), sorted(units))
        self.well(units, ["apart", "kept"])

    def well(self, units, applications):
        """Every unit found each answer right, and every leader spoke for its application."""
        status = self.orrery.status()
        shown = self.orrery.units_in(status)
        told = {unit: shown[unit]["workload-status"] for unit in units}
        told |= {name: status["applications"][name]["application-status"] for name in applications}
        for name, said in told.items():
            words = "all is well" if name in units else "led well"
            self.assertEqual((said["current"], said.get("message")), ("active", words), name)


if __name__ == "__main__":
    if not OPS:
        print(NO_OPS)
        sys.exit(SKIPPED)
    unittest.main()
