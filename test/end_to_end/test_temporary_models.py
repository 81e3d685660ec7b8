"""Suites of a packed charm in eight models at once (CL30), as jubilant asks; without jubilant."""

import concurrent.futures
import json
import shutil
import threading
import unittest

from framework_charm import archive
from orchestrator import SECONDS, ran
from suite import Shared

SUITES = 8
DISPATCH = """#!/bin/sh
set -e
case $JUJU_DISPATCH_PATH in
actions/*) action-set colour="$(config-get colour)" param="$(action-get param)" \\
    model="$JUJU_MODEL_NAME" ;;
hooks/*) status-set active "$(config-get colour) of $(cat version)" ;;
esac
"""
COLOUR = "  colour: {type: string, default: red}\n"
JSON = ("--format", "json")


class TemporaryModels(Shared):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        place = cls.orrery.directory
        make = cls("test_CL30_suites_of_a_packed_charm_live_beside_each_other")
        charm = make.charm("paint", options=COLOUR)
        make.file("paint/dispatch", DISPATCH, 0o755)
        make.file("paint/actions.yaml", "do-thing: {params: {param: {type: string}}}\n")
        cls.packed = []
        for version in ("one", "two"):
            make.file("paint/version", version)
            to_pack = place / f"to_pack_{version}"
            shutil.copytree(charm, to_pack)
            cls.packed.append(archive(to_pack, place / f"paint_{version}.charm"))
        cls.are_made = threading.Barrier(SUITES)

    def call(self, verb, *words, model=""):
        """A call as jubilant makes it, which must succeed; its output."""
        words = [verb, *(["--model", model] if model else []), *words]
        done = ran(self.juju_name, *words, env=self.orrery.environment(), timeout=3 * SECONDS)
        self.assertEqual(done.returncode, 0, (words, done))
        return done.stdout

    def settled(self, model):
        """What status tells of the model when all is done in it."""
        self.call("wait", "settled", f"timeout={SECONDS}s", model=model)
        return json.loads(self.call("status", *JSON, model=model))

    def check_unit(self, model, number, message, revision):
        paint = self.settled(model)["applications"]["paint"]
        unit = paint["units"]["paint/0"]
        self.assertEqual((unit["workload-status"]["current"], unit["workload-status"]["message"]),
                         ("active", message))
        self.assertEqual(paint["charm-rev"], revision)
        colour = message.split(" of ")[0]
        tasks = json.loads(self.call("run", *JSON, "paint/0", "do-thing", f"param=p{number}",
                                     model=model))
        self.assertEqual(tasks["paint/0"]["status"], "completed")
        results = tasks["paint/0"]["results"]
        self.assertEqual({name: results[name] for name in ("colour", "param", "model")},
                         {"colour": colour, "param": f"p{number}", "model": model})

    def suite(self, number):
        model, colour = f"jubilant-{number:08x}", f"blue-{number}"
        self.call("add-model", "--no-switch", model)
        self.are_made.wait(SECONDS)
        self.call("deploy", self.packed[0], "--config", f"colour={colour}", model=model)
        self.check_unit(model, number, f"{colour} of one", 0)
        self.call("config", "paint", f"colour=then-{number}", model=model)
        self.check_unit(model, number, f"then-{number} of one", 0)
        self.call("refresh", "paint", "--path", self.packed[1], model=model)
        self.check_unit(model, number, f"then-{number} of two", 1)
        self.call("remove-application", "--no-prompt", "paint", model=model)
        self.assertEqual(self.settled(model).get("applications"), {})
        self.call("deploy", self.packed[1], "last", model=model)  # it goes with the model
        self.call("destroy-model", model, "--no-prompt", "--destroy-storage", "--force")
        return model

    def test_CL30_suites_of_a_packed_charm_live_beside_each_other(self):
        with concurrent.futures.ThreadPoolExecutor(SUITES) as pool:
            self.assertEqual(len(set(pool.map(self.suite, range(SUITES)))), SUITES)
        models = json.loads(self.call("models", *JSON))["models"]
        self.assertEqual([model["short-name"] for model in models], ["default"])
        self.orrery.settle()
        self.assertEqual(len([each for each in (self.orrery.data / "models").iterdir()
                              if each.is_dir()]), 1)
        self.assertEqual(self.orrery.running_hooks(), [])


if __name__ == "__main__":
    unittest.main()
