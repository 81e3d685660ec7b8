#!/usr/bin/python3 -ISB
"""All hooks of the proxy charm: each writes haproxy's configuration from what is related now and has it read."""

import hashlib
import http.client
import pathlib
import re
import signal
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "lib"))
import hook
import program

PORT = 8000
BALANCES = ("roundrobin", "static-rr", "leastconn", "first", "source")
GENERATION_PATH = "/.proxy/generation"
HAPROXY = program.Program("haproxy")

CONFIGURATION = """\
global
    log stdout format raw local0
    maxconn 500
    hard-stop-after 5s
defaults
    mode http
    log global
    option httplog
    option http-server-close
    option redispatch
    retries 3
    timeout connect 2s
    timeout client 10s
    timeout server 10s
    timeout check 2s
frontend web
    bind {address}:{port}
    http-request return status 200 content-type text/plain string {generation} if {{ path {path} }}
    default_backend servers
backend servers
    balance {balance}
    option httpchk GET /health
    default-server check inter {interval} fall 2 rise 1 maxconn 50
{servers}
"""


def install():
    hook.status("maintenance", "looking for haproxy")
    try:
        words = subprocess.run(["haproxy", "-v"], capture_output=True, text=True).stdout.split()
    except FileNotFoundError as error:
        raise hook.HookError("haproxy is not installed on this host: apt-get install haproxy") from error
    hook.call("application-version-set", "--", words[2].split("-")[0])


def start():
    (hook.state_directory() / "started").touch()
    hook.call("open-port", f"{PORT}/tcp")
    reconcile()


def reconcile():
    if not (hook.state_directory() / "started").exists() or hook.leaving():
        return
    options = hook.config()
    problem = wrong(options)
    if problem:
        hook.status("blocked", problem)
        return
    servers = backends()
    apply(*configuration(options, servers))
    hook.publish("logs", {"path": HAPROXY.log})
    tell(len(servers))


def wrong(options):
    if options["balance"] not in BALANCES:
        return f"balance is {options['balance']!r}: set it to one of {', '.join(BALANCES)}"
    if not 100 <= options["check-interval-ms"] <= 60000:
        return f"check-interval-ms is {options['check-interval-ms']}: set it from 100 to 60000"
    return None


def backends():
    """Lines of the servers that have said where they are; what is not an address and a port does not get in."""
    lines = []
    for unit, settings in sorted(hook.counterparts("backend").items()):
        host, port = settings.get("hostname", ""), settings.get("port", "")
        if re.fullmatch(r"[0-9A-Za-z.:_-]+", host) and re.fullmatch(r"[0-9]{1,5}", port):
            lines.append(f"    server {unit.replace('/', '-')} {host}:{port}")
        elif host or port:
            hook.log(f"{unit} says hostname {host!r} and port {port!r}: left out")
    return lines


def configuration(options, servers):
    """The file's text, and the generation that a haproxy which has read it will tell."""
    values = {"address": hook.address(), "port": PORT, "path": GENERATION_PATH, "balance": options["balance"],
              "interval": options["check-interval-ms"], "servers": "\n".join(servers)}
    generation = hashlib.sha256(CONFIGURATION.format(generation=hook.UNIT, **values).encode()).hexdigest()[:16]
    return CONFIGURATION.format(generation=generation, **values), generation


def apply(text, generation):
    """Has haproxy run with this text. What it serves is asked of haproxy itself: a crash cannot make that stale."""
    state = hook.state_directory()
    draft, file = state / "haproxy.cfg.draft", state / "haproxy.cfg"
    hook.write_whole(draft, text)
    check = subprocess.run(["haproxy", "-c", "-q", "-f", str(draft)], capture_output=True, text=True)
    if check.returncode != 0:
        raise hook.HookError(f"haproxy refuses its configuration {draft}: {check.stderr.strip()}")
    draft.replace(file)
    HAPROXY.ensure(["haproxy", "-W", "-f", str(file)], hook.address())
    HAPROXY.wait_until(lambda: served() is not None, f"answering on {hook.address()}:{PORT}")
    if served() != generation:
        HAPROXY.signal(signal.SIGUSR2)
        HAPROXY.wait_until(lambda: served() == generation, "serving its new configuration")


def served():
    """Generation of the configuration in use, or None if nothing answers."""
    connection = http.client.HTTPConnection(hook.address(), PORT, timeout=1)
    try:
        connection.request("GET", GENERATION_PATH)
        return connection.getresponse().read(64).decode()
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


def tell(count):
    if count:
        hook.status("active", f"{count} server{'' if count == 1 else 's'} behind {hook.address()}:{PORT}")
    elif hook.relations("backend"):
        hook.status("waiting", "for a server to say where it is")
    else:
        hook.status("blocked", f"needs servers: orrery integrate {hook.APPLICATION}:backend APPLICATION:website")


def stop():
    hook.status("maintenance", "stopping haproxy")
    HAPROXY.stop()
    (hook.state_directory() / "started").unlink(missing_ok=True)


hook.run({
    "install": install,
    "start": start,
    "config-changed": reconcile,
    "upgrade-charm": reconcile,
    "update-status": reconcile,
    "logs-relation-joined": reconcile,
    "backend-relation-changed": reconcile,
    "backend-relation-departed": reconcile,
    "backend-relation-broken": reconcile,
    "stop": stop,
})
