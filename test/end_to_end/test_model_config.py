"""The model's configuration: in force with the next hook, without a restart, and kept over one."""

import json
import unittest

from orchestrator import until
from suite import Suite

TELLER = """#!/bin/sh
juju-log -l DEBUG "fine $(config-get word)"
juju-log "coarse $(config-get word)"
env >environment
[ "$(config-get word)" != bad ]
"""


class ModelConfig(Suite):
    def setUp(self):
        super().setUp()
        self.orrery("deploy", self.charm("teller", options="  word: {type: string, default: one}\n",
                                         hooks={"config-changed": TELLER}))
        self.orrery.settle()

    def tell(self, word):
        """The unit's environment in the hook that tells this word, and its log."""
        self.orrery("config", "teller", f"word={word}")
        self.orrery.ask("wait", "settled", "timeout=60s")
        place = self.orrery.unit_directory("teller/0") / "charm" / "environment"
        told = dict(line.split("=", 1) for line in place.read_text().splitlines() if "=" in line)
        return told, self.orrery("debug-log", "--replay", "--no-tail")

    def message(self):
        return self.orrery.units()["teller/0"]["workload-status"].get("message", "")

    def test_proxies_are_told_to_the_next_hook(self):
        told, _ = self.tell("two")
        self.assertEqual(told["JUJU_CHARM_HTTP_PROXY"], "")
        self.assertEqual(told["JUJU_CHARM_NO_PROXY"], "127.0.0.1,localhost,::1")
        self.assertNotIn("http_proxy", told)
        self.orrery("model-config", "juju-http-proxy=http://a:1", "https-proxy=http://b:2",
                    "no-proxy=local")
        self.orrery.restart()
        told, _ = self.tell("three")
        self.assertEqual(told["JUJU_CHARM_HTTP_PROXY"], "http://a:1")
        self.assertEqual({told["https_proxy"], told["HTTPS_PROXY"]}, {"http://b:2"})
        self.assertEqual({told["no_proxy"], told["NO_PROXY"]}, {"local"})
        self.assertNotIn("http_proxy", told)
        self.orrery("model-config", "--reset", "juju-http-proxy,https-proxy,no-proxy")
        self.assertEqual(self.tell("four")[0]["JUJU_CHARM_HTTP_PROXY"], "")

    def test_the_log_keeps_what_the_configuration_names(self):
        _, log = self.tell("two")
        self.assertIn("coarse two", log)
        self.assertNotIn("fine", log, "the default keeps INFO")
        self.orrery("model-config", "logging-config=<root>=WARNING;unit=DEBUG")
        self.assertIn("fine three", self.tell("three")[1])
        self.orrery("model-config", "logging-config=<root>=WARNING")
        _, log = self.tell("four")
        self.assertNotIn("coarse four", log)

    def test_failed_hooks_are_tried_again_or_not(self):
        self.orrery("model-config", "automatically-retry-hooks=false")
        self.tell("bad")
        said = 'hook "config-changed" failed, try 1 of 1: orrery resolved teller/0'
        self.assertIn(said, self.message())
        self.orrery("check")
        self.orrery("model-config", "automatically-retry-hooks=true")
        until(lambda: "try 3 of 3" in self.message(), why="it is tried again")
        self.orrery("model-config", "automatically-retry-hooks=false", "--dry-run")
        self.orrery("resolved", "teller/0")
        self.orrery("model-config", "automatically-retry-hooks=false")
        self.orrery.ask("wait", "settled", "timeout=60s")  # a try that was to come is given up
        self.assertNotIn("next at", self.message())
        self.orrery("model-config", "automatically-retry-hooks=true")
        until(lambda: "try 3 of 3" in self.message(), why="it is tried again")

    def test_all_or_nothing_and_kept(self):
        refused = self.ask("model-config", "mode=x", "test-mode=maybe", code=1)
        self.assertEqual(refused.err, 'ERROR test-mode: expected bool, got string("maybe")\n')
        self.assertEqual(self.orrery("model-config", "mode"), "requires-prompts\n")
        self.orrery("model-config", "mode=strict")
        self.orrery.restart()
        shown = json.loads(self.orrery("model-config", "--format", "json"))
        self.assertEqual(shown["mode"], {"Value": "strict", "Source": "model"})
        self.assertEqual(shown["test-mode"], {"Value": False, "Source": "default"})
        whole = self.file("whole.yaml", self.orrery("model-config", "--format", "yaml"))
        self.orrery("model-config", "--reset", "mode")
        self.orrery("model-config", "--file", whole, "--ignore-read-only-fields")
        self.assertEqual(self.orrery("model-config", "mode"), "strict\n")


if __name__ == "__main__":
    unittest.main()
