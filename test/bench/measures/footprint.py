"""P5: memory a unit, all in, with ten units a machine, a hundred an application and a relation for every ten; P6 and P10 of the same."""

from fleet import Fleet
from orchestrator import Orchestrator
from rows import Row

from measures import idle, recovery

TARGETS = recovery.TARGETS
KIB = 4  # a unit


def grown(fleet, units):
    """Applications of a hundred units, each related to one hub; the other relations are a net among applications of one unit."""
    applications, relations = max(2, units // 100), max(4, units // 10)
    knots = [f"knot-{number:05}x" for number in range(2 + int((2 * relations) ** 0.5))]
    webs = [f"web-{number:05}x" for number in range(max(1, applications - len(knots) - 1))]
    fleet.deploy("hub")
    fleet.script([("deploy", fleet.charms / "knot", name, "--to", next(fleet.places)) for name in knots]
                 + [("deploy", fleet.charms / "web", name, "--to", next(fleet.places)) for name in webs])
    net = [(one, other) for number, one in enumerate(knots) for other in knots[:number]]
    fleet.script([("integrate", name, "hub") for name in webs]
                 + [("integrate", f"{one}:begin", f"{other}:end") for one, other in net[:relations - len(webs)]])
    fleet.orrery.settle()
    each = (units - len(knots) - 1) // len(webs) - 1
    fleet.script([("add-unit", name, "-n", each, "--to", ",".join(str(next(fleet.places)) for _ in range(each)))
                  for name in webs])
    fleet.orrery.settle()
    return 1 + len(knots) + len(webs) * (1 + each)


def measure(bench):
    units = bench.size(bench.units, 200)
    with Orchestrator(bench) as orrery:
        fleet = Fleet(orrery)
        fleet.machines(units // 10)
        machines = orrery.resident_kib()
        there = grown(fleet, units)
        full = orrery.resident_kib()
        answered, settled, bare = recovery.killed(bench, orrery)
        again = orrery.resident_kib()
        rest = idle.watched(orrery, there, bench.size(60, 2), bench.size(30, 2))
    goal = f"at most {KIB}"
    return [
        Row("footprint", f"{there:,} units, {units // 10:,} machines", "KiB a unit", [full / there], goal=goal, limit=KIB),
        Row("footprint", "after a restart", "KiB a unit", [again / there], goal=goal, limit=KIB),
        Row("footprint", "the machines alone, and the program", "KiB a machine", [machines / (units // 10)]),
        Row("footprint", "after SIGKILL: until a command is answered", "s", [answered], [bare], "open and scan", "at most 3 x", 3),
        Row("footprint", "until all has settled", "s", [settled], [bare], "open and scan", "at most 10 x", 10),
        *rest,
    ]
