"""What tests of refresh share: a charm in several versions, whose hooks note that they ran and can
be held or made to fail."""

from orchestrator import until
from suite import Suite

# Each hook notes itself and its charm's version beside the charm, waits while the test holds it,
# and fails while the test wants that.
HOOK = """#!/bin/sh
name=$(basename "$0")
echo "$name {version}" >>../ran
while [ -e "../hold-$name" ]; do sleep 0.02; done
[ ! -e "../fail-$name" ] || {{ echo "$name fails" >&2; exit 1; }}
"""
HOOKS = ("install", "config-changed", "start", "upgrade-charm")
NEW_HOOKS = ["upgrade-charm 2", "config-changed 2"]


def added(revision):
    return f'Added local charm "act", revision {revision}, to the model\n'


class Refreshing(Suite):
    def version(self, number, metadata="", options="", hooks=HOOKS, files=None):
        """The charm act, as its directory vNUMBER has it; `files` are texts by name."""
        place = f"v{number}"
        self.file(f"{place}/metadata.yaml", f"name: act\nsummary: s\ndescription: d\n{metadata}")
        self.file(f"{place}/config.yaml", f"options:\n  word: {{type: string}}\n{options}")
        for hook in hooks:
            self.file(f"{place}/hooks/{hook}", HOOK.format(version=number), 0o755)
        for name, text in (files or {}).items():
            self.file(f"{place}/{name}", text)
        return self.orrery.directory / place

    def deploy(self, units=1, **how):
        self.orrery("deploy", self.version(1, **how), "-n", str(units))
        self.orrery.settle()

    def refresh(self, charm, *flags, code=0):
        answer = self.ask("refresh", "act", "--path", charm, *flags, code=code)
        self.assertEqual(answer.out, "", "what is said is on standard error (P3)")
        return answer.err

    def place(self, unit="act/0"):
        """The unit's directory, which is found although nobody can be asked."""
        found, = (self.orrery.model / "machines").glob(f"*/units/{unit.replace('/', '-')}")
        return found

    def ran(self, unit="act/0"):
        noted = self.place(unit) / "ran"
        return noted.read_text().splitlines() if noted.exists() else []

    def text(self, name):
        """A file in the unit's copy of the charm, nothing if there is none."""
        file = self.place() / "charm" / name
        return file.read_text() if file.exists() else None

    def unit(self):
        return self.orrery.units()["act/0"]

    def let_fail(self, hook, *words):
        """Lets a hook fail until no try is left; `words` are the verb that causes it to run."""
        (self.place() / f"fail-{hook}").touch()
        self.ask(*words)
        self.orrery("wait", "unit", "act/0", "status=error", "timeout=60s")
        self.orrery.settle()

    def mend(self, hook):
        (self.place() / f"fail-{hook}").unlink()

    def hold(self, hook, begun, *words):
        """Waits in a hook that the verb causes to run; `begun` is how it notes itself."""
        (self.place() / f"hold-{hook}").touch()
        before = self.ran().count(begun)
        self.ask(*words)
        until(lambda: self.ran().count(begun) > before, why=f"{begun} begins")

    def release(self, hook):
        (self.place() / f"hold-{hook}").unlink()

    def kill(self):
        self.orrery.kill()
        until(lambda: not self.orrery.running_hooks(), why="hooks die with their orchestrator")
