"""What tests of the gallery begin with: its charms, and what is asked of their units."""

import json
import os
import shutil
import unittest
import urllib.error
import urllib.request

from orchestrator import REPOSITORY, SECONDS, Failed, Orchestrator, until
from suite import Suite

GALLERY = REPOSITORY / "docs" / "examples" / "gallery"
CHARMS = GALLERY / "charms"
PROGRAMS = ("curl", "haproxy", "redis-server")
PATH = f"{os.environ['PATH']}:/usr/sbin:/sbin"
MISSING = [program for program in PROGRAMS if not shutil.which(program, path=PATH)]
OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def fetch(url):
    """Code and text of a page; None and why, if nobody answers."""
    try:
        with OPENER.open(url, timeout=5) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()
    except OSError as error:
        return None, str(error)


class Patient(Orchestrator):
    """Programs of other people start as fast as they do."""

    def settle(self):
        answer = self.ask("wait", "settled", f"timeout={4 * SECONDS}s", seconds=5 * SECONDS)
        if answer.code != 0:
            raise Failed(f"it does not settle: {answer!r}\n{self('status')}")
        self("check")


@unittest.skipIf(MISSING, f"not installed: {' '.join(MISSING)}; see cmd/install demo")
class Gallery(Suite):
    KIND, STARTED = Patient, False

    def status_of(self, unit):
        return self.orrery.units()[unit]["workload-status"]

    def await_status(self, unit, current, words=""):
        def seen():
            status = self.orrery.units().get(unit, {}).get("workload-status", {})
            return status.get("current") == current and words in status.get("message", "")
        until(seen, why=f"{unit} is {current}: {words}")

    def url(self, unit, port, path="/"):
        return f"http://{self.orrery.units()[unit]['public-address']}:{port}{path}"

    def run_action(self, unit, action, *parameters):
        answer = self.ask("run", unit, action, *parameters, "--format", "json")
        return json.loads(answer.out)[unit]

    def results(self, unit, action, *parameters):
        task = self.run_action(unit, action, *parameters)
        self.assertEqual(task["status"], "completed", task)
        return task["results"]

    def failure(self, unit, action, *parameters):
        """The message of one that fails by action-fail: its program has done nothing wrong."""
        task = self.run_action(unit, action, *parameters)
        self.assertEqual((task["status"], task["results"]["return-code"]), ("failed", 0), task)
        return task["message"]

    def state(self, unit):
        place, = self.orrery.model.glob(f"machines/*/units/{unit.replace('/', '-')}")
        return place / "charm" / "state"

    def leader(self):
        """The unit of the database that leads, or None."""
        return next((unit for unit, facts in self.orrery.units().items()
                     if unit.startswith("database/") and facts.get("leader")), None)

    def pid(self, unit, name):
        """The process of its program; 0 while start-stop-daemon writes the number down."""
        return int((self.state(unit) / f"{name}.pid").read_text() or 0)

    def remove_all(self, *applications):
        """Removes these; nothing of them is left, and no program runs."""
        self.orrery("remove-application", *applications)
        self.orrery.settle()
        self.orrery("remove-machine", "--unused")
        self.orrery.settle()
        self.assertEqual(self.orrery.units(), {})
        until(lambda: not self.orrery.leftovers(), why=f"no program is left of {applications}")
