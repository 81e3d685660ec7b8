#!/usr/bin/python3 -ISB
"""All hooks of the redis charm: each looks at what is and brings the server in line with it."""

import pathlib
import socket
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "lib"))
import hook
import program

PORT = 6379
SERVER = program.Program("redis")


def configuration(options):
    return "\n".join([
        f"bind {hook.address()}",
        f"port {PORT}",
        "protected-mode no",  # it listens on its machine's own loopback address only
        "daemonize no",
        'logfile ""',
        f"appendonly {'yes' if options['durable'] else 'no'}",
        "appendfsync always",  # each second means: two seconds in memory where the disk is busy
        'save ""',
        f"maxmemory {options['memory-mib']}mb",
        "",
    ])


def answers():
    """Whether this unit's own server answers, with its data loaded; another may have taken the address."""
    try:
        with socket.create_connection((hook.address(), PORT), timeout=1) as connection:
            connection.sendall(b"INFO server\r\nPING\r\n")
            with connection.makefile("rb") as answer:
                length = int(answer.readline(64)[1:])
                facts = answer.read(length + 2).decode().split()
                return f"process_id:{SERVER.pid()}" in facts and answer.readline(64) == b"+PONG\r\n"
    except (OSError, ValueError):
        return False


def install():
    hook.status("maintenance", "looking for redis-server")
    try:
        words = subprocess.run(["redis-server", "--version"], capture_output=True, text=True).stdout.split()
    except FileNotFoundError as error:
        raise hook.HookError("redis-server is not installed on this host: apt-get install redis-server") from error
    version = next(word[2:] for word in words if word.startswith("v="))
    hook.call("application-version-set", "--", version)


def start():
    (hook.state_directory() / "started").touch()
    hook.call("open-port", f"{PORT}/tcp")
    reconcile()


def reconcile():
    if not (hook.state_directory() / "started").exists() or hook.leaving():
        return
    options = hook.config()
    if not 8 <= options["memory-mib"] <= 65536:
        hook.status("blocked", f"memory-mib is {options['memory-mib']}: set it from 8 to 65536")
        return
    text = configuration(options)
    file = hook.state_directory() / "redis.conf"
    hook.write_whole(file, text)
    SERVER.ensure(["redis-server", str(file)], text)
    SERVER.wait_until(answers, f"answering on {hook.address()}:{PORT}")
    hook.publish("db", {"hostname": hook.address(), "port": PORT})
    hook.publish("logs", {"path": SERVER.log})
    hook.status("active", f"serving on {hook.address()}:{PORT}")


def stop():
    hook.status("maintenance", "stopping redis-server")
    SERVER.stop()
    (hook.state_directory() / "started").unlink(missing_ok=True)


hook.run({
    "install": install,
    "start": start,
    "config-changed": reconcile,
    "upgrade-charm": reconcile,
    "update-status": reconcile,
    "db-relation-joined": reconcile,
    "logs-relation-joined": reconcile,
    "db-relation-departed": reconcile,
    "stop": stop,
})
