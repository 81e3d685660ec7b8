"""What jubilant sends, word by word, and what it reads of the answers; without jubilant."""

import json
import shutil
import subprocess
import unittest

import jubilant_calls
from framework_charm import archive
from orchestrator import SECONDS, ran
from suite import Shared

METADATA = """provides: {db: {interface: dbi}}
resources: {blob: {type: file, filename: blob.txt, description: d}}
storage: {data: {type: filesystem, multiple: {range: 0-}}}
"""
OPTIONS = "  testoption: {type: string, default: ''}\n  flag: {type: boolean, default: false}\n"
ACTIONS = {
    "do-thing": "#!/bin/sh\naction-set thing=\"$(action-get thing)\"\n",
    "fail": "#!/bin/sh\naction-fail 'as it was asked'\n",
    "fall": "#!/bin/sh\necho so >&2\nexit 3\n",
    "stay": "#!/bin/sh\nexec sleep 1\n",
}


class Calls(Shared):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        suite = cls("test_each_call_is_answered_as_jubilant_reads_it")
        place = cls.orrery.directory
        start = {"start": "#!/bin/sh\nstatus-set active\n"}
        life = suite.charm("life", METADATA, OPTIONS, start)
        suite.charm("web", "requires: {db: {interface: dbi}}\n", hooks=start)
        suite.file("life/actions.yaml", "do-thing: {params: {thing: {type: string, default: none}}}"
                                        "\nfail: {}\nfall: {}\nstay: {}\n")
        for name, program in ACTIONS.items():
            suite.file(f"life/actions/{name}", program, 0o755)
        shutil.copytree(life, place / "to_pack")
        keys = []
        for name in ("own", "other"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", f"{name}@here",
                            "-f", place / name], check=True, timeout=SECONDS)
            keys.append((place / f"{name}.pub").read_text().strip())
        bundle = suite.file("bundle.yaml", f"applications: {{web: {{charm: {place / 'web'}, "
                                           "num_units: 1}}\n")
        overlay = suite.file("overlay.yaml", "applications: {web: {expose: true}}\n")
        cls.names = {
            "model": "jubilant-0123abcd", "second": "jubilant-4567ef01",
            "charm": archive(place / "to_pack", place / "life.charm"),
            "blob": suite.file("blob.txt", "blob\n"), "back": place / "back.txt",
            "bundle": bundle, "overlay": overlay, "key": keys[0], "other_key": keys[1],
            "content": suite.file("content", "user: one\n"),
            "content2": suite.file("content2", "user: two\n"),
            "params": suite.file("params", "{thing: some}\n")}

    def named(self, word):
        return word.format_map(self.names) if isinstance(word, str) else word

    def ask_for(self, call):
        words = [self.named(word) for word in call.words]
        if call.of_model:
            words[1:1] = ["--model", self.names["model"]]
        return ran(self.juju_name, *words, env=self.orrery.environment(), timeout=3 * SECONDS,
                   cwd=self.orrery.directory)

    def found_at(self, path, printed):
        for word in path:
            word = self.named(word)
            self.assertTrue(isinstance(printed, list) or word in printed, (path, printed))
            printed = printed[word]
        return printed

    def check_answer(self, call, answer):
        self.assertEqual(answer.returncode, call.code, answer)
        self.assertIn(call.error, answer.stderr)
        if call.says is not None:
            self.assertEqual(answer.stdout, self.named(call.says))
        for *path, wanted in call.reads:
            found = self.found_at(path, json.loads(answer.stdout))
            if isinstance(wanted, type):
                self.assertIsInstance(found, wanted, path)
            else:
                self.assertEqual(found, self.named(wanted), path)
        if call.keeps:
            uri = answer.stdout.strip()
            self.names |= {call.keeps: uri, "id": uri.removeprefix("secret:")}

    def test_each_call_is_answered_as_jubilant_reads_it(self):
        for call in jubilant_calls.CALLS:
            if call is jubilant_calls.SETTLED:
                self.orrery("wait", "--model", self.names["model"], "settled",
                            f"timeout={SECONDS}s")
                continue
            with self.subTest(call.words):
                self.check_answer(call, self.ask_for(call))
        self.assertEqual(self.names["back"].read_text(), "blob\n")
        models = json.loads(self.orrery("models", "--format", "json"))["models"]
        self.assertEqual([model["short-name"] for model in models], ["default"])
        self.orrery.settle()


if __name__ == "__main__":
    unittest.main()
