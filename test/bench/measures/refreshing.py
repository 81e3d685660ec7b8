"""P14: refresh of many units, two hooks and new files each, against two hooks by themselves."""

import time

from fleet import Fleet
from orchestrator import Orchestrator
from rows import Row

TARGETS = ["cmd/orrery", "cmd/keeper/orrery-keeper", "cmd/tool/orrery-tool"]
HOOKS = ("config-changed", "upgrade-charm")  # those that a refresh runs
FILES = 20  # of a charm, beside its hooks


def charm(fleet):
    """Its hooks are scripts that do nothing."""
    directory = fleet.charms / "fresh"
    (directory / "hooks").mkdir(parents=True)
    texts = {"metadata.yaml": "name: fresh\nsummary: s\ndescription: d\n",
             "config.yaml": "options:\n  turn: {type: int, default: 0}\n"}
    for name, text in texts.items():
        (directory / name).write_text(text, encoding="utf-8")
    for hook in HOOKS:
        script = directory / "hooks" / hook
        script.write_text("#!/bin/sh\nexit 0\n", encoding="utf-8")
        script.chmod(0o755)
    write_files(directory, 0)
    return directory


def write_files(directory, version):
    for number in range(FILES):
        (directory / f"file-{number}").write_text(f"{version}\n", encoding="utf-8")


def seconds(orrery, *verb):
    began = time.monotonic()
    orrery(*verb)
    orrery.settle()
    return time.monotonic() - began


def measure(bench):
    units = bench.size(1000, 8)
    ours, configured = [], []
    with Orchestrator(bench) as orrery:
        fleet = Fleet(orrery)
        directory = charm(fleet)
        fleet.machines(max(2, units // 10))
        fleet.deploy("fresh")
        fleet.units("fresh", units - 1)
        for turn in range(1, bench.pairs + 1):
            write_files(directory, turn)
            ours.append(seconds(orrery, "refresh", "fresh", "--path", directory) / units * 1000)
            configured.append(sum(seconds(orrery, "config", "fresh", f"turn={2 * turn + more}")
                                  for more in (0, 1)) / units * 1000)
    return [Row("refreshing", f"{units} units at once", "ms a unit", ours, configured,
                "two changes of configuration", "at most 2", 2)]
