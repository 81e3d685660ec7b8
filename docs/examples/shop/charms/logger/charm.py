#!/usr/bin/python3 -ISB
"""All hooks of the logger charm: each brings the forwarder in line with the logs that the principal names."""

import hashlib
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "lib"))
import hook
import program

VERSION = "1.0"
FORWARDER = program.Program("forward")


def install():
    hook.call("application-version-set", "--", VERSION)
    hook.status("maintenance", "installed")


def start():
    (hook.state_directory() / "started").touch()
    reconcile()


def reconcile():
    if not (hook.state_directory() / "started").exists() or hook.leaving():
        return
    keep = hook.config()["keep-kib"]
    if not 16 <= keep <= 1048576:
        hook.status("blocked", f"keep-kib is {keep}: set it from 16 to 1048576")
        return
    sources = {unit: settings["path"] for unit, settings in hook.counterparts("logs").items() if settings.get("path")}
    if not sources:
        FORWARDER.stop()
        hook.status("waiting", "for a unit beside it to name its log")
        return
    forward(sources, keep * 1024)
    hook.status("active", f"gathering the log of {', '.join(sorted(sources))}")


def forward(sources, keep_bytes):
    state = hook.state_directory()
    mark = state / "forward.mark"
    text = json.dumps({"target": str(state / "gathered.log"), "keep-bytes": keep_bytes, "mark": str(mark),
                       "sources": sources}, indent=2, sort_keys=True)
    hook.write_whole(state / "forward.json", text)
    if FORWARDER.pid() is None:
        mark.unlink(missing_ok=True)  # what the last forwarder said is not what this one will
    FORWARDER.ensure([str(hook.CHARM / "bin" / "forward"), str(state / "forward.json")], VERSION)
    wanted = hashlib.sha256(text.encode()).hexdigest()
    FORWARDER.wait_until(lambda: mark.exists() and mark.read_text() == wanted, "following its logs")


def stop():
    hook.status("maintenance", "stopping the forwarder")
    FORWARDER.stop()
    (hook.state_directory() / "started").unlink(missing_ok=True)


hook.run({
    "install": install,
    "start": start,
    "config-changed": reconcile,
    "upgrade-charm": reconcile,
    "update-status": reconcile,
    "logs-relation-changed": reconcile,
    "logs-relation-departed": reconcile,
    "logs-relation-broken": reconcile,
    "stop": stop,
})
