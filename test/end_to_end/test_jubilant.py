"""jubilant of the checkout in $ORRERY_JUBILANT calls our program as `juju`: its tests, and suites.

Nothing of it is changed. Its charms are packed without charmcraft, with the framework in
$ORRERY_OPS. Charms that it deploys from the charm store, `ubuntu` among them, are directories of
ours here (jubilant_store.py)."""

import concurrent.futures
import json
import os
import pathlib
import shutil
import sys
import unittest
import xml.etree.ElementTree

import framework_charm
import jubilant_calls
from gallery import Patient
from orchestrator import SECONDS, ran
from suite import Shared

JUBILANT = os.environ.get("ORRERY_JUBILANT", "")
NO_JUBILANT = "ORRERY_JUBILANT names no checkout of github.com/canonical/jubilant"
SKIPPED = 77  # for meson
HERE = pathlib.Path(__file__).resolve().parent
SUITES = 8  # at once
NO_CLOUDS = "there are no clouds and no credentials: machines are directories of this host"
KUBERNETES = "of Kubernetes: "
STORE = "of the charm store: "
# Its tests that cannot pass, and why. All others must; one that is gone from it fails, too.
LEFT_OUT = {
    "test_cloud.py::test_add_and_update_cloud_client": NO_CLOUDS,
    "test_cloud.py::test_add_and_update_cloud_controller": NO_CLOUDS,
    "test_credentials.py::test_add_credential": NO_CLOUDS,
    "test_cross_model.py::test_offer_and_consume": "offers come with a later Orrery",
    "test_deployment.py::test_deploy": STORE + "the page of snappass-test, a newer revision of it",
    "test_deployment.py::test_add_and_remove_unit": KUBERNETES + "remove-unit --num-units",
    "test_deployment.py::test_deploy_with_resources": KUBERNETES + "images of containers",
    "test_execution.py::test_exec_error_machine_on_k8s": KUBERNETES + "there exec --machine fails",
    "test_execution.py::test_ssh": KUBERNETES + "containers of snappass-test",
    "test_execution.py::test_scp": KUBERNETES + "containers of snappass-test",
}


def interpreter():
    """A Python that has what jubilant and its tests import; nothing if there is none."""
    for python in (sys.executable, shutil.which("python3"), "/usr/bin/python3"):
        if python and ran(python, "-c", "import cryptography, pytest, yaml").returncode == 0:
            return python
    return None


PYTHON = JUBILANT and interpreter()


def why_not():
    if not JUBILANT:
        return NO_JUBILANT
    if not framework_charm.OPS:
        return f"{framework_charm.NO_OPS}: jubilant's charms are of that framework"
    if not PYTHON:
        return ("no python3 here has what jubilant's tests import: install python3-cryptography, "
                "python3-pytest and python3-yaml")
    return ""


@unittest.skipIf(why_not(), why_not())
class Jubilant(Shared):
    KIND = Patient

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        place = cls.orrery.directory
        cls.checkout = place / "jubilant"
        shutil.copytree(JUBILANT, cls.checkout,
                        ignore=shutil.ignore_patterns(".git", "*.charm", "__pycache__"))
        charms = cls.checkout / "tests" / "integration" / "charms"
        cls.charms = {}
        for source in sorted(charms.iterdir()):
            directory = place / "packed" / source.name
            directory.mkdir(parents=True)
            framework_charm.pack(source, directory)
            cls.charms[source.name] = framework_charm.archive(
                directory, source / f"{source.name}_amd64.charm")
        for name in ("ubuntu", "snappass-test"):
            hooks = place / "store" / name / "hooks"
            hooks.mkdir(parents=True)
            (hooks.parent / "metadata.yaml").write_text(
                f"name: {name}\nsummary: s\ndescription: d\n")
            (hooks / "start").write_text("#!/bin/sh\nstatus-set active\n")
            (hooks / "start").chmod(0o755)

    def variables(self):
        place = self.orrery.directory
        return {**self.orrery.environment(),
                "ORRERY_CHARM_STORE": str(place / "store"),
                "PATH": f"{place}:{os.environ['PATH']}",  # `juju` is there
                "PYTHONDONTWRITEBYTECODE": "1",
                "PYTHONPATH": f"{self.checkout}:{HERE}"}

    def python(self, *words, seconds=6 * SECONDS):
        return ran(PYTHON, *words, env=self.variables(), cwd=self.checkout, timeout=seconds)

    def nothing_is_left(self):
        models = json.loads(self.orrery("models", "--format", "json"))["models"]
        self.assertEqual([model["short-name"] for model in models], ["default"])
        self.orrery.settle()
        self.assertEqual(len([each for each in (self.orrery.data / "models").iterdir()
                              if each.is_dir()]), 1)

    def pytest(self, *words):
        return self.python("-m", "pytest", "-p", "no:cacheprovider", "-p", "jubilant_store", *words)

    def its_own(self):
        """Names of its own tests by file, in their order; without those that are left out."""
        done = self.pytest("-q", "--collect-only", "tests/integration")
        self.assertEqual(done.returncode, 0, done)
        names = [line.removeprefix("tests/integration/") for line in done.stdout.splitlines()
                 if "::" in line]
        self.assertLessEqual(set(LEFT_OUT), set(names), "left out, and not there any more")
        by_file = {}
        for name in names:
            if name not in LEFT_OUT:
                by_file.setdefault(name.split("::")[0], []).append(name)
        return by_file

    def outcomes(self, file, names):
        """Runs these tests of a file. @returns by name: nothing if it passed, else what it said"""
        report = self.orrery.directory / f"{file}.xml"
        done = self.pytest(f"--junitxml={report}", *(f"tests/integration/{name}" for name in names))
        self.assertIn(done.returncode, (0, 1), done)
        found = dict.fromkeys(names, "it did not run")
        for case in xml.etree.ElementTree.parse(report).iter("testcase"):
            found[f"{file}::{case.get('name')}"] = "".join(
                f"{part.tag}: {part.get('message')}\n{part.text}" for part in case
                if part.tag in ("failure", "error", "skipped"))
        return found

    def test_its_own_tests_pass(self):
        by_file = self.its_own()
        with concurrent.futures.ThreadPoolExecutor(len(by_file)) as pool:
            found = list(pool.map(self.outcomes, by_file, by_file.values()))
        for name, said in (each for outcomes in found for each in outcomes.items()):
            with self.subTest(name):
                self.assertEqual(said, "")
        for name, why in LEFT_OUT.items():
            print(f"left out: {name}: {why}", flush=True)
        self.nothing_is_left()

    def test_eight_suites_of_a_charm_run_beside_each_other(self):
        resource = self.file("test-file.tar", "")

        def suite(number):
            return self.python(HERE / "jubilant_life.py", self.charms["testdb"],
                               self.charms["testapp"], resource, number)

        with concurrent.futures.ThreadPoolExecutor(SUITES) as pool:
            suites = list(pool.map(suite, range(SUITES)))
        for done in suites:
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(len({done.stdout.split()[0] for done in suites}), SUITES)
        self.nothing_is_left()

    def test_each_call_that_it_can_make_is_among_those_that_are_tested(self):
        """By test_jubilant_calls.py, without it: another version brings no new one unseen."""
        done = self.python(HERE / "jubilant_forms.py")
        self.assertEqual(done.returncode, 0, done.stderr)
        sent = json.loads(done.stdout)
        self.assertGreater(len(sent), 100)
        tested = jubilant_calls.flags_by_verb()
        for words in sent:
            with self.subTest(words):
                self.assertLessEqual(jubilant_calls.flags(words[1:]),
                                     tested.get(words[0], set()))


if __name__ == "__main__":
    if why_not():
        print(why_not())
        sys.exit(SKIPPED)
    unittest.main()
