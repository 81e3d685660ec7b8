"""check, online: silent about whatever is under way, exact about what is wrong."""

import fcntl
import json
import os
import shutil
import signal
import socket
import struct
import subprocess
import threading
import time
import unittest

from orchestrator import CHARMS, FIXTURES, PROGRAM, WRITE_NOTE, until
from suite import Suite

KEEPER = PROGRAM.parent / "keeper" / "orrery-keeper"
LOAD_SECONDS = 15
TIMES_UNDER_LOAD = 5


class KeeperOfNobody:
    """A keeper that a starter of ours has made (actors/hooks/start_request.hpp), for a unit that
    may not be there; it ends with the block."""

    def __init__(self, data, directory, program, unit="ghost/7", machine="0"):
        words = [KEEPER, "--data", data, "--machine", machine, "--unit", unit, "--runs", "hook",
                 "--directory", directory, "--", program]
        texts = b"".join(os.fsencode(word) + b"\0" for word in words)
        self.request = struct.pack("=II", len(texts), len(words)) + texts

    def __enter__(self):
        ours, theirs = socket.socketpair()
        self.talk, keepers = socket.socketpair()  # open as long as the keeper is wanted
        null = os.open(os.devnull, os.O_RDWR)
        starter = subprocess.Popen([KEEPER, "--starter", "." * 4096], stdin=null, close_fds=False,
                                   preexec_fn=lambda: os.dup2(fcntl.fcntl(theirs, fcntl.F_DUPFD, 100), 6))
        with ours:
            theirs.close()
            socket.send_fds(ours, [self.request], [null, null, keepers.fileno(), null, null])
            self.pid, error = struct.unpack("=ii", ours.recv(8))
        starter.wait()
        keepers.close()
        os.close(null)
        if error != 0:
            raise OSError(error, "no keeper")
        return self

    def __exit__(self, *_):
        self.talk.close()  # it kills its hook, and ends
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)


class Check(Suite):
    def differences(self):
        """What check says is wrong, as (entity, records, found), and in motion."""
        answer = self.orrery.ask("check", "--format", "json")
        report = json.loads(answer.out)
        self.assertEqual(answer.code, 1 if report["differences"] else 0, answer)
        self.assertEqual(report["broken-invariants"], [])
        self.assertEqual(report["in-motion"], [])
        return [(found["entity"], found["records"], found["found"]) for found in report["differences"]]

    def shop(self):
        self.orrery("deploy", FIXTURES / "recorder", "app", "-n", "3")
        self.orrery("deploy", FIXTURES / "recorder", "user", "-n", "2")
        self.orrery("deploy", CHARMS / "daemon")
        self.orrery("deploy", FIXTURES / "sub")
        self.orrery("integrate", "app", "sub:beside")
        self.orrery("integrate", "user:client", "app:server")
        self.orrery.settle()

    def load(self, stop):
        """Adds and removes units, changes settings, ends and makes a relation, until told to stop; a script each round."""
        while not stop.is_set() and not self.refusal:
            n = self.rounds = self.rounds + 1
            answer = self.orrery.console(
                f"add-unit user\nadd-unit app\nconfig app note=round-{n}\nremove-unit user/{n - 1}\n"
                f"remove-unit app/{n - 1}\nwait unit user/{n - 1} gone timeout=60s\nwait unit app/{n - 1} gone timeout=60s\n"
                f"remove-relation user app\nwait relation {n + 2} gone timeout=60s\nintegrate user:client app:server\n")
            self.refusal = answer if answer.code != 0 else None

    def test_says_nothing_wrong_while_writers_go_on(self):
        self.shop()
        self.assertEqual(self.differences(), [])
        self.rounds, self.refusal = 0, None
        stop = threading.Event()
        writer = threading.Thread(target=self.load, args=(stop,))
        writer.start()
        times, before = 0, self.orrery.status()
        end = time.monotonic() + LOAD_SECONDS
        try:
            while times < TIMES_UNDER_LOAD or time.monotonic() < end:
                self.ask("check")
                times += 1
        finally:
            stop.set()
            writer.join()
        self.assertIsNone(self.refusal)
        self.assertGreater(self.rounds, 1)
        self.assertNotEqual(self.orrery.status(), before)
        self.orrery.settle()
        self.assertEqual(self.differences(), [])

    def test_says_nothing_wrong_under_many_clients(self):
        self.orrery("deploy", FIXTURES / "quiet", "app", "-n", "2")
        verbs = [("add-unit", "app"), ("remove-unit", "app/0"), ("add-machine",),
                 ("deploy", FIXTURES / "quiet"), ("status",), ("remove-application", "quiet")]

        def client(number):
            for turn in range(8):  # what is refused, as a second quiet, is no matter
                self.orrery.ask(*verbs[(number + turn) % len(verbs)])

        clients = [threading.Thread(target=client, args=(number,)) for number in range(60)]
        for each in clients:
            each.start()
        while any(each.is_alive() for each in clients):
            self.ask("check")
        self.ask("check")

    def test_a_failing_hook_is_no_difference(self):
        self.orrery("deploy", FIXTURES / "failing", "--config", "fail=start")
        until(lambda: any(unit["workload-status"]["current"] == "error" for unit in self.orrery.units().values()))
        self.assertEqual(self.differences(), [])
        self.orrery.settle()
        self.assertEqual(self.differences(), [])

    def test_names_a_process_that_belongs_to_nobody(self):
        self.shop()
        sleeper = self.file("sleeper", "#!/bin/sh\nexec sleep 600\n", 0o755)
        with KeeperOfNobody(self.orrery.model, self.orrery.directory, sleeper) as stray:
            self.assertEqual(self.differences(), [
                ("unit ghost/7", "no such unit", f"process {stray.pid} on machine 0 keeps what a hook of it left running")])

    def test_names_directories_that_are_too_many_or_missing(self):
        self.shop()
        gone = self.orrery.unit_directory("app/1")
        machine = self.orrery.units()["app/1"]["machine"]
        shutil.rmtree(gone)
        (self.orrery.model / "machines" / "99" / "units").mkdir(parents=True)
        (self.orrery.model / "machines" / machine / "units" / "ghost-7").mkdir()
        self.assertEqual(self.differences(), [
            ("instance process-99", "no machine has it", "the provider has it"),
            ("unit app/1", f"alive on machine {machine}", "noted as deployed, but it has no directory there"),
            ("unit ghost/7", "no such unit", f"it has a directory on machine {machine}")])

    def test_names_notes_that_cannot_be_read(self):
        self.shop()
        self.orrery.terminate()
        for key in ("lapp/1:x", "lghost/7:u"):  # the second belongs to nobody: a start deletes it
            subprocess.run([WRITE_NOTE, self.orrery.model / "agents", key], check=True)
        self.orrery.start()
        self.orrery("wait", "settled", "timeout=60s")
        self.assertEqual(self.differences(), [
            ("agents' store", "every note can be read", "lapp/1:x: no part of a unit's record has this letter")])
        answer = self.orrery.ask("check")
        self.assertEqual(answer.err, "ERROR 1 difference\n")
        self.assertEqual(self.orrery.ask("check", "invariants").code, 0)
        self.assertEqual(self.orrery.console("check invariants").code, 0)
        self.assertNotEqual(self.orrery.console("check").code, 0)


if __name__ == "__main__":
    unittest.main(verbosity=2)
