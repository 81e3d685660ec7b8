"""A group that may write above the data directory: the owner's own, or another user's first one.

The host's lists of users and groups are others in a mount namespace of the orchestrator's: where
that is not allowed, the test is skipped.
"""

import os
import pathlib
import unittest

from orchestrator import PROGRAM, ran
from suite import Suite

OWNER = 65533  # users that no host gives to anybody
GUEST = 65532


class TrustedGroups(Suite):
    STARTED = False

    def setUp(self):
        if os.geteuid() != 0:
            self.skipTest("only root can be another user")
        super().setUp()
        self.users = self.listed("passwd", f"owner:x:{OWNER}:{OWNER}::/:/bin/sh\n")
        groups = self.listed("group", f"owner:x:{OWNER}:\n")
        script = (f"mount --bind {self.users} /etc/passwd && mount --bind {groups} /etc/group "
                  '&& exec "$@"')
        self.orrery.prefix = ("unshare", "--mount", "sh", "-c", script, "sh", "setpriv",
                              f"--reuid={OWNER}", f"--regid={OWNER}", "--clear-groups", "--")
        if ran(*self.orrery.prefix, PROGRAM, "version").returncode != 0:
            self.skipTest("another user with lists of its own cannot run the program from here")
        self.above = self.orrery.directory / "above"
        self.above.mkdir()
        self.orrery.data = self.above / "data"
        self.orrery.socket = self.orrery.data / "orrery.socket"
        self.orrery.configure()
        for path in (self.orrery.directory, *self.orrery.directory.rglob("*")):
            os.chown(path, OWNER, OWNER)
        self.above.chmod(0o770)

    def listed(self, name, line):
        """The host's list with a line more."""
        return self.file(name, pathlib.Path("/etc", name).read_text() + line, 0o644)

    def test_a_group_that_only_its_owner_is_in_is_the_owners_own(self):
        self.orrery.start()
        self.assertEqual(self.orrery.terminate(), 0)

    def test_another_user_whose_first_group_is_the_owners_may_write_there(self):
        with self.users.open("a") as users:
            users.write(f"guest:x:{GUEST}:{OWNER}::/:/bin/sh\n")
        self.refuses(f"{self.above} can be written by others")
        self.assertFalse(self.orrery.data.exists(), "nothing is made there")


if __name__ == "__main__":
    unittest.main(verbosity=2)
