"""Backups: made of one that serves, restored elsewhere, whole or not at all; no number twice."""

import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import unittest

from orchestrator import FIXTURES, PROGRAM, is_running, ran, until
from saved import Saved

STRANGER = 65533  # a user that no host gives to anybody
STEPS = ("begin", "make", "copy", "epoch", "sync", "commit", "finish")


def content(directory):
    """All that lies below a directory."""
    return {path.relative_to(directory): path.is_file() and path.read_bytes()
            for path in directory.rglob("*") if not path.is_socket() and path.name != "LOG"}


class Backup(Saved):
    def grown(self, orrery):
        """More of everything that is counted; their numbers."""
        orrery("add-unit", "a")
        orrery("add-machine")
        orrery("deploy", FIXTURES / "quiet", "fresh")
        orrery("integrate", "fresh:client", "b:server")
        orrery("wait", "settled", "timeout=60s")
        return self.numbers(orrery)

    def numbers(self, orrery):
        """Those that are there, by kind."""
        units = orrery.units()
        relations = set()
        for unit in units:
            facts = json.loads(orrery("show-unit", unit, "--format", "json"))[unit]
            relations |= {each["relation-id"] for each in facts.get("relation-info") or []}
        return {"machine": set(orrery.status()["machines"]), "unit": set(units),
                "relation": relations}

    def charm_revision(self, orrery):
        """The revision that a charm of another content gets."""
        charm = orrery.directory / "changed"
        shutil.copytree(FIXTURES / "quiet", charm)
        (charm / "more").write_text(os.urandom(8).hex())
        orrery("deploy", charm, "changed")
        return orrery.status()["applications"]["changed"]["charm"]

    def test_a_restore_on_another_host_for_another_user_gives_no_number_twice(self):
        pid = self.begun()
        running = self.orrery.begin("add-unit", "a", "-n", "8")
        backup = self.backup("--with-units")
        self.assertEqual(running.wait(60), 0, running.communicate())
        self.orrery.settle()
        given = self.grown(self.orrery)
        revision, sequence = self.charm_revision(self.orrery), self.orrery.sequence()
        self.assertEqual(self.orrery.terminate(), 0)

        other = self.elsewhere()
        if os.geteuid() == 0:
            prefix = ("unshare", "--uts", "sh", "-c", 'hostname elsewhere && exec "$@"', "sh",
                      "setpriv", f"--reuid={STRANGER}", f"--regid={STRANGER}", "--clear-groups",
                      "--")
            if ran(*prefix, PROGRAM, "version").returncode == 0:
                other = self.elsewhere(STRANGER, prefix)
                self.orrery.directory.chmod(0o711)
                for path in (backup, *backup.rglob("*")):
                    os.chown(path, STRANGER, STRANGER)
            else:
                print("not tried as another user: it cannot run the program from here")
        self.restore(backup, orrery=other)
        other.start()
        other("wait", "settled", "timeout=60s")
        until(lambda: other.ask("check").code == 0,
              why="machines that were made after the records were copied are released (M8)")
        self.assertTrue(any("comes from a backup" in line for line in other.log))
        self.assertLessEqual({"a/0", "b/0", "daemon/0"}, set(other.units()))
        daemon = other.daemon()
        self.assertNotEqual(daemon, pid, "it started there")
        self.assertTrue(is_running(daemon))
        known = self.numbers(other)
        for kind, numbers in self.grown(other).items():
            self.assertNotEqual(numbers, known[kind], kind)
            self.assertEqual((numbers - known[kind]) & given[kind], set(), kind)
        self.assertNotEqual(self.charm_revision(other), revision)
        self.assertGreater(other.sequence(), sequence)
        other("check")

    def test_a_restore_in_place_ends_what_the_replaced_model_runs_and_keeps_its_files(self):
        pid = self.begun()
        self.orrery("backup", "create", "--with-units")
        backup, = json.loads(self.orrery("backup", "list", "--format", "json"))["backups"]
        mark = self.orrery.unit_directory("a/0") / "written since"
        mark.write_text("precious")
        self.orrery("add-unit", "a")
        self.orrery.settle()
        self.restore(backup["name"], code=1)  # one serves the directory
        self.assertEqual(self.orrery.terminate(), 0)
        self.assertTrue(is_running(pid))
        said = self.restore(backup["name"])
        self.assertIn("ended the programs that the replaced model had running: daemon/0", said)
        self.assertFalse(is_running(pid))
        kept, = self.orrery.data.glob(f"replaced/**/{mark.name}")
        self.assertEqual(kept.read_text(), "precious")
        self.orrery.start()
        self.orrery.settle()
        self.assertEqual(sorted(self.orrery.units()), ["a/0", "b/0", "daemon/0"])
        self.assertTrue(is_running(self.orrery.daemon()))

    @unittest.skipIf(os.geteuid() != 0, "only root gives files away")
    def test_files_of_users_to_whom_a_program_dropped_its_rights_stay_theirs(self):
        self.begun()
        database = self.orrery.unit_directory("a/0") / "database"
        database.mkdir()
        (database / "rows").write_text("precious")
        (database / "newest").symlink_to("rows")
        for path in (database, *database.iterdir()):
            os.chown(path, STRANGER, STRANGER, follow_symlinks=False)
        database.chmod(0o500)
        backup = self.backup("--with-units")
        self.assertEqual(self.orrery.terminate(), 0)
        other = self.elsewhere()
        self.restore(backup, orrery=other)
        other.start()
        restored = other.unit_directory("a/0") / "database"
        self.assertEqual(restored.stat().st_mode & 0o777, 0o500)
        for path in (restored, *restored.iterdir()):
            found = path.lstat()
            self.assertEqual((found.st_uid, found.st_gid), (STRANGER, STRANGER), path)
        self.assertEqual(restored.parent.lstat().st_uid, 0)

    def test_without_units_their_machines_are_down_until_they_are_made_again(self):
        self.begun()
        backup = self.backup()
        self.assertFalse((backup / "model" / "machines").exists())
        self.assertEqual(self.orrery.terminate(), 0)
        other = self.elsewhere()
        self.assertIn("retry-provisioning", self.restore(backup, orrery=other))
        other.start()
        down = lambda: [number for number, machine in other.status()["machines"].items()
                        if machine["juju-status"]["current"] == "down"]
        until(lambda: len(down()) == 4, why="all four machines are down")
        other("retry-provisioning", *down())
        other.settle()
        self.assertEqual(down(), [])

    def test_a_backup_is_private_and_only_so_many_are_kept(self):
        self.begun()
        self.orrery("backup", "create")
        (self.orrery.data / "backups" / "20200101T000000Z.new").mkdir()  # of one that was killed
        for _ in range(2):
            said = self.orrery("backup", "create", "--keep", "2")
        self.assertIn("removed the older backup", said)
        backups = json.loads(self.orrery("backup", "list", "--format", "json"))["backups"]
        self.assertEqual(len(backups), 2)
        self.assertEqual({path.name for path in (self.orrery.data / "backups").iterdir()},
                         {backup["name"] for backup in backups})
        for path in (self.orrery.data / "backups").rglob("*"):
            self.assertEqual(path.stat().st_mode & 0o777, 0o700 if path.is_dir() else 0o600, path)
        first = self.orrery.data / "backups" / backups[0]["name"]
        self.assertIn("is there already", self.orrery.ask("backup", "create", first).err)
        (first / "manifest").write_bytes(b"")
        self.assertIn("no manifest", self.orrery("backup", "list"))
        (first / "manifest").unlink()
        os.mkfifo(first / "manifest")
        self.assertIn("no regular file", self.orrery("backup", "list"), "it is not waited for")
        (first / "manifest").unlink()
        with (first / "manifest").open("wb") as endless:
            endless.truncate(1 << 33)
        self.assertIn("larger than 256 MiB", self.orrery("backup", "list"))

    def test_kill_9_while_one_is_made_leaves_none(self):
        self.begun()
        with (self.orrery.unit_directory("a/0") / "large").open("wb") as large:
            large.truncate(1 << 30)
        making = self.orrery.begin("backup", "create", "--with-units")
        backups = self.orrery.data / "backups"
        until(lambda: [*backups.glob("*.new/model/machines/**/large")], why="it copies the units")
        self.orrery.restart()
        making.communicate(timeout=60)
        self.assertNotEqual(making.returncode, 0)
        listed = json.loads(self.orrery("backup", "list", "--format", "json"))
        self.assertEqual(listed["backups"], [])
        self.orrery("backup", "create")
        self.assertEqual(len([*backups.iterdir()]), 1, "what was begun is gone")
        self.orrery("check")

    def test_a_backup_that_is_not_whole_or_newer_is_refused(self):
        self.begun()
        backup = self.backup()
        self.assertEqual(self.orrery.terminate(), 0)
        other = self.elsewhere()
        store = next((backup / "model" / "store").glob("*.sst"))
        charm = next(path for path in (backup / "model" / "charms").rglob("*") if path.is_file())
        manifest = backup / "manifest"

        def written(path, new):
            path.chmod(0o600)
            path.write_bytes(new)

        def manifest_with(old, new):
            body = manifest.read_bytes().replace(old, new).rsplit(b"end ", 1)[0]
            written(manifest, body + b"end " + hashlib.sha256(body).hexdigest().encode() + b"\n")

        damages = {
            f"{store} has other bytes": lambda: written(store, bytes([store.read_bytes()[0] ^ 1])
                                                        + store.read_bytes()[1:]),
            f"{store} has ": lambda: written(store, store.read_bytes()[:-1]),
            f"{charm} cannot be read": charm.unlink,
            f"{charm} is no file": lambda: (charm.unlink(), os.mkfifo(charm)),
            "manifest was cut or changed": lambda: written(manifest, manifest.read_bytes()[:-70]),
            "cut or changed": lambda: written(manifest, manifest.read_bytes().replace(
                b"file 600", b"file 700", 1)),
            "schema 99": lambda: manifest_with(
                re.search(rb"schema \d+", manifest.read_bytes())[0], b"schema 99"),
            "has format 3": lambda: manifest_with(b"orrery-backup 1", b"orrery-backup 3"),
            "makes no sense": lambda: manifest_with(b" charms\n", b" ../charms\n"),
            "makes no sense: model": lambda: manifest_with(b"\nmodel ", b"\nmodel ../"),
            "is no backup": manifest.unlink,
        }
        whole = self.orrery.directory / "whole"
        shutil.copytree(backup, whole)
        for words, damage in damages.items():
            with self.subTest(words):
                damage()
                self.assertIn(words, self.restore(backup, orrery=other, code=1))
                self.assertFalse(other.data.exists(), "nothing was made")
                shutil.rmtree(backup)
                shutil.copytree(whole, backup)
        self.restore(backup, orrery=other)

    def test_kill_9_at_each_step_leaves_the_one_or_the_other_whole(self):
        self.begun()
        backup = self.backup("--with-units")
        self.orrery("add-unit", "a")
        self.orrery.settle()
        self.assertEqual(self.orrery.terminate(), 0)
        models, saved = self.orrery.data / "models", self.orrery.directory / "stopped"
        old = content(models)
        subprocess.run(["cp", "-a", self.orrery.data, saved], check=True)
        for step in STEPS:
            with self.subTest(step):
                self.restore(backup, step=step, code=-signal.SIGKILL)
                is_new = step == "finish"
                self.assertEqual(content(models) == old, not is_new)
                if step in ("copy", "commit", "finish"):
                    self.orrery.start()
                    self.orrery("wait", "settled", "timeout=60s")
                    self.assertEqual("a/1" in self.orrery.units(), not is_new)
                    self.assertIn("a restore was interrupted", "".join(self.orrery.log))
                    self.assertFalse((self.orrery.data / "restore").exists())
                    self.assertEqual(self.orrery.terminate(), 0)
                    self.orrery.log.clear()
                    shutil.rmtree(self.orrery.data)
                    subprocess.run(["cp", "-a", saved, self.orrery.data], check=True)
                    old = content(models)
        self.restore(backup, "--discard")
        self.assertFalse((self.orrery.data / "replaced").exists())


if __name__ == "__main__":
    unittest.main(verbosity=2)
