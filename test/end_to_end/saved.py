"""What tests of backups begin with: a model to save, and other places to restore it in."""

import os

from orchestrator import CHARMS, FIXTURES, PROGRAM, ran
from suite import Suite

STRANGER = 65533  # a user that no host gives to anybody


class Saved(Suite):
    """One orchestrator, whose model may be saved and restored."""

    STARTED = False

    def begun(self):
        """Two applications that are related, one with a program that runs on."""
        self.orrery.start()
        self.orrery("deploy", CHARMS / "daemon")
        self.orrery("deploy", FIXTURES / "quiet", "a")
        self.orrery("deploy", FIXTURES / "quiet", "b")
        self.orrery("integrate", "a:client", "b:server")
        self.orrery.settle()
        return self.orrery.daemon()

    def backup(self, *words):
        place = self.orrery.directory / "saved"
        self.orrery("backup", "create", place, *words)
        return place

    def restore(self, backup, *words, orrery=None, step=None, code=0):
        """What it says; its exit code must be this."""
        orrery = orrery or self.orrery
        environment = {**os.environ, **({"ORRERY_RESTORE_KILLED_AT": step} if step else {})}
        done = ran(*orrery.prefix, PROGRAM, "backup", "restore", backup, "--settings",
                   orrery.settings, *words, env=environment, timeout=120)
        said = done.stdout + done.stderr
        self.assertEqual(done.returncode, code, said)
        return said

    def far_away(self, backup):
        """Another host's, of another user who has the backup, where that can be had."""
        if os.geteuid() != 0:
            return self.elsewhere()
        prefix = ("unshare", "--uts", "sh", "-c", 'hostname elsewhere && exec "$@"', "sh",
                  "setpriv", f"--reuid={STRANGER}", f"--regid={STRANGER}", "--clear-groups", "--")
        if ran(*prefix, PROGRAM, "version").returncode != 0:
            print("not tried as another user: it cannot run the program from here")
            return self.elsewhere()
        self.orrery.directory.chmod(0o711)
        for path in (backup, *backup.rglob("*")):
            os.chown(path, STRANGER, STRANGER)
        return self.elsewhere(STRANGER, prefix)

    def elsewhere(self, owner=None, prefix=()):
        other = self.made(self.addCleanup)
        other.prefix = prefix
        if owner is not None:
            for path in (other.directory, *other.directory.rglob("*")):
                os.chown(path, owner, owner)
        return other
