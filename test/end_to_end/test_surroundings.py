"""Descriptors, limits, signals, standard error, as whoever begins the orchestrator gives them."""

import fcntl
import functools
import grp
import os
import pathlib
import resource
import signal
import socket
import subprocess
import tempfile
import unittest

from orchestrator import FIXTURES, PROGRAM, SECONDS, ran, until
from suite import Suite

EXIT_IO_ERROR, EXIT_SOFTWARE_ERROR = 74, 70


class Surroundings(Suite):
    STARTED = False

    def spawn(self, *arguments, **how):
        """An orchestrator that nobody listens to."""
        command = [PROGRAM, "serve", "--settings", self.orrery.settings, *arguments]
        process = subprocess.Popen(command, text=True, **how)
        if process.stderr is not None:
            self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def answers(self, process):
        def answered():
            self.assertIsNone(process.poll(), "it has ended")
            return self.orrery.ask("status").code == 0
        until(answered)

    def test_standard_error_that_nobody_reads_stops_nothing(self):
        read, write = os.pipe()
        self.addCleanup(os.close, read)
        fcntl.fcntl(write, fcntl.F_SETPIPE_SZ, 4096)
        os.set_blocking(write, False)
        try:
            while True:
                os.write(write, b"x" * 4096)
        except BlockingIOError:
            os.set_blocking(write, True)
        process = self.spawn(stderr=write)
        os.close(write)
        self.answers(process)
        self.orrery("add-machine")
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(SECONDS), 0)

    def test_descriptors_that_are_closed_or_inherited(self):
        read, write = os.pipe()
        self.addCleanup(os.close, read)
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[1] // 2

        def begin():
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, soft * 2))
            hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
            resource.setrlimit(resource.RLIMIT_CORE, (4096, hard))
            signal.signal(signal.SIGHUP, signal.SIG_DFL)  # whoever runs the tests may ignore it
            for number in (0, 1, 2):
                os.close(number)

        process = self.spawn(preexec_fn=begin, pass_fds=[write])
        os.close(write)
        self.answers(process)
        self.assertEqual(os.read(read, 1), b"", "the descriptor that it was given is closed")
        place = pathlib.Path(f"/proc/{process.pid}")
        for number in (0, 1, 2):
            self.assertEqual(os.readlink(place / "fd" / str(number)), "/dev/null")
        self.assertEqual(resource.prlimit(process.pid, resource.RLIMIT_CORE)[0], 0, "no core of it")
        self.assertEqual(resource.prlimit(process.pid, resource.RLIMIT_NOFILE)[0], soft * 2)
        told = self.orrery("exec", "--machine", "0", "--format", "plain", "--",
                           "sh", "-c", "ulimit -Sn; ulimit -Sc")
        core = "0" if "ORRERY_SANITIZED" in os.environ else "8"  # a sanitizer wants no cores
        self.assertEqual(told.split(), [str(soft), core], "as it began with, in units of 512 bytes")
        process.send_signal(signal.SIGHUP)
        self.assertEqual(process.wait(SECONDS), 0, "as SIGTERM")

    def test_a_client_without_standard_descriptors(self):
        self.orrery.start()
        closed = ran("sh", "-c", '"$0" status >&- 2>&-; echo $?', PROGRAM,
                     env=self.orrery.environment())
        self.assertEqual((closed.returncode, closed.stdout), (0, "0\n"))

    def test_standard_output_that_takes_no_more_is_a_failure(self):
        process = self.spawn(stderr=subprocess.DEVNULL)
        self.answers(process)
        for verb in (["status"], ["help"], ["debug-log", "--help"], ["console", "-c", "echo x"]):
            with self.subTest(verb=verb), open("/dev/full", "w", encoding="utf-8") as full:
                ended = subprocess.run([PROGRAM, "--socket", self.orrery.socket, *verb], text=True,
                                       stdout=full, stderr=subprocess.PIPE, check=False,
                                       timeout=SECONDS)
                self.assertEqual(ended.returncode, 1)
                self.assertIn("ERROR cannot write to standard output: No space left", ended.stderr)

    def test_what_has_no_end_ends_where_standard_output_takes_no_more(self):
        process = self.spawn(stderr=subprocess.DEVNULL)
        self.answers(process)
        self.orrery("deploy", FIXTURES / "recorder", "a")
        self.orrery("wait", "settled")
        for verb, code in ((["debug-log", "--tail"], 1), (["status", "--watch", "100ms"], 1),
                           (["ssh", "0", "echo x; exec sleep 1000"], 255),
                           (["ssh", "--pty", "0", "echo x; exec sleep 1000"], 255)):
            with self.subTest(verb=verb), open("/dev/full", "w", encoding="utf-8") as full:
                ended = subprocess.run([PROGRAM, "--socket", self.orrery.socket, *verb], text=True,
                                       stdin=subprocess.DEVNULL, stdout=full, check=False,
                                       stderr=subprocess.PIPE, timeout=SECONDS)
                self.assertEqual(ended.returncode, code)
                self.assertIn("ERROR cannot write to standard output: No space left", ended.stderr)

    def test_standard_output_that_returns_at_once_gets_all_the_same(self):
        self.answers(self.spawn(stderr=subprocess.DEVNULL))
        read, write = os.pipe()
        fcntl.fcntl(write, fcntl.F_SETPIPE_SZ, 4096)
        os.set_blocking(write, False)  # as some programs have it that run others
        client = subprocess.Popen([PROGRAM, "--socket", self.orrery.socket, "console", "-c",
                                   "repeat 100 { echo " + "x" * 2000 + " }"], stdout=write)
        self.addCleanup(client.wait)
        self.addCleanup(client.kill)
        os.close(write)
        with open(read, "rb") as output:
            self.assertEqual(output.read(), (b"x" * 2000 + b"\n") * 100)
        self.assertEqual(client.wait(SECONDS), 0)

    @unittest.skipUnless(os.geteuid() == 0, "only root can be another user")
    def test_the_last_session_is_the_owners(self):
        nobody = 65534
        group = grp.getgrgid(nobody).gr_name
        place = self.orrery.directory / "socket"
        self.orrery.directory.chmod(0o711)
        self.orrery.configure("sessions-max: 16", f"socket: {place}")
        self.orrery.socket = place
        self.answers(self.spawn("--socket-group", group, stderr=subprocess.DEVNULL))
        os.setegid(nobody)
        os.seteuid(nobody)
        try:
            opened = [socket.socket(socket.AF_UNIX) for _ in range(16)]
            for one in opened:
                self.addCleanup(one.close)
                one.settimeout(SECONDS)
                one.connect(str(place))
        finally:
            os.seteuid(0)
            os.setegid(0)
        self.assertIn(b"too many sessions: 15 are open", opened[-1].recv(4096))
        self.assertEqual(self.orrery.ask("status").code, 0)

    @unittest.skipUnless(os.geteuid() == 0, "only root can be another user")
    def test_a_client_of_the_group_has_no_file_read_or_written_that_is_not_its_own(self):
        nobody = 65534
        place = self.orrery.directory / "socket"
        self.orrery.directory.chmod(0o711)
        self.orrery.configure(f"socket: {place}")
        self.orrery.socket = place
        self.answers(self.spawn("--socket-group", grp.getgrgid(nobody).gr_name,
                                stderr=subprocess.DEVNULL))
        self.orrery("deploy", FIXTURES / "quiet", "a")
        private = self.file("private", "TOPSECRET: 1\n", 0o600)
        written = self.orrery.directory / "written"
        client = ("setpriv", f"--reuid={nobody}", f"--regid={nobody}", "--clear-groups", PROGRAM,
                  "--socket", place)
        if ran(*client, "version").returncode != 0:
            self.skipTest("another user cannot run the program from here")
        for words in (("config", "a", f"x=@{private}"), ("config", "a", "--file", private),
                      ("add-secret", "s", f"password#file={private}"),
                      ("console", "-c", f"source {private}"),
                      ("console", "-c", "status", "--trace", written),
                      ("console", "-c", "status", "--junit", written)):
            with self.subTest(words=words):
                done = ran(*client, *words, env={**os.environ, "HOME": "/nonexistent"})
                self.assertNotEqual(done.returncode, 0, done)
                self.assertNotIn("TOPSECRET", done.stdout + done.stderr)
        self.assertFalse(written.exists())

    def test_who_changes_something_is_written_down(self):
        self.orrery.start()
        self.orrery("status")
        self.orrery("add-machine")
        self.orrery.ask("config", "nobody", "password=secret")
        log = self.orrery.data / "audit.log"
        self.assertEqual(log.stat().st_mode & 0o777, 0o600)
        lines = log.read_text().splitlines()
        line = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ uid=%d pid=\d+ verb=%s exit=%d seq=%s"
        self.assertRegex(lines[0], line % (os.getuid(), "add-machine", 0, r"[1-9]\d*"))
        self.assertRegex(lines[1], line % (os.getuid(), "config", 1, "0"))
        self.assertEqual(len(lines), 2)

    @unittest.skipIf(os.getuid() != 0, "only root can become another user")
    def test_a_client_tells_nothing_to_another_users_socket(self):
        place = self.orrery.directory / "open"
        place.mkdir()
        place.chmod(0o777)
        self.orrery.directory.chmod(0o755)
        listener = socket.socket(socket.AF_UNIX)
        self.addCleanup(listener.close)
        os.seteuid(65534)
        try:
            listener.bind(str(place / "socket"))
            listener.listen()
        finally:
            os.seteuid(0)
        self.orrery.socket = place / "socket"
        refused = self.ask("status", code=1)
        self.assertIn("neither you nor root nor orrery: nothing was sent there", refused.err)
        connection, _ = listener.accept()
        with connection:
            self.assertEqual(connection.recv(100), b"")

    def test_a_file_beyond_the_limit_of_sizes_is_a_failed_write(self):
        with tempfile.TemporaryFile("w+") as errors:
            process = self.spawn(stderr=errors, preexec_fn=lambda: resource.setrlimit(
                resource.RLIMIT_FSIZE, (512 << 10, 512 << 10)))
            self.answers(process)
            for _ in range(20):
                if self.orrery.ask("add-machine", "-n", "200").code != 0:
                    break
            self.assertEqual(process.wait(SECONDS), EXIT_IO_ERROR)
            errors.seek(0)
            self.assertIn("a write failed", errors.read())

    def test_too_few_files_are_refused_with_a_word(self):
        process = self.spawn(stderr=subprocess.PIPE, preexec_fn=lambda: resource.setrlimit(
            resource.RLIMIT_NOFILE, (100, 100)))
        _, said = process.communicate(timeout=SECONDS)
        self.assertEqual(process.returncode, 1, said)
        self.assertIn("only 100 files may be open at once", said)

    @unittest.skipIf("ORRERY_SANITIZED" in os.environ, "a sanitizer takes all addresses for itself")
    def test_memory_and_threads_that_are_not_there_are_words(self):
        for mebibytes in (150, 200):  # far below what its threads' stacks take
            most = (mebibytes << 20, mebibytes << 20)
            limit = functools.partial(resource.setrlimit, resource.RLIMIT_AS, most)
            with tempfile.TemporaryFile("w+") as errors:
                process = self.spawn(stderr=errors, preexec_fn=limit)
                code = process.wait(SECONDS)
                errors.seek(0)
                said = errors.read()
                self.assertIn(code, (1, EXIT_SOFTWARE_ERROR), (mebibytes, said))
                self.assertNotEqual(said, "")


if __name__ == "__main__":
    unittest.main(verbosity=2)
