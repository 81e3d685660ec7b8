#!/usr/bin/python3 -ISB
"""All hooks of the shop charm: each looks at what is and brings the shop in line with it."""

import http.client
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "lib"))
import hook
import program

PORT = 8080
VERSION = "1.0"
SHOP = program.Program("shop")
TAKEN_BACK = {"hostname": "", "port": ""}


def answers():
    """Whether it is this unit's own shop that answers, not another one which has taken the address."""
    connection = http.client.HTTPConnection(hook.address(), PORT, timeout=1)
    try:
        connection.request("GET", "/health")
        return connection.getresponse().read(256).decode().strip() == hook.UNIT
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def install():
    hook.call("application-version-set", "--", VERSION)
    hook.status("maintenance", "installed")


def start():
    (hook.state_directory() / "started").touch()
    hook.call("open-port", f"{PORT}/tcp")
    reconcile()


def reconcile():
    if not (hook.state_directory() / "started").exists() or hook.leaving():
        return
    hook.publish("logs", {"path": SHOP.log})
    cache = [settings for settings in hook.counterparts("cache").values() if "hostname" in settings and "port" in settings]
    if cache:
        serve(cache[0])
    else:
        wait_for_cache()


def serve(cache):
    settings = {
        "address": hook.address(),
        "port": PORT,
        "unit": hook.UNIT,
        "units": 1 + len(hook.counterparts("cluster")),
        "greeting": hook.config()["greeting"],
        "redis-host": cache["hostname"],
        "redis-port": int(cache["port"]),
    }
    file = hook.state_directory() / "shop.json"
    hook.write_whole(file, json.dumps(settings, indent=2) + "\n")
    SHOP.ensure([str(hook.CHARM / "bin" / "shop"), str(file)], VERSION, hook.address())
    SHOP.wait_until(answers, f"answering on {hook.address()}:{PORT}")
    # Only now may a proxy hear of it: what is published can be asked.
    hook.publish("website", {"hostname": hook.address(), "port": PORT})
    hook.status("active", f"serving on {hook.address()}:{PORT}")


def wait_for_cache():
    hook.publish("website", TAKEN_BACK)
    SHOP.stop()
    if hook.relations("cache"):
        hook.status("waiting", "for redis to say where it is")
    else:
        hook.status("blocked", f"needs a redis: orrery integrate {hook.APPLICATION}:cache redis:db")


def stop():
    hook.status("maintenance", "closing the shop")
    SHOP.stop()
    (hook.state_directory() / "started").unlink(missing_ok=True)


hook.run({
    "install": install,
    "start": start,
    "config-changed": reconcile,
    "upgrade-charm": reconcile,
    "update-status": reconcile,
    "website-relation-joined": reconcile,
    "logs-relation-joined": reconcile,
    "cache-relation-changed": reconcile,
    "cache-relation-departed": reconcile,
    "cache-relation-broken": reconcile,
    "cluster-relation-joined": reconcile,
    "cluster-relation-departed": reconcile,
    "stop": stop,
})
