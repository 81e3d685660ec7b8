"""Data of units: the hooks that are told of it, where it lies, and what it outlives."""

import json
import unittest

from orchestrator import CHARMS, until
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

    def test_ST44_data_that_is_gone_is_said_and_no_hook_runs_before_it_is_back(self):
        self.orrery("deploy", CHARMS / "keeper", "a")
        self.orrery.settle()
        notes = self.notes("data/0")
        self.assertEqual(self.orrery.terminate(), 0)
        storage, away = self.orrery.model / "storage", self.orrery.directory / "away"
        storage.rename(away)
        self.orrery.start()
        gone = f"the data of storage cache/1 is gone: put back {self.data('cache/1')}"
        shown = lambda: str(self.orrery.units()["a/0"]["juju-status"])
        until(lambda: gone in shown(), why="the unit's status says so")
        self.assertTrue(any("the data of a storage is gone" in line for line in self.orrery.log))
        checked = self.ask("check", code=1)
        self.assertIn("storage data/0", checked.out + checked.err)
        answer = self.orrery.ask("exec", "--unit", "a/0", "--wait=1s", "true")
        self.assertNotEqual(answer.code, 0, "nothing of the unit runs")
        self.assertFalse(storage.exists())
        away.rename(storage)
        self.orrery.restart()
        self.orrery.settle()
        self.assertEqual(self.notes("data/0"), notes)
        self.assertIn("idle", shown())

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

    def test_ST43_ST44_a_forced_machine_names_what_goes_and_keeps_its_data(self):
        charm = self.charm("one", "storage: {data: {type: filesystem}}\n")
        self.orrery("deploy", charm)
        self.orrery.settle()
        machine = self.orrery.units()["one/0"]["machine"]
        (self.data("data/0") / "row").write_text("Triton")
        said = self.orrery("remove-machine", machine, "--force", "--no-wait")
        self.assertEqual(said, f"will remove machine {machine}\n- will remove unit one/0\n"
                         "- will detach storage data/0\n")
        self.orrery.settle()
        self.assertNotIn(machine, self.orrery.status()["machines"])
        self.assertIn("current: detached", self.orrery("show-storage", "data/0"))
        self.assertEqual((self.data("data/0") / "row").read_text(), "Triton")

    def test_ST14_what_another_unit_has_is_the_cause_and_not_the_application(self):
        charm = self.charm("one", "storage: {data: {type: filesystem}}\n")
        self.orrery("deploy", charm)
        self.orrery.settle()
        answer = self.ask("add-unit", "one", "--attach-storage", "data/0", code=1)
        self.assertEqual(answer.err, 'ERROR cannot add a unit to application "one": storage '
                         'instance "data/0" not found, or another unit has it\n')

    def sizes_and_fingerprints(self, orrery):
        storage = json.loads(orrery("storage", "--format", "json"))["filesystems"].values()
        resources = json.loads(orrery("resources", "shop", "--format", "json"))["resources"]
        return (sorted((each["pool"], each["size"]) for each in storage),
                {each["name"]: each["fingerprint"] for each in resources})

    def test_CL12_ST13_RS2_exported_it_is_the_same_model_elsewhere(self):
        charm = self.charm("shop", "storage: {data: {type: filesystem, multiple: {range: 1-3}}}\n"
                           "resources: {site: {type: file, filename: site.tgz},"
                           " tool: {type: file, filename: tool}}\n")
        site = self.file("site.tgz", "<p>Neptune</p>")
        self.orrery("deploy", charm, "--storage", "data=2,64M", "--resource", f"site={site}")
        self.orrery.settle()
        file = self.orrery.directory / "taken.yaml"
        self.orrery("export-bundle", "--filename", file, "--with-charms")
        self.assertNotIn(str(self.orrery.data), file.read_text())
        self.assertEqual(list((file.parent / "taken.yaml.charms").glob("*.draft-*")), [])
        other = self.made(self.addCleanup).start()
        other("deploy", file)
        other.settle()
        self.assertEqual(other.ask("diff-bundle", file).out, "{}\n")
        same = self.sizes_and_fingerprints(self.orrery)
        self.assertEqual(same[0], [("rootfs", 64)] * 2)
        self.assertEqual(self.sizes_and_fingerprints(other), same)
        read = other.ask("exec", "--unit", "shop/0", "cat $(resource-get site)")
        self.assertEqual(read.out.strip(), site.read_text())
        self.assertEqual(self.ask("diff-bundle", file).out, "{}\n")
        site.write_text("<p>Triton!</p>")
        self.orrery("attach-resource", "shop", f"site={site}")
        kept = self.sizes_and_fingerprints(self.orrery)[1]["site"]
        self.assertRegex(self.ask("diff-bundle", file).out,
                         "^applications:\n  shop:\n    resources:\n      site:\n"
                         f"        bundle: /.*\n        model: {kept}\n$")


if __name__ == "__main__":
    unittest.main()
