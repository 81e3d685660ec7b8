"""A program in a terminal of its own, and somebody who types."""

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time

from orchestrator import PROGRAM, SECONDS, Failed


class Typist:
    """`with Typist(orrery, "console") as person: person.type("status\\n"); person.sees("Mo")`."""

    def __init__(self, orrery, *arguments, environment=None, columns=120, rows=40):
        variables = {"PATH": os.environ["PATH"], "HOME": str(orrery.directory), "TERM": "xterm",
                     "ORRERY_SOCKET": str(orrery.socket), **(environment or {})}
        self.shown, self.looked = "", 0
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM):
                signal.signal(number, signal.SIG_DFL)  # whoever began the tests may ignore some
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execve(PROGRAM, [str(PROGRAM), *map(str, arguments)], variables)
        self.code = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.code is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.terminal)

    def type(self, text):
        os.write(self.terminal, text.encode())

    def resize(self, rows, columns=120):
        """Gives the window another size; whoever runs in it is told."""
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self, patience):
        """What has come; False at the end of the program."""
        if not select.select([self.terminal], [], [], patience)[0]:
            return True
        try:
            piece = os.read(self.terminal, 65536)
        except OSError:  # the other side is closed
            return False
        self.shown += piece.decode(errors="replace")
        return bool(piece)

    def sees(self, text):
        """Waits until the text is shown after what was seen last; what stood before it."""
        deadline = time.monotonic() + SECONDS
        while True:
            found = self.shown.find(text, self.looked)
            if found >= 0:
                before = self.shown[self.looked:found]
                self.looked = found + len(text)
                return before
            if not self.read(0.1) or time.monotonic() > deadline:
                raise Failed(f"{text!r} was not shown after {self.shown[self.looked:]!r}")

    def ends(self, key=""):
        """Waits for the program's end; its exit code. A key is pressed again and again: one that comes before the
        program has taken the terminal over means something else."""
        deadline = time.monotonic() + SECONDS
        while self.read(0.1):
            if key:
                self.type(key)
            if time.monotonic() > deadline:
                raise Failed(f"it does not end; shown: {self.shown!r}")
        self.code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self.code
