"""Every verb in every format under every class of error: a code, one sentence, nothing on standard
output, nothing changed.

The verbs, their words, flags and formats come from the program's own table."""

import concurrent.futures
import functools
import itertools
import os
import unittest

from orchestrator import PROGRAM, Answer, ran
from suite import Unchanged
from verb_table import REFUSED, RUNS_ON, UNBOUNDED, Samples, Table, quoted, right_words
from wrong_names import wrong_names

TABLE = Table()
NOBODY = 65534
CONTROL = r"[\x00-\x09\x0b-\x1f\x7f-\x9f]"
# A process under a sanitizer takes a second to begin: there each test takes every fourth verb, the next test begins with the next.
STEP = 4 if "ORRERY_SANITIZED" in os.environ else 1
turns = itertools.count()


def share(verbs):
    """Those that one test takes; never none."""
    return verbs[next(turns) % min(STEP, len(verbs))::STEP]


def for_each(wanted=lambda verb: True):
    """A test of each verb that is there, of several at once."""
    def decorate(test):
        verbs = share([verb for verb in TABLE.present if wanted(verb)])

        @functools.wraps(test)
        def run(self):
            with concurrent.futures.ThreadPoolExecutor(4) as several:
                tried = [(verb, several.submit(test, self, verb)) for verb in verbs]
            for verb, ended in tried:
                with self.subTest(verb=verb.name):
                    ended.result()
        return run
    return decorate


def asks(verb):
    """Whether it asks the orchestrator and ends by itself."""
    return not verb.local and verb.name not in RUNS_ON


# Verbs whose words may be secrets: no error shows them again.
TAKE_SECRETS = ("add-secret", "register", "register-user", "update-secret")


class Errors(Samples, Unchanged):
    def forms(self, verb):
        """Flags for each of its formats, and none."""
        return [[], *(verb.with_format(form) for form in verb.formats())]

    def told(self, answer, code, *words):
        """The error: its code, one line that says where and what, and nothing else."""
        self.assertEqual((answer.code, answer.out), (code, ""), answer)
        self.assertRegex(answer.err, r"\AERROR [^\n]*[^\n:;, ]\n\Z", answer)
        self.assertNotRegex(answer.err, CONTROL, answer)
        for word in words:
            self.assertIn(word, answer.err, answer)

    def refused(self, code, words, *said):
        self.told(self.orrery.ask(*words), code, *said)

    @for_each()
    def test_an_unknown_flag(self, verb):
        for form in self.forms(verb):
            words = [verb.name, *form, "--modle", "x", *right_words(verb)]
            self.refused(2, words, "flag provided but not defined: --modle", "did you mean \"--model\"?")

    @for_each(lambda verb: verb.least > 0)
    def test_a_missing_word(self, verb):
        for form in self.forms(verb):
            for kept in range(verb.least):
                words = [verb.name, *form, *["x"] * kept]
                self.refused(2, words, f"missing arguments: {verb.name} {verb.arguments}")

    @for_each(lambda verb: verb.most < UNBOUNDED)
    def test_a_word_too_many(self, verb):
        for form in self.forms(verb):
            words = [verb.name, *form, *["one-too-many"] * (verb.most + 1)]
            self.refused(2, words, "unrecognized argument \"one-too-many\"", verb.name)

    @for_each()
    def test_flags_without_values_and_with_wrong_ones(self, verb):
        for flag in verb.flags + TABLE.common:
            spelled = "--" + flag["name"]
            if flag["kind"] == "switch":
                self.refused(2, [verb.name, f"{spelled}=perhaps"], f"invalid value \"perhaps\" for flag {spelled}", "true or false")
            else:
                self.refused(2, [verb.name, spelled], f"flag needs an argument: {spelled}", flag["argument"])
            for wrong in ("many", "99999999999") if flag["kind"] == "number" else ():
                self.refused(2, [verb.name, f"{spelled}={wrong}"], f"invalid value \"{wrong}\"", "whole number")

    @for_each(lambda verb: verb.formats())
    def test_a_wrong_format(self, verb):
        words = [verb.name, *verb.with_format("josn"), *right_words(verb)]
        self.refused(2, words, "invalid value \"josn\" for flag --format", *verb.formats())

    @for_each(lambda verb: verb.name not in RUNS_ON)
    def test_names_that_can_be_none_and_names_that_nothing_bears(self, verb):
        for words, wrong, hint in wrong_names(verb):
            for form in self.forms(verb):
                answer = self.orrery.ask(verb.name, *form, *words)
                self.told(answer, answer.code, wrong, *([hint] if hint else []))
                self.assertIn(answer.code, (1, 2), answer)

    @for_each(lambda verb: verb.changes_model())
    def test_what_a_rule_refuses(self, verb):
        self.assertIn(verb.name, REFUSED, "name something that a rule refuses this verb")
        words, said = REFUSED[verb.name]
        for form in self.forms(verb):
            self.refused(1, [verb.name, *form, *words], said)

    @for_each()
    def test_flags_that_come_later(self, verb):
        for flag in verb.flags:
            if flag["later"]:
                words = ["--" + flag["name"], *([] if flag["kind"] == "switch" else ["x"]), *right_words(verb)]
                self.refused(1, [verb.name, *words], f"--{flag['name']} of \"{verb.name}\" comes with a later Orrery")

    def test_verbs_that_come_later(self):
        for verb in TABLE.later:
            self.refused(1, [verb.name, "x", "--whatever"], f"\"{verb.name}\" comes with a later Orrery")

    @for_each(lambda verb: asks(verb) and verb.name != "console")
    def test_another_model(self, verb):
        for form in self.forms(verb):
            flag = ["--model=admin/elsewhere"] if form else ["-m", "elsewhere"]
            self.refused(1, [verb.name, *flag, *form, *right_words(verb)], "elsewhere not found", "\"default\"")

    @for_each(asks)
    def test_no_orchestrator(self, verb):
        nowhere = self.orrery.directory / "no.socket"
        for form in self.forms(verb):
            words = [verb.name, "--socket", nowhere, *form, *right_words(verb)]
            self.refused(lost_code(verb), words, f"no orchestrator answers at {nowhere}", "start one with \"orrery serve\"")

    @unittest.skipIf(os.geteuid() != 0, "only root can become another user")
    @for_each(asks)
    def test_another_users_orchestrator(self, verb):
        done = ran(PROGRAM, verb.name, "--socket", self.orrery.socket, *right_words(verb),
                   user=NOBODY, group=NOBODY, extra_groups=[], cwd="/",
                   env={**os.environ, "JUJU_DATA": "/nonexistent"})
        self.told(Answer(done.returncode, done.stdout, done.stderr), lost_code(verb), "belongs to another user: run orrery as that user")

    @for_each()
    def test_control_bytes_in_any_word(self, verb):
        wrong = "\x1b[2J\x07\x85"
        for words in (["--" + wrong], ["-" + wrong], [wrong] * (min(verb.most, 5) + 1), ["--format", wrong, *right_words(verb)]):
            answer = self.orrery.ask(verb.name, *words)
            self.assertNotRegex(answer.out + answer.err, CONTROL, answer)
        self.refused(2, [wrong], "\\x1b[2J")

    @for_each(lambda verb: verb.name not in ("console", "complete"))
    def test_in_a_script_each_has_its_place(self, verb):
        """Errors that can be seen before are: not even the first line runs."""
        cases = [(["--modle", "x"], len(verb.name) + 4, "flag provided but not defined: --modle")]
        if verb.least > 0:
            cases += [(["x"] * (verb.least - 1), 3, "missing arguments")]
        if verb.formats():
            cases += [(["--format", "josn"], len(verb.name) + 13, "invalid value \"josn\" for flag --format")]
        if verb.most < UNBOUNDED:
            cases += [(["x"] * (verb.most + 1), len(verb.name) + 4 + 2 * verb.most, "unrecognized argument")]
        for words, column, said in cases:
            line = "  " + quoted([verb.name, *words])
            answer = self.orrery.console("version\n" + line)
            self.assertEqual((answer.code, answer.out), (2, ""), answer)
            place, *rest = answer.err.rstrip("\n").split("\n")
            self.assertTrue(place.startswith(f"ERROR -c:2:{column}: {said}"), answer)
            if verb.name in TAKE_SECRETS:
                self.assertEqual(rest, [], answer)
                continue
            shown, caret = rest[:2]
            if len(line) > 100:
                continue  # a piece of it is shown
            self.assertEqual(shown.strip(), line.strip(), answer)
            self.assertEqual(caret.index("^") - shown.index(verb.name), column - 3, answer)

    @for_each(lambda verb: verb.most < UNBOUNDED)
    def test_under_the_name_of_juju(self, verb):
        for words in ([verb.name, "--modle", "x"], [verb.name, *["x"] * (verb.most + 1)]):
            done = self.juju(*words)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (2, "", self.orrery.ask(*words).err), done)


def lost_code(verb):
    return 5 if verb.name == "console" else 1


if __name__ == "__main__":
    unittest.main(verbosity=2)
