"""The judge of the hooks' records finds what it must find, and nothing else."""

import unittest

from witness import faults_in

UP = ["start install - -", "end install - -", "start config-changed - -", "end config-changed - -", "start start - -",
      "end start - -"]
JOINED = ["start c-relation-joined c:1 a/0", "end c-relation-joined c:1 a/0"]
CHANGED = ["start c-relation-changed c:1 a/0", "end c-relation-changed c:1 a/0"]
DEPARTED = ["start c-relation-departed c:1 a/0", "end c-relation-departed c:1 a/0"]
BROKEN = ["start c-relation-broken c:1 -", "end c-relation-broken c:1 -"]


class Judge(unittest.TestCase):
    def fine(self, *lines):
        self.assertEqual(faults_in(lines), [])

    def faulty(self, word, *lines):
        self.assertTrue(any(word in fault for fault in faults_in(lines)), faults_in(lines))

    def test_a_life(self):
        self.fine(*UP, *JOINED, *CHANGED, "settled", "killed", *DEPARTED, *BROKEN, "start stop - -", "end stop - -",
                  "start remove - -", "end remove - -")

    def test_a_hook_killed_in_the_middle_may_run_twice(self):
        self.fine("start install - -", "killed", *UP)
        self.fine("start install - -", "end install - -", "killed", *UP)  # its end may not have been noted
        self.fine("start install - -", "killed", "start install - -", "killed", *UP)

    def test_a_hook_known_to_be_done_must_not(self):
        self.faulty("W4", *UP, "killed", *UP)
        self.faulty("W4", *UP, "settled", "killed", "start start - -")
        self.faulty("W4", *UP, *JOINED, *CHANGED, *CHANGED)
        self.faulty("W4", *UP, "start start - -")

    def test_options_that_changed_excuse_one_config_changed(self):
        self.fine(*UP, "settled", "config", *UP[2:4])
        self.faulty("W4", *UP, "settled", "config", *UP[2:4], *UP[2:4])
        self.faulty("W4", *UP, "settled", *UP[2:4])

    def test_one_at_a_time(self):
        self.faulty("W7", "start install - -", "start config-changed - -")

    def test_order(self):
        self.faulty("H8", *UP[2:])
        self.faulty("H8", *UP[:4], *JOINED)
        self.faulty("H8", *UP, "start stop - -", "end stop - -", *JOINED)
        self.faulty("H1", *UP, *JOINED, *BROKEN)
        self.faulty("S6", *UP, *JOINED, *CHANGED, *BROKEN)
        self.faulty("H7", *UP, *BROKEN, *JOINED)


if __name__ == "__main__":
    unittest.main(verbosity=2)
