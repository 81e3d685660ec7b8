"""Which calls of hook tools a checkout of the framework ops makes, by calling all that it has.

Run by itself, with a directory of the stand-ins and that of the checkout; prints JSON: the words of
each call that `ops.hookcmds` makes for any choice of its arguments, and the names of the tools that
any of its files runs.
"""

import inspect
import itertools
import json
import pathlib
import re
import subprocess
import sys

# What arguments may be, beside being left out: by name, or by function and name.
VALUES = {
    "action_fail.message": ["", "-no"],
    "action_get.key": ["to", "deep.a"],
    "action_log.message": ["-half\nway"],
    "action_set.results": [{"done": "yes", "where": {"to": "a=b"}, "empty": ""}],
    "app": [False, True],
    "app_version_set.version": ["-1.2"],
    "config_get.key": ["name", "unset"],
    "content": [{"k": "v"}],
    "counts": [{"data": 1}],
    "description": ["d"],
    "endpoint": ["db"],
    "endpoints": [["db"], ["db", "ring"]],
    "expire": ["2030-01-01T00:00:00Z"],
    "id": [1],
    "juju_log.message": ["--two\nlines"],
    "key": ["host"],
    "label": ["l"],
    "level": ["TRACE", "DEBUG", "INFO", "WARNING", "ERROR"],
    "name": ["db"],
    "network_get.binding_name": ["db"],
    "now": [False, True],
    "opened_ports.endpoints": [False, True],
    "owner": ["application"],
    "peek": [False, True],
    "port": [80],
    "protocol": ["icmp", "tcp", "udp"],
    "refresh": [False, True],
    "relation_id": [1],
    "relation_set.data": [{"a": "b"}],
    "resource_get.name": ["blob"],
    "revision": [1],
    "rotate": ["daily"],
    "secret_revoke.app": ["server"],
    "state_delete.key": ["one"],
    "state_get.key": [None, "two words"],
    "state_set.data": [{"a": "b"}],
    "status_set.message": ["", "-well"],
    "status_set.status": ["active"],
    "storage_get.id": ["data/0"],
    "storage_list.name": ["data"],
    "to_port": [90],
    "unit": ["server/0"],
}
SECRET_ID = "secret:1"
# What is answered, so that the function goes on.
ANSWERS = {"credential-get": '{"type": "t", "name": "n"}', "relation-model-get": '{"uuid": "u"}',
           "storage-get": '{"kind": "k", "location": "/"}', "opened-ports": "[]",
           "secret-info-get": '{"1": {"revision": 1}}'}
STATUS = '{"status": "s", "message": "m", "status-data": {}}'


def answer(words):
    if words[0] == "status-get":
        return f'{{"application-status": {STATUS}}}' if words[-1].endswith("true") else STATUS
    return ANSWERS.get(words[0], "{}")


def choices(function, parameter):
    """Its values; without it, too, where it may be left out."""
    name = parameter.name
    if name == "id" and function.__name__.startswith("secret_"):
        values = [SECRET_ID]
    else:
        values = VALUES.get(f"{function.__name__}.{name}", VALUES.get(name))
    if values is None:
        raise SystemExit(f"ops.hookcmds.{function.__name__} has an argument {name} that "
                         "framework_forms.VALUES does not know: add it, and its calls to "
                         "framework_calls")
    left_out = [] if parameter.default is inspect.Parameter.empty else [inspect.Parameter.empty]
    return left_out + values


def call_all(function):
    """Calls it with all choices of its arguments that it takes."""
    parameters = inspect.signature(function).parameters.values()
    for values in itertools.product(*(choices(function, each) for each in parameters)):
        given = {each.name: value for each, value in zip(parameters, values)
                 if value is not inspect.Parameter.empty}
        if given.get("protocol") == "icmp" and "port" in given or (
                given.get("protocol") in ("tcp", "udp") and "port" not in given):
            continue  # no port that Juju knows
        if "endpoint" in given and "id" not in given or "to_port" in given and "port" not in given:
            continue  # without effect
        try:
            function(**given)
        except TypeError:
            continue  # The function refuses it: nothing was called.


def main():
    sys.path[:0] = sys.argv[1:3]
    from ops import hookcmds
    made = []

    def run(words, **_):
        made.append(list(words))
        return subprocess.CompletedProcess(words, 0, answer(words), "")

    subprocess.run = run
    for name in hookcmds.__all__:
        if inspect.isfunction(function := getattr(hookcmds, name)):
            call_all(function)
    tools = set()
    for file in (pathlib.Path(sys.argv[2]) / "ops").rglob("*.py"):
        tools |= set(re.findall(r"\brun\(\s*\[?['\"]([a-z0-9-]+)['\"]", file.read_text()))
        tools |= set(re.findall(r"\bcmd: list\[str\] = \[['\"]([a-z-]+)['\"]", file.read_text()))
    print(json.dumps({"calls": made, "tools": sorted(tools)}))


if __name__ == "__main__":
    main()
