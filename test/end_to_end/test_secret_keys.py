"""The key of a model's secrets: in backups, left out of them, renewed, gone (SE4)."""

import unittest

from orchestrator import FIXTURES, until
from saved import Saved

PASSWORD = "correct-horse-battery"


class SecretKeys(Saved):
    def model_directory(self, orrery=None):
        models = (orrery or self.orrery).data / "models"
        found, = [path for path in models.iterdir() if path.is_dir()]
        return found

    def with_secrets(self, count):
        self.orrery.start()
        for number in range(count):
            self.orrery("add-secret", f"secret-{number}", f"password={PASSWORD}-{number}")

    def expect_all_open(self, count, orrery=None):
        for number in range(count):
            shown = (orrery or self.orrery)("show-secret", f"secret-{number}", "--reveal")
            self.assertIn(f"password: {PASSWORD}-{number}\n", shown)

    def holders(self, directory):
        """Files below it in which the password stands in the clear."""
        return [path for path in directory.rglob("*")
                if path.is_file() and PASSWORD.encode() in path.read_bytes()]

    def test_a_backup_has_the_key_in_it_for_its_user_alone(self):
        self.with_secrets(2)
        backup = self.backup()
        key = backup / "model" / "secrets.key"
        self.assertEqual(key.read_bytes(), (self.model_directory() / "secrets.key").read_bytes())
        self.assertEqual(key.stat().st_mode & 0o777, 0o600)
        self.assertEqual(self.holders(backup), [])
        self.orrery.terminate()
        other = self.elsewhere()
        said = self.restore(backup, "--key", str(key), orrery=other, code=1)
        self.assertIn("leave --key away", said)
        self.restore(backup, orrery=other)
        other.start()
        self.expect_all_open(2, other)

    def test_a_backup_without_the_key_is_restored_with_that_key_only(self):
        self.with_secrets(2)
        kept = self.orrery.directory / "kept.key"
        kept.write_bytes((self.model_directory() / "secrets.key").read_bytes())
        kept.chmod(0o600)
        place = self.orrery.directory / "saved"
        said = self.orrery.ask("backup", "create", place, "--without-key").err
        self.assertIn("2 secrets cannot be read", said)
        self.assertIn(str(self.model_directory() / "secrets.key"), said)
        self.assertEqual(list(place.rglob("secrets.key*")), [])
        self.orrery.terminate()
        other = self.elsewhere()
        self.assertIn("--without-key", self.restore(place, orrery=other, code=1))
        wrong = self.orrery.directory / "wrong.key"
        wrong.write_bytes(bytes(32))
        wrong.chmod(0o600)
        self.assertIn("another key", self.restore(place, "--key", wrong, orrery=other, code=1))
        kept.chmod(0o644)
        self.assertIn("chmod 600", self.restore(place, "--key", kept, orrery=other, code=1))
        self.assertFalse((other.data / "models").exists(), "nothing was made")
        kept.chmod(0o600)
        self.restore(place, "--key", kept, orrery=other)
        other.start()
        self.expect_all_open(2, other)

    def test_kill_9_while_the_key_is_renewed_leaves_all_readable(self):
        count = 20
        self.with_secrets(count)
        before = (self.model_directory() / "secrets.key").read_bytes()
        running = self.orrery.begin("rekey")
        self.orrery.kill()
        running.wait(60)
        running.communicate()
        self.orrery.start()
        self.expect_all_open(count)
        self.assertIn("the former key is gone", self.orrery("rekey"))
        self.assertNotEqual((self.model_directory() / "secrets.key").read_bytes(), before)
        self.assertFalse((self.model_directory() / "secrets.key.former").exists())
        self.expect_all_open(count)
        self.orrery("check")

    def test_a_hook_that_waits_to_be_tried_again_holds_no_renewal(self):
        self.orrery.configure("retry: {attempts: 1000, first-delay: 1h, longest-delay: 1h}")
        self.with_secrets(2)
        self.orrery("deploy", FIXTURES / "failing", "--config", "fail=start")
        until(lambda: any(unit["workload-status"]["current"] == "error"
                          for unit in self.orrery.units().values()))
        self.assertIn("the former key is gone", self.orrery("rekey"))
        self.assertFalse((self.model_directory() / "secrets.key.former").exists())
        self.expect_all_open(2)

    def test_a_key_that_is_gone_is_said_and_no_second_one_is_made(self):
        self.with_secrets(1)
        self.orrery.terminate()
        key = self.model_directory() / "secrets.key"
        key.rename(key.parent / "away")
        self.orrery.start()
        for words in (("show-secret", "secret-0", "--reveal"), ("rekey",),
                      ("add-secret", "other", "password=new")):
            done = self.orrery.ask(*words)
            self.assertEqual(done.code, 1, words)
            self.assertIn("put the file back from a backup", done.err)
        self.assertFalse(key.exists())
        said = self.orrery.ask("backup", "create").err
        self.assertIn("nothing opens its secrets", said)
        (key.parent / "away").rename(key)
        self.expect_all_open(1)


if __name__ == "__main__":
    unittest.main(verbosity=2)
