"""A real orchestrator in a directory of its own: started, asked, killed, and cleaned up after."""

import atexit
import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("ORRERY_PROGRAM", REPOSITORY / "build" / "cmd" / "orrery")).resolve()
WRITE_NOTE = os.environ.get("ORRERY_WRITE_NOTE", PROGRAM.parents[1] / "test/end_to_end/write_note")
FIXTURES = REPOSITORY / "test" / "charms" / "fixtures"
CHARMS = pathlib.Path(__file__).resolve().parent / "charms"
# For whatever has to happen; only a failing test waits that long. Sanitized programs are slow, as
# test/all is told.
SECONDS = 60 * int(os.environ.get("ORRERY_TIMEOUT_FACTOR", "1"))
RETRY = "retry: {attempts: 3, first-delay: 20ms, longest-delay: 100ms}"


class Failed(AssertionError):
    pass


def until(what, seconds=SECONDS, why=""):
    """Looks until `what()` is true, and returns it; fails at the deadline."""
    deadline = time.monotonic() + seconds
    while True:
        found = what()
        if found:
            return found
        if time.monotonic() > deadline:
            raise Failed(f"not within {seconds} s: {why or what}")
        time.sleep(0.01)


def is_running(pid):
    try:
        stat = pathlib.Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rsplit(")", 1)[1].split()[0] not in "ZX"


def ran(*words, timeout=SECONDS, **how):
    """A program that has ended, whatever its exit code, and what it has said."""
    return subprocess.run([*map(str, words)], text=True, capture_output=True, timeout=timeout,
                          check=False, **how)


class Answer:
    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    def __repr__(self):
        return f"exit {self.code}\n{self.out}{self.err}"


class Orchestrator:
    """`with Orchestrator() as orrery: orrery("deploy", charm)`: one data directory, one process at a time."""

    prefix = ()  # words before the program's own: another user's, on another host

    def __init__(self, *settings):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="orrery-e2e-"))
        self.data = self.directory / "data"
        self.settings = self.directory / "settings.yaml"
        self.socket = self.data / "orrery.socket"
        self.process, self.log, self.kills = None, [], 0
        self.options = []  # of `serve`
        self.configure(*settings)
        atexit.register(self.close)

    def __enter__(self):
        return self.start()

    def __exit__(self, kind, error, trace):
        if kind is not None:
            print("the orchestrator's last words:\n" + "".join(self.log[-25:]), flush=True)
        self.close()

    def configure(self, *lines):
        """Writes the settings that the next start reads."""
        own = (f"data-directory: {self.data}", f"juju-tools: {self.directory / 'juju-tools'}")
        self.settings.write_text("\n".join([*own, *(lines or [RETRY])]) + "\n")

    # The process

    def start(self):
        assert self.process is None, "it runs already"
        ready = threading.Event()
        self.process = self.spawn()
        self.listener = threading.Thread(target=self.listen, args=(self.process, ready), daemon=True)
        self.listener.start()
        until(lambda: ready.is_set() or not self.listener.is_alive(), why="the orchestrator starts")
        if not ready.is_set():
            self.end(signal.SIGKILL)
            raise Failed("the orchestrator did not start:\n" + "".join(self.log[-10:]))
        return self

    def listen(self, process, ready):
        for line in process.stderr:
            self.log.append(line)
            if " info serve: ready socket=" in line:
                ready.set()

    def spawn(self, *arguments):
        words = [*self.prefix, PROGRAM, "serve", "--settings", self.settings, *self.options,
                 *arguments]
        return subprocess.Popen(words, text=True,
                                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def refused(self, *arguments):
        """Starts one that must refuse; what it says, and its exit code."""
        process = self.spawn(*arguments)
        try:
            _, err = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise Failed("an orchestrator started that should have refused") from None
        return Answer(process.returncode, "", err)

    def end(self, number):
        self.process.send_signal(number)
        code = self.process.wait(SECONDS)
        self.listener.join(SECONDS)
        self.process.stderr.close()
        self.process = None
        return code

    def kill(self):
        self.kills += 1
        self.end(signal.SIGKILL)

    def terminate(self):
        return self.end(signal.SIGTERM)

    def stillborn(self, seconds):
        """One that is killed while it starts, so many seconds after it began."""
        self.kills += 1
        process = self.spawn()
        try:
            process.communicate(timeout=seconds)
            raise Failed(f"the orchestrator ended by itself while it started, with code {process.returncode}")
        except subprocess.TimeoutExpired:
            process.kill()
            self.log += process.communicate()[1].splitlines(keepends=True)

    def restart(self):
        self.kill()
        return self.start()

    def close(self):
        atexit.unregister(self.close)
        if self.process is not None:
            self.end(signal.SIGKILL)
        deadline = time.monotonic() + 10
        while self.kill_leftovers() and time.monotonic() < deadline:
            time.sleep(0.01)
        self.remove_groups()
        shutil.rmtree(self.directory, ignore_errors=True)

    def remove_groups(self):
        """Control groups of units, with whoever is still in them."""
        for file in self.data.glob("models/*/groups"):
            for place in map(pathlib.Path, file.read_text().splitlines()):
                try:
                    (place / "cgroup.kill").write_text("1")
                    events = place / "cgroup.events"
                    until(lambda: "populated 0" in events.read_text(), seconds=10)
                    for directory, _, _ in os.walk(place, topdown=False):
                        os.rmdir(directory)
                except OSError:
                    pass  # it is gone

    def leftovers(self):
        """Processes that belong to this data directory, the orchestrator itself not counted."""
        mark = os.fsencode(str(self.data))
        found = []
        for place in pathlib.Path("/proc").iterdir():
            if not place.name.isdigit() or int(place.name) in (os.getpid(), self.process and self.process.pid):
                continue
            try:
                works = os.fsencode(os.readlink(place / "cwd"))
                told = (place / "cmdline").read_bytes() + b"\0" + (place / "environ").read_bytes()
            except OSError:
                continue
            if b"\0serve\0" not in told and (works.startswith(mark) or mark in told):
                found.append(int(place.name))
        return found

    def kill_leftovers(self):
        """Kills each of them once; whether there were any."""
        found = self.leftovers()
        for pid in found:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        return bool(found)

    def held(self):
        """How many threads and open files the orchestrator itself has."""
        place = pathlib.Path(f"/proc/{self.process.pid}")
        return len(list((place / "task").iterdir())), len(list((place / "fd").iterdir()))

    def running_hooks(self):
        """Keepers whose hook has not ended."""
        names = ("orrery-hook\n", "orrery-start\n")
        found = []
        for pid in self.leftovers():
            try:
                found += [pid] if pathlib.Path(f"/proc/{pid}/comm").read_text() in names else []
            except OSError:
                pass
        return found

    # Verbs

    def environment(self):
        """A client's files (MD26) are the test's own."""
        return {**os.environ, "ORRERY_SOCKET": str(self.socket),
                "JUJU_DATA": str(self.directory / "juju-data")}

    def begin(self, *arguments, output=subprocess.PIPE):
        """A verb whose end is not waited for."""
        words = [*self.prefix, PROGRAM, *map(str, arguments)]
        return subprocess.Popen(words, text=True, env=self.environment(), stdin=subprocess.DEVNULL,
                                stdout=output, stderr=subprocess.PIPE)

    def ask(self, *arguments, seconds=2 * SECONDS):
        """Any verb, whatever its exit code."""
        process = self.begin(*arguments)
        try:
            out, err = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            raise Failed(f"orrery {arguments} did not end within {seconds} s: {out}{err}") from None
        return Answer(process.returncode, out, err)

    def __call__(self, *arguments):
        """A verb that must succeed; its output."""
        answer = self.ask(*arguments)
        if answer.code != 0:
            raise Failed(f"orrery {' '.join(map(str, arguments))}: {answer!r}")
        return answer.out

    def console(self, script):
        return self.ask("console", "-c", script)

    def settle(self):
        self("wait", "settled", f"timeout={SECONDS}s")
        self("check")

    def status(self):
        answer = self.ask("status", "--format", "json")
        if answer.code != 0:
            raise Failed(f"status: {answer!r}")
        return json.loads(answer.out or "{}")

    def units(self):
        """Name and status of every unit, subordinates included."""
        return self.units_in(self.status())

    @staticmethod
    def units_in(status):
        found = {}
        for facts in (status.get("applications") or {}).values():
            for name, unit in (facts.get("units") or {}).items():
                found[name] = unit
                found.update(unit.get("subordinates") or {})
        return found

    @property
    def model(self):
        """Where the data of its first model lies."""
        first = self.data / "models" / "first"
        name, = [first.read_text().strip()] if first.exists() else first.parent.iterdir()
        return first.parent / name

    def unit_directory(self, unit):
        machine = self.units()[unit]["machine"]
        return self.model / "machines" / machine / "units" / unit.replace("/", "-")

    def daemon(self, unit="daemon/0"):
        """The process that a unit of the charm daemon has left running."""
        return int((self.unit_directory(unit) / "daemon.pid").read_text())

    def charms(self):
        return sorted(charm.name for charm in (self.model / "charms").iterdir())

    def sequence(self):
        return int(re.search(r"seq=(\d+)", self("check"))[1])
