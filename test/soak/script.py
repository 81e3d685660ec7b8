"""A script of docs/examples/soak: its passes against an orchestrator that is killed now and then."""

import json
import signal
import time

from mischief import KINDS, Mischief
from orchestrator import REPOSITORY, SECONDS, Failed

PLACE = REPOSITORY / "docs" / "examples" / "soak"
NAMES = ("churn", "rolling", "flapping", "mass_removal", "kill_and_restart")
# Threads that added models share begin with the first of these: a run that draws it now and then
# would seem to grow.
NAMES_ONCE = (*NAMES, "models")
GONE, RUNS_MOST = 5, 100  # exit code of a script whose orchestrator went away; runs of one pass
SIZES = {  # of the passes of a long run
    "churn": {"rounds": (2, 4), "branches": (2, 5), "units": (1, 3)},
    "rolling": {"rounds": (3, 8), "units": (2, 4)},
    "flapping": {"rounds": (1, 3), "units": (1, 3)},
    "mass_removal": {"apps": (2, 6), "units": (1, 3)},
    "models": {"rounds": (1, 3), "branches": (2, 4), "units": (1, 3)},
    "kill_and_restart": {"kills": (1, 3), "moment": ["install", "config-changed", "start", "client-relation-joined"]},
}
USUAL = 10.0  # seconds that a pass takes, until one has ended
CONFIGS_MOST = 4  # changes of options of one unit in a script; test/soak/kill counts them


class Script:
    def __init__(self, orrery, witness, file, chance):
        self.orrery, self.witness, self.file, self.chance = orrery, witness, file, chance
        self.text = file.read_text()
        self.seconds = USUAL
        self.passes = self.commands = 0
        self.kills = dict.fromkeys(KINDS, 0)

    @property
    def kills_itself(self):
        return "fault daemon crash" in self.text

    def sizes(self, long):
        """What a pass is given instead of the script's own."""
        given = {"seed": self.chance.randrange(1 << 31)}
        for name, range_or_list in SIZES.get(self.file.stem, {}).items() if long else ():
            given[name] = (self.chance.choice(range_or_list) if isinstance(range_or_list, list)
                           else self.chance.randint(*range_or_list))
        if long:
            given["charm"] = self.witness.charm
        return {name: value for name, value in given.items() if f"let {name} =" in self.text}

    def plan(self, with_kills):
        """What goes wrong in a pass, and when."""
        draw = self.chance
        kinds = (["hook"] * draw.randint(0, 6) + ["program"] * draw.randint(0, 3) + ["agent"] * draw.randint(0, 1)
                 + ["orchestrator"] * (with_kills and not self.kills_itself and draw.random() < 0.6))
        return [(draw.random() * self.seconds, kind) for kind in kinds]

    def run_once(self, given):
        """@returns how it ended."""
        trace = self.orrery.directory / "trace.jsonl"
        trace.unlink(missing_ok=True)
        words = [word for name, value in given.items() for word in ("--set", f"{name}={value}")]
        answer = self.orrery.ask("console", "--trace", trace, *words, self.file, seconds=10 * SECONDS)
        self.commands += len(trace.read_text().splitlines()) if trace.exists() else 0
        return answer

    def start_again(self, told, answer):
        """After a kill that belongs to the script."""
        if self.orrery.process.wait(SECONDS) != -signal.SIGKILL:
            raise Failed(f"the orchestrator ended by itself in {told}: {answer!r}")
        self.kills["orchestrator"] += 1
        self.orrery.end(0)
        self.witness.killed()
        self.orrery.start()

    def begin_anew(self):
        """After any other kill: as a user would, removes what there is."""
        if self.chance.random() < 0.3:
            self.orrery.stillborn(0.3 * self.chance.random())
            self.witness.killed()
        self.orrery.start()
        self.destroy_added_models()
        self.witness.settle()
        for name in self.orrery.status().get("applications") or {}:
            self.orrery("remove-application", name)
        self.orrery("console", PLACE / "nothing_left.orrery")

    def destroy_added_models(self):
        for model in json.loads(self.orrery("models", "--format", "json"))["models"]:
            if model["short-name"] != "default":
                self.orrery("destroy-model", model["short-name"], "-y", "--force", "--no-wait")

    def run(self, long=True, kills=()):
        """One pass, through every kill.  @param kills `()`: nothing goes wrong; else a flag: also to the orchestrator."""
        given = self.sizes(long)
        told = f"{self.file.name} {' '.join(f'--set {name}={value}' for name, value in given.items())}"
        killed = []
        for _ in range(RUNS_MOST):
            began = time.monotonic()
            plan = self.plan(kills) if kills != () else []
            with Mischief(self.orrery, self.witness, self.chance, plan) as mischief:
                answer = self.run_once(given)
            killed += mischief.told
            for kind in KINDS:
                self.kills[kind] += mischief.done[kind]
            if mischief.killed:
                self.begin_anew()
                if answer.code == 0:
                    break
            elif answer.code == GONE:
                self.start_again(told, answer)
            else:
                break
        if answer.code != 0:
            raise Failed(f"{told}: {answer!r}\nkilled meanwhile: {', '.join(killed)}")
        self.seconds = time.monotonic() - began
        self.passes += 1
        self.judge()

    def judge(self):
        """The hooks that ran; then their records go."""
        for _ in range(CONFIGS_MOST):
            self.witness.mark("config")
        self.witness.judge()
        for record in self.witness.records():
            record.unlink()
