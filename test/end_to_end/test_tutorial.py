"""The tutorials and the page on hooks, typed word by word: their blocks as one script, with
addresses of the test's own."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from orchestrator import PROGRAM, REPOSITORY, RETRY

USERS = REPOSITORY / "docs" / "users"


def blocks(text):
    return re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S)


def page(name):
    return (USERS / f"{name}.md").read_text(encoding="utf-8")


class Tutorial(unittest.TestCase):
    def typed(self, pieces):
        """What is shown when these are typed, which must succeed and leave no file."""
        directory = pathlib.Path(tempfile.mkdtemp(prefix="orrery-tutorial-"))
        self.addCleanup(shutil.rmtree, directory)
        settings = directory / "settings.yaml"
        settings.write_text(f"{RETRY}\n")
        script = "\n".join(pieces).replace("orrery serve ", f"orrery serve --settings {settings} ")
        environment = {"PATH": f"{PROGRAM.parent}:{os.environ['PATH']}", "TMPDIR": str(directory),
                       "HOME": str(directory)}
        typed = subprocess.run(["bash", "-euo", "pipefail", "-c", script],
                               env=environment, capture_output=True, text=True, timeout=120)
        self.assertEqual(typed.returncode, 0, typed.stdout + typed.stderr)
        self.assertEqual(list(directory.glob("tmp.*")), [])
        return typed.stdout

    def test_each_block_does_what_the_text_says(self):
        before, after = page("tutorial").split("\n## 4. ")
        pieces = blocks(before) + blocks(page("hooks")) + blocks(after)
        self.assertGreater(len(pieces), 11)
        shown = self.typed(pieces)
        for words in ("Hello from site/0", "Servus from site/0", "Hello from far/0",
                      "there is no template", "exit code 3", "Servus and good day from site/0"):
            self.assertIn(words, shown)
        self.assertEqual(shown.count("Servus from site/0"), 2)

    def test_ST44_data_is_kept(self):
        shown = self.typed(blocks(page("tutorial-data")))
        self.assertIn("1 lines in pages/0", shown)
        both = "diary/0 has the pages\ndiary/1 has the pages\n"
        self.assertEqual(shown.count(both), 2, "with the other unit, and after the move")
        self.assertRegex(shown, "location: .*/elsewhere/models/.*/storage/pages/0\n")

    def test_SE34_secrets_are_kept(self):
        shown = self.typed(blocks(page("tutorial-secrets")))
        self.assertIn("knows 32 characters", shown)
        self.assertEqual(shown.count("33\n"), 2, "as read first, until it is refreshed")
        self.assertEqual(shown.count("sesame\n"), 3)
        for words in ("the stranger may not\n", "open it at home\n", "    text: open it at home\n",
                      "the guest may no longer\n", "nor this\n"):
            self.assertIn(words, shown)


if __name__ == "__main__":
    unittest.main()
