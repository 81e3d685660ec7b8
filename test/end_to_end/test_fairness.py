"""One model whose hooks never end, beside another one that deploys (MD50): judged by counts."""

import json
import unittest

from orchestrator import SECONDS, until
from suite import Suite

NOISY_UNITS = 16
CALM_UNITS = 2
NOTE = "#!/bin/sh\nset -e\necho \"$JUJU_MODEL_NAME $JUJU_UNIT_NAME\" >>'{log}'\n"
# Each answer to a peer is news to all others: there is always a hook to run.
ANSWER = "relation-set \"news=$(date +%N)\"\n"
PEERS = "peers:\n  ring: {interface: ring}\n"


class Fairness(Suite):
    SETTINGS = ("hook-parallelism: 1",)

    def setUp(self):
        super().setUp()
        self.log = self.file("hooks.log", "")
        note = NOTE.format(log=self.log)
        hooks = {f"ring-relation-{event}": note + ANSWER for event in ("joined", "changed")}
        self.noisy = self.charm("noisy", PEERS, hooks=hooks)
        events = ("install", "leader-elected", "config-changed", "start", "stop", "remove")
        self.quiet = self.charm("quiet", hooks={event: note for event in events})

    def models(self):
        """Whose hooks have begun, in their order."""
        return [line.split()[0] for line in self.log.read_text().splitlines()]

    def make_noise(self):
        self.ask("add-model", "noisy", "--no-switch")
        self.ask("deploy", self.noisy, "-n", NOISY_UNITS, "-m", "noisy")
        until(lambda: len(self.models()) > 10 * NOISY_UNITS, why="the units answer each other")

    def test_MD50_a_model_that_never_rests_takes_its_share_and_no_more(self):
        self.make_noise()
        self.ask("add-model", "calm", "--no-switch")
        self.ask("deploy", self.quiet, "-n", CALM_UNITS, "-m", "calm")
        self.ask("wait", "settled", f"timeout={SECONDS}s", "-m", "calm")
        self.ask("remove-application", "quiet", "-m", "calm", "--no-prompt")
        self.ask("wait", "settled", f"timeout={SECONDS}s", "-m", "calm")
        began = self.models()
        while began[-1] == "noisy":
            began.pop()
        calm = began.count("calm")
        self.assertGreaterEqual(calm, 5 * CALM_UNITS)
        between = began[began.index("calm"):].count("noisy")
        # Turn by turn there is one for each; in one line for all it would be seven.
        self.assertLess(between, 3 * calm)
        self.assertGreater(between, 0, "the noise went on")
        self.noise_goes_on()

    def noise_goes_on(self):
        before = self.models().count("noisy")
        until(lambda: self.models().count("noisy") > before + NOISY_UNITS, why="the noise goes on")
        status = json.loads(self.orrery("status", "-m", "noisy", "--format", "json"))
        self.assertEqual(len(status["applications"]["noisy"]["units"]), NOISY_UNITS)
        self.ask("destroy-model", "noisy", "--no-prompt", "--force", "--no-wait")


if __name__ == "__main__":
    unittest.main()
