"""charm check: the repository's charms pass and deploy; what deploy refuses fails, all of it."""

import json
import re
import unittest
import zipfile

from orchestrator import CHARMS, FIXTURES, PROGRAM, REPOSITORY, ran
from suite import Shared

FINDING = re.compile(r"(.*?): (error|warning): (.*)")
TEXTS = "summary: s\ndescription: d\n"
GOOD = f"name: good\n{TEXTS}"
FIVE = {
    "metadata.yaml": f"name: five\n{TEXTS}provides:\n  Site: http\n"
                     "requires:\n  db: {interface: sql, limit: x}\n",
    "config.yaml": "options:\n  port: {type: number}\n",
    "actions.yaml": "Backup: {}\n",
    "orrery.yaml": "restart: never\n",
}
PLACES = ["metadata.yaml:5:3", "metadata.yaml:7:31", "config.yaml:2:16", "actions.yaml:1:1",
          "orrery.yaml:1:1"]

# Files of charms, each of which deploy refuses.
REFUSED = {
    "no metadata": {"readme": ""},
    "no YAML": {"metadata.yaml": "name: broken\nsummary: [\n"},
    "no name": {"metadata.yaml": TEXTS},
    "a bad name": {"metadata.yaml": f"name: No_Name\n{TEXTS}"},
    "no mapping": {"metadata.yaml": GOOD + "provides: 3\n"},
    "a reserved endpoint": {"metadata.yaml": GOOD + "provides: {juju-site: http}\n"},
    "a bad endpoint": {"metadata.yaml": GOOD + "provides: {Site: http}\n"},
    "an endpoint twice": {"metadata.yaml": GOOD + "provides: {db: sql}\nrequires: {db: sql}\n"},
    "no container": {"metadata.yaml": GOOD + "subordinate: true\n"},
    "a bad option": {"metadata.yaml": GOOD,
                     "config.yaml": "options: {port: {type: int, default: x}}\n"},
    "a bad action": {"metadata.yaml": GOOD, "actions.yaml": "juju-backup: {}\n"},
    "two places": {"charmcraft.yaml": GOOD + "config: {options: {}}\n",
                   "config.yaml": "options: {}\n"},
    "a bad restart": {"metadata.yaml": GOOD, "orrery.yaml": "restart-units: maybe\n"},
}


def charms():
    """Every charm of the repository."""
    roots = [REPOSITORY / "docs" / "examples", FIXTURES, CHARMS]
    return sorted({file.parent for root in roots for name in ("metadata.yaml", "charmcraft.yaml")
                   for file in root.rglob(name)})


class CharmCheck(Shared):
    def written(self, name, files):
        """A charm's directory of these files."""
        for file, text in files.items():
            self.file(f"{name}/{file}", text)
        return self.orrery.directory / name

    def checked(self, charm, code):
        """(place, severity, text) of each finding; places are below the charm."""
        answer = self.ask("charm", "check", charm, code=code)
        *lines, last = answer.out.splitlines()
        found = [FINDING.fullmatch(line).groups() for line in lines]
        errors = sum(severity == "error" for _, severity, _ in found)
        counts = [(errors, "error"), (len(found) - errors, "warning")]
        self.assertEqual(last, ", ".join(f"{n} {noun}{'s' * (n != 1)}" for n, noun in counts))
        self.assertEqual((code, answer.err), (1 if errors else 0, ""), answer)
        return [(place.removeprefix(f"{charm}/"), severity, text)
                for place, severity, text in found]

    def places(self, charm):
        """Where it is wrong."""
        found = self.checked(charm, 1)
        self.assertEqual({severity for _, severity, _ in found}, {"error"})
        return [place for place, _, _ in found]

    def test_the_charms_of_the_repository_pass_and_deploy(self):
        self.assertGreater(len(charms()), 10)
        for number, charm in enumerate(charms()):
            with self.subTest(charm=charm.relative_to(REPOSITORY)):
                self.checked(charm, 0)
                self.ask("deploy", charm, f"app-{number}x", "--dry-run")

    def test_five_faults_in_four_files_are_named(self):
        self.assertEqual(self.places(self.written("five", FIVE)), PLACES)

    def test_programs_are_told_the_same(self):
        charm = self.written("told", FIVE)
        told = json.loads(self.ask("charm", "check", charm, "--format", "json", code=1).out)
        self.assertEqual((told["errors"], told["warnings"]), (5, 0))
        self.assertEqual([remark["text"] for remark in told["remarks"]],
                         [text for _, _, text in self.checked(charm, 1)])
        self.assertEqual([f"{remark['file']}:{remark['line']}:{remark['column']}"
                          for remark in told["remarks"]], [f"{charm}/{place}" for place in PLACES])
        self.assertIn("errors: 5\n", self.ask("charm", "check", charm, "--format", "yaml",
                                              code=1).out)

    def test_what_deploy_refuses_fails_with_the_same_words(self):
        for number, (kind, files) in enumerate(REFUSED.items()):
            with self.subTest(kind):
                charm = self.written(f"refused-{number}", files)
                place, severity, text = self.checked(charm, 1)[0]
                where = place if place == str(charm) else f"{charm}/{place}"
                self.assertEqual(severity, "error")
                self.assertEqual(self.ask("deploy", charm, code=1).err, f"ERROR {where}: {text}\n")

    def test_links_that_lead_out_are_all_named(self):
        charm = self.written("leaks", {"metadata.yaml": GOOD})
        for name in ("a", "b"):
            (charm / name).symlink_to("/etc/passwd")
        self.assertEqual(set(self.places(charm)), {"a", "b"})
        self.assertIn("leads out of the charm", self.ask("deploy", charm, code=1).err)

    def test_an_archive_is_checked_like_its_directory(self):
        charm, archive = self.written("packed", FIVE), self.orrery.directory / "five.charm"
        with zipfile.ZipFile(archive, "w") as packed:
            for name in FIVE:
                packed.write(charm / name, name)
        self.assertEqual(self.places(archive), PLACES)

    def test_it_needs_no_orchestrator_and_no_path(self):
        charm = self.written("alone", {"metadata.yaml": GOOD})
        environment = {**self.orrery.environment(), "ORRERY_SOCKET": str(charm / "no.socket")}
        done = ran(PROGRAM, "charm", "check", cwd=charm, env=environment)
        self.assertEqual((done.returncode, done.stdout, done.stderr),
                         (0, "0 errors, 0 warnings\n", ""))
        (charm / "config.yaml").write_text("options: 5\n")
        done = ran(PROGRAM, "charm", "check", cwd=charm, env=environment)
        self.assertEqual(done.returncode, 1)
        self.assertTrue(done.stdout.startswith("./config.yaml:1:10: error: expected a mapping"),
                        done)

    def test_a_script_may_check_too(self):
        charm = self.written("scripted", {"metadata.yaml": GOOD})
        self.assertEqual(self.orrery.console(f"charm check {charm}").code, 0)
        (charm / "config.yaml").write_text("options: 5\n")
        self.assertEqual(self.orrery.console(f"charm check {charm}").code, 1)

    def test_words_that_are_wrong(self):
        nowhere = self.orrery.directory / "nowhere"
        for words, code in ((["charm"], 2), (["charm", "proof"], 2),
                            (["charm", "check", "a", "b"], 2), (["charm", "check", nowhere], 1)):
            answer = self.ask(*words, code=code)
            self.assertEqual(answer.out, "")
            self.assertTrue(answer.err.startswith("ERROR "), answer)


if __name__ == "__main__":
    unittest.main(verbosity=2)
