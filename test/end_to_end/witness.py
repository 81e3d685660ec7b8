"""The witness charm writes down, outside of the orchestrator's reach, which hooks began and ended; this judges the record.

Beside the lines of the hooks, `start HOOK RELATION REMOTE` and `end HOOK RELATION REMOTE`, the test adds its own:
`killed` when the orchestrator was killed, `pardon` before a hook or an agent of the unit is killed, `settled` when nothing was
left to do, `config` when options change.
"""

import contextlib
import shutil

from orchestrator import CHARMS, Failed, until


class Witness:
    """The charm with its place to write to, and what it has written."""

    def __init__(self, orrery, source="witness"):
        self.orrery = orrery
        self.place = orrery.directory / f"records-{source}"
        self.place.mkdir()
        self.charm = orrery.directory / source
        shutil.copytree(CHARMS / source, self.charm, symlinks=True)
        (self.charm / "place").write_text(f"{self.place}\n")

    def gate(self, unit, hook):
        return self.place / f"hold-{unit.replace('/', '-')}-{hook}"

    def hold(self, unit, *hooks):
        """From now on these hooks wait once they have begun."""
        for hook in hooks:
            self.gate(unit, hook).touch()

    def release(self):
        for gate in self.place.glob("hold-*"):
            gate.unlink()

    @contextlib.contextmanager
    def changing(self):
        """Around a change of options."""
        before = self.records()
        self.mark("config", before)
        yield
        self.mark("config", self.records() - before)  # units that came meanwhile

    def records(self):
        return set(self.place.glob("*.hooks"))

    def mark(self, word, records=None):
        for record in self.records() if records is None else records:
            with record.open("a", encoding="utf-8") as file:
                file.write(word + "\n")

    def lines(self, unit):
        record = self.place / f"{unit.replace('/', '-')}.hooks"
        return record.read_text().splitlines() if record.exists() else []

    def hooks(self, unit):
        """The hooks that began, by name, in order."""
        return [line.split()[1] for line in self.lines(unit) if line.startswith("start ")]

    def until_begun(self, unit, hook):
        until(lambda: hook in self.hooks(unit), why=f"{hook} of {unit} begins")

    def until_ended(self, unit, hook):
        until(lambda: any(line.startswith(f"end {hook} ") for line in self.lines(unit)), why=f"{hook} of {unit} ends")

    def kill(self):
        self.orrery.kill()
        self.killed()

    def killed(self):
        """After a kill: waits until the hooks that ran have died with the orchestrator, and notes it."""
        # A keeper that comes later starts no hook.
        until(lambda: not self.orrery.running_hooks(), why="hooks die with their orchestrator")
        self.mark("killed")

    def settle(self):
        self.orrery.settle()
        self.mark("settled")
        self.judge()

    def judge(self):
        faults = [f"{record.stem}: {fault}" for record in sorted(self.records())
                  for fault in faults_in(record.read_text().splitlines())]
        if faults:
            whole = "\n".join(f"{record.stem}: {' | '.join(record.read_text().splitlines())}"
                              for record in sorted(self.records()) if faults_in(record.read_text().splitlines()))
            raise Failed("hooks ran that should not have:\n" + "\n".join(faults) + "\n" + whole)


class Record:
    """One unit's record as far as it was read."""

    def __init__(self):
        self.begun, self.last, self.running, self.killed, self.settled = [], None, False, False, False
        self.changes, self.pardons, self.faults = 0, 0, []

    def start(self, hook):
        again = hook == self.last and not self.settled and (self.killed or self.pardons > 0)
        if again and not self.killed:
            self.pardons -= 1
        elif self.running and not self.killed:
            self.faults.append(f"{hook} began while {self.last} ran (W7)")
        if hook in self.begun and not again and hook[0] != "config-changed":
            self.faults.append(f"{hook} ran again although it was known to be done (W4)")
        if not again:
            self.order(hook)
            self.begun.append(hook)
        self.last, self.running, self.killed, self.settled = hook, True, False, False

    def order(self, hook):
        name, relation, remote = hook
        names = [other[0] for other in self.begun]
        if not self.begun and name != "install":
            self.faults.append(f"the first hook is {hook}, not install (H8)")
        if "stop" in names and name != "remove":
            self.faults.append(f"{hook} after stop (H8)")
        if name.endswith(("-joined", "-changed")) and name != "config-changed" and "start" not in names:
            self.faults.append(f"{hook} before start (H8)")
        here = [other for other in self.begun if other[1] == relation != "-"]
        if here and here[-1][0].endswith("-joined") \
                and not (name.endswith(("-changed", "-departed")) and remote == here[-1][2]):
            self.faults.append(f"after {here[-1]} comes {hook} (H1)")
        if name.endswith("-relation-broken"):
            open_members = {other[2] for other in here if other[0].endswith("-joined")} \
                - {other[2] for other in here if other[0].endswith("-departed")}
            if open_members:
                self.faults.append(f"{hook} before {open_members} departed (S6)")
        if any(other[0].endswith("-relation-broken") for other in here):
            self.faults.append(f"{hook} after the relation was broken (H7)")


def faults_in(lines):
    record = Record()
    for line in lines:
        word, *hook = line.split()
        if word == "start":
            record.start(tuple(hook))
        elif word == "end":
            record.running = False
        elif word == "killed":
            record.killed, record.running = True, False
        elif word == "pardon":
            record.pardons += 1
        elif word == "settled":
            record.settled, record.pardons = True, 0
        elif word == "config":
            record.changes += 1
    configured = sum(hook[0] == "config-changed" for hook in record.begun)
    if configured > 1 + record.changes:
        record.faults.append(f"config-changed ran {configured} times for {record.changes} changes (W4)")
    return record.faults
