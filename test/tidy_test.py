#!/usr/bin/python3 -B
"""Shows that test/tidy fails when there is something to find, looks at the newest first and keeps
to its time, and that clang-tidy finds an example of each check that .clang-tidy names."""

import importlib.machinery
import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).parent

# In place of clang-tidy: a file whose text says so has a finding, or makes it end badly.
PRETENDER = """#!/bin/sh
for piece; do :; done
echo "$piece" >>looked
for held in $(sed -n 's/#include<\\(.*\\)>/\\1/p' "$piece"); do
  case $(cat "$held") in
  *finding*) echo "$held:1:2: error: is wrong [a-check]" && exit 1 ;;
  *crash*) exit 3 ;;
  esac
done
"""


class Choice(unittest.TestCase):
    """Four pieces of one file each; clang-tidy and the commands of meson are pretended."""

    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.root = pathlib.Path(place.name)
        for folder in ("bin", "store", "build-tidy"):
            (self.root / folder).mkdir()
        for name, text in (("clang-tidy-14", PRETENDER), ("ninja", "#!/bin/sh\n")):
            (self.root / "bin" / name).write_text(text, encoding="utf-8")
            (self.root / "bin" / name).chmod(0o755)
        entries = []
        for name in "abcd":
            self.write(name, f"{name}\n")
            piece = f"{name}-unity0.cpp"
            (self.root / "build-tidy" / piece).write_text(
                f"#include<{self.root}/build-tidy/../store/{name}.cpp>\n", encoding="utf-8")
            entries.append({"directory": str(self.root / "build-tidy"), "file": piece})
        (self.root / "build-tidy/build.ninja").touch()
        commands = self.root / "build-tidy/compile_commands.json"
        commands.write_text(json.dumps(entries), encoding="utf-8")
        (self.root / ".gitignore").write_text("build-tidy\nbin\nlooked\n", encoding="utf-8")
        self.git("init")
        self.commit()
        self.git("commit", "--allow-empty", "-m", "the last")

    def write(self, name, text):
        (self.root / "store" / f"{name}.cpp").write_text(text, encoding="utf-8")

    def git(self, *words):
        name = ("-c", "user.name=a", "-c", "user.email=a@b")
        subprocess.run(("git", "-C", self.root, *name, *words), check=True, capture_output=True)

    def commit(self):
        self.git("add", "-A")
        self.git("commit", "-m", "more")

    def tidy(self, *words):
        """Returns the exit code, what was printed, and the pieces in the order of their turn."""
        done = subprocess.run(
            (HERE / "tidy", "--root", self.root, "--jobs", "1", "--late", "1", *words),
            capture_output=True, text=True, check=False,
            env={**os.environ, "PATH": f"{self.root}/bin:{os.environ['PATH']}"})
        looked = self.root / "looked"
        turns = looked.read_text(encoding="utf-8").split() if looked.exists() else []
        looked.unlink(missing_ok=True)
        turns = [pathlib.Path(one).name[0] for one in turns]
        return done.returncode, done.stdout + done.stderr, turns

    def test_what_is_clean_passes_and_turns_go_by_the_day(self):
        code, told, turns = self.tidy("--day", "0")
        self.assertEqual((code, turns), (0, ["a", "b", "c", "d"]))
        self.assertIn("4 of 4 pieces, 0 of them changed lately: 0 findings", told)
        self.assertEqual(self.tidy("--day", "5")[2], ["b", "c", "d", "a"])

    def test_what_changed_last_comes_first(self):
        self.write("b", "new\n")
        self.commit()
        self.write("c", "newer\n")
        self.assertEqual(self.tidy("--day", "0")[2], ["c", "b", "a", "d"])

    def test_a_header_that_changed_has_its_source_looked_at(self):
        self.write("d", '#include "store/d.hpp"\n#include "store/alone.hpp"\n')
        self.commit()
        self.git("commit", "--allow-empty", "-m", "the last")
        (self.root / "store/alone.hpp").touch()
        self.assertEqual(self.tidy("--day", "0")[2][0], "d")

    def test_a_finding_fails_with_its_place_and_check(self):
        self.write("d", "finding\n")
        code, told, _ = self.tidy("--all")
        self.assertEqual(code, 1)
        self.assertIn("store/d.cpp:1: error: is wrong [a-check]\n", told)

    def test_a_clang_tidy_that_ends_badly_fails(self):
        self.write("d", "crash\n")
        self.assertEqual(self.tidy()[0], 1)

    def test_a_file_that_is_named_is_looked_at_alone(self):
        self.assertEqual(self.tidy(str(self.root / "store/c.cpp"))[2], ["c"])

    def test_to_look_at_nothing_fails(self):
        code, told, turns = self.tidy("--minutes", "0")
        self.assertEqual((code, turns), (1, []))
        self.assertIn("not one piece was looked at", told)


class Time(unittest.TestCase):
    def test_nothing_begins_that_would_end_too_late(self):
        loader = importlib.machinery.SourceFileLoader("tidy", str(HERE / "tidy"))
        tidy = importlib.util.module_from_spec(importlib.util.spec_from_loader("tidy", loader))
        sys.path.insert(0, str(HERE))
        loader.exec_module(tidy)
        now = [100.0]

        def look(_):
            now[0] += 10
            return set(), 10.0

        run = tidy.Run(1, look, lambda: now[0])
        self.assertEqual(run.look("abcde", 125), ["c", "d", "e"])
        self.assertEqual(run.done, 2)
        self.assertEqual(run.look("cde", 1000), [])
        self.assertEqual(run.done, 5)


class Checks(unittest.TestCase):
    @unittest.skipUnless(shutil.which("clang-tidy-14"), "no clang-tidy 14: cmd/install lint")
    def test_each_check_finds_its_example(self):
        checks = (HERE.parent / ".clang-tidy").read_text(encoding="utf-8")
        named = set(re.findall(r"^  ([a-z]+-[\w.-]+),?$", checks, re.M))
        self.assertGreater(len(named), 20)
        done = subprocess.run(
            ("clang-tidy-14", "--quiet", HERE / "tidy_examples.cpp", "--", "-std=c++20"),
            capture_output=True, text=True, check=False, cwd=HERE)
        found = set(re.findall(r"\[([a-z]+-[\w.-]+),-warnings-as-errors\]", done.stdout))
        self.assertEqual(named - found, set())


unittest.main()
