"""P1b: a small durable transaction of ours, beside SQLite, ZooKeeper, etcd and PostgreSQL, at 1 and 64 clients.

Two conditions, four records of 200 B, on disk before the answer. Ours: a leader sets 200 B for its unit and for its
application in each of two relations (FlushHook): that its unit is in both scopes and leads is looked at, four bags are
written. Clients of ours and of SQLite are in its process; those of the others come through a socket, as they must."""

import json
import os
import statistics
import subprocess
import tempfile

from bench import REPOSITORY, Failed
from rows import Row

OURS, SQLITE = "test/bench/flushes", "test/bench/sqlite_writer"
TARGETS = [OURS]
CLIENTS = {1: 3_000, 64: 60_000}  # transactions
SCRIPTS = REPOSITORY.parent / "shared" / "bench-peers"
SERVERS = ("zookeeper", "etcd", "postgres")


def has_sqlite(bench):
    if not bench.program(SQLITE).exists():
        subprocess.run(["ninja", "-C", bench.build, SQLITE], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return bench.program(SQLITE).exists()


def serve(name, work):
    """The best rate at each number of clients by that script, or why there is none."""
    script = SCRIPTS / f"run-{name}.sh"
    if not script.exists():
        return {}, "its scripts are not there"
    environment = {**os.environ, "PEER_WORK": work, "PEER_RUNS": "1", "PEER_QUIET": "0", "PEER_SECONDS": "5",
                   "PEER_CLIENTS": " ".join(map(str, CLIENTS))}
    done = subprocess.run([script], env=environment, capture_output=True, text=True, timeout=900)
    best = {}
    for line in done.stdout.splitlines():
        if line.startswith("{"):
            told = json.loads(line)
            if "txn_per_s" in told:
                best[told["clients"]] = max(best.get(told["clients"], 0), told["txn_per_s"])
    words = [line for line in (done.stdout + done.stderr).splitlines() if not line.startswith("{")]
    return best, "" if best else (words[-1] if words else f"exit code {done.returncode}")


def measure(bench):
    rates = {}  # by system and clients
    missing = {} if has_sqlite(bench) else {"SQLite": "libsqlite3-dev is missing: cmd/install bench"}
    def add(system, clients, rate):
        rates.setdefault((system, clients), []).append(rate)
    with tempfile.TemporaryDirectory(prefix="orrery-bench-") as work:
        os.chmod(work, 0o755)  # a server may run as another user
        for _ in range(bench.pairs):
            for clients, transactions in CLIENTS.items():
                transactions = bench.size(transactions, 20 * clients)
                add("ours", clients, bench.run(OURS, clients, transactions)[0]["txn_per_s"])
                if "SQLite" not in missing:
                    add("SQLite", clients, bench.run(SQLITE, clients, transactions)[0]["txn_per_s"])
            for name in SERVERS if not bench.short else ():
                if name not in missing:
                    best, why = serve(name, work)
                    for clients, rate in best.items():
                        add(name, clients, rate)
                    if why:
                        missing[name] = why
    return list(rows(bench, rates, missing))


def rows(bench, rates, missing):
    others = ["SQLite", *(SERVERS if not bench.short else ())]
    for clients in CLIENTS:
        ours = rates[("ours", clients)]
        found = {system: rates[(system, clients)] for system in others if (system, clients) in rates}
        best = max(found, key=lambda system: statistics.median(found[system]), default=None)
        for system in others:
            name = f"{clients} client{'s' * (clients > 1)} beside {system}"
            if system not in found:
                yield Row("peers", name, "txn/s", missing=missing.get(system, "it gave no figure"))
            elif clients > 1:
                yield Row("peers", name, "txn/s", ours, found[system], system, "ahead", 1.0, at_least=True)
            elif system == best:
                yield Row("peers", name + ", the best", "txn/s", ours, found[system], system, "at least 0.8", 0.8,
                          at_least=True)
            else:
                yield Row("peers", name, "txn/s", ours, found[system], system)
    if not rates:
        raise Failed("nothing was measured")
