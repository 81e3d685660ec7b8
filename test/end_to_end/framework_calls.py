"""Every call of a hook tool that the framework ops makes, in all forms, and how it is answered.

Calls are in the order in which a hook of caller/0 makes them: `db-relation-changed` of db:1, about
server/0. ADDRESS is that of caller/0, OTHER that of server/0, MODEL the model's uuid, TIME a time.
"""

import dataclasses
import itertools
import json


@dataclasses.dataclass(frozen=True)
class Call:
    words: tuple
    says: str = ""  # Without the newline at its end.
    code: int = 0
    error: str = ""  # Without ERROR and the newline.
    given: str | None = None  # On standard input.

    def answer(self):
        return (self.code, self.says and self.says + "\n", self.error and f"ERROR {self.error}\n")


def call(*words, says="", given=None):
    return Call(words, says=says, given=given)


def refused(*words, error, code=1):
    return Call(words, code=code, error=error)


UNIT_BAG = ('{"egress-subnets":"OTHER/32","host":"here","ingress-address":"OTHER",'
            '"private-address":"OTHER"}')
OWN_BAG = ('{"egress-subnets":"ADDRESS/32","ingress-address":"ADDRESS",'
           '"private-address":"ADDRESS","said":"yes","two":"a=b\\nc"}')
NETWORK = ('{"bind-addresses":[{"mac-address":"","interface-name":"lo","addresses":'
           '[{"hostname":"","value":"ADDRESS","cidr":"ADDRESS/32"}]}],'
           '"egress-subnets":["ADDRESS/32"],"ingress-addresses":["ADDRESS"]}')
RELATIONS = ((), ("-r", "1"), ("-r", "db:1"))


def own_calls():
    """What needs nothing but the unit."""
    yield call("config-get", "--format=json",
               says='{"count":3,"flag":false,"name":"joe","ratio":0.5}')
    yield call("config-get", "--format=json", "name", says='"joe"')
    yield call("config-get", "--format=json", "count", says="3")
    yield call("config-get", "--format=json", "ratio", says="0.5")
    yield call("config-get", "--format=json", "flag", says="false")
    yield call("config-get", "--format=json", "unset", says="null")
    yield call("config-get", "--format=json", "unknown", says="null")
    yield call("is-leader", "--format=json", says="true")
    yield call("application-version-set", "--", "-1.2")
    for level in ("TRACE", "DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"):
        yield call("juju-log", "--log-level", level, "--", "--two\nlines")
    yield call("goal-state", "--format=json", says=(
        '{"relations":{"db":{"server":{"since":"TIME","status":"joined"},'
        '"server/0":{"since":"TIME","status":"active"}}},'
        '"units":{"caller/0":{"since":"TIME","status":"active"}}}'))
    yield refused("credential-get", "--format=json", error=(
        "cannot access cloud credentials: permission denied: orrery trust caller allows it"))


def status_calls():
    for application in ("True", "False"):
        for status in ("maintenance", "blocked", "waiting", "active"):
            yield call("status-set", f"--application={application}", status)
        for message in ("", "-well"):
            yield call("status-set", f"--application={application}", "active", "--", message)
    yield refused("status-set", "--application=False", "error", code=2, error=(
        'invalid status "error", expected one of [maintenance blocked waiting active]'))
    own = '{"message":"-well","status":"active","status-data":{}}'
    yield call("status-get", "--include-data", "--format=json", "--application=false", says=own)
    yield call("status-get", "--include-data", "--format=json", "--application=true", says=(
        '{"application-status":{"message":"-well","status":"active","status-data":{},'
        '"units":{"caller/0":' + own + '}}}'))


def port_calls():
    for endpoints, shown in (((), "*"), (("--endpoints", "db"), "db"),
                             (("--endpoints", "db,ring"), "db, ring")):
        for word, port in (("icmp", "icmp"), ("80", "80/tcp"), ("80-90", "80-90/tcp"),
                           ("80/tcp", "80/tcp"), ("80-90/tcp", "80-90/tcp"), ("80/udp", "80/udp"),
                           ("80-90/udp", "80-90/udp")):
            yield call("open-port", *endpoints, word)
            yield call("opened-ports", "--format=json", says=json.dumps([port]))
            yield call("opened-ports", "--endpoints", "--format=json",
                       says=json.dumps([f"{port} ({shown})"]))
            yield call("close-port", *endpoints, word)
    yield call("opened-ports", "--format=json", says="[]")
    yield call("opened-ports", "--endpoints", "--format=json", says="[]")


def relation_calls():
    yield call("relation-ids", "db", "--format=json", says='["db:1"]')
    yield call("relation-ids", "none", "--format=json", says="[]")
    for chosen in RELATIONS:
        yield call("relation-list", "--format=json", *chosen, says='["server/0"]')
        yield call("relation-list", "--format=json", "--app", *chosen, says='"server"')
        yield call("relation-model-get", "--format=json", *chosen, says='{"uuid":"MODEL"}')
        for app, bag, value in (((), UNIT_BAG, '"here"'), (("--app",), '{"host":"all"}', '"all"')):
            begin = ("relation-get", "--format=json", *chosen, *app)
            yield call(*begin, says=bag)
            yield call(*begin, "host", says=value)
            yield call(*begin, "none", says="null")
            yield call(*begin, "-", "server/0", says=bag)
            yield call(*begin, "host", "server/0", says=value)
        yield call("relation-get", "--format=json", *chosen, "--app", "-", "server",
                   says='{"host":"all"}')
        yield call("relation-set", *chosen, "--file", "-",
                   given='{"said": "yes", "two": "a=b\\nc", "gone": ""}')
        yield call("relation-set", *chosen, "--app", "--file", "-", given='{"of": "all"}')
        yield call("relation-get", "--format=json", *chosen, "-", "caller/0", says=OWN_BAG)
        yield call("relation-get", "--format=json", *chosen, "--app", "-", "caller",
                   says='{"of":"all"}')
    for tool, *words in (("relation-list", "--format=json"), ("relation-set", "--file", "-"),
                         ("network-get", "--format=json")):
        yield refused(tool, *words, "-r", "9", *(["db"] if tool == "network-get" else []), code=2,
                      error='invalid value "9" for option -r: relation not found')
    for words in ((), ("-r", "1")):
        yield call("network-get", "--format=json", *words, "db", says=NETWORK)
    yield call("network-get", "--format=json", "ring", says=NETWORK)
    yield refused("network-get", "--format=json", "none",
                  error='no network config found for binding "none"')


def state_calls():
    yield call("state-get", "--format=json", says="{}")
    yield call("state-get", "#notices#")
    yield call("state-set", "--file", "-", given='{"one": "1", "two words": "a b\\nc"}')
    yield call("state-set", "--file", "-", given='"a/b[1]": |\n  {x: [1, 2]}\n')
    yield call("state-get", "--format=json", "two words", says='"a b\\nc"')
    yield call("state-get", "--format=json", "none", says='""')
    yield call("state-get", "a/b[1]", says="{x: [1, 2]}\n")
    yield call("state-get", "--format=json",
               says='{"a/b[1]":"{x: [1, 2]}\\n","one":"1","two words":"a b\\nc"}')
    for key in ("one", "two words", "a/b[1]", "none"):
        yield call("state-delete", key)
    yield call("state-get", "--format=json", says="{}")


SECRET = ("--label", "l", "--description", "d", "--expire", "2030-01-01T00:00:00Z", "--rotate",
          "daily", "--owner", "application")


def secret_calls():
    """Of secrets that are not there, or in words that name none."""
    yield call("secret-ids", "--format=json", says="[]")
    yield refused("secret-add", *SECRET, "k#file=/tmp/k", code=2, error='key "k" not valid')
    yield refused("secret-get", "--format=json", "secret:1", "--label", "l", "--refresh",
                  error='consumer label "l" not found')
    yield refused("secret-get", "--format=json", "--label", "l", "--peek",
                  error='consumer label "l" not found')
    yield refused("secret-info-get", "--format=json", "--label", "l",
                  error='secret "l" not found')
    for words in (("secret-info-get", "--format=json", "secret:1"),
                  ("secret-set", *SECRET, "secret:1", "k#file=/tmp/k"),
                  ("secret-grant", "--relation", "1", "--unit", "server/0", "secret:1"),
                  ("secret-revoke", "--relation", "1", "--app", "server", "--unit", "server/0",
                   "secret:1"),
                  ("secret-remove", "secret:1", "--revision", "1")):
        yield refused(*words, code=2, error='secret URI "secret:1" not valid')


def lacking_calls():
    """What Orrery has not is refused in words that ops takes for an answer."""
    yield refused("resource-get", "blob", error="could not download resource: resource \"blob\" "
                  "not found: \"orrery attach-resource caller blob=FILE\" gives one that the charm "
                  "declares")
    for words, why in (
            (("pod-spec-set", "--file", "/tmp/s", "--k8s-resources", "/tmp/k"),
             "Orrery does not run on Kubernetes"),
            (("add-metric", "--labels", "a=b", "m=1"), "Orrery has no metrics")):
        yield refused(*words, error=f"{why}: {words[0]} is not here yet")


def calls_without_storage():
    """A charm that declares no storage has none."""
    yield call("storage-list", "--format=json", says="[]")
    yield call("storage-list", "--format=json", "data", says="[]")
    yield refused("storage-get", "--format=json", code=2, error="no storage instance specified")
    yield refused("storage-get", "--format=json", "-s", "data/0", code=2, error=(
        'invalid value "data/0" for option -s: storage attachment data/0:caller/0 not found'))


def action_calls():
    """What works in an action, whose parameters are `to=/srv level=3 deep.a=1`."""
    yield call("action-get", "--format=json", says='{"deep":{"a":1},"level":3,"to":"/srv"}')
    for key, value in (("to", '"/srv"'), ("level", "3"), ("deep", '{"a":1}'), ("deep.a", "1"),
                       ("none", "null")):
        yield call("action-get", "--format=json", key, says=value)
    yield call("action-log", "--", "-half\nway")
    yield call("action-set", "done=yes", "where.to=a=b", "empty=")
    yield call("action-fail")
    yield call("action-fail", "--", "")
    yield call("action-fail", "--", "-no")
    for words in ((), ("--now",)):
        yield refused("juju-reboot", *words,
                      error="juju-reboot is not supported when running an action.")


def outside_an_action():
    for words in (("action-get", "--format=json"), ("action-set", "a=b"), ("action-log", "--", "x"),
                  ("action-fail", "--", "x")):
        yield refused(*words, error="not running an action")


IN_HOOK = [*itertools.chain(own_calls(), status_calls(), port_calls(), relation_calls(),
                            state_calls(), secret_calls(), lacking_calls(), calls_without_storage(),
                            outside_an_action())]
IN_ACTION = [*action_calls()]
