"""The program's own table of verbs, and words that each of them can be given: right ones, wrong ones.

What a verb wants is read from its `arguments`; a word that nobody has told a sample of here fails the tests, so that a
new verb is either covered by itself or noticed."""

import json
import platform
import re
import subprocess

from orchestrator import CHARMS, FIXTURES, PROGRAM, REPOSITORY, SECONDS

UNBOUNDED = 1000  # words
# An architecture that this host does not have, in Juju's words.
FOREIGN = "s390x" if platform.machine() != "s390x" else "amd64"


class Samples:
    """A suite's orchestrator has what the samples name: db and web are related, sub is a
    subordinate, machine 5 is free, keeper/0 has data/0 and cache/1, no unit has cache/2,
    operation 1 has task 2, which has ended, and the user has a secret password."""

    OPTIONS = ("--allow-faults",)

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.orrery("deploy", FIXTURES / "quiet", "db", "-n", "2")
        cls.orrery("deploy", FIXTURES / "quiet", "web")
        cls.orrery("deploy", FIXTURES / "sub", "sub")
        cls.orrery("deploy", CHARMS / "talker")
        cls.orrery("add-machine")
        cls.orrery("deploy", CHARMS / "keeper")
        cls.orrery("add-secret", "password", "value=sesame")
        cls.orrery("integrate", "db:server", "web:client")
        cls.orrery("integrate", "sub:client", "web:server")
        cls.orrery.settle()
        cls.orrery("detach-storage", "cache/2")
        cls.orrery("exec", "--unit", "db/0", "--", "true")
        cls.orrery.settle()


class Table:
    def __init__(self):
        text = subprocess.run([PROGRAM, "help", "commands", "--format", "json"], capture_output=True, text=True, check=True,
                              timeout=SECONDS).stdout
        table = json.loads(text)
        self.common = table["flags"]
        self.verbs = [Verb(facts) for facts in table["verbs"]]
        self.later = [verb for verb in self.verbs if verb.later]
        self.present = [verb for verb in self.verbs if not verb.later]


class Verb:
    def __init__(self, facts):
        self.name, self.aliases, self.flags = facts["name"], facts["aliases"], facts["flags"]
        self.examples, self.arguments = facts["examples"], facts["arguments"]
        self.least, self.most = facts["words-min"], facts["words-max"]
        self.local, self.hidden, self.later = facts["local"], facts["hidden"], facts["later"]

    def flag(self, name):
        return next((flag for flag in self.flags if flag["name"] == name), None)

    def formats(self):
        """Every format it says it takes; those of a dry run need that."""
        flag = self.flag("format")
        return flag["argument"].split("|") if flag else []

    def with_format(self, form):
        dry = ["--dry-run"] if "--dry-run" in self.flag("format")["help"] else []
        return ["--format", form, *dry]

    def changes_model(self):
        return self.flag("dry-run") is not None and self.name not in NEVER_REFUSED

    def meant(self):
        """What its words are, those included that may be left out; of several forms the first one's."""
        text = self.arguments.split(" | ")[0]
        return [plain(word) if ":" not in word else word for word in text.split()]


def plain(word):
    """A word of `arguments` without what says that it may be left out, or be there several times."""
    optional = word.startswith("[")
    return (word.strip("[]") if optional else word).removesuffix("...")


# What no rule refuses. Of keys each that is wrong is told, and the others are taken.
NEVER_REFUSED = ("console", "add-machine", "add-ssh-key", "remove-ssh-key")

# What a word of `arguments` means: a right one, one that can be no such name, one that nothing bears, and what is said
# of that (a name that is near, or else where to look).
NEAR = "did you mean \""
LISTED = "status"
SAMPLES = {
    "UNIT": ("db/0", "db//0", "dbb/0", NEAR + "db/0\""),
    "APPLICATION": ("db", "No_Name", "wbe", NEAR + "web\""),
    "MACHINE": ("5", "five", "99", LISTED),
    "APPLICATION[:ENDPOINT]": ("db:server", "db:", "dbb", NEAR + "db\""),
    "ENTITY": ("db", "No_Name", "wbe", NEAR + "web\""),
    "MODEL": ("default", None, "defualt", "\"default\""),
    "SELECTOR": ("db", "bad!!", None, None),
    "unit|application|machine|relation": ("unit", "uint", "nothing", "unit, application, machine or relation"),
    "OPERATION": ("1", "x", "99", "not found"),
    "NAME": ("db/0", "db//0", "dbb/0", NEAR + "db/0\""),
    "PATH": (str(CHARMS / "talker"), None, "./nowhere", "directory"),
    "COMPONENT": ("journal", None, "journla", NEAR + "journal\""),
    "trace|debug|info|warning|error|off": ("debug", "dbug", None, None),
    "ACTION": ("backup", None, "bakcup", NEAR + "backup\""),
    "KEY": ("name", None, "nmae", NEAR + "name\""),
    "CONSTRAINT=VALUE": ("cores=1", "cores", None, None),
    "MODEL-KEY": ("mode", None, "proxy-shs", NEAR + "proxy-ssh\""),
    "VERB": ("deploy", None, "depoly", NEAR + "deploy\""),
    "invariants": ("invariants", "invraiants", None, None),
    "settled": ("settled", "setled", None, None),
    "check": ("check", "chekc", None, None),
    "DIR": (str(CHARMS / "talker"), None, "./nowhere", "directory"),
    "CONDITION": ("count", None, None, None),
    "CONTROLLER": ("orrery", None, "orery", "\"orrery\""),
    "SSH-KEY": ("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFDsZ7mn8oMOVYqCNRI5juLYliztHvYZqGGkgAPk9j87 "
                "me@host", None, None, None),
    "NAME=FILE": ("site=/etc/hostname", "site", None, None),
    "APPLICATION|UNIT": ("db", "No_Name", "wbe", NEAR + "web\""),
    "USER": ("admin", None, None, None),
    "DISPLAY-NAME": ("Bob", None, None, None),
    "LEVEL": ("read", "raed", None, None),
    "STRING": ("MAAA", None, None, None),
    "FINGERPRINT|COMMENT": ("nobody@nowhere", None, None, None),
    "STORAGE": ("data/0", "data//0", "data/99", "not found"),
    "NUMBER": ("0", None, None, None),
    "NAME[=DIRECTIVE]": ("cache", "cache=", "cahce", None),
    "ID|NAME": ("password", None, "pasword", "not found"),
    "KEY[#base64|#file]=VALUE": ("value=sesame", "value", None, None),
    "APPLICATION[,APPLICATION...]": ("db", None, None, None),
    "all|destroy-model|remove-object": ("destroy-model", "destroy", None, None),
    "MESSAGE": ("later", None, None, None),
}

# Verbs whose words are a language of their own, and those that one sample a word does not fit: what succeeds.
RIGHT = {
    "add-user": ["bob"],
    "add-model": ["other"],
    "add-secret": ["other", "value=sesame"],
    "add-storage": ["keeper/0", "cache"],
    "assert": ["count", "unit", ">=", "1"],
    "attach-storage": ["keeper/0", "cache/2"],
    "backup": ["list"],
    "bind": ["db", "alpha"],
    "cancel-task": ["2"],
    "complete": ["--", "add-u"],
    "config": ["talker"],
    "console": ["-c", "version"],
    "debug-code": ["db/0"],
    "debug-hooks": ["db/0"],
    "debug-log": ["--replay", "--no-tail"],
    "deploy": [str(CHARMS / "talker"), "another"],
    "destroy-model": ["other"],
    "destroy-model-warning": ["other"],
    "detach-storage": ["cache/1"],
    "diff-bundle": [str(REPOSITORY / "docs/examples/shop/bundle.yaml")],
    "exec": ["--unit", "db/0", "--", "true"],
    "explain": ["unit", "db/0"],
    "fault": ["none"],
    "help": ["deploy"],
    "integrate": ["web:server", "db:client"],
    "log-level": ["journal"],
    "model-config": [],
    "refresh": ["talker", "--path", str(CHARMS / "talker")],
    "remove-relation": ["db:server", "web:client"],
    "remove-storage": ["cache/2"],
    "resolved": ["--all"],
    "resume-relation": ["0"],
    "retry-provisioning": ["--all"],
    "run": ["talker/0", "greet"],
    "set-constraints": ["db", "tags=a"],
    "set-model-constraints": [],
    "scp": ["db/0:charm/metadata.yaml", "db/0:copied"],
    "show-status-log": ["db/0"],
    "show-task": ["2"],
    "ssh": ["db/0", "true"],
    "simulate": ["--seed", "1", "--steps", "20"],
    "storage": [],
    "status": [],
    "suspend-relation": ["0"],
    "users": [],
    "wait": ["settled"],
    "wait-for": ["model", "default", "--query", "len(units)>0"],
}
# Succeeds only when it is ended, or once, or never: no relation is of an offer. None of the charms
# here declares a resource. Users type passwords, or are there already; a session's user is one.
RUNS_ON = {"add-model", "add-secret", "add-user", "attach-resource", "change-user-password",
           "debug-code", "debug-hooks", "destroy-model", "destroy-model-warning", "disable-user",
           "grant", "login", "logout", "register", "register-user", "remove-secret", "remove-user",
           "resume-relation", "revoke", "serve", "suspend-relation"}

# What a rule refuses, of every verb that changes the model: its words, and a piece of the sentence.
REFUSED = {
    "add-unit": (["sub"], "is a subordinate"),
    "add-storage": (["db/0", "data"], "storage"),
    "attach-resource": (["talker", "site=/etc/hostname"], "unrecognized resource"),
    "attach-storage": (["db/0", "data/0"], "owned by unit keeper/0"),
    "config": (["talker", "wrod=x"], "no option"),
    "deploy": ([str(FIXTURES / "quiet"), "db"], "already exists"),
    "detach-storage": (["data/99"], "not found"),
    "expose": (["nobody"], "not found"),
    "grant-secret": (["nothing", "db"], "not found"),
    "integrate": (["db:server", "web:client"], "already exists"),
    "model-config": (["test-mode=maybe"], "expected bool"),
    "set-constraints": (["sub", "cores=1"], "do not apply to subordinate"),
    "set-model-constraints": (["arch=" + FOREIGN], "invalid constraint value"),
    "refresh": (["db", "--path", str(CHARMS / "talker")],
                'cannot refresh "quiet" to "talker"'),
    "remove-application": (["nobody"], "not found"),
    "remove-machine": (["1"], "assigned"),
    "remove-relation": (["db:ring", "db:ring"], "not found"),
    "remove-secret": (["nothing"], "not found"),
    "remove-storage": (["data/99"], "not found"),
    "remove-unit": (["sub/0"], "remove-relation"),
    "resolved": (["db/0"], "not in an error state"),
    "retry-provisioning": (["0"], "only one in error or down"),
    "revoke-secret": (["nothing", "db"], "not found"),
    "trust": (["nobody"], "not found"),
    "unexpose": (["nobody"], "not found"),
}


def right_words(verb):
    """Words with which it succeeds."""
    if verb.name in RIGHT:
        return RIGHT[verb.name]
    return [SAMPLES[meant][0] for meant in verb.meant()]


def quoted(words):
    """As a script has them."""
    return " ".join("'" + word + "'" if re.search(r"[^\w./:=-]", word) or not word else word for word in words)
