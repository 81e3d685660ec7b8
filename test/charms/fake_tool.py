#!/usr/bin/python3 -ISB
"""The hook tools for one hook of the harness, by argv[0]: what the charms of this tree use, no more.

Reads the hook's sight from the JSON file $FAKE_CONTEXT; what the hook wants changed is appended to $FAKE_CONTEXT.wishes,
one JSON object a line, and takes effect when the hook succeeds (status and log at once, by the reader's choice).
"""

import json
import os
import sys


class Options:
    """--format=F, -r ID, --all and words in any order; what follows `--` is words."""

    def __init__(self, arguments):
        self.format, self.relation, self.all, self.words = "smart", None, False, []
        rest = iter(arguments)
        for argument in rest:
            if argument == "--":
                self.words.extend(rest)
            elif argument == "-r":
                self.relation = next(rest)
            elif argument in ("-a", "--all"):
                self.all = True
            elif argument in ("--format=json", "--format=smart"):
                self.format = argument.partition("=")[2]
            elif argument.startswith("-") and argument != "-":
                fail(2, f"flag provided but not defined: {argument}")
            else:
                self.words.append(argument)


def fail(code, text):
    print(f"ERROR {text}", file=sys.stderr)
    sys.exit(code)


def show(value, form):
    if form == "json":
        print(json.dumps(value))
    elif isinstance(value, list):
        print("\n".join(value))
    elif value not in (None, ""):
        print(value)


def wish(**fields):
    with open(os.environ["FAKE_CONTEXT"] + ".wishes", "a", encoding="utf-8") as file:
        file.write(json.dumps(fields) + "\n")


def pending(relation):
    """What this hook has set so far on a relation."""
    changes = {}
    try:
        with open(os.environ["FAKE_CONTEXT"] + ".wishes", encoding="utf-8") as file:
            for line in file:
                entry = json.loads(line)
                if entry["tool"] == "relation-set" and entry["relation"] == relation:
                    changes.update(entry["settings"])
    except FileNotFoundError:
        pass
    return changes


def find_relation(sight, name):
    name = name or sight["relation"]
    if not name:
        fail(2, "no relation id specified")
    if name not in sight["relations"]:
        fail(2, f'invalid value "{name}" for option -r: relation not found')
    return name


def relation_get(sight, options):
    relation = find_relation(sight, options.relation)
    key, owner = (options.words + [None, None])[:2]
    owner = owner or sight["remote_unit"] or fail(2, "no unit or application specified")
    bags = sight["relations"][relation]["bags"]
    if owner not in bags:
        fail(1, "permission denied")
    bag = dict(bags[owner])
    if owner == sight["unit"]:
        bag.update(pending(relation))
        bag = {name: value for name, value in bag.items() if value}
    return bag if key in (None, "-") else bag.get(key)


def relation_set(sight, options):
    relation = find_relation(sight, options.relation)
    settings = dict(word.partition("=")[::2] for word in options.words)
    if not all("=" in word for word in options.words):
        fail(2, f"expected key=value, got {options.words}")
    wish(tool="relation-set", relation=relation, settings=settings)


def answer(tool, sight, options):
    """What a tool that only reads answers."""
    words = options.words
    if tool == "config-get":
        return sight["config"] if options.all or not words else sight["config"].get(words[0])
    if tool == "unit-get" and words and words[0] in ("private-address", "public-address"):
        return sight["address"]
    if tool == "relation-ids":
        endpoint = words[0] if words else sight["endpoint"]
        return sorted(name for name, facts in sight["relations"].items() if facts["endpoint"] == endpoint)
    if tool == "relation-list":
        return sight["relations"][find_relation(sight, options.relation)]["members"]
    if tool == "relation-get":
        return relation_get(sight, options)
    if tool == "is-leader":
        return sight["leader"]
    return fail(2, f"unknown tool or arguments: {tool} {words}")


def main():
    tool = os.path.basename(sys.argv[0])
    options = Options(sys.argv[1:])
    with open(os.environ["FAKE_CONTEXT"], encoding="utf-8") as file:
        sight = json.load(file)
    if tool == "relation-set":
        relation_set(sight, options)
    elif tool in ("status-set", "application-version-set", "open-port", "close-port", "juju-log"):
        if tool == "status-set" and options.words[0] not in ("maintenance", "blocked", "waiting", "active"):
            fail(2, f'invalid status "{options.words[0]}", expected one of [maintenance blocked waiting active]')
        wish(tool=tool, words=options.words)
    else:
        show(answer(tool, sight, options), options.format)


main()
