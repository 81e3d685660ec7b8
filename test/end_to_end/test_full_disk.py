"""A disk that is full, and one that is read-only: the orchestrator says so, ends, and has everything when there is space again.

The data directory lies on a small file system of its own, in a mount namespace of this test's: where that is not allowed, the
test is skipped.
"""

import os
import subprocess
import sys
import unittest

from orchestrator import FIXTURES
from suite import Suite

EXIT_IO_ERROR = 74
INSIDE = "ORRERY_OWN_MOUNTS"
SKIPPED = 77  # for meson


def mount(*arguments):
    subprocess.run(["mount", *map(str, arguments)], check=True)


class FullDisk(Suite):
    STARTED = False

    def setUp(self):
        super().setUp()
        self.orrery.data.mkdir(mode=0o700)
        self.mount_small("6m")

    def mount_small(self, size):
        mount("-t", "tmpfs", "-o", f"size={size},mode=0700", "tmpfs", self.orrery.data)
        self.addCleanup(subprocess.run, ["umount", "-l", str(self.orrery.data)], check=False)
        self.ballast = self.orrery.data / "ballast"

    def fill(self, leave):
        facts = os.statvfs(self.orrery.data)
        self.ballast.write_bytes(b"\0" * max(0, facts.f_bavail * facts.f_frsize - leave))

    def work_until_it_ends(self):
        """How many machines were acknowledged by the time that the process has ended, and what the last verb said."""
        machines = 0
        for _ in range(500):  # the log has room ahead
            answer = self.orrery.ask("add-machine", "-n", "20")
            machines += answer.out.count("created machine")
            if answer.code != 0:
                return machines, answer.err
        self.fail("the disk does not fill up")

    def ended(self):
        """The exit code of the process, and all that it said."""
        return self.orrery.end(0), "".join(self.orrery.log)

    def has_all(self, machines):
        self.orrery.start()
        self.orrery.settle()
        self.assertGreaterEqual(len(self.orrery.status()["machines"]), machines)
        self.orrery("check")

    def test_a_full_disk_ends_it_with_a_word_and_loses_nothing(self):
        self.begin_with(FIXTURES / "recorder")
        before = len(self.orrery.status()["machines"])
        self.fill(leave=60_000)
        acknowledged, last_words = self.work_until_it_ends()
        self.assertNotEqual(last_words, "")
        code, said = self.ended()
        self.assertEqual(code, EXIT_IO_ERROR, said)
        self.assertIn("The disk is full", said)
        self.ballast.unlink()
        self.has_all(before + acknowledged)

    def test_a_start_on_a_disk_that_is_full_or_read_only_is_refused_with_the_reason(self):
        self.orrery.start()
        self.orrery("add-machine")
        self.orrery.settle()
        self.assertEqual(self.orrery.terminate(), 0)
        self.fill(leave=0)
        self.refuses("The disk is full")
        self.ballast.unlink()
        mount("-o", "remount,ro", self.orrery.data)
        self.refuses("mount the file system writable")
        mount("-o", "remount,rw", self.orrery.data)
        self.has_all(2)

    def test_what_is_kept_for_removals_stays_where_the_directory_is_refused(self):
        self.mount_small("48m")
        self.begin_with(FIXTURES / "recorder")
        self.assertEqual(self.orrery.terminate(), 0)
        reserve = self.orrery.data / "reserve"
        before = reserve.stat()
        self.fill(leave=0)
        self.orrery.data.chmod(0o777)
        self.refuses("can be written by others")
        after = reserve.stat()
        self.assertEqual((after.st_ino, after.st_blocks, after.st_mtime_ns),
                         (before.st_ino, before.st_blocks, before.st_mtime_ns))
        reserve.unlink()  # nor is it made
        self.ballast.unlink()
        self.refuses("can be written by others")
        self.assertFalse(reserve.exists())
        self.orrery.data.chmod(0o700)
        self.orrery.start()
        self.assertGreater(reserve.stat().st_blocks, 0, "taken once the directory is taken")

    def test_what_is_kept_for_removals_lets_them_be_done_on_a_full_disk(self):
        self.mount_small("48m")  # large enough for something to be kept
        self.begin_with(FIXTURES / "recorder")
        self.assertTrue((self.orrery.data / "reserve").exists())
        self.fill(leave=60_000)
        self.work_until_it_ends()
        code, said = self.ended()
        self.assertEqual(code, EXIT_IO_ERROR, said)
        self.assertIn("the space that was kept for removals is given back", said)
        with self.ballast.open("ab") as rest:  # what the reserve gave back is not for others
            rest.write(b"\0" * (512 << 10))
        self.orrery.start()
        refused = self.ask("add-machine", code=1)
        self.assertIn("the disk is full, and what is left of it is for removals", refused.err)
        self.orrery("remove-application", "recorder")
        self.orrery.settle()
        self.assertEqual(self.orrery.units(), {})
        self.ballast.unlink()
        self.orrery("add-machine")
        self.assertTrue((self.orrery.data / "reserve").exists(), "taken again")


def main():
    if os.environ.get(INSIDE) is None:
        for command in (["unshare", "--mount"], ["unshare", "--user", "--map-root-user", "--mount"]):
            if subprocess.run([*command, "mount", "-t", "tmpfs", "tmpfs", "/mnt"], capture_output=True).returncode == 0:
                os.execvpe(command[0], [*command, sys.executable, "-B", *sys.argv], {**os.environ, INSIDE: "1"})
        print("skipped: no file system may be mounted here")
        sys.exit(SKIPPED)
    unittest.main(verbosity=2)


if __name__ == "__main__":
    main()
