"""P9: a dozen calls of hook tools as the framework ops makes them in a hook."""

from orchestrator import Orchestrator
from rows import Row

TARGETS = ["cmd/orrery", "cmd/keeper/orrery-keeper", "cmd/tool/orrery-tool"]

# Takes the dozen in turn with as many programs that end at once; prints milliseconds of both.
PROGRAM = """
import subprocess, sys, time
relation, unit = sys.argv[2], "dozen/0"
DOZEN = [
  (["juju-log", "--log-level", "DEBUG", "--", "ops 3.8.0 up and running."], None),
  (["juju-log", "--log-level", "DEBUG", "--", "Emitting Juju event config_changed."], None),
  (["config-get", "--format=json"], None),
  (["is-leader", "--format=json"], None),
  (["relation-ids", "ring", "--format=json"], None),
  (["relation-list", "--format=json", "-r", relation], None),
  (["relation-get", "--format=json", "-r", relation, "-", unit], None),
  (["relation-set", "-r", relation, "--file", "-"], '{"ready": "yes"}'),
  (["network-get", "--format=json", "ring"], None),
  (["opened-ports", "--format=json"], None),
  (["status-set", "--application=True", "active", "--", ""], None),
  (["status-set", "--application=False", "active", "--", "ready"], None),
]
def taken(calls):
  began = time.perf_counter()
  for words, given in calls:
    subprocess.run(words, capture_output=True, check=True, encoding="utf-8", input=given)
  return 1000 * (time.perf_counter() - began)
for _ in range(int(sys.argv[1])):
  print("pair", taken(DOZEN), taken([(["true"], given) for _, given in DOZEN]))
"""


def charm(directory):
    place = directory / "dozen"
    place.mkdir()
    for name, text in (
            ("metadata.yaml", "name: dozen\nsummary: s\ndescription: d\n"
                              "peers: {ring: {interface: ring}}\n"),
            ("config.yaml", "options:\n  name: {type: string, default: joe}\n"),
            ("dozen.py", PROGRAM)):
        (place / name).write_text(text, encoding="utf-8")
    return place


def measure(bench):
    with Orchestrator(bench) as orrery:
        orrery("deploy", charm(orrery.directory))
        orrery.settle()
        run = ("exec", "--unit", "dozen/0", "--")
        relation = orrery(*run, "relation-ids ring").strip()
        told = orrery(*run, f"python3 dozen.py {bench.size(60, 2)} {relation}")
    pairs = [tuple(map(float, line.split()[1:]))
             for line in told.splitlines() if line.startswith("pair ")]
    ours, bare = [mine for mine, _ in pairs], [other for _, other in pairs]
    return [Row("framework", "a dozen calls, with their processes", "ms", ours, bare,
                "programs that end at once"),
            Row("framework", "a dozen calls, our side", "ms",
                [mine - other for mine, other in pairs], goal="at most 25 ms", limit=25)]
