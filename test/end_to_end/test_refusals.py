"""Bad input gets a clear error and an exit code, and changes nothing at all."""

import os
import unittest

from orchestrator import CHARMS, FIXTURES
from suite import Unchanged


class Refusals(Unchanged):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.orrery("deploy", FIXTURES / "quiet", "db")
        cls.orrery("deploy", FIXTURES / "quiet", "web")
        cls.orrery("deploy", FIXTURES / "sub", "sub")
        cls.orrery("deploy", CHARMS / "talker", "talker")
        cls.orrery("integrate", "db:server", "web:client")
        cls.orrery.settle()

    def refused(self, *arguments, code=1, words=()):
        answer = self.ask(*arguments, code=code)
        self.assertTrue(answer.err.startswith("ERROR "), answer)
        for word in words:
            self.assertIn(word, answer.err, answer)

    def test_unknown_names(self):
        self.refused("add-unit", "nobody", words=["nobody"])
        self.refused("remove-unit", "db/7", words=["db/7"])
        self.refused("remove-unit", "nonsense", words=["nonsense", "APPLICATION/NUMBER"])
        self.refused("remove-application", "nobody", words=["nobody"])
        self.refused("remove-machine", "99", words=["99"])
        self.refused("config", "nobody", "key=value", words=["nobody"])
        self.refused("resolved", "db/7", words=["db/7"])
        self.refused("show-unit", "db/7", words=["db/7"])
        self.refused("integrate", "db", "nobody", words=["nobody"])
        self.refused("integrate", "db:nothing", "web", words=["nothing"])
        self.refused("remove-relation", "db", "talker", words=["db", "talker"])
        self.refused("config", "talker", "wrod=x", words=["wrod"])

    def test_unknown_verbs_and_flags(self):
        self.refused("deply", "x", code=2, words=["deply", "deploy"])
        self.refused("add-unit", "db", "--nmu-units", "3", code=2, words=["nmu-units"])
        self.refused("add-unit", code=2)
        self.refused("add-unit", "db", "-n", "many", code=2, words=["many"])

    def test_duplicates(self):
        self.refused("deploy", FIXTURES / "quiet", "db", words=["already exists"])
        self.refused("integrate", "db:server", "web:client", words=["already exists"])
        self.refused("integrate", "web:client", "db:server", words=["already exists"])

    def test_wrong_roles_and_interfaces(self):
        self.refused("integrate", "db:server", "web:server", words=["db:server", "web:server"])
        self.refused("integrate", "db:server", "talker:client", words=["talker"])
        self.refused("integrate", "db:ring", "web:ring", words=["ring"])

    def test_ambiguous_endpoints_are_listed(self):
        self.refused("integrate", "db", "web", words=["db:server", "web:client", "db:client", "web:server"])

    def test_what_the_rules_refuse(self):
        self.refused("add-unit", "sub", words=["subordinate"])
        self.refused("remove-machine", "0", words=["0"])
        self.refused("remove-machine", "1", words=["db/0"])
        self.refused("deploy", FIXTURES / "sub", "other", "-n", "2", words=["subordinate"])
        self.refused("deploy", FIXTURES / "quiet", "Bad_Name", words=["Bad_Name"])
        self.refused("deploy", FIXTURES / "quiet", "third", "--to", "99", words=["99"])
        self.refused("deploy", FIXTURES / "quiet", "third", "--config", "no=option", words=["no"])

    def test_one_of_many_is_named(self):
        answer = self.ask("remove-unit", "db/7", "db/8", code=1)
        self.assertIn("db/7", answer.err)
        self.assertIn("db/8", answer.err)

    def test_charms_that_cannot_be_read(self):
        self.refused("deploy", self.orrery.directory / "nowhere", words=["nowhere"])
        self.refused("deploy", self.file("empty/readme", "").parent, words=["metadata.yaml"])
        broken = self.file("broken/metadata.yaml", "name: broken\nsummary: [\n").parent
        self.refused("deploy", broken, words=["broken/metadata.yaml:"])
        nameless = self.file("nameless/metadata.yaml", "summary: x\ndescription: x\n").parent
        self.refused("deploy", nameless, words=["metadata.yaml", "name"])
        wrong = self.file("wrong/metadata.yaml", "name: wrong\nsummary: x\ndescription: x\nprovides: 3\n").parent
        self.refused("deploy", wrong, words=["metadata.yaml:4:"])
        leak = self.file("leak/metadata.yaml", "name: leak\nsummary: x\ndescription: x\n").parent
        (leak / "hooks").mkdir(exist_ok=True)
        if not os.path.lexists(leak / "hooks" / "install"):
            (leak / "hooks" / "install").symlink_to("/etc/hostname")
        self.refused("deploy", leak, words=["hooks/install"])

    def test_bundles_with_errors(self):
        def bundle(text):
            return self.file("bundle.yaml", text)

        quiet = f"charm: {FIXTURES / 'quiet'}"
        self.refused("deploy", bundle("applications: [\n"), words=["bundle.yaml:"])
        self.refused("deploy", bundle("applications:\n  new:\n    charm: ./nowhere\n"), words=["nowhere"])
        self.refused("deploy", bundle(f"applications:\n  new:\n    {quiet}\n    num_units: -1\n"), words=["bundle.yaml:4:"])
        self.refused("deploy", bundle("application: {}\n"),
                     words=["no applications", "did you mean applications?"])
        self.refused("deploy", bundle(f"applications:\n  new:\n    {quiet}\nrelations:\n  - [new, nobody]\n"), words=["nobody"])
        self.refused("deploy", bundle(f"applications:\n  new:\n    {quiet}\nrelations:\n  - ['new:server', 'db:nothing']\n"),
                     words=["db"])
        self.refused("deploy", bundle(f"applications:\n  new:\n    {quiet}\n    num_units: 1\n    to: ['7']\n"), words=["7"])
        self.refused("deploy", bundle(f"applications:\n  new:\n    {quiet}\n"), "another-name", words=["bundle"])
        over = self.file("over.yaml", "applications:\n  new: {num_units: many}\n")
        self.refused("deploy", bundle(f"applications:\n  new:\n    {quiet}\n"), "--overlay", over, words=["over.yaml:2:20:"])
        self.refused("deploy", FIXTURES / "quiet", "--overlay", over, words=["--overlay changes a bundle"])

    def test_malformed_scripts(self):
        def script(text, code, *words):
            answer = self.ask("console", "-c", text, code=code)
            for word in words:
                self.assertIn(word, answer.err)

        script("status; repeat 2 { status", 2)
        script("add-unit 'db", 2)
        script("set tiemout 3s", 2, "tiemout", "timeout")
        script("add-unit $nothing", 2, "nothing")
        script("add-unti db", 2, "add-unti", "add-unit")
        script("assert count unit[app=db] == 2", 3)
        script("wait unit db/0 gone timeout=50ms", 4, "db/0")
        script("remove-unit db/7; add-unit db", 1, "db/7")
        script('expect error "already exists" { add-unit nobody }', 3)
        self.assertEqual(self.orrery.console('expect error "nobody" { add-unit nobody }').code, 0)

    def test_without_an_orchestrator(self):
        answer = self.ask("status", "--socket", self.orrery.directory / "no.socket", code=1)
        self.assertIn("orrery serve", answer.err)


if __name__ == "__main__":
    unittest.main(verbosity=2)
