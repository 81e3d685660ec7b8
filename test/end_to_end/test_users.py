"""Users as they meet the orchestrator: register, log in, what they may do, log out (UR5-UR16)."""

import base64
import json
import os
import re
import unittest

from suite import Suite


class Users(Suite):
    at_console = False

    def added(self, user):
        return re.search(r"orrery register (\S+)\n", self.orrery("add-user", user)).group(1)

    def denied(self, *words):
        answer = self.orrery.ask(*words)
        self.assertEqual((answer.code, answer.err), (1, "ERROR permission denied\n"), words)

    def test_UR7_a_user_registers_once_and_is_who_he_is_from_then_on(self):
        string = self.added("bob")
        differing = self.typed("one\ntwo\n", "register", string, code=1)
        self.assertTrue(differing.stderr.endswith(" ERROR passwords do not match\n"), differing)
        done = self.typed("hunter 2!\nhunter 2!\n\n", "register", string)
        self.assertTrue(done.stderr.startswith(
            "Enter a new password: Confirm password: Enter a name for this controller [orrery]: "))
        self.assertIn("Initial password successfully set for bob.\n", done.stderr)
        self.assertIn("Welcome, bob. You are now logged into \"orrery\".\n", done.stderr)
        self.assertIn("There are no models available.", done.stderr)
        self.assertIn("User:        bob\n", self.orrery("whoami"))
        self.denied("status")
        self.denied("add-user", "eve")
        accounts = self.orrery.directory / "juju-data" / "accounts.yaml"
        self.assertEqual(accounts.stat().st_mode & 0o777, 0o600)
        self.orrery("logout")
        self.assertNotIn("hunter", accounts.read_text())
        self.assertIn("User:        admin\n", self.orrery("whoami"))
        again = self.typed("x\nx\n\n", "register", string, code=1)
        self.assertIn("ERROR secret key for user \"bob\" not found: a registration is good once; ",
                      again.stderr)

    def test_UR7_a_registration_takes_no_other_account_s_place_unasked(self):
        self.typed("pw\npw\n\n", "register", self.added("bob"))
        accounts = self.orrery.directory / "juju-data" / "accounts.yaml"
        before = accounts.read_text()
        self.orrery("logout")
        string = self.added("eve")
        self.typed("pw\n", "login", "-u", "bob", "--no-prompt")
        refused = self.typed("pw\npw\n\n", "register", string, code=1)
        self.assertTrue(refused.stderr.startswith("ERROR already logged in as bob.\n"), refused)
        self.assertEqual(accounts.read_text(), before)
        for wrong in (string[:-4], string[1:], "x", ""):
            told = self.typed("pw\npw\n\n", "register", wrong, code=1)
            self.assertIn("ERROR invalid registration token: ", told.stderr)
        self.typed("pw\npw\n\n", "register", string, "--replace")
        self.assertIn("User:        eve\n", self.orrery("whoami"))

    def test_UR7_a_registration_is_for_the_orchestrator_that_made_it(self):
        other = self.made(self.addCleanup)
        other.start()
        other("add-user", "bob")
        string = self.moved(self.added("bob"), other)
        told = self.typed("pw\npw\n\n", "register", string, code=1)
        self.assertIn("ERROR secret key for user \"bob\" not found: ", told.stderr)
        other.terminate()
        told = self.typed("pw\npw\n\n", "register", string, code=1)
        self.assertIn(f"ERROR no orchestrator answers at {other.socket}: ", told.stderr)
        self.assertFalse((self.orrery.directory / "juju-data").exists())

    def moved(self, string, other):
        """A registration's string with another orchestrator's socket, whose name is as long."""
        there, here = (os.fsencode(str(each.socket)) for each in (other, self.orrery))
        self.assertEqual(len(there), len(here))
        return base64.urlsafe_b64encode(
            base64.urlsafe_b64decode(string).replace(here, there)).decode()

    def test_UR16_a_login_counts_until_the_logout(self):
        self.typed("pw\npw\n\n", "register", self.added("bob"))
        self.assertEqual(self.orrery.ask("login", "-u", "bob").code, 0)
        other = self.orrery.ask("login", "-u", "eve")
        self.assertEqual(other.code, 1)
        self.assertIn("ERROR already logged in as bob.\n", other.err)
        self.orrery("logout")
        self.orrery("grant", "bob", "read", "default")
        wrong = self.typed("no\n", "login", "-u", "bob", "--no-prompt", code=1)
        self.assertEqual(wrong.stderr, "ERROR invalid entity name or password\n")
        done = self.typed("pw\n", "login", "-u", "Bob", "--no-prompt")
        self.assertIn("Current model set to \"admin/default\".", done.stderr)
        self.orrery("status")
        self.denied("add-machine")
        self.typed("another\n", "change-user-password", "--no-prompt")
        self.orrery("status")
        self.denied("change-user-password", "admin", "--reset")

    def test_UR16_a_client_whose_controllers_are_lost_asks_as_nobody_else(self):
        self.typed("pw\npw\n\n", "register", self.added("bob"))
        controllers = self.orrery.directory / "juju-data" / "controllers.yaml"
        whole = controllers.read_text()
        controllers.unlink()
        for words in (["status"], ["add-machine"], ["whoami"], ["switch"], ["add-model", "own"]):
            answer = self.orrery.ask(*words)
            self.assertEqual(answer.code, 1, (words, answer))
            self.assertIn("ERROR you have logged in as bob, and ", answer.err)
            self.assertIn('"orrery login" writes it anew', answer.err)
        self.assertEqual(self.orrery.console("status").code, 1)
        self.assertFalse(controllers.exists())
        other = self.typed("pw\n", "login", "-u", "admin", "--no-prompt", code=1)
        self.assertIn("ERROR already logged in as bob.\n", other.stderr)
        self.typed("pw\n", "login", "--no-prompt")
        self.assertEqual(controllers.read_text(), whole)
        self.assertIn("User:        bob\n", self.orrery("whoami"))
        controllers.write_text("")
        self.orrery("logout")
        self.assertIn("User:        admin\n", self.orrery("whoami"))
        self.orrery("add-machine")

    def test_UR14_a_revoked_level_leaves_those_below_it(self):
        self.typed("pw\npw\n\n", "register", self.added("bob"))
        changes = [("grant", "admin", "admin"), ("revoke", "admin", "write"),
                   ("revoke", "admin", "write"), ("revoke", "write", "read"),
                   ("revoke", "admin", "read"), ("revoke", "write", "read"),
                   ("revoke", "read", None), ("grant", "write", "write"), ("revoke", "read", None)]
        for verb, level, left in changes:
            self.orrery("logout")
            self.assertEqual(self.changed(verb, level), left, (verb, level))
            self.typed("pw\n", "login", "-u", "bob", "--no-prompt")
            self.may(left)
        self.orrery("logout")
        self.assertIn('model user "bob" does not exist',
                      self.orrery.console("revoke bob admin default").err)

    def changed(self, verb, level):
        """Changes Bob's right on the first model, at the shell and at the console in turn.

        @returns the level that he has then; nothing if none"""
        self.at_console = not self.at_console
        change = (verb, "bob", level, "default")
        if self.at_console:
            self.assertEqual(self.orrery.console(" ".join(change)).code, 0, change)
        else:
            self.orrery(*change)
        return json.loads(self.orrery("users", "default", "--format", "json")) \
            .get("bob", {}).get("access")

    def may(self, level):
        """Who has logged in may what that level may on the first model, and no more."""
        levels = [None, "read", "write", "admin"]
        for needed, words in (("read", ["status"]), ("write", ["set-model-constraints"]),
                              ("admin", ["add-ssh-key", "no-key"])):
            wanted = levels.index(level) >= levels.index(needed)
            for answer in (self.orrery.ask(*words, "-m", "admin/default"),
                           self.orrery.console("use admin/default; " + " ".join(words))):
                self.assertEqual(answer.code == 0, wanted, (level, words, answer))

    def test_UR3_a_user_knows_of_no_model_but_his(self):
        self.orrery("add-model", "shop", "--no-switch")
        string = self.added("bob")
        self.orrery("grant", "bob", "read", "shop")
        done = self.typed("pw\npw\n\n", "register", string)
        self.assertIn("Current model set to \"admin/shop\".", done.stderr)
        self.assertNotIn("default", self.orrery("models"))
        self.orrery("status")
        self.orrery("switch", "admin/shop")
        hidden = self.orrery.ask("status", "-m", "admin/default")
        self.assertEqual((hidden.code, hidden.err),
                         (1, "ERROR model orrery:admin/default not found\n"))
        own = self.orrery.ask("status", "-m", "shop")
        self.assertEqual((own.code, own.err), (1, "ERROR model orrery:bob/shop not found\n"))
        self.assertIn('models are "admin/shop"', self.orrery.ask("switch", "shop").err)
        refused = self.orrery.ask("destroy-model", "admin/shop")
        self.assertEqual((refused.code, refused.err),
                         (1, "ERROR getting model status: permission denied\n"))
        self.orrery("logout")
        self.orrery("add-model", "his", "--owner", "bob", "--no-switch")
        self.typed("pw\n", "login", "-u", "bob", "--no-prompt")
        self.orrery("destroy-model", "his", "--no-prompt")
        self.assertNotIn("his", self.orrery("models"))

    def test_UR12_a_removed_user_is_nobody_and_a_restart_knows_it(self):
        self.typed("pw\npw\n\n", "register", self.added("bob"))
        self.orrery("logout")
        self.orrery("grant", "bob", "admin", "default")
        self.typed("n\n", "remove-user", "bob", code=1)
        self.assertIn("User \"bob\" removed\n", self.typed("y\n", "remove-user", "bob").stdout)
        self.orrery.restart()
        self.added("bob")
        self.assertNotIn("bob", self.orrery("users", "default"))
        done = self.typed("pw\n", "login", "-u", "bob", "--no-prompt", code=1)
        self.assertEqual(done.stderr, "ERROR invalid entity name or password\n")


if __name__ == "__main__":
    unittest.main()
