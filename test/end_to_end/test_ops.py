"""A charm of the ops framework that asks for everything; ops is the checkout in $ORRERY_OPS."""

import os
import pathlib
import shutil
import unittest

from orchestrator import CHARMS
from suite import Shared

OPS = os.environ.get("ORRERY_OPS", "")
# Of libraries that ops imports, and needs only for what machines have not.
STANDINS = {
    "websocket.py": "class WebSocket: pass\nclass WebSocketTimeoutException(Exception): pass\n",
    "opentelemetry/__init__.py": "",
    "opentelemetry/trace.py": """
class Span:
    trace_id = 0
    def get_span_context(self): return self
    def add_event(self, *words, **named): pass
    def set_attribute(self, *words, **named): pass
    def start_as_current_span(self, *words, **named): return self
    def __enter__(self): return self
    def __exit__(self, *words): pass
def get_current_span(): return Span()
def get_tracer(*words, **named): return Span()
""",
}


@unittest.skipUnless(OPS, "ORRERY_OPS names no checkout of github.com/canonical/operator")
class Framework(Shared):
    def charm(self, name, in_juju):
        """Packed as charmcraft does it: dispatch, and what it imports beside it."""
        directory = self.orrery.directory / name
        shutil.copytree(CHARMS / "framework", directory)
        for path, text in STANDINS.items():
            self.file(f"{name}/lib/{path}", text)
        shutil.copytree(pathlib.Path(OPS) / "ops", directory / "venv" / "ops")
        self.file(f"{name}/dispatch",
                  "#!/bin/sh\n"
                  "export JUJU_DISPATCH_PATH=\"${JUJU_DISPATCH_PATH:-$0}\"\n"
                  "PYTHONPATH=lib:venv exec python3 ./src/charm.py\n", 0o755)
        if in_juju:
            (directory / "in-juju").touch()
        return directory

    def test_a_whole_life(self):
        for name, in_juju in (("apart", False), ("kept", True)):
            self.orrery("deploy", self.charm(name, in_juju), name, "-n", "2")
        self.orrery("integrate", "apart:db", "kept:site")
        self.orrery.settle()
        self.well(["apart/0", "apart/1", "kept/0", "kept/1"])
        self.orrery("config", "apart", "count=3")
        self.orrery("remove-unit", "kept/1")
        self.orrery("remove-relation", "apart:db", "kept:site")
        self.orrery.settle()
        self.well(["apart/0", "apart/1", "kept/0"])
        self.orrery("remove-application", "apart", "kept")
        self.orrery.settle()
        self.assertEqual(self.orrery("status", "--format", "short"), "", self.orrery("status"))

    def well(self, units):
        shown = self.orrery.units()
        self.assertEqual(sorted(shown), units)
        for unit, status in shown.items():
            said = status["workload-status"]
            self.assertEqual((said["current"], said.get("message")), ("active", "late"), unit)


if __name__ == "__main__":
    unittest.main()
