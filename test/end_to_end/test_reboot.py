"""The host starts again: no process is left, all files are there, the boot id is another."""

import os
import shutil
import unittest

from orchestrator import CHARMS, FIXTURES, Orchestrator, ran, until
from suite import Suite


class Rebooted(Orchestrator):
    """An orchestrator that is told which boot of its host this is."""

    boot = "first"

    def spawn(self, *arguments):
        os.environ["ORRERY_BOOT"] = self.boot
        return super().spawn(*arguments)

    def reboot(self, boot):
        self.kill()
        self.kill_leftovers()
        until(lambda: not self.leftovers(), why="all processes are gone")
        self.boot = boot
        self.start()

    def hooks_done(self, unit):
        """Names of the hooks that have run, in their order."""
        name = f"unit-{unit.replace('/', '-')}.log"
        lines = (self.model / "logs" / name).read_text().splitlines()
        return [line.split("hook ")[1].split()[0] for line in lines if " done in " in line]

    def written(self, name):
        """When the one file of this name in a unit's directory was written last."""
        file, = (self.model / "machines").glob(f"*/units/*/**/{name}")
        return file.stat().st_mtime_ns


class Reboot(Suite):
    KIND, OPTIONS = Rebooted, ("--allow-faults",)

    def test_W9_start_runs_again_after_a_boot_and_nothing_else(self):
        self.orrery("deploy", CHARMS / "daemon", "a")
        self.orrery.settle()
        before = self.orrery.hooks_done("a/0")
        self.orrery.reboot("second")
        self.orrery.settle()
        self.assertEqual(self.orrery.hooks_done("a/0"), before + ["start"])
        machine = self.orrery.units()["a/0"]["machine"]
        shown = self.orrery.status()["machines"][machine]["juju-status"]
        self.assertEqual(shown["current"], "started")
        self.assertEqual(len(self.orrery.leftovers()), 2, "the daemon and its keeper")
        self.orrery.restart()
        self.orrery.settle()
        self.assertEqual(self.orrery.hooks_done("a/0"), before + ["start"], "the same boot")

    def test_W9_a_principal_starts_before_its_subordinate(self):
        self.orrery("deploy", CHARMS / "daemon", "a")
        self.orrery("deploy", FIXTURES / "sub")
        self.orrery("integrate", "a", "sub:beside")
        self.orrery.settle()
        before = {unit: self.orrery.hooks_done(unit) for unit in ("a/0", "sub/0")}
        self.orrery.reboot("second")
        self.orrery.settle()
        for unit, hooks in before.items():
            self.assertEqual(self.orrery.hooks_done(unit), hooks + ["start"])
        self.assertLessEqual(self.orrery.written("daemon.pid"), self.orrery.written("hooks.log"))

    @unittest.skipUnless(shutil.which("redis-server"), "redis-server is not installed")
    def test_W9_what_redis_has_written_is_there_after_a_boot(self):
        port = 20000 + os.getpid() % 10000
        def redis(*words):
            return ran("redis-cli", "-p", port, *words).stdout.strip()
        start = (f"#!/bin/sh -e\nredis-server --port {port} --daemonize yes --dir \"$PWD\" "
                 "--appendonly yes --appendfsync always --bind 127.0.0.1\n")
        self.orrery("deploy", self.charm("redis", hooks={"start": start}), "r")
        self.orrery.settle()
        until(lambda: redis("ping") == "PONG", why="redis answers")
        self.assertEqual(redis("set", "planet", "Neptune"), "OK")
        self.orrery.reboot("second")
        self.orrery.settle()
        until(lambda: redis("ping") == "PONG", why="redis answers again")
        self.assertEqual(redis("get", "planet"), "Neptune")


if __name__ == "__main__":
    unittest.main()
