"""A program that outlives the hook which starts it, and is never started twice.

Its pid file holds `PID START FINGERPRINT`. START is the kernel's start time of the process, so that another process that
got the same number is not taken for ours. The file is written before the child becomes the program, and a child whose parent
is gone before that ends: a hook that is killed at any point leaves either no program or one that the next hook finds.

Every charm of this example carries the same copy of this file; test/charms checks that they do not drift apart.
"""

import hashlib
import os
import select
import shutil
import signal
import time

import hook

ANSWER_SECONDS = 20
STOP_SECONDS = 10
LOG_LIMIT = 4 << 20  # bytes; checked at every hook, one older file is kept


class Program:
    def __init__(self, name):
        state = hook.state_directory()
        self.name = name
        self.log = state / f"{name}.log"
        self.pid_file = state / f"{name}.pid"

    def pid(self):
        """Its process, or None if it does not run."""
        try:
            pid, start, _ = self.pid_file.read_text().split()
        except (FileNotFoundError, ValueError):
            return None
        return int(pid) if start_time(pid) == start else None

    def ensure(self, command, *texts):
        """Has the program run with this command; if it runs with another, or other texts, it is started again.

        `texts` are what it read when it started (its configuration). Returns whether it was started now.
        """
        self._bound_log()
        fingerprint = hashlib.sha256("\0".join([*command, *texts]).encode()).hexdigest()
        if self.pid() is not None:
            if self.pid_file.read_text().split()[2] == fingerprint:
                return False
            self.stop()
        self._start(command, fingerprint)
        return True

    def signal(self, number):
        pid = self.pid()
        if pid is None:
            raise hook.HookError(f"{self.name} does not run; its last words: {self.last_words()}")
        os.kill(pid, number)

    def stop(self):
        """Ends the program and waits until it is gone; not running is fine."""
        pid = self.pid()
        if pid is not None:
            handle = os.pidfd_open(pid)
            try:
                if self.pid() == pid:
                    self._end(pid, handle)
            finally:
                os.close(handle)
        self.pid_file.unlink(missing_ok=True)

    def wait_until(self, answers, what):
        """Waits until `answers()` is true, at most ANSWER_SECONDS; a program that has ended is not waited for."""
        deadline = time.monotonic() + ANSWER_SECONDS
        while not answers():
            if self.pid() is None:
                raise hook.HookError(f"{self.name} ended instead of {what}; its last words: {self.last_words()}")
            if time.monotonic() > deadline:
                raise hook.HookError(f"{self.name} is not {what} after {ANSWER_SECONDS} s: {self.last_words()}")
            time.sleep(0.02)

    def last_words(self):
        try:
            with open(self.log, "rb") as file:
                file.seek(max(0, os.fstat(file.fileno()).st_size - 1000))
                lines = file.read().decode(errors="replace").split("\n")
        except FileNotFoundError:
            return "none"
        return " | ".join(line for line in lines[-6:] if line) or "none"

    def _start(self, command, fingerprint):
        news_read, news_write = os.pipe()  # closed by exec: its end is the news that the program has begun
        go_read, go_write = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(go_write)
            self._become(command, go_read, news_write)
        os.close(go_read)
        os.close(news_write)
        hook.write_whole(self.pid_file, f"{child} {start_time(child)} {fingerprint}\n")
        os.write(go_write, b"!")
        os.close(go_write)
        with os.fdopen(news_read, "rb") as news:
            failure = news.read().decode()
        if failure:
            os.waitpid(child, 0)
            raise hook.HookError(f"cannot start {self.name}: {failure}")

    def _become(self, command, go, news):
        """Turns the child into the program, once its parent says that it is written down."""
        try:
            os.setsid()
            if os.read(go, 1) != b"!":
                return
            os.umask(0o077)
            for ignored_by_python in (signal.SIGPIPE, signal.SIGXFSZ):
                signal.signal(ignored_by_python, signal.SIG_DFL)
            nothing = os.open("/dev/null", os.O_RDONLY)
            output = os.open(self.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            for source, target in ((nothing, 0), (output, 1), (output, 2)):
                os.dup2(source, target)
            os.chdir(hook.state_directory())
            os.execvp(command[0], command)
        except OSError as error:
            os.write(news, str(error).encode())
        finally:
            os._exit(127)

    def _end(self, pid, handle):
        signal.pidfd_send_signal(handle, signal.SIGTERM)
        if not select.select([handle], [], [], STOP_SECONDS)[0]:
            os.killpg(pid, signal.SIGKILL)  # it leads its own session: this takes its workers too
            if not select.select([handle], [], [], STOP_SECONDS)[0]:
                raise hook.HookError(f"{self.name} (process {pid}) does not end")

    def _bound_log(self):
        if self.log.exists() and self.log.stat().st_size > LOG_LIMIT:
            shutil.copyfile(self.log, self.log.with_name(self.log.name + ".1"))
            os.truncate(self.log, 0)  # the program appends, so it goes on at the new end


def start_time(pid):
    """Start time of a process as /proc words it, or None if there is none or only its remains."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            fields = file.read().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return None
    return None if fields[0] in ("Z", "X") else fields[19]
