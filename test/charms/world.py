"""A world for charms without an orchestrator: machines with addresses, units, relations, and hooks played in order.

The hooks are real processes with the clean environment of a unit; what they start are real programs. The order is the one
of spec: install, config-changed, start; joined then changed; departed, broken, stop, remove.
"""

import json
import os
import pathlib
import random
import select
import shutil
import signal
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TOOLS = ("application-version-set", "close-port", "config-get", "is-leader", "juju-log", "open-port", "relation-get",
         "relation-ids", "relation-list", "relation-set", "status-set", "unit-get")
HOOK_SECONDS = 60
SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


class HookFailed(Exception):
    pass


class Relation:
    """Two endpoints (or one, of peers), the bags of units, and who is in scope."""

    def __init__(self, number, ends, container):
        self.number, self.ends, self.container = number, ends, container  # ends: {application: endpoint}
        self.bags, self.versions, self.scope = {}, {}, set()

    def name_for(self, unit):
        return f"{self.ends[unit.application]}:{self.number}"

    def sees(self, unit, other):
        """Whether a unit observes another here: the other side's, and on its own machine if contained."""
        if other is unit or (len(self.ends) == 2 and other.application == unit.application):
            return False
        return not self.container or unit.principal is other or other.principal is unit


class Unit:
    def __init__(self, world, name, charm, address, principal):
        self.name, self.application = name, name.split("/")[0]
        self.address, self.principal = address, principal
        self.home = world.root / name.replace("/", "-")
        self.charm = self.home / "charm"
        shutil.copytree(charm, self.charm, symlinks=True)
        self.known = {}  # relation number: {member: version last told}
        self.status, self.hooks, self.log, self.ports, self.version = None, [], [], set(), None


class World:
    def __init__(self):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="orrery-charms-"))
        self.block = f"127.{random.randint(130, 250)}.{random.randint(0, 254)}"  # several runs at once do not meet
        self.mark = f"{self.root}"
        self.units, self.relations, self.charms, self.config = {}, {}, {}, {}
        self.machines, self.numbers = 0, {}
        self.tools = self.root / "tools"
        self.tools.mkdir()
        for tool in TOOLS:
            (self.tools / tool).symlink_to(HERE / "fake_tool.py")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for pid in self.processes():
            end(pid)
        shutil.rmtree(self.root)

    # What a user does

    def deploy(self, application, charm, options, units=1):
        self.charms[application], self.config[application] = charm, dict(options)
        for _ in range(units):
            self.add_unit(application)

    def add_unit(self, application, principal=None):
        number = self.numbers.get(application, 0)
        self.numbers[application] = number + 1
        if principal is None:
            self.machines += 1
        address = principal.address if principal else f"{self.block}.{self.machines}"
        unit = Unit(self, f"{application}/{number}", self.charms[application], address, principal)
        self.units[unit.name] = unit
        for name in ("install", "leader-elected", "config-changed", "start"):
            self.play(unit, name)
        for relation in self.relations.values():
            self.enter(relation, unit)
        self.settle()
        return unit

    def relate(self, ends, container=False):
        relation = Relation(len(self.relations), ends, container)
        self.relations[relation.number] = relation
        for unit in list(self.units.values()):
            self.enter(relation, unit)
        self.settle()
        return relation

    def configure(self, application, **options):
        self.config[application].update(options)
        for unit in self.of(application):
            self.play(unit, "config-changed")
        self.settle()

    def unrelate(self, relation):
        for unit in [unit for unit in self.units.values() if unit.name in relation.scope]:
            self.leave(relation, unit, None)
        del self.relations[relation.number]
        self.settle()

    def remove_unit(self, unit):
        for relation in list(self.relations.values()):
            if unit.name in relation.scope:
                self.leave(relation, unit, unit.name)
        self.settle()  # the others see it depart while it still runs
        for subordinate in [other for other in self.units.values() if other.principal is unit]:
            self.remove_unit(subordinate)
        self.play(unit, "stop")
        self.play(unit, "remove")
        del self.units[unit.name]
        left = self.processes(unit)
        shutil.rmtree(unit.home)
        return left

    # What the agents do

    def of(self, application):
        return [unit for unit in self.units.values() if unit.application == application]

    def enter(self, relation, unit):
        if unit.application not in relation.ends or unit.name in relation.scope:
            return
        relation.bags[unit.name] = {"private-address": unit.address}
        relation.versions[unit.name] = 0
        relation.scope.add(unit.name)
        unit.known.setdefault(relation.number, {})
        self.deploy_subordinate(relation, unit)

    def deploy_subordinate(self, relation, unit):
        """B1: a principal that enters a contained relation gets a unit of the subordinate application."""
        if not relation.container or unit.principal is not None:
            return
        other = next(name for name in relation.ends if name != unit.application)
        if not any(sub.principal is unit for sub in self.of(other)):
            self.add_unit(other, principal=unit)

    def leave(self, relation, unit, departing):
        relation.scope.discard(unit.name)
        for member in sorted(unit.known[relation.number]):
            del unit.known[relation.number][member]
            self.play(unit, f"{relation.ends[unit.application]}-relation-departed", relation, member, departing or member)
        self.play(unit, f"{relation.ends[unit.application]}-relation-broken", relation)
        del unit.known[relation.number]

    def settle(self):
        """Plays relation hooks until nothing is unseen; a world that never settles is an error."""
        for _ in range(500):
            if not any(self.step(relation, unit) for unit in list(self.units.values())
                       for relation in list(self.relations.values()) if relation.number in unit.known):
                return
        raise HookFailed("500 rounds of hooks and still something is unseen")

    def step(self, relation, unit):
        """The next hook of a unit in a relation; False if there is none."""
        known, prefix = unit.known[relation.number], relation.ends[unit.application] + "-relation-"
        present = {name for name in relation.scope if relation.sees(unit, self.units[name])}
        for member in sorted(set(known) - present):
            del known[member]
            self.play(unit, prefix + "departed", relation, member, member)
            return True
        for member in sorted(present):
            if member not in known:
                known[member] = None
                self.play(unit, prefix + "joined", relation, member)
            if known[member] != relation.versions[member]:
                known[member] = relation.versions[member]
                self.play(unit, prefix + "changed", relation, member)
                return True
        return False

    # Hooks

    def sight(self, unit, relation, member):
        relations = {}
        for number, known in unit.known.items():
            other = self.relations[number]
            relations[other.name_for(unit)] = {"endpoint": other.ends[unit.application], "members": sorted(known),
                                               "bags": other.bags}
        return {"unit": unit.name, "address": unit.address, "config": self.config[unit.application],
                "relation": relation.name_for(unit) if relation else None, "remote_unit": member,
                "endpoint": relation.ends[unit.application] if relation else None, "relations": relations,
                "leader": unit.name == min(other.name for other in self.of(unit.application))}

    def environment(self, unit, name, relation, member, departing, context):
        variables = {"PATH": f"{self.tools}:{SYSTEM_PATH}", "HOME": str(unit.home), "LANG": "C.UTF-8",
                     "JUJU_UNIT_NAME": unit.name, "JUJU_CHARM_DIR": str(unit.charm), "JUJU_HOOK_NAME": name,
                     "FAKE_CONTEXT": str(context), "FAKE_WORLD": self.mark}
        if relation:
            variables |= {"JUJU_RELATION": relation.ends[unit.application],
                          "JUJU_RELATION_ID": relation.name_for(unit), "JUJU_REMOTE_UNIT": member or ""}
        if departing:
            variables["JUJU_DEPARTING_UNIT"] = departing
        return variables

    def play(self, unit, name, relation=None, member=None, departing=None):
        """Runs one hook; a missing one is a success. What it asked for takes effect if it succeeds."""
        program = unit.charm / "hooks" / name
        if not program.exists():
            return
        context, wishes = self.context(unit, relation, member)
        done = subprocess.run([str(program)], cwd=unit.charm, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              env=self.environment(unit, name, relation, member, departing, context),
                              timeout=HOOK_SECONDS)
        unit.hooks.append(name)
        entries = [json.loads(line) for line in wishes.read_text().splitlines()] if wishes.exists() else []
        self.apply(unit, entries, done.returncode == 0)
        if done.returncode != 0:
            raise HookFailed(f"{unit.name} {name}: exit {done.returncode}: {done.stderr.strip()}")

    def play_and_kill(self, unit, name, seconds):
        """Runs a hook and kills it after a while; nothing it asked for takes effect. Returns whether it was in time."""
        context, _ = self.context(unit, None, None)
        process = subprocess.Popen([str(unit.charm / "hooks" / name)], cwd=unit.charm, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   env=self.environment(unit, name, None, None, None, context))
        try:
            process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            return True
        return False

    def context(self, unit, relation, member):
        """Files for a hook's sight and wishes, the second not there yet."""
        context = self.root / "context.json"
        context.write_text(json.dumps(self.sight(unit, relation, member)))
        wishes = pathlib.Path(f"{context}.wishes")
        wishes.unlink(missing_ok=True)
        return context, wishes

    def apply(self, unit, entries, succeeded):
        for entry in entries:
            tool, words = entry["tool"], entry.get("words", [])
            if tool == "status-set":
                unit.status = (words[0], " ".join(words[1:]))
            elif tool == "juju-log":
                unit.log.append(" ".join(words))
            elif succeeded and tool == "open-port":
                unit.ports.update(words)
            elif succeeded and tool == "application-version-set":
                unit.version = words[0]
            elif succeeded and tool == "relation-set":
                self.write_bag(unit, entry)

    def write_bag(self, unit, entry):
        relation = self.relations[int(entry["relation"].rpartition(":")[2])]
        bag = dict(relation.bags[unit.name])
        bag.update(entry["settings"])
        bag = {key: value for key, value in bag.items() if value}
        if bag != relation.bags[unit.name]:
            relation.bags[unit.name] = bag
            relation.versions[unit.name] += 1

    # Processes

    def processes(self, unit=None):
        """What this world's hooks have left running, or what those of one unit have.

        Told by where it works or by its environment: Redis writes its title over its environment, and a program may
        change its directory.
        """
        place = str(unit.home if unit else self.root) + "/"
        word = f"HOME={unit.home}" if unit else f"FAKE_WORLD={self.mark}"
        return [int(entry) for entry in os.listdir("/proc") if entry.isdigit()
                and (directory_of(entry).startswith(place) or word.encode() in environment_of(entry))]


def directory_of(pid):
    try:
        return os.readlink(f"/proc/{pid}/cwd")
    except OSError:
        return ""


def environment_of(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return []


def end(pid):
    """Kills a process and waits until it is gone."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    signal.pidfd_send_signal(handle, signal.SIGKILL)
    select.select([handle], [], [], 10)
    os.close(handle)
