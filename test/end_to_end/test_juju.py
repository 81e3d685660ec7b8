"""Called `juju`, by scripts that were written for it."""

import json
import unittest

from orchestrator import FIXTURES
from suite import Shared


class Juju(Shared):
    def fine(self, *arguments):
        answer = self.juju(*arguments)
        self.assertEqual(answer.returncode, 0, answer)
        return answer.stdout

    def test_what_a_client_library_calls(self):
        """jubilant's calls: --model right after the verb, --no-prompt on what removes, JSON to read."""
        model = ("--model", "default")
        self.fine("deploy", *model, FIXTURES / "quiet", "db", "--num-units", "2", "--trust")
        self.fine("deploy", *model, FIXTURES / "quiet", "web")
        self.fine("integrate", *model, "db:server", "web:client")
        status = json.loads(self.fine("status", *model, "--format", "json"))
        self.assertEqual(sorted(status["applications"]), ["db", "web"])
        self.assertEqual(status["model"]["name"], "default")
        shown = json.loads(self.fine("show-model", *model, "--format", "json"))
        self.assertEqual(shown["default"]["short-name"], "default")
        version = json.loads(self.fine("version", "--format", "json", "--all"))
        self.assertRegex(version["version"], r"^3\.6\.\d+-[^-]+-[^-]+$")
        self.assertEqual(self.fine("version").strip(), version["version"])
        self.assertIn("web/0", json.loads(self.fine("show-unit", *model, "web/0", "--format", "json")))
        settings = json.loads(self.fine("model-config", *model, "--format", "json"))
        self.assertEqual(settings["mode"]["Value"], "requires-prompts")
        self.fine("config", *model, "db", "--format", "json")
        self.fine("add-unit", *model, "db", "--num-units", "1")
        done = json.loads(self.fine("exec", *model, "--format", "json", "--unit", "web/0", "--", "echo", "it's"))
        self.assertEqual(done["web/0"]["results"], {"return-code": 0, "stdout": "it's\n"})
        self.fine("expose", *model, "web")
        self.assertTrue(json.loads(self.fine("status", *model, "--format", "json"))["applications"]["web"]["exposed"])
        self.fine("unexpose", *model, "web")
        self.assertFalse(json.loads(self.fine("status", *model, "--format", "json"))["applications"]["web"]["exposed"])
        self.fine("remove-unit", *model, "--no-prompt", "db/0", "--force", "--no-wait")
        self.fine("remove-relation", *model, "db", "web")
        self.fine("remove-application", *model, "--no-prompt", "web", "--destroy-storage")
        self.fine("switch", "default")

    def test_overlays_change_a_bundle(self):
        """In their order, each path relative to its own file."""
        quiet = f"{{charm: {FIXTURES / 'quiet'}}}"
        shop = self.file("shop/shop.yaml", f"applications:\n  front: {quiet}\n  back: {quiet}\n"
                                           "relations: [['front:client', 'back:server']]\n"
                                           "---\napplications: {front: {num_units: 2}}\n")
        more = self.file("shop/over/more.yaml",
                         "applications: {front: {num_units: 3, expose: true}, back: }\n")
        late = self.file("shop/over/late.yaml", "applications: {front: {num_units: 1}}\n")
        self.fine("deploy", shop, "--overlay", more, "--overlay", late)
        applications = json.loads(self.fine("status", "--format", "json"))["applications"]
        self.assertNotIn("back", applications)
        self.assertEqual(len(applications["front"]["units"]), 1)
        self.assertTrue(applications["front"]["exposed"])
        self.fine("remove-application", "--no-prompt", "front")
        self.fine("wait", "app", "front", "gone")

    def test_errors_are_told_as_there(self):
        for arguments, code, text in (
                (("add-unit", "nobody"), 1, "ERROR "),
                (("depoly",), 2, "ERROR juju: \"depoly\" is not a juju command. See \"juju --help\".\n\nDid you mean:\n\tdeploy\n"),
                (("status", "--nonsense"), 2, "ERROR flag provided but not defined: --nonsense"),
                (("status", "-m", "elsewhere"), 1, "ERROR model orrery:admin/elsewhere not found"),
                (("run", "db/0", "--wait", "1m"), 2, "ERROR no action specified"),
                (("offers", "db", "ls"), 1, "ERROR \"offers\" comes with a later Orrery")):
            answer = self.juju(*arguments)
            self.assertEqual(answer.returncode, code, answer)
            self.assertTrue(answer.stderr.startswith(text), answer)
            self.assertEqual(answer.stdout, "")
        self.assertEqual(self.juju("status", JUJU_MODEL="elsewhere").returncode, 1)
        self.assertEqual(self.orrery.ask("status").code, 0)

    def test_help_names_it_so_and_our_own_verbs_are_there(self):
        self.assertTrue(self.fine("help", "deploy").startswith("Usage: juju deploy"))
        self.assertTrue(self.fine().startswith("Usage: juju VERB"))
        self.fine("console", "-c", "assert none unit[app=nobody]; wait settled")
        self.fine("check")
        self.assertIn("--data-directory", self.fine("serve", "--help"))


if __name__ == "__main__":
    unittest.main()
