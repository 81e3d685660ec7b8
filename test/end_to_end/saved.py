"""What tests of backups begin with: a model to save, and other places to restore it in."""

import os
import pathlib
import subprocess
import unittest

from orchestrator import CHARMS, FIXTURES, PROGRAM, Orchestrator


class Elsewhere(Orchestrator):
    """An orchestrator that begins with other words before it: another user's, on another host."""

    prefix = ()

    def spawn(self, *arguments):
        words = [*self.prefix, PROGRAM, "serve", "--settings", self.settings, *arguments]
        return subprocess.Popen(words, text=True, stdin=subprocess.DEVNULL,
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def begin(self, *arguments):
        environment = {**os.environ, "ORRERY_SOCKET": str(self.socket)}
        words = [*self.prefix, PROGRAM, *map(str, arguments)]
        return subprocess.Popen(words, text=True, env=environment, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)


class Saved(unittest.TestCase):
    """One orchestrator, whose model may be saved and restored."""

    def setUp(self):
        self.orrery = Orchestrator()
        self.addCleanup(self.orrery.close)

    def begun(self):
        """Two applications that are related, one with a program that runs on."""
        self.orrery.start()
        self.orrery("deploy", CHARMS / "daemon")
        self.orrery("deploy", FIXTURES / "quiet", "a")
        self.orrery("deploy", FIXTURES / "quiet", "b")
        self.orrery("integrate", "a:client", "b:server")
        self.orrery.settle()
        return self.daemon(self.orrery)

    def daemon(self, orrery):
        return int((orrery.unit_directory("daemon/0") / "daemon.pid").read_text())

    def backup(self, *words):
        place = self.orrery.directory / "saved"
        self.orrery("backup", "create", place, *words)
        return place

    def restore(self, backup, *words, orrery=None, step=None):
        """What it says, and its exit code."""
        orrery = orrery or self.orrery
        environment = {**os.environ, **({"ORRERY_RESTORE_KILLED_AT": step} if step else {})}
        words = [*getattr(orrery, "prefix", ()), PROGRAM, "backup", "restore", backup, "--settings",
                 orrery.settings, *words]
        done = subprocess.run(words, capture_output=True, text=True, env=environment, timeout=120,
                              check=False)
        return done.returncode, done.stdout + done.stderr

    def elsewhere(self, owner=None, prefix=()):
        other = Elsewhere()
        self.addCleanup(other.close)
        other.prefix = prefix
        if owner is not None:
            for path in (other.directory, *other.directory.rglob("*")):
                os.chown(path, owner, owner)
        return other
