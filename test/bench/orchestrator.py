"""A real orchestrator in a directory of its own: started, asked, measured, killed."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import threading
import time

from bench import Failed

PAGE_KIB = os.sysconf("SC_PAGE_SIZE") // 1024


class Orchestrator:
    """`with Orchestrator(bench, "hook-parallelism: 8") as orrery: orrery("deploy", charm)`. Below $TMPDIR, gone afterwards."""

    def __init__(self, bench, *settings):
        self.program = bench.program("cmd/orrery")
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="orrery-bench-"))
        self.data = self.directory / "data"
        self.settings = self.directory / "settings.yaml"
        self.settings.write_text("\n".join([f"data-directory: {self.data}", *settings]) + "\n", encoding="utf-8")
        self.environment = {**os.environ, "ORRERY_SOCKET": str(self.data / "orrery.socket")}
        self.process = None
        self.boot = 1  # of its host: each number is another boot

    @property
    def model(self):
        """Where the data of the one model lies that it serves."""
        found, = (self.data / "models").iterdir()
        return found

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        if self.process is not None:
            self.terminate()
        shutil.rmtree(self.directory, ignore_errors=True)

    # The process

    def start(self, seconds=600):
        """Returns when it answers commands."""
        ready, words = threading.Event(), []

        def listen(stream):
            for line in stream:
                words.append(line)
                del words[:-20]
                if " info serve: ready socket=" in line:
                    ready.set()
            ready.set()

        self.began_at = time.time()  # of the wall clock
        command = [self.program, "serve", "--settings", self.settings, "--allow-faults"]
        self.process = subprocess.Popen(command, text=True, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                        env={**os.environ, "ORRERY_BOOT": str(self.boot)})
        threading.Thread(target=listen, args=(self.process.stderr,), daemon=True).start()
        if not ready.wait(seconds) or self.process.poll() is not None:
            raise Failed("the orchestrator did not start: " + "".join(words[-3:]))
        return self

    def end(self, number):
        self.process.send_signal(number)
        try:
            code = self.process.wait(600)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        self.process = None
        return code

    def kill(self):
        return self.end(signal.SIGKILL)

    def terminate(self):
        return self.end(signal.SIGTERM)

    # Verbs

    def __call__(self, *words, seconds=3600):
        """A verb that must succeed; what it prints."""
        done = subprocess.run([self.program, *map(str, words)], env=self.environment, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, timeout=seconds)
        if done.returncode != 0:
            raise Failed(f"orrery {' '.join(map(str, words))}: {done.stderr.strip()}")
        return done.stdout

    def unread(self, *words, seconds=3600):
        """A verb that must succeed, and whose text nobody reads: taking in megabytes would keep this program from measuring others."""
        process = subprocess.Popen([self.program, *map(str, words)], env=self.environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL)
        late = threading.Timer(seconds, process.kill)  # a wait with a timeout looks only now and then, up to 50 ms late
        late.start()
        code = process.wait()
        late.cancel()
        if code != 0:
            raise Failed(f"orrery {' '.join(map(str, words))}: exit {code}")

    def json(self, *words):
        return json.loads(self(*words, "--format", "json"))

    def settle(self, seconds=3600):
        self("wait", "settled", f"timeout={seconds}s", seconds=seconds + 10)

    # What it takes

    def resident_kib(self):
        return int(pathlib.Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * PAGE_KIB

    def watch_peak(self):
        """From now on the greatest resident memory is kept, as of now."""
        pathlib.Path(f"/proc/{self.process.pid}/clear_refs").write_text("5", encoding="ascii")

    def peak_kib(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM:"))

    def cpu_seconds(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
