"""kill -9 at chosen points: the next start loses nothing that was acknowledged, and runs no hook that was known to be done."""

import json
import os
import time
import unittest

from orchestrator import FIXTURES, until
from suite import Suite
from witness import Witness


class Kills(Suite):
    def setUp(self):
        super().setUp()
        self.witness = Witness(self.orrery)

    def deploy(self, application, units=1):
        self.orrery("deploy", self.witness.charm, application, "-n", units)

    def related(self):
        """A server a/0 and a client b/0 whose hooks are all done."""
        self.deploy("a")
        self.deploy("b")
        self.orrery("integrate", "a:server", "b:client")
        self.witness.settle()

    def kill_in(self, unit, hook):
        """Kills while a hook runs, then lets it end where it runs again."""
        self.witness.until_begun(unit, hook)
        self.witness.kill()
        self.witness.release()
        self.orrery.start()
        self.witness.settle()

    def known(self, application):
        """Waits until it is known that its hooks have ended, while others run: those would run again after a kill."""
        self.orrery("wait", "settled", application, "timeout=60s")

    def times(self, unit, hook):
        return self.witness.hooks(unit).count(hook)

    def nothing_runs(self):
        self.assertEqual(self.orrery.leftovers(), [])

    def test_before_the_machine_has_started(self):
        deploying = self.orrery.begin("deploy", self.witness.charm, "a", "-n", "3")
        added = [next(line for line in deploying.stdout if line.startswith("added unit")).split()[2]]
        self.witness.kill()
        rest, _ = deploying.communicate(timeout=60)
        added += [line.split()[2] for line in rest.splitlines() if line.startswith("added unit")]
        self.assertIn(deploying.returncode, (0, 1))
        self.orrery.start()
        self.witness.settle()
        units = self.orrery.units()
        for unit in added:
            self.assertIn(unit, units)
        for unit in units:
            self.assertEqual(self.times(unit, "start"), 1)

    def test_in_the_install_hook(self):
        self.witness.hold("a/0", "install")
        self.deploy("a")
        self.kill_in("a/0", "install")
        self.assertEqual(self.times("a/0", "install"), 2)
        self.assertEqual(self.times("a/0", "start"), 1)
        self.nothing_runs()

    def test_between_hooks(self):
        self.deploy("a", 2)
        for hook in ("install", "config-changed", "start"):
            self.witness.until_ended("a/0", hook)
            self.witness.kill()
            self.orrery.start()
        self.witness.settle()
        self.assertEqual(sorted(self.orrery.units()), ["a/0", "a/1"])

    def test_in_a_joined_hook(self):
        self.deploy("a")
        self.deploy("b")
        self.witness.hold("b/0", "client-relation-joined")
        self.orrery("integrate", "a:server", "b:client")
        self.witness.until_ended("a/0", "server-relation-changed")
        self.known("a")
        self.kill_in("b/0", "client-relation-joined")
        self.assertEqual(self.times("b/0", "client-relation-joined"), 2)
        self.assertEqual(self.times("b/0", "client-relation-changed"), 1)
        self.assertEqual(self.times("a/0", "server-relation-changed"), 1)

    def test_in_the_config_changed_hook(self):
        self.deploy("a")
        self.witness.settle()
        self.witness.hold("a/0", "config-changed")
        with self.witness.changing():
            self.orrery("config", "a", "note=new")
        until(lambda: self.times("a/0", "config-changed") == 2)
        self.kill_in("a/0", "config-changed")
        self.assertEqual(self.times("a/0", "config-changed"), 3)
        self.assertEqual(self.orrery("config", "a", "note").strip(), "new")

    def test_right_after_remove_unit_was_acknowledged(self):
        self.related()
        self.orrery("remove-unit", "a/0")
        self.witness.kill()
        self.orrery.start()
        self.witness.settle()
        self.assertEqual(sorted(self.orrery.units()), ["b/0"])
        self.assertEqual(self.witness.hooks("a/0")[-1], "remove")
        self.assertGreaterEqual(self.times("b/0", "client-relation-departed"), 1)

    def test_in_a_departed_hook(self):
        self.related()
        self.witness.hold("b/0", "client-relation-departed")
        self.orrery("remove-unit", "a/0")
        self.kill_in("b/0", "client-relation-departed")
        self.assertEqual(self.times("b/0", "client-relation-departed"), 2)
        self.assertEqual(self.times("b/0", "client-relation-broken"), 0)
        self.assertEqual(sorted(self.orrery.units()), ["b/0"])

    def test_in_a_broken_hook(self):
        self.related()
        self.witness.hold("a/0", "server-relation-broken")
        self.orrery("remove-relation", "a:server", "b:client")
        self.witness.until_ended("b/0", "client-relation-broken")
        self.known("b")
        self.kill_in("a/0", "server-relation-broken")
        self.assertEqual(self.times("a/0", "server-relation-broken"), 2)
        self.assertEqual(self.times("b/0", "client-relation-broken"), 1)
        self.orrery("integrate", "a:server", "b:client")  # the name is free again
        self.witness.settle()
        self.assertEqual(self.times("a/0", "server-relation-joined"), 2)

    def test_in_the_stop_hook(self):
        self.related()
        self.witness.hold("a/0", "stop")
        self.orrery("remove-unit", "a/0")
        self.kill_in("a/0", "stop")
        self.assertEqual(self.times("a/0", "stop"), 2)
        self.assertEqual(self.witness.hooks("a/0")[-1], "remove")
        self.assertEqual(sorted(self.orrery.units()), ["b/0"])
        self.nothing_runs()

    def test_while_the_last_unit_of_an_application_goes(self):
        self.related()
        self.orrery("remove-application", "a")
        self.witness.until_ended("a/0", "remove")
        self.witness.kill()
        self.orrery.start()
        self.witness.settle()
        self.assertEqual(list(self.orrery.status()["applications"]), ["b"])
        self.assertIn(self.times("b/0", "client-relation-broken"), (1, 2))  # twice where the kill fell into it
        self.deploy("a")  # the name is free again, the number is not
        self.witness.settle()
        self.assertIn("a/1", self.orrery.units())

    def test_while_the_janitor_cleans(self):
        """Its work is some milliseconds, so the moment is read from the store's own log: the cleanup record has just come."""
        for application in ("many", "others"):
            self.orrery("deploy", FIXTURES / "quiet", application, "-n", "150", "--to", ",".join(["0"] * 150))
        for _ in range(5):
            self.orrery("integrate", "many:server", "others:client")
            self.orrery.settle()
            facts = json.loads(self.orrery("show-unit", "many/0", "--format", "json"))["many/0"]
            relation = next(each["relation-id"] for each in facts["relation-info"] if each["endpoint"] == "server")
            log = self.log_of_store()
            end = len(log.read_bytes().rstrip(b"\0"))  # it is longer than what it holds
            removing = self.orrery.begin("remove-relation", "many:server", "others:client")
            key = b"x%010d" % relation
            self.read_until(log, end, key)
            self.witness.kill()
            to_clean = log.read_bytes()[end:].count(key) == 1  # its deletion is not written
            removing.communicate()
            self.orrery.start()
            self.orrery.settle()  # check finds settings that no cleanup record names, too
            self.assertEqual(len(self.orrery.units()), 300)
            self.orrery("wait", "relation", relation, "gone", "timeout=1s")
            if to_clean:
                return
        self.fail("no kill of five came while there was something to clean")

    def log_of_store(self):
        return sorted((self.orrery.model / "store").glob("*.log"))[-1]

    def read_until(self, log, begin, key):
        deadline = time.monotonic() + 60
        with log.open("rb") as file:
            while key not in os.pread(file.fileno(), 1 << 20, begin):
                self.assertLess(time.monotonic(), deadline, f"{key} is not written")


if __name__ == "__main__":
    unittest.main(verbosity=2)
