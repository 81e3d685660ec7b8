"""The tutorial and the page on hooks, typed word by word: their blocks as one script, with
addresses of the test's own."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from orchestrator import PROGRAM, REPOSITORY, RETRY

TUTORIAL = REPOSITORY / "docs" / "users" / "tutorial.md"
HOOKS = REPOSITORY / "docs" / "users" / "hooks.md"


def blocks(text):
    return re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S)


class Tutorial(unittest.TestCase):
    def script(self, settings):
        before, after = TUTORIAL.read_text(encoding="utf-8").split("\n## 4. ")
        typed = blocks(before) + blocks(HOOKS.read_text(encoding="utf-8")) + blocks(after)
        self.assertGreater(len(typed), 11)
        return "\n".join(typed).replace("orrery serve ", f"orrery serve --settings {settings} ")

    def test_each_block_does_what_the_text_says(self):
        directory = pathlib.Path(tempfile.mkdtemp(prefix="orrery-tutorial-"))
        self.addCleanup(shutil.rmtree, directory)
        settings = directory / "settings.yaml"
        settings.write_text(f"{RETRY}\n")
        environment = {"PATH": f"{PROGRAM.parent}:{os.environ['PATH']}", "TMPDIR": str(directory),
                       "HOME": str(directory)}
        typed = subprocess.run(["bash", "-euo", "pipefail", "-c", self.script(settings)],
                               env=environment, capture_output=True, text=True, timeout=120)
        self.assertEqual(typed.returncode, 0, typed.stdout + typed.stderr)
        for words in ("Hello from site/0", "Servus from site/0", "Hello from far/0",
                      "there is no template", "exit code 3", "Servus and good day from site/0"):
            self.assertIn(words, typed.stdout)
        self.assertEqual(typed.stdout.count("Servus from site/0"), 2)
        self.assertEqual(list(directory.glob("tmp.*")), [])


if __name__ == "__main__":
    unittest.main()
