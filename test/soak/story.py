"""What happens to a model between two kills: random commands, and what must be true for each that was acknowledged."""

import pathlib
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "end_to_end"))

from orchestrator import FIXTURES, REPOSITORY, Failed  # noqa: E402

BUNDLE = REPOSITORY / "docs" / "examples" / "shop" / "bundle.yaml"
SHOP = ("redis", "shop", "proxy", "logger")
UNITS_MOST = 4  # of one application


def has_shop():
    return all(shutil.which(program) or shutil.which(program, path="/usr/sbin") for program in ("haproxy", "redis-server"))


class Step:
    """One command, and what it promises once it is acknowledged."""

    def __init__(self, *words, units=(), gone=(), applications=(), without=()):
        self.words = words
        self.gone, self.without = set(gone), set(without)  # units and applications that it removes
        self.units, self.applications = set(units), set(applications)  # those it adds

    def __str__(self):
        return " ".join(str(word).replace(f"{REPOSITORY}/", "") for word in self.words)


class Story:
    """Keeps what has to be there, and chooses what happens next."""

    def __init__(self, chance, orrery, witness):
        self.chance, self.orrery, self.witness = chance, orrery, witness
        self.shop = has_shop()
        self.steps, self.acknowledged = [], []
        self.look()

    def look(self):
        """The model as it is now."""
        status = self.orrery.status()
        self.applications = status.get("applications") or {}
        self.units = {unit for facts in self.applications.values() for unit in facts.get("units") or {}}

    # Choosing

    def next_steps(self):
        """The commands until the next kill."""
        if self.shop and "redis" not in self.applications and "shop" not in self.applications:
            return [Step("deploy", BUNDLE)]
        return [step for step in (self.choose() for _ in range(self.chance.randint(2, 5))) if step]

    def choose(self):
        missing = [name for name in ("north", "south", "quiet", "sub") if name not in self.applications]
        if missing and self.chance.random() < 0.6:
            return self.deploy(self.chance.choice(missing))
        doings = [self.grow, self.shrink, self.relate, self.part, self.configure, self.remove]
        return self.chance.choices(doings, weights=[4, 4, 6, 3, 3, 1])[0]()

    def deploy(self, name):
        charm = self.witness.charm if name in ("north", "south") else FIXTURES / name
        return Step("deploy", charm, name, *([] if name == "sub" else ["-n", self.chance.randint(1, 2)]))

    def grow(self):
        able = [name for name, facts in self.applications.items()
                if name not in ("sub", "logger") and len(facts.get("units") or {}) < UNITS_MOST]
        return Step("add-unit", self.chance.choice(able)) if able else None

    def shrink(self):
        if not self.units:
            return None
        unit = self.chance.choice(sorted(self.units))
        return Step("remove-unit", unit, gone=[unit])

    def pair(self):
        pairs = [("north:server", "south:client"), ("south:server", "north:client"), ("quiet:server", "south:client"),
                 ("sub:beside", "north"), ("sub:beside", "quiet"), ("shop:cache", "redis:db"), ("logger:logs", "proxy:logs")]
        able = [pair for pair in pairs if all(end.split(":")[0] in self.applications for end in pair)]
        return self.chance.choice(able) if able else None

    def relate(self):
        pair = self.pair()
        return Step("integrate", *pair) if pair else None

    def part(self):
        pair = self.pair()
        return Step("remove-relation", *pair) if pair else None

    def configure(self):
        able = [name for name in ("north", "south") if name in self.applications]
        if not able:
            return None
        return Step("config", self.chance.choice(able), f"note={self.chance.randint(0, 9)}")

    def remove(self):
        if not self.applications:
            return None
        name = self.chance.choice(sorted(self.applications))
        return Step("remove-application", name, without=[name])

    def remove_all(self):
        return [Step("remove-application", name, without=[name]) for name in self.applications]

    # Keeping account

    def tell(self, step, code, out):
        """What a command said before it ended or was cut off."""
        for line in out.splitlines():
            if line.startswith("added unit "):
                step.units.add(line.split()[2])
            elif line.startswith("Deploying "):
                step.applications.add(line.split('"')[1])
        self.steps.append(step)
        if code == 0:
            self.acknowledged.append(step)

    def verify(self):
        """What was acknowledged before the kill is so after it."""
        before = set(self.units)
        known = set(self.applications)
        self.look()
        may_go = set().union(*(step.gone for step in self.steps))
        may_end = set().union(*(step.without for step in self.steps))
        # A deploy after a removal in the same round may bear a name again: only its numbers are new.
        expected = {unit for unit in before.union(*(step.units for step in self.steps))
                    if unit not in may_go and unit.split("/")[0] not in may_end}
        gone = set().union(*(step.gone for step in self.acknowledged))
        known = known.union(*(step.applications for step in self.steps)) - may_end
        faults = [f"unit {unit} is missing" for unit in sorted(expected - self.units)]
        faults += [f"unit {unit} is still there" for unit in sorted(gone & self.units)]
        faults += [f"application {name} is missing" for name in sorted(known - set(self.applications))]
        ended = set().union(*(step.without for step in self.acknowledged))
        revived = set().union(*(step.applications for step in self.steps))
        begun = {str(step.words[2]) for step in self.steps if step.words[0] == "deploy" and len(step.words) > 2}
        faults += [f"application {name} is still there" for name in sorted((ended - revived - begun) & set(self.applications))]
        for name, unit in self.orrery.units().items():
            if unit["workload-status"]["current"] == "error" or unit["juju-status"]["current"] not in ("idle", ""):
                faults.append(f"{name} is not well: {unit['workload-status']} {unit['juju-status']}")
        if faults:
            raise Failed("\n".join(faults + [f"  told: {step}" for step in self.steps]))
        self.steps, self.acknowledged = [], []
