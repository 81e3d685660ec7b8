"""Names that verbs are given and that are wrong: that can be none, or that nothing bears."""

from orchestrator import FIXTURES
from verb_table import LISTED, NEAR, SAMPLES

# (words, which of them is wrong, what is said besides), of verbs whose words are their own.
OWN_NAMES = {
    "add-storage": [(["db//0", "data"], "db//0", None), (["dbb/0", "data"], "dbb/0", NEAR + "db/0\""),
                    (["keeper/0", "cahce"], "cahce", None)],
    "attach-storage": [(["keeper//0", "cache/2"], "keeper//0", None),
                       (["keper/0", "cache/2"], "keper/0", NEAR + "keeper/0\""),
                       (["keeper/0", "data//0"], "data//0", None),
                       (["keeper/0", "data/99"], "data/99", "not found")],
    "assert": [(["uint", "db/0"], "uint", NEAR + "unit\""), (["nonsense", "db/0"], "nonsense", "count"),
               (["unit", "db/0", "stauts=x"], "stauts", NEAR + "status\""), (["count", "uint", "==", "1"], "uint", NEAR + "unit\"")],
    "cancel-task": [(["2", "x"], "x", "not valid")],
    "charm": [(["chekc"], "chekc", "charm check DIR"),
              (["check", "./nowhere"], "nowhere", "directory")],
    "operations": [(["--apps", "wbe"], "wbe", NEAR + "web\""), (["--units", "db"], "db", "unit name"),
                   (["--machines", "five"], "five", "machine id"), (["--status", "done"], "done", "aborted")],
    "run": [(["db//0", "greet"], "db//0", "unit or action"), (["db/0", "web/0", "greet"], "application", None),
            (["talker/0", "greet", "Whom=x"], "Whom", "lowercase"), (["talker/0", "greet", "x"], "x", "=value")],
    "show-task": [(["x"], "x", "not valid"), (["99"], "id not found", None)],
    "backup": [(["craete"], "craete", "create, list or restore")],
    "config": [(["talker", "wrod"], "wrod", "config talker"), (["talker", "word", "more"], "can only retrieve a single value", None)],
    "console": [(["./nowhere"], "nowhere", None), (["--set", "x", "-c", "echo"], "x", "NAME=VALUE"),
                (["-c", "echo", "script"], "one script at a time", "-c TEXT")],
    "debug-log": [(["-l", "LUOD", "--no-tail"], "LUOD", "WARNING")],
    "deploy": [(["./nowhere"], "nowhere", "directory"), ([str(FIXTURES / "quiet"), "No_Name"], "No_Name", "letters")],
    "diff-bundle": [(["./nowhere.yaml"], "nowhere", None)],
    "exec": [(["--application", "wbe", "--", "true"], "wbe", NEAR + "web\""),
             (["--unit", "wbe/leader", "--", "true"], "wbe", "leader"),
             (["--", "true"], "target", "--all")],
    "explain": [(["uint", "db/0"], "uint", NEAR + "unit\""), (["dbb/0"], "dbb/0", NEAR + "db/0\""),
                (["nothing", "db"], "nothing", "unit, application, machine or relation"),
                (["wbe"], "wbe", NEAR + "web\""), (["99"], "99", LISTED), (["unit"], "which unit", None),
                (["relation", "db", "wbe"], "wbe", NEAR + "web\""), (["relation", "99"], "99", LISTED),
                (["machine", "five"], "five", "number"), (["app", "wbe"], "wbe", NEAR + "web\"")],
    "fault": [(["hok", "db/0", "start"], "hok", NEAR + "hook\""), (["nonsense"], "nonsense", "daemon"),
              (["agent", "db//0", "kill"], "db//0", "db/0")],
    "grant-secret": [(["password", "wbe"], "wbe", "not found"),
                     (["password", ","], ",", "no application")],
    "history": [(["relation", "db", "wbe"], "wbe", NEAR + "web\""), (["relation", "99"], "99", "removed"),
                (["machine", "five"], "five", "number"), (["unit", "db"], "db", "NUMBER"), (["app", "wbe"], "wbe", NEAR + "web\"")],
    "integrate": [(["db:sever", "web:client"], "sever", NEAR + "db:server\"")],
    "log-level": [(["journal", "lodu"], "lodu", "debug")],
    "remove-relation": [(["db:", "web"], "db:", "ENDPOINT"), (["five"], "five", "an id"), (["db", "web:cleint"], "cleint", NEAR + "web:client\""), (["99"], "99", LISTED), (["db", "talker"], "db talker", LISTED)],
    "revoke-secret": [(["password", ","], ",", "no application")],
    "scp": [(["dbb/0:x", "y"], "dbb/0", NEAR + "db/0\""),
            (["nowhere:x", "y"], "nowhere", "./nowhere:x"), (["x"], "two arguments", None),
            (["x", "y"], "UNIT:PATH", None)],
    "ssh": [(["dbb/0", "true"], "dbb/0", NEAR + "db/0\""), (["db//0", "true"], "db//0", "neither"),
            (["99", "true"], "99", LISTED), (["wbe/leader", "true"], "wbe", NEAR + "web\""),
            ([], "no target", None)],
    "show-status-log": [(["dbb/0"], "dbb/0", NEAR + "db/0\""), (["db//0"], "db//0", "db/0"), (["db", "--type", "nuit"], "nuit", NEAR + "unit\"")],
    "update-secret": [(["pasword", "value=x"], "pasword", "not found"),
                      (["password", "x=y"], "key \"x\"", None), (["password"], "attribute", None)],
    "wait-for": [(["uint", "db/0"], "uint", NEAR + "unit\""),
                 (["unit", "db"], "db", "not valid unit name"),
                 (["model", "default", "--query", "statsu"], "statsu", NEAR + "status\"")],
    "wait": [(["unit", "db/0", "gon"], "gon", None), (["settled", "wbe"], "wbe", NEAR + "web\""), (["settled", "timeout=x"], "timeout=x", "30s")],
}


def wrong_names(verb):
    """(words, which of them is wrong, what is said besides) for each name that it takes, malformed and unknown."""
    meant = verb.meant()
    if verb.name in ("add-storage", "attach-storage", "update-secret", "backup", "cancel-task",
                     "charm", "debug-log", "console", "complete", "deploy",
                     "assert", "fault", "exec", "explain", "remove-relation", "run",
                     "show-task", "wait-for", "diff-bundle", "scp", "ssh") or not meant:
        return list(OWN_NAMES.get(verb.name, []))
    found = []
    right = [SAMPLES[word][0] if word in SAMPLES else None for word in meant]
    for place, word in enumerate(meant[:max(verb.least, 1)]):
        _, malformed, unknown, said = SAMPLES[word]
        for wrong, hint in ((malformed, None), (unknown, said)):
            if wrong is not None:
                words = [*right[:place], *wrong.split(" "), *right[place + 1:verb.least]]
                found.append((words, wrong.split(" ")[0], hint))
    return found + list(OWN_NAMES.get(verb.name, []))
