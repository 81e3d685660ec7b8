"""Data of units: the hooks that are told of it, where it lies, and what it outlives."""

import unittest

from orchestrator import CHARMS
from suite import Suite


class StorageData(Suite):
    def data(self, storage):
        return self.orrery.model / "storage" / storage

    def notes(self, storage):
        return (self.data(storage) / "notes").read_text().splitlines()

    def test_ST22_ST44_outlives_its_unit_and_machine_and_kills(self):
        self.orrery("deploy", CHARMS / "keeper", "a")
        self.orrery.settle()
        begun = ["attached to a/0, data/0, filesystem", "install"]
        self.assertEqual(self.notes("data/0"), begun)
        self.orrery.kill()
        self.orrery.start()
        self.orrery.settle()
        self.assertEqual(self.notes("data/0"), begun, "no hook runs again")
        self.orrery("remove-unit", "a/0")
        self.orrery.settle()
        self.assertEqual(self.notes("data/0"), [*begun, "detaching from a/0"])
        self.orrery("remove-storage", "data/0")
        self.orrery.settle()
        self.assertFalse(self.data("data/0").exists())

    def test_ST32_a_hook_adds_storage_and_too_much_of_it_fails_the_hook(self):
        self.orrery("deploy", CHARMS / "keeper", "a")
        self.orrery.settle()
        directory = self.orrery.model / "storage/cache"
        caches = sorted(path.name for path in directory.iterdir())
        self.assertEqual(len(caches), 2)
        answer = self.ask("exec", "--unit", "a/0", "storage-add cache=3")
        self.assertIn("exceeding the maximum of 2", answer.out + answer.err)
        self.assertIn("failed: committing requested changes failed", answer.err)
        self.assertEqual(sorted(path.name for path in directory.iterdir()), caches)

    def test_ST33_ST34_a_location_is_a_link_that_one_storage_has(self):
        place = self.orrery.directory / "srv" / "data"
        self.file("fixed/metadata.yaml", "name: fixed\nsummary: Keeps\ndescription: Keeps\n"
                  f"storage: {{data: {{type: filesystem, location: {place}}}}}\n")
        self.file("fixed/hooks/install", "#!/bin/sh -e\n"
                  "storage-get -s $(storage-list) location >where\n", 0o755)
        self.orrery("deploy", self.orrery.directory / "fixed", "a")
        self.orrery.settle()
        where = (self.orrery.unit_directory("a/0") / "charm/where").read_text().strip()
        self.assertEqual(where, str(place))
        self.assertEqual(place.resolve(), self.data("data/0").resolve())
        self.orrery("remove-application", "--destroy-storage", "a")
        self.orrery.settle()
        self.assertFalse(place.is_symlink())
        self.assertFalse(self.data("data/0").exists())


if __name__ == "__main__":
    unittest.main()
