"""P6: kill -9 of very many units, and another boot of the host: until the first command is answered,
until all goes on; against a bare open and scan."""

import time

from bench import Failed
from fleet import Fleet
from orchestrator import Orchestrator
from rows import Row

TARGETS = ["cmd/orrery", "cmd/keeper/orrery-keeper", "cmd/tool/orrery-tool", "test/bench/raw_scan", "test/bench/first_steps"]


def killed(bench, orrery, boot=False):
    """Seconds from a new beginning after SIGKILL, or after another boot of the host, until a command
    is answered and until all has settled, and those of the bare stores."""
    orrery.kill()
    orrery.boot += boot
    bare = sum(bench.run("test/bench/raw_scan", orrery.model / store)[0]["seconds"] for store in ("store", "agents"))
    began = time.monotonic()
    orrery.start()
    orrery("add-machine")
    answered = time.monotonic() - began
    orrery.settle()
    return answered, time.monotonic() - began, bare


def first_steps(bench, orrery, application):
    """Seconds from the last beginning until each unit's life that was not over then had gone on."""
    began = orrery.began_at
    orrery.kill()
    found = bench.run("test/bench/first_steps", orrery.model / "store", application, int(1000 * began))[0]
    orrery.start()
    if found["units"] == 0:
        raise Failed("no life was interrupted")
    return found["seconds"]


def measure(bench):
    """Half of the units are on their way out when the process is killed: their lives are what has to go on. A life goes on with
    its first step after the new beginning, as its history tells."""
    units = bench.size(bench.units, 200)
    takings = []
    with Orchestrator(bench, "history-kept: 1000000000") as orrery:
        fleet = Fleet(orrery)
        fleet.machines(max(1, units // 10))
        fleet.deploy("web")
        fleet.deploy("web", "gone")
        fleet.units("web", units // 2 - 1)
        fleet.units("gone", units // 2 - 1)
        for turn in range(1 + bench.pairs):
            if turn == 0:
                orrery("remove-application", "gone")
            else:
                orrery("add-unit", "web", "--to", next(fleet.places))  # something to go on with
            takings.append(killed(bench, orrery))
            if turn == 0:
                going_on = first_steps(bench, orrery, "gone")
        takings.append(killed(bench, orrery, boot=True))
    answered, settled, bare = map(list, zip(*takings))
    what = "open and scan"
    return [
        Row("recovery", f"{units:,} units, half of them leaving: until a command is answered", "s", answered[:1], bare[:1], what,
            "at most 3 x", 3),
        Row("recovery", "until every life goes on", "s", [going_on], bare[:1], what, "at most 10 x", 10),
        Row("recovery", "until all of them have gone", "s", settled[:1], bare[:1], what),
        Row("recovery", f"{units // 2:,} units that stay: until a command is answered", "s",
            answered[1:-1], bare[1:-1], what, "at most 3 x", 3),
        Row("recovery", "until all has settled", "s", settled[1:-1], bare[1:-1], what,
            "at most 10 x", 10),
        Row("recovery", "after another boot: until a command is answered", "s",
            answered[-1:], bare[-1:], what, "at most 3 x", 3),
        Row("recovery", "until each has been started again", "s", settled[-1:], bare[-1:], what),
    ]
