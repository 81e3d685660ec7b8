"""Files of a unit or of a kept charm that are gone or changed: what is put back, and by whom."""

import shutil
import unittest

from orchestrator import until
from refreshing import NEW_HOOKS, Refreshing


class DamagedCharms(Refreshing):
    def wake(self):
        """Starts the orchestrator, and lets the unit's agent begin."""
        self.orrery.start()
        self.orrery("config", "act", "word=x")
        self.orrery.settle()

    def put_back(self):
        """It has been, once: whether the news that woke the agent comes before or after."""
        ran = self.ran()
        self.assertEqual(ran.count("upgrade-charm 1"), 1, ran)
        at = ran.index("upgrade-charm 1")
        self.assertEqual(ran[at + 1:at + 2], ["config-changed 1"], ran)

    def test_P39_a_copy_that_is_gone_comes_back_with_both_hooks(self):
        self.deploy()
        self.kill()
        shutil.rmtree(self.place() / "charm")
        self.wake()
        self.put_back()
        self.assertEqual((self.ran().count("install 1"), self.text("revision")), (1, "0"))
        self.assertIn("charm is not there: the files of local:act-0 are put in place again",
                      (self.orrery.model / "logs/unit-act-0.log").read_text())

    def test_P39_a_copy_without_its_metadata_is_mended_and_keeps_what_hooks_wrote(self):
        self.deploy()
        (self.place() / "charm/own").write_text("mine\n")
        self.kill()
        (self.place() / "charm/metadata.yaml").unlink()
        self.wake()
        self.put_back()
        self.assertIn("name: act", self.text("metadata.yaml"))
        self.assertEqual(self.text("own"), "mine\n")

    def test_P30_files_that_cannot_be_copied_are_tried_again_without_a_person(self):
        self.deploy()
        self.hold("config-changed", "config-changed 1", "config", "act", "word=x")
        first, = self.orrery.charms()
        self.refresh(self.version(2, files={"both": "two\n"}))
        new, = set(self.orrery.charms()) - {first}
        kept = self.orrery.model / "charms" / new / "both"
        kept.chmod(0o644)
        kept.write_text("bad\n")
        self.release("config-changed")
        until(lambda: self.unit()["juju-status"]["current"] == "failed", why="the copy fails")
        self.assertIn("is not what was deployed", self.unit()["juju-status"]["message"])
        self.assertEqual(self.unit()["workload-status"]["current"], "unknown", "no conflict")
        self.assertIsNone(self.text("both"))
        kept.write_text("two\n")
        until(lambda: self.text("both") == "two\n", why="it is tried again")
        self.orrery.settle()
        self.assertEqual(self.ran()[-2:], NEW_HOOKS)


if __name__ == "__main__":
    unittest.main()
