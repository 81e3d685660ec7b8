"""Which calls of juju a checkout of jubilant makes, by calling all that its class Juju has.

Run by itself, with jubilant in PYTHONPATH; prints JSON: the words of each call that it makes when
each argument is left out, is given alone, and is given with all others."""

import contextlib
import inspect
import json

import jubilant

# What arguments may be: by name, or by method and name.
VALUES = {
    "add_machine.target": "lxd:0", "alias": "y", "app": "a", "app1": "a:db", "app2": "web",
    "app_config": True, "attach_storage": ["data/0", "data/1"], "auto_prune": True, "base": "u@1",
    "bind": {"db": "alpha"}, "bootstrap_base": "u@1", "bootstrap_constraints": {"mem": "1G"},
    "channel": "edge", "charm": "./a.charm", "client": True, "cloud": "local", "command": "true",
    "config": {"key": True}, "constraints": {"mem": "1G"}, "container": "charm",
    "content": {"key": "value"}, "controller": "c", "credential": "cr",
    "add_credential.credential": {"credentials": {}}, "definition": {"clouds": {}},
    "destination": "web/0:/b", "destroy_storage": True, "disks": ["d", "e"], "endpoint": ["db"],
    "action": "do-thing", "force": True, "host_key_checks": False, "identifier": "secret",
    "info": "i", "limit": 5, "machine": 0, "metadata_source": "m", "model": "m",
    "model_and_app": "m.a", "model_defaults": {"key": "v"}, "name": "n", "no_wait": True,
    "offer.app": "m.a",
    "num_machines": 2, "num_units": 2, "overlays": ["./o.yaml"], "owner": "admin",
    "params": {"key": 1}, "path": "./a.charm", "private_key": "k", "public_key": "k",
    "region": "r", "release_storage": True, "remove": True, "reset": ["key", "other"],
    "resources": {"blob": "./b"}, "reveal": True, "revision": 1, "revisions": True,
    "scope": "cluster",
    "scp_options": ["-C"], "source": "./b", "ssh_options": ["-v"], "storage": {"data": "1G"},
    "storage_pool": {"name": "p"}, "target": "web/0", "target_controller": "t", "timeout": 10.5,
    "to": ["0", "1"], "trust": True, "unit": "web/0", "user": "root", "values": {"key": "v"},
    "via": ["10.0.0.0/8"], "wait": 0.5,
}
SEVERAL = ["one", "two"]  # of *words
OF_ANY_VERB = {"cli", "wait"}  # One is the caller's own words, the other asks for the status.


class Asked(Exception):
    """Ends a method as soon as it has called juju."""


def value_of(method, name):
    found = VALUES.get(f"{method}.{name}", VALUES.get(name))
    if found is None:
        raise SystemExit(f"jubilant.Juju.{method} has an argument {name} that "
                         "jubilant_forms.VALUES does not know: add it, and its calls to "
                         "jubilant_calls")
    return found


def call(juju, name, parameters, given):
    words, named = [], {}
    for each in parameters:
        if each.kind == each.VAR_POSITIONAL:
            words += SEVERAL if name != "remove_unit" else SEVERAL[:1]
        elif each.name in given or each.default is each.empty:
            value = value_of(name, each.name)
            if each.kind == each.POSITIONAL_OR_KEYWORD and each.default is each.empty:
                words.append(value)
            else:
                named[each.name] = value
    with contextlib.suppress(Asked, TypeError, ValueError):  # Choices that jubilant refuses.
        getattr(juju, name)(*words, **named)


def main():
    sent = []

    def record(_, *words, **named):
        sent.append([str(word) for word in words])
        raise Asked

    jubilant.Juju._cli = record
    for name, method in inspect.getmembers(jubilant.Juju, inspect.isfunction):
        if name.startswith("_") or name in OF_ANY_VERB:
            continue
        before = len(sent)
        parameters = list(inspect.signature(method).parameters.values())[1:]
        optional = [each.name for each in parameters if each.default is not each.empty]
        for given in [[], *([each] for each in optional), optional,
                      *([each for each in optional if each != left] for left in optional)]:
            call(jubilant.Juju(), name, parameters, given)
        if len(sent) == before:
            raise SystemExit(f"jubilant.Juju.{name} did not call juju")
    print(json.dumps(sent))


if __name__ == "__main__":
    main()
