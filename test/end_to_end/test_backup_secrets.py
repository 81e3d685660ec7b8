"""A backup holds the key of secrets: what was sealed can be read where it is restored."""

import stat
import unittest

from saved import Saved

VALUE = "correct-horse"


class BackupSecrets(Saved):
    def test_a_restore_on_an_empty_host_reads_them(self):
        self.begun()
        self.orrery("add-secret", "mine", f"password={VALUE}")
        backup = self.backup()
        key = backup / "model" / "secrets.key"
        self.assertEqual(stat.S_IMODE(key.stat().st_mode), 0o600)
        self.assertEqual(stat.S_IMODE(backup.stat().st_mode), 0o700)
        for file in backup.rglob("*"):
            if file.is_file():
                self.assertNotIn(VALUE.encode(), file.read_bytes(), file)
        self.assertEqual(self.orrery.terminate(), 0)

        other = self.elsewhere()
        self.assertNotIn(VALUE, self.restore(backup, orrery=other))
        other.start()
        self.assertIn(f"password: {VALUE}", other("show-secret", "mine", "--reveal"))
        other("update-secret", "mine", "password=another")
        self.assertIn("password: another", other("show-secret", "mine", "--reveal"))


if __name__ == "__main__":
    unittest.main()
