"""One hook of a charm: the hook tools as functions, and a main that ends with a clear word.

Every charm of this example carries the same copy of this file; test/charms checks that they do not drift apart.
"""

import json
import os
import pathlib
import subprocess
import sys

NAME = os.path.basename(sys.argv[0])
UNIT = os.environ["JUJU_UNIT_NAME"]
APPLICATION = UNIT.split("/")[0]
CHARM = pathlib.Path(os.environ["JUJU_CHARM_DIR"])


class HookError(Exception):
    """Ends the hook; its text is what a person reads in the unit's log."""


def call(tool, *arguments):
    """Runs a hook tool and returns what it prints."""
    done = subprocess.run([tool, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode != 0:
        raise HookError(f"{tool} {' '.join(arguments)}: {done.stderr.strip()}")
    return done.stdout


def ask(tool, *arguments):
    """Runs a hook tool and returns its answer as data."""
    return json.loads(call(tool, "--format=json", *arguments))


def state_directory():
    """Where the unit keeps what outlives a hook: beside the charm, not in it, so that a new charm finds it."""
    directory = pathlib.Path(os.environ["HOME"]) / "state"
    directory.mkdir(mode=0o700, exist_ok=True)
    return directory


def config():
    return ask("config-get", "--all")


def address():
    return ask("unit-get", "private-address")


def status(value, message):
    call("status-set", value, "--", message)


def log(text):
    call("juju-log", "--", text)


def relations(endpoint):
    """Ids of the relations at an endpoint, without the one that this very hook sees broken."""
    broken = os.environ.get("JUJU_RELATION_ID") if NAME.endswith("-relation-broken") else None
    return [relation for relation in ask("relation-ids", endpoint) if relation != broken]


def counterparts(endpoint):
    """Settings of every unit on the other side of an endpoint, by unit name, over all its relations."""
    found = {}
    for relation in relations(endpoint):
        for unit in ask("relation-list", "-r", relation):
            found[unit] = ask("relation-get", "-r", relation, "-", unit) or {}
    return found


def publish(endpoint, settings):
    """Says the same on every relation of an endpoint; an empty value takes a key back."""
    for relation in relations(endpoint):
        known = ask("relation-get", "-r", relation, "-", UNIT) or {}
        news = [f"{key}={value}" for key, value in settings.items() if known.get(key, "") != str(value)]
        if news:
            call("relation-set", "-r", relation, *news)


def leaving():
    """Whether this unit is on its way out, as opposed to one that lost a counterpart.

    Its programs then go on until `stop`, so that what was sent here before the others noticed is still served.
    """
    mark = state_directory() / "leaving"
    if os.environ.get("JUJU_DEPARTING_UNIT") == UNIT:
        mark.touch()
    return mark.exists()


def write_whole(path, text):
    """Replaces a file at once: a reader, or the next try after a crash, sees the old text or the new, never a part."""
    fresh = path.with_name(path.name + ".new")
    with open(fresh, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(fresh, path)


def run(handlers):
    """Runs the handler of this hook and ends the process: 0, or 1 with the reason on stderr."""
    try:
        handlers[NAME]()
    except HookError as error:
        print(f"{NAME}: {error}", file=sys.stderr)
        sys.exit(1)
