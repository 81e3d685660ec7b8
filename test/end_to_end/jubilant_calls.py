"""Every call of juju that jubilant makes, in all forms, in the order of a model's life.

Words in braces are what test_jubilant_calls.py has made: the model and a second one, the archive
of the charm `life`, a resource, files of a secret and of parameters, keys for ssh. A call of a
model has `--model` right after the verb, as jubilant gives it. `reads` are keys of the JSON that
it prints, from the top, each with what jubilant reads there: a value, or a type."""

import dataclasses

SETTLED = None  # In the place of a call: all that was asked has been done.
ABSENT = "is a command of Juju's that Orrery does not have"
LATER = "comes with a later Orrery"


@dataclasses.dataclass(frozen=True)
class Call:
    words: tuple
    of_model: bool = True
    code: int = 0
    error: str = ""  # A part of standard error.
    says: str | None = None  # All of standard output.
    reads: tuple = ()  # Paths, the last of each is a value or a type.
    keeps: str = ""  # What its output is called in later calls.


def call(*words, **named):
    return Call(words, **named)


def apart(*words, **named):
    """A call that names no model by --model."""
    return Call(words, of_model=False, **named)


def refused(*words, error, code=1, of_model=True):
    return Call(words, of_model, code, error)


def flags(words):
    """Those of juju among the words of a call, without the command that is to run."""
    own = words[:words.index("--")] if "--" in words else words
    return {word for word in own if word.startswith("--")}


def flags_by_verb():
    found = {}
    for each in CALLS:
        if each is not SETTLED:
            found.setdefault(each.words[0], set()).update(flags(each.words[1:]))
    return found


BLOB = ("--resource", "blob={blob}")
JSON = ("--format", "json")
CLOUDS = [
    refused("add-cloud", "c", "--client", "--controller", "orrery", "--credential", "x", "--force",
            "--target-controller", "t", "--file", "{params}", error=ABSENT, of_model=False),
    refused("update-cloud", "c", "--client", "--controller", "orrery", "-f", "{params}",
            error=ABSENT, of_model=False),
    refused("add-credential", "c", "--client", "--controller", "orrery", "--region", "r", "--file",
            "{params}", error=ABSENT, of_model=False),
    refused("bootstrap", "lxd", "c", "--no-switch", "--bootstrap-base", "24.04",
            "--bootstrap-constraints", "mem=8G", "--config", "a=b", "--constraints", "mem=8G",
            "--credential", "x", "--force", "--model-default", "a=b", "--storage-pool", "name=x",
            "--to", "0", "--metadata-source", "m", error=ABSENT, of_model=False),
    refused("offer", "{model}.a:db", "--controller", "orrery", "x", error=LATER, of_model=False),
    refused("consume", "orrery:admin/m.x", "y", error=LATER),
]
MODELS = [
    apart("version", *JSON, "--all", reads=(("version", str),)),
    apart("add-model", "--no-switch", "{model}", "--config", "update-status-hook-interval=1m"),
    apart("add-model", "--no-switch", "{second}", "local", "--controller", "orrery", "--config",
          "http-proxy=http://a", "--credential", "any"),
    apart("show-model", *JSON, "{model}", reads=(
        ("{model}", "short-name", "{model}"), ("{model}", "name", "admin/{model}"),
        ("{model}", "model-uuid", str), ("{model}", "model-type", str),
        ("{model}", "controller-uuid", str), ("{model}", "controller-name", "orrery"),
        ("{model}", "is-controller", False), ("{model}", "cloud", str),
        ("{model}", "life", "alive"), ("{model}", "status", "current", "available"))),
    call("model-config", *JSON, reads=(("update-status-hook-interval", "Value", "1m"),
                                       ("http-proxy", "Value", ""))),
    call("model-config", "http-proxy=http://x", "automatically-retry-hooks=false", "--reset",
         "ftp-proxy,update-status-hook-interval"),
    call("model-config", "--reset", "http-proxy,automatically-retry-hooks"),
    call("model-config", *JSON, reads=(("update-status-hook-interval", "Value", "5m"),
                                       ("automatically-retry-hooks", "Value", True))),
    call("model-constraints", *JSON, says="{{}}\n"),
    call("set-model-constraints", "mem=1M", "cores=1", "allocate-public-ip=true"),
    call("model-constraints", *JSON,
         reads=(("mem", 1), ("cores", 1), ("allocate-public-ip", True))),
    call("set-model-constraints", "mem=", "cores=", "allocate-public-ip="),
    call("model-constraints", *JSON, reads=(("mem", 0), ("cores", 0))),
]
DEPLOYED = [
    call("deploy", "{charm}", "a", "--base", "ubuntu@24.04", "--bind", "db=alpha", "--config",
         "testoption=x", "--config", "flag=true", "--constraints", "mem=1M", "--constraints",
         "cores=1", "--force", "--num-units", "2", *BLOB, "--storage", "data=1M,1", "--trust"),
    call("deploy", "./life.charm", "b", "--bind", "alpha", "--channel", "edge", "--config",
         "trust=true", *BLOB, "--revision", "3", "--to", "0"),
    call("deploy", "{charm}", "c", "--num-units", "2", *BLOB, "--to", "0,1"),
    call("deploy", "{bundle}", "--overlay", "{overlay}"),
    SETTLED,
    call("status", *JSON, reads=(
        ("model", "name", "{model}"), ("model", "type", str), ("model", "controller", "orrery"),
        ("model", "cloud", str), ("model", "version", str), ("model", "model-status", dict),
        ("controller", "timestamp", str), ("machines", "0", "juju-status", "current", "started"),
        ("machines", "0", "instance-id", str), ("machines", "0", "hardware", str),
        ("applications", "a", "charm", "local:life-0"), ("applications", "a", "charm-rev", 0),
        ("applications", "a", "charm-name", "life"), ("applications", "a", "exposed", False),
        ("applications", "a", "charm-origin", "local"), ("applications", "a", "base", dict),
        ("applications", "a", "application-status", "current", "active"),
        ("applications", "a", "units", "a/0", "workload-status", "current", "active"),
        ("applications", "a", "units", "a/0", "juju-status", "current", "idle"),
        ("applications", "a", "units", "a/0", "machine", "0"),
        ("applications", "a", "units", "a/0", "public-address", str),
        ("applications", "b", "units", "b/0", "machine", "0"),
        ("applications", "c", "units", "c/1", "machine", "1"),
        ("applications", "web", "exposed", True), ("storage", "storage", "data/0", dict))),
    call("show-unit", "a/0", *JSON, reads=(
        ("a/0", "charm", "local:life-0"), ("a/0", "leader", bool), ("a/0", "machine", "0"),
        ("a/0", "life", "alive"), ("a/0", "opened-ports", list), ("a/0", "public-address", str))),
    call("config", *JSON, "a", reads=(
        ("settings", "testoption", "value", "x"), ("settings", "testoption", "type", "string"),
        ("settings", "flag", "value", True), ("application-config", "trust", "value", True),
        ("application-config", "trust", "type", "bool"))),
    call("config", *JSON, "b", reads=(("application-config", "trust", "value", True),)),
    call("config", "a", "testoption=y", "flag=false", "--reset", "trust"),
    call("config", *JSON, "a", reads=(("settings", "testoption", "value", "y"),
                                      ("settings", "flag", "value", False),
                                      ("application-config", "trust", "value", False))),
    call("config", "a", "--reset", "testoption,flag"),
    call("trust", "a"),
    call("trust", "a", "--remove", "--scope", "cluster"),
    call("refresh", "a", "--base", "ubuntu@24.04", "--channel", "edge", "--config", "testoption=q",
         "--force", "--force-base", "--force-units", "--path", "{charm}", *BLOB, "--storage",
         "data=1M", "--trust"),
    SETTLED,
    refused("refresh", "a", "--revision", "3", error="requires either --path or --switch"),
    call("config", *JSON, "a", reads=(("settings", "testoption", "value", "q"),
                                      ("application-config", "trust", "value", True))),
    call("integrate", "a:db", "web"),
    call("integrate", "b", "web", "--via", "192.0.2.0/24,10.0.0.0/8"),
    SETTLED,
    call("status", *JSON, reads=(
        ("applications", "a", "relations", "db", 0, "related-application", "web"),
        ("applications", "a", "relations", "db", 0, "interface", "dbi"),
        ("applications", "a", "charm-rev", 1))),
    call("show-unit", "a/0", *JSON, reads=(
        ("a/0", "relation-info", 0, "endpoint", "db"),
        ("a/0", "relation-info", 0, "related-endpoint", "db"))),
    call("remove-relation", "a", "web"),
    call("remove-relation", "b", "web", "--force"),
]
RUN = [
    call("run", *JSON, "a/0", "do-thing", error="Waiting for task", reads=(
        ("a/0", "id", str), ("a/0", "status", "completed"), ("a/0", "results", "thing", "none"),
        ("a/0", "results", "return-code", 0))),
    call("run", *JSON, "b/leader", "do-thing", "--wait", "60.5s", "--params", "{params}",
         reads=(("b/0", "results", "thing", "some"),)),
    call("run", *JSON, "a/0", "fail", reads=(
        ("a/0", "status", "failed"), ("a/0", "message", "as it was asked"),
        ("a/0", "results", "return-code", 0))),
    refused("run", *JSON, "a/0", "fall", error="task failed"),
    refused("run", *JSON, "a/0", "stay", "--wait", "0.001s", error="timed out"),
    call("run", *JSON, "a/0", "unknown", says="", error="failed to schedule any tasks"),
    call("run", *JSON, "a/42", "do-thing", says="", error="failed to schedule any tasks"),
    call("exec", *JSON, "--unit", "b/leader", "--wait", "60.5s", "--", "echo", "it's", "$HOME*",
         reads=(("b/0", "results", "return-code", 0), ("b/0", "status", "completed"))),
    call("exec", *JSON, "--unit", "b/0", "--", "echo foo",
         reads=(("b/0", "results", "stdout", "foo\n"),)),
    call("exec", *JSON, "--machine", "0", "--wait", "60s", "--", "echo foo >&2",
         reads=(("0", "results", "stderr", "foo\n"),)),
    refused("exec", *JSON, "--unit", "a/0", "--", "sleep x", error="task failed"),
    refused("exec", *JSON, "--unit", "a/0", "--wait", "0.001s", "--", "sleep 1", error="timed out"),
    call("exec", *JSON, "--unit", "a/42", "--", "true", says="",
         error="failed to schedule any tasks"),
    call("ssh", "a/0", "echo UNIT", says="UNIT\n"),
    call("ssh", "root@a/0", "-o", "ConnectTimeout=5", "echo", "a", "b", says="a b\n"),
    call("ssh", "--container", "charm", "--no-host-key-checks", "0", "echo", "x", says="x\n"),
    call("scp", "--", "{blob}", "a/0:there"),
    call("scp", "--container", "charm", "--no-host-key-checks", "--", "-C", "a/0:there", "{back}"),
    call("debug-log", "--limit", "0"),
    call("debug-log", "--limit", "5"),
    call("add-ssh-key", "{key}", "{other_key}"),
    call("remove-ssh-key", "{other_key}"),
    call("remove-ssh-key", "other@here"),
]
SECRETS = [
    call("add-secret", "plain", "--file", "{content}", keeps="uri"),
    call("add-secret", "told", "--info", "i", "--file", "{content}"),
    call("update-secret", "{uri}", "--info", "more", "--name", "named", "--auto-prune", "--file",
         "{content2}"),
    call("update-secret", "told", "--file", "{content2}"),
    call("grant-secret", "{uri}", "a"),
    call("grant-secret", "told", "a,b"),
    call("secrets", *JSON, reads=(("{id}", "name", "named"), ("{id}", "revision", 2),
                                  ("{id}", "owner", "<model>"), ("{id}", "description", "more"),
                                  ("{id}", "created", str), ("{id}", "updated", str))),
    call("secrets", "--owner", "<model>", *JSON, reads=(("{id}", "revision", 2),)),
    call("show-secret", "{uri}", *JSON, "--reveal",
         reads=(("{id}", "content", "Data", {"user": "two"}),)),
    call("show-secret", "told", *JSON, "--reveal", "--revision", "1"),
    call("show-secret", "told", *JSON, "--revisions"),
    call("remove-secret", "told", "--revision", "1"),
    call("remove-secret", "told"),
    call("remove-secret", "{uri}"),
    call("secrets", *JSON, says="{{}}\n"),
]
REMOVED = [
    call("add-machine"),
    call("add-machine", "--base", "ubuntu@22.04", "--constraints", "mem=1M", "--constraints",
         "cores=1", "-n", "2"),
    refused("add-machine", "--disks", "ebs,1T,2", error=LATER),
    refused("add-machine", "lxd:0", error="neither containers nor other hosts"),
    refused("add-machine", "ssh:root@10.0.0.3", "--private-key", "k", "--public-key", "k",
            error="neither containers nor other hosts"),
    call("add-unit", "c"),
    call("add-unit", "c", "--num-units", "2", "--to", "0,1"),
    SETTLED,
    refused("add-unit", "a", "--attach-storage", "data/99", error="\"data/99\" not found"),
    refused("deploy", "{charm}", "d", "--attach-storage", "data/99", *BLOB,
            error="\"data/99\" not found"),
    call("remove-unit", "--no-prompt", "c/2", "c/3", "--destroy-storage"),
    call("remove-unit", "--no-prompt", "c/4", "--force"),
    refused("remove-unit", "--no-prompt", "c", "--num-units", "1", code=2,
            error="--num-units for non k8s models not valid"),
    call("remove-application", "--no-prompt", "c"),
    call("remove-application", "--no-prompt", "a", "b", "--destroy-storage", "--force"),
    SETTLED,
    call("status", *JSON, reads=(("applications", "web", dict),)),
    apart("destroy-model", "{model}", "--no-prompt", "--destroy-storage", "--force"),
    apart("destroy-model", "orrery:admin/{second}", "--no-prompt", "--release-storage", "--force",
          "--no-wait", "--timeout", "10.5s"),
]
CALLS = [*CLOUDS, *MODELS, *DEPLOYED, *RUN, *SECRETS, *REMOVED]
