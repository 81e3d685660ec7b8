"""Force, with real processes: every hook knows its relation, and nobody waits for who is lost."""

import re
import shutil
import unittest

from suite import Suite

WITNESS = ("#!/bin/sh\n"
           "case $JUJU_HOOK_NAME in *-relation-departed | *-relation-broken)\n"
           '  juju-log "met ${JUJU_RELATION:-nothing} ${JUJU_RELATION_ID:-nothing}";;\n'
           "esac\n")


class Forced(Suite):
    def witness(self, name, metadata):
        self.file(f"{name}/dispatch", WITNESS, 0o755)
        return self.charm(name, metadata)

    def relate(self):
        """Deploys two that are related, and waits until they are."""
        for charm in (self.witness("left", "provides:\n  out: {interface: pipe}\n"),
                      self.witness("right", "requires:\n  in: {interface: pipe}\n")):
            self.orrery("deploy", charm)
        self.orrery("integrate", "right:in", "left:out")
        self.orrery.settle()

    def test_H3_hooks_of_a_relation_that_force_takes_away_know_it(self):
        for removal in (("remove-relation", "right:in", "left:out"),
                        ("remove-application", "right")) * 3:
            self.relate()
            self.orrery(*removal, "--force", "--no-wait")
            self.orrery.settle()
            self.orrery("remove-application", "left", *({"right"} - set(removal)))
            self.orrery.settle()
        self.relate()
        self.orrery("remove-relation", "right:in", "left:out")
        self.orrery.settle()
        log = self.orrery("debug-log", "--replay", "--no-tail")
        met = re.findall(r" met (\S+) (\S+)$", log, re.M)
        self.assertGreaterEqual(len(met), 4, log)
        for endpoint, relation in met:
            self.assertRegex(f"{endpoint} {relation}", r"^(in|out) \1:\d+$")

    def lose(self, unit):
        """Has the unit's machine lost, and tells which it was."""
        machine = self.orrery.units()[unit]["machine"]
        shutil.rmtree(self.orrery.model / "machines" / machine)
        self.orrery("wait", "machine", machine, "status=down")
        return machine

    def gone(self, *what):
        """Is gone long before the minute that the orderly way would have without --no-wait."""
        self.orrery("wait", *what, "gone", "timeout=30s")

    def test_F5_no_wait_is_none_where_a_subordinate_stood_on_a_lost_machine(self):
        below = "subordinate: true\nrequires:\n  info: {interface: juju-info, scope: container}\n"
        self.orrery("deploy", self.charm("p"), "-n", "4")
        self.orrery("deploy", self.charm("s", below))
        self.orrery("integrate", "s:info", "p")
        self.orrery.settle()
        machine = self.lose("p/0")
        self.orrery("remove-machine", machine, "--force", "--no-wait")
        self.gone("machine", machine)
        machine = self.lose("p/1")
        self.orrery("remove-unit", "p/1", "--force", "--no-wait")
        self.gone("unit", "p/1")
        self.orrery("remove-machine", machine, "--force", "--no-wait")
        machine = self.lose("p/2")
        self.orrery("remove-machine", machine, "--force", "--no-wait")
        self.orrery.restart()
        self.gone("machine", machine)
        self.lose("p/3")
        self.orrery("remove-application", "p", "--force", "--no-wait")
        self.gone("application", "p")
        self.orrery("remove-application", "s")
        self.orrery.settle()


if __name__ == "__main__":
    unittest.main()
