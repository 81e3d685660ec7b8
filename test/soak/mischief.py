"""What goes wrong while a script runs: kills of hooks, of what units left running, of agents and of the orchestrator."""

import contextlib
import json
import os
import pathlib
import signal
import threading

from orchestrator import until

KINDS = ("orchestrator", "hook", "program", "agent")


def read(place):
    try:
        return place.read_bytes()
    except OSError:  # it has gone
        return b""


def children(pid):
    return [int(child) for child in read(pathlib.Path(f"/proc/{pid}/task/{pid}/children")).split()]


def words_of(pid):
    return [os.fsdecode(word) for word in read(pathlib.Path(f"/proc/{pid}/cmdline")).split(b"\0")]


def unit_and_hook(keeper):
    words = words_of(keeper)
    if "--unit" not in words or "--" not in words:
        return "", ""
    return words[words.index("--unit") + 1], pathlib.Path(words[words.index("--") + 1]).name


def end(pid):
    try:
        os.kill(pid, signal.SIGKILL)
        return True
    except ProcessLookupError:
        return False


@contextlib.contextmanager
def held(keeper):
    """It is stopped meanwhile: a keeper takes the next hook, of whatever unit, as soon as its own is over."""
    stat = pathlib.Path(f"/proc/{keeper}/stat")
    with contextlib.suppress(ProcessLookupError):
        os.kill(keeper, signal.SIGSTOP)
    until(lambda: read(stat).rpartition(b") ")[2][:1] in (b"T", b"Z", b""), why=f"process {keeper} is stopped")
    try:
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(keeper, signal.SIGCONT)


class Mischief:
    """`with Mischief(...)` around a pass: a thread does at drawn moments what was drawn."""

    def __init__(self, orrery, witness, chance, plan):
        """@param plan moments, in seconds from now, and what goes wrong then."""
        self.orrery, self.witness, self.chance, self.plan = orrery, witness, chance, sorted(plan)
        self.done = dict.fromkeys(KINDS, 0)
        self.told = []  # what was killed
        self.over = threading.Event()
        self.thread = threading.Thread(target=self.run)
        self.fault = None

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, kind, error, trace):
        self.over.set()
        self.thread.join()
        if self.fault is not None and kind is None:
            raise self.fault

    @property
    def killed(self):
        return self.done["orchestrator"] > 0

    def run(self):
        before = 0
        for moment, kind in self.plan:
            if self.over.wait(moment - before) or self.killed:
                return
            before = moment
            try:
                self.done[kind] += bool(getattr(self, f"hit_{kind}")())
            except Exception as fault:  # the pass ends with it
                self.fault = fault
                return

    def hit_orchestrator(self):
        self.told.append("the orchestrator")
        self.witness.kill()
        return True

    def pardon(self, unit):
        """One of the unit's hooks may run again, also its first, which makes the record otherwise."""
        self.witness.mark("pardon", [self.witness.place / f"{unit.replace('/', '-')}.hooks"])

    def hit_hook(self):
        """The hook's program, or its keeper, which takes the hook along."""
        keepers = sorted(self.orrery.running_hooks())
        if not keepers:
            return False
        keeper = self.chance.choice(keepers)
        with held(keeper):
            unit, hook = unit_and_hook(keeper)
            programs = children(keeper)
            if not hook or not programs or read(pathlib.Path(f"/proc/{keeper}/comm")) != b"orrery-hook\n":
                return False
            self.pardon(unit)
            # A keeper that begins to hold what the start hook has left is lost with it, and so is the machine.
            whom = programs[0] if hook == "start" or self.chance.random() < 0.5 else keeper
            self.told.append(f"{'the keeper' if whom == keeper else 'the program'} {whom} of hook {hook} of {unit}")
            return end(whom)

    def hit_program(self):
        """What a unit left running: the affair of its charm."""
        keepers = [pid for pid in self.orrery.leftovers() if read(pathlib.Path(f"/proc/{pid}/comm")) == b"orrery-keep\n"]
        programs = sorted(program for keeper in keepers for program in children(keeper))
        if not programs:
            return False
        whom = self.chance.choice(programs)
        self.told.append(f"program {whom} that a unit left running")
        return end(whom)

    def hit_agent(self):
        answer = self.orrery.ask("status", "--format", "json")
        if answer.code != 0:  # a script has killed the orchestrator
            return False
        units = sorted(self.orrery.units_in(json.loads(answer.out or "{}")))
        if not units:
            return False
        unit = self.chance.choice(units)
        self.pardon(unit)
        self.told.append(f"the agent of {unit}")
        return self.orrery.ask("fault", "agent", unit, "kill").code == 0
