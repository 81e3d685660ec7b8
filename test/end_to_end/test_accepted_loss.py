"""Stores that lost something, and are accepted: what they do not know is kept, and said."""

import json
import shutil
import unittest

from orchestrator import CHARMS, FIXTURES, until
from suite import Suite


class AcceptedLoss(Suite):
    STARTED = False

    def stopped(self):
        self.assertEqual(self.orrery.terminate(), 0)

    def older(self):
        """A copy of the first model's store as it is now; the orchestrator goes on."""
        self.stopped()
        place = self.orrery.directory / "older"
        shutil.copytree(self.orrery.model / "store", place)
        self.orrery.start()
        return place

    def put_back(self, older):
        self.stopped()
        shutil.rmtree(self.orrery.model / "store")
        shutil.copytree(older, self.orrery.model / "store")
        self.refuses("--accept-loss")

    def start_accepting(self):
        self.orrery.log.clear()
        self.orrery.options = ["--accept-loss"]
        self.orrery.start()
        self.orrery.options = []
        self.orrery("wait", "settled", "timeout=60s")

    def said(self, words):
        return [line for line in self.orrery.log if words in line]

    def mark(self, unit, model=None):
        """A file of the unit's own."""
        words = ("status", "--format", "json", *(("-m", model) if model else ()))
        units = self.orrery.units_in(json.loads(self.orrery(*words)))
        unit_directory = unit.replace("/", "-")
        path, = self.orrery.data.glob(
            f"models/*/machines/{units[unit]['machine']}/units/{unit_directory}")
        (path / "mark").write_text(unit)
        return path / "mark"

    def test_what_an_older_store_does_not_know_is_put_aside_and_no_number_given_twice(self):
        self.begin_with(FIXTURES / "quiet")
        older = self.older()
        self.orrery("deploy", CHARMS / "keeper", "later")
        self.orrery("add-unit", "quiet", "--to", self.orrery.units()["quiet/0"]["machine"])
        self.orrery.settle()
        marks = [self.mark(unit) for unit in ("later/0", "quiet/1")]
        row = self.orrery.model / "storage/data/0/row"
        row.write_text("precious")
        given, sequence = set(self.orrery.status()["machines"]), self.orrery.sequence()
        charms = self.orrery.charms()
        self.put_back(older)
        for mark in marks:
            self.assertTrue(mark.exists(), "nothing was changed")

        self.start_accepting()
        self.assertTrue(self.said("what the accepted store does not know was put aside"))
        self.assertTrue(self.said("data/0"))
        model = self.orrery.model
        aside, = model.glob("lost-*")
        for mark in marks:
            kept = aside / mark.relative_to(model)
            self.assertEqual(kept.read_text().replace("/", "-"), mark.parent.name)
            self.assertFalse(mark.exists())
        self.assertEqual({path.name for path in (aside / "charms").iterdir()},
                         set(charms) - set(self.orrery.charms()))
        self.assertEqual(row.read_text(), "precious")
        self.assertEqual(sorted(self.orrery.units()), ["quiet/0"])
        self.orrery("add-unit", "quiet")
        self.orrery("deploy", CHARMS / "keeper", "later")
        self.orrery("wait", "settled", "timeout=60s")
        self.assertFalse((set(self.orrery.status()["machines"]) & given) - {"0", "1"})
        self.assertNotIn("quiet/1", self.orrery.units())
        self.assertNotIn("later/0", self.orrery.units())
        for unknown in ("data/0", "cache/1", "cache/2"):  # as check tells of what no record knows
            shutil.rmtree(model / "storage" / unknown)
        self.assertGreater(self.orrery.sequence(), sequence)
        self.orrery.restart()  # what was accepted is no longer missed
        self.assertEqual(len([*model.glob("lost-*")]), 1)

    def with_two_models(self):
        self.begin_with(FIXTURES / "quiet")
        older = self.older()
        self.orrery("add-model", "second", "--no-switch")
        self.orrery("deploy", FIXTURES / "quiet", "other", "-m", "second")
        self.orrery("wait", "settled", "timeout=60s", "-m", "second")
        return older, self.mark("quiet/0"), self.mark("other/0", "second")

    def names(self):
        models = json.loads(self.orrery("models", "--format", "json"))["models"]
        return [model["short-name"] for model in models]

    def test_MD34_a_first_store_that_is_gone_puts_all_models_aside(self):
        _, own, others = self.with_two_models()
        self.stopped()
        model = self.orrery.model
        shutil.rmtree(model / "store")
        (model / "store.witness").unlink()
        self.refuses("is missing beside", "--accept-loss", "Nothing was changed")
        self.assertTrue(own.exists() and others.exists())
        self.assertFalse((model / "store").exists())
        self.start_accepting()
        self.assertEqual(self.names(), ["default"])
        kept, = self.orrery.data.glob("lost-*/*/machines/**/mark")
        self.assertEqual(kept.read_text(), "other/0")
        kept, = model.glob("lost-*/machines/**/mark")
        self.assertEqual(kept.read_text(), "quiet/0")
        self.orrery.restart()

    def test_MD34_a_model_that_an_older_first_store_does_not_know_is_put_aside_whole(self):
        older, own, others = self.with_two_models()
        self.put_back(older)
        self.assertTrue(others.exists())
        self.start_accepting()
        self.assertEqual(self.names(), ["default"])
        self.assertTrue(own.exists())
        place, = self.orrery.data.glob("lost-*/*")
        self.assertIn(str(place), self.said("a model that the first one does not know")[0])
        other = self.made(self.addCleanup)
        (other.data / "models").mkdir(parents=True, mode=0o700)
        other.data.chmod(0o700)
        place.rename(other.data / "models" / place.name)
        other.start()
        until(lambda: "other/0" in other.units(), why="it is a model of its own")
        self.assertTrue([*other.data.glob("models/*/machines/**/mark")])


if __name__ == "__main__":
    unittest.main(verbosity=2)
