"""Several models in one process (MD1-MD44, MD68, CL30): added, worked in side by side, gone."""

import concurrent.futures
import json
import signal
import unittest

from orchestrator import SECONDS, ran
from suite import Shared
from typist import Typist

HOOK = "#!/bin/sh\nset -e\nstatus-set active \"$(config-get colour)\"\n"
FAILING = "#!/bin/sh\nexit 1\n"
COLOUR = "  colour: {type: string, default: red}\n"


class Models(Shared):
    """Each test destroys what it adds: `default` is the only model in the end."""

    def tearDown(self):
        for model in self.models():
            if model["short-name"] != "default":
                self.orrery.ask("destroy-model", model["short-name"], "-y", "--force", "--no-wait")
        self.orrery.ask("switch", "default")

    def models(self):
        return json.loads(self.orrery("models", "--format", "json"))["models"]

    def names(self):
        return [model["short-name"] for model in self.models()]

    def status(self, model):
        return json.loads(self.orrery("status", "-m", model, "--format", "json"))

    def painted(self):
        return self.charm("paint", options=COLOUR, hooks={"config-changed": HOOK})

    def directories(self):
        return sorted(place.name for place in (self.orrery.data / "models").iterdir())

    def test_MD34_the_same_names_live_side_by_side(self):
        charm = self.painted()
        before = self.directories()
        for model, colour in (("a", "blue"), ("b", "green")):
            answer = self.ask("add-model", model, "--no-switch")
            self.assertEqual((answer.out, answer.err),
                             ("", f"Added '{model}' model for user 'admin'\n"))
            self.ask("deploy", charm, "-m", model, "--config", f"colour={colour}")
        for model, colour in (("a", "blue"), ("b", "green")):
            self.ask("wait-for", "unit", "paint/0", "-m", model, "--timeout", "60s")
            self.ask("wait", "settled", "timeout=60s", "-m", model)
            status = self.status(model)
            self.assertEqual(status["model"]["name"], model)
            unit = status["applications"]["paint"]["units"]["paint/0"]
            self.assertEqual(unit["workload-status"]["message"], colour)
        self.assertEqual(self.names(), ["a", "b", "default"])
        self.assertEqual(self.status("default").get("applications"), {})
        self.ask("destroy-model", "a", "--no-prompt")
        self.assertEqual(self.names(), ["b", "default"])
        self.assertIn("paint", self.status("b")["applications"])
        self.assertIn("Model destroyed.", self.ask("destroy-model", "b", "--no-prompt").err)
        self.assertEqual(self.names(), ["default"])
        self.assertEqual(self.directories(), before)
        self.assertEqual([pid for pid in self.orrery.running_hooks()], [])

    def test_MD31_the_new_one_is_current_until_it_is_destroyed(self):
        self.ask("add-model", "a")
        self.assertEqual(self.ask("switch").out, "orrery:admin/a\n")
        self.ask("add-machine")
        self.assertEqual(len(self.status("a")["machines"]), 1)
        self.ask("destroy-model", "a", "--no-prompt")
        self.assertEqual(self.ask("switch").out, "orrery:admin/default\n")
        self.ask("status")

    def test_MD24_without_a_current_one_nothing_goes_to_the_first(self):
        self.ask("add-model", "a", "--no-switch")
        self.ask("add-model", "b")
        self.ask("destroy-model", "b", "--no-prompt")
        answer = self.ask("add-machine", code=2)
        self.assertIn("No selected model.", answer.err)
        self.assertIn("  - orrery:admin/a\n", answer.err)

    def test_MD15_the_name_is_typed_before_a_model_goes(self):
        self.ask("add-model", "a", "--no-switch")
        self.ask("deploy", self.painted(), "-m", "a")
        self.ask("wait", "settled", "timeout=60s", "-m", "a")
        asked = ("WARNING This command will destroy the \"a\" model and affect the following "
                 "resources. It cannot be stopped.\n\n"
                 " - 1 machine will be destroyed\n"
                 "  - machine list: \"0 (process-0)\"\n"
                 " - 1 application will be removed\n"
                 "  - application list: \"paint\"\n"
                 " - 0 filesystem and 0 volume will be destroyed\n\n"
                 "To continue, enter the name of the model to be unregistered: ")
        for answer in ("", "y\n", "default\n", "\n", "orrery:a\n"):
            refused = self.typed(answer, "destroy-model", "a", "--force", code=1)
            self.assertEqual((refused.stdout, refused.stderr),
                             ("", asked + "ERROR model destruction: aborted\n"))
        self.assertIn("paint", self.status("a")["applications"])
        self.assertNotIn("To continue", self.typed("x\n", "destroy-model", "x", code=1).stderr)
        done = self.typed("A\n", "destroy-model", "orrery:a")
        self.assertTrue(done.stderr.startswith(asked + "Destroying model\n"), done)
        self.assertEqual(self.names(), ["default"])

    def test_MD15_ctrl_c_at_the_question_ends_the_program(self):
        self.ask("add-model", "a", "--no-switch")
        with Typist(self.orrery, "destroy-model", "a") as person:
            person.sees("to be unregistered: ")
            person.type("\x03")
            self.assertEqual(person.ends(), -signal.SIGINT)
        self.assertEqual(self.names(), ["a", "default"])

    def test_MD35_one_made_again_is_another_one(self):
        self.ask("add-model", "a", "--no-switch")
        first = self.models()[0]["model-uuid"]
        self.ask("destroy-model", "a", "--no-prompt")
        self.ask("add-model", "a", "--no-switch")
        self.assertNotEqual(self.models()[0]["model-uuid"], first)
        self.assertIn("not found", self.ask("status", "-m", first, code=1).err)

    def test_MD11_MD32_refusals(self):
        self.ask("add-model", "a", "--no-switch")
        self.assertIn('model "a" for admin already exists', self.ask("add-model", "a", code=1).err)
        self.assertIn("is not a valid name", self.ask("add-model", "A_b", code=2).err)
        self.assertIn('"default" is a controller; ',
                      self.ask("destroy-model", "default", "--force", code=1).err)
        self.assertIn("model orrery:admin/x not found", self.ask("destroy-model", "x", code=1).err)
        self.ask("destroy-model", "a", "--no-wait", code=1)
        self.ask("destroy-model", "a", "--timeout", "10s", code=2)
        self.assertEqual(self.names(), ["a", "default"])

    def test_MD68_defaults_are_copied(self):
        self.ask("model-defaults", "http-proxy=one")
        self.ask("add-model", "a", "--no-switch", "--config", "ftp-proxy=f")
        self.ask("model-defaults", "http-proxy=two")
        self.assertEqual(self.ask("model-config", "-m", "a", "http-proxy").out, "one\n")
        self.assertEqual(self.ask("model-config", "-m", "a", "ftp-proxy").out, "f\n")
        self.ask("model-config", "-m", "a", "--reset", "http-proxy")
        self.assertEqual(self.ask("model-config", "-m", "a", "http-proxy").out, "two\n")
        self.ask("model-defaults", "--reset", "http-proxy")

    def test_CL30_temporary_models_come_and_go_side_by_side(self):
        charm = self.painted()
        broken = self.charm("broken", hooks={"install": FAILING})

        def suite(number):
            name = f"jubilant-{number:08x}"
            outcomes = [self.juju("add-model", "--no-switch", name)]
            outcomes.append(self.juju("deploy", str(charm), "--model", name))
            outcomes.append(self.juju("deploy", str(broken), "--model", name))
            outcomes.append(self.juju("wait-for", "application", "paint", "--model", name))
            outcomes.append(self.juju("status", "--model", name, "--format", "json"))
            outcomes.append(ran(self.juju_name, "destroy-model", name, "--no-prompt",
                                "--destroy-storage", "--force", timeout=3 * SECONDS,
                                env=self.orrery.environment()))  # a step is forced after a minute
            return outcomes

        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            for outcomes in pool.map(suite, range(8)):
                for done in outcomes:
                    self.assertEqual(done.returncode, 0, done)
        self.assertEqual(self.names(), ["default"])
        self.orrery.settle()

    def test_models_are_there_after_a_kill(self):
        self.ask("add-model", "a", "--no-switch")
        self.ask("deploy", self.painted(), "-m", "a")
        self.orrery.restart()
        self.assertEqual(self.names(), ["a", "default"])
        self.ask("wait-for", "application", "paint", "-m", "a", "--timeout", "60s")
        self.ask("destroy-model", "a", "--no-prompt")

    def test_a_script_goes_from_one_to_the_other(self):
        answer = self.orrery.console(
            "add-model t; use t; add-machine; assert count machine == 1; use default; "
            "destroy-model t; expect error 'not found' { use t }")
        self.assertEqual(answer.code, 0, answer)

    def test_CL19_the_end_of_one_can_be_waited_for(self):
        self.ask("add-model", "a", "--no-switch")
        waiting = self.orrery.begin("wait-for", "model", "a", "--query", 'life=="dead"',
                                    "--timeout", "60s")
        self.assertEqual(waiting.stderr.readline(), 'model "a" found, waiting...\n')
        self.ask("destroy-model", "a", "--no-prompt")
        out, err = waiting.communicate(timeout=60)
        self.assertEqual(waiting.returncode, 0, err)


if __name__ == "__main__":
    unittest.main()
