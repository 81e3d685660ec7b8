"""P9: hooks a second against bare posix_spawn of the same script; a hook tool's call against a bare socket's round trip."""

import subprocess
import time

from fleet import Fleet
from orchestrator import Orchestrator
from rows import Row

TARGETS = ["cmd/orrery", "cmd/keeper/orrery-keeper", "cmd/tool/orrery-tool", "test/bench/bare_spawn", "test/bench/bare_call"]
PARALLEL = [8, 4]  # the default, and what it was before

LOOP = """
begin=$(date +%s%N); turn=0
while [ $turn -lt {count} ]; do {call} >/dev/null || exit 1; turn=$((turn + 1)); done
echo $((($(date +%s%N) - begin) / {count}))
"""


def charm(fleet):
    """Its only hook is config-changed, a script that does nothing."""
    directory = fleet.charms / "busy"
    (directory / "hooks").mkdir(parents=True)
    (directory / "metadata.yaml").write_text("name: busy\nsummary: s\ndescription: d\n", encoding="utf-8")
    (directory / "config.yaml").write_text("options:\n  turn: {type: int, default: 0}\n", encoding="utf-8")
    script = directory / "hooks" / "config-changed"
    script.write_text("#!/bin/sh\nexit 0\n", encoding="utf-8")
    script.chmod(0o755)
    return script


def hook_rates(bench, orrery, parallel):
    """A change of the configuration makes every unit run one hook."""
    units = bench.size(400, 8)
    fleet = Fleet(orrery)
    script = charm(fleet)
    fleet.machines(max(2, units // 10))
    fleet.deploy("busy")
    fleet.units("busy", units - 1)
    ours, bare = [], []
    for turn in range(1, bench.pairs + 1):
        began = time.monotonic()
        orrery("config", "busy", f"turn={turn}")
        orrery.settle()
        ours.append(units / (time.monotonic() - began))
        bare.append(units / bench.run("test/bench/bare_spawn", script, units, parallel)[0]["seconds"])
    return Row("hooks", f"{parallel} at once", "hooks/s", ours, bare, "posix_spawn", "at least 0.8", 0.8, at_least=True)


def per_call(bench, orrery, call):
    """Milliseconds, inside a hook's shell."""
    count = bench.size(300, 5)
    told = orrery("exec", "--unit", "busy/0", "--", LOOP.format(count=count, call=call))
    return int(told.split()[-1]) / 1e6


def tool_calls(bench, orrery):
    program, socket = bench.program("test/bench/bare_call"), orrery.directory / "bare.socket"
    echo = subprocess.Popen([program, socket, "serve"], stdout=subprocess.PIPE, text=True)
    try:
        echo.stdout.readline()
        pairs = [(per_call(bench, orrery, "is-leader"), per_call(bench, orrery, f"{program} {socket}"))
                 for _ in range(bench.pairs)]
    finally:
        echo.kill()
        echo.wait()
    ours, bare = [mine for mine, _ in pairs], [other for _, other in pairs]
    return [Row("hooks", "a tool's call, with its process", "calls/s", [1000 / each for each in ours],
                [1000 / each for each in bare], "a program that makes one round trip", "at least 0.4", 0.4, at_least=True),
            Row("hooks", "a tool's call", "ms", ours, goal="at most 2 ms", limit=2)]


def measure(bench):
    rows = []
    for parallel in PARALLEL:
        with Orchestrator(bench, f"hook-parallelism: {parallel}") as orrery:
            rows.append(hook_rates(bench, orrery, parallel))
            if parallel == PARALLEL[-1]:
                rows += tool_calls(bench, orrery)
    return rows
