"""What tests of the gallery's PostgreSQL begin with: a database, and rows in it."""

import os
import pathlib
import pwd
import shutil
import unittest

from gallery import CHARMS, Gallery, Patient
from orchestrator import PROGRAM, ran
from test_reboot import Rebooted

BIN = pathlib.Path("/usr/lib/postgresql/15/bin")
OWNER = "postgres"  # Debian's packages make this user.


class NotRoot(Rebooted, Patient):
    """Patient, may be rebooted, and runs as another user if the test is root's."""

    def __init__(self, *settings):
        super().__init__(*settings)
        if os.geteuid() == 0:
            owner = pwd.getpwnam(OWNER)
            self.prefix = ("setpriv", f"--reuid={OWNER}", f"--regid={owner.pw_gid}",
                           "--clear-groups", "--")
            for path in (self.directory, self.settings):
                os.chown(path, owner.pw_uid, owner.pw_gid)


@unittest.skipUnless((BIN / "postgres").exists() and shutil.which("psql"),
                     "not installed: postgresql-15; see cmd/install demo")
class Postgres(Gallery):
    KIND, OPTIONS = NotRoot, ("--allow-faults",)

    def setUp(self):
        super().setUp()
        if ran(*self.orrery.prefix, PROGRAM, "version").returncode != 0:
            self.skipTest("another user cannot run the program from here")

    def begin_with_rows(self, *options):
        """A database, and a ledger that has written into it twice."""
        self.begin()
        self.orrery("deploy", CHARMS / "postgres", "--storage", "data=64M", *options)
        self.orrery("deploy", CHARMS / "ledger")
        self.orrery("integrate", "ledger", "postgres")
        self.orrery.settle()
        self.rows = ["ledger/0 was here"]
        self.assert_rows_and_write("Neptune's 'moons'")

    def assert_rows_and_write(self, text):
        """All rows are there, and another one can be written."""
        self.assertEqual(self.read(), self.rows)
        self.results("ledger/0", "write", f"text={text}")
        self.rows.append(text)
        self.assertEqual(self.read(), self.rows)

    def read(self):
        return self.results("ledger/0", "read")["rows"].splitlines()

    def storages(self):
        """Ids of all storage there is, and the unit that has each."""
        shown = self.orrery.status().get("storage", {}).get("storage", {})
        return {name: next(iter(facts.get("attachments", {}).get("units", {})), "")
                for name, facts in shown.items()}

    def detach_own(self, unit):
        own, = (name for name, holder in self.storages().items() if holder == unit)
        self.orrery("detach-storage", own)
        self.await_status(unit, "blocked", f"{own} is on its way out")
        self.orrery.settle()

    def take_over(self, unit, data):
        """Gives a unit this data in the place of what it has."""
        self.detach_own(unit)
        self.orrery("attach-storage", unit, data)
        self.orrery.settle()
