#!/usr/bin/python3 -B
"""Shows that test/style finds each kind of slip, in small trees that hold one of each."""

import pathlib
import subprocess
import tempfile
import unittest

STYLE = pathlib.Path(__file__).parent / "style"

# One place of each kind: the file, the line that is told, what stands in the file.
SLIPS = {
    "long-file": ("store/long.cpp", 1, "int a;\n" * 301),
    "long-function": ("cmd/long.cpp", 3, "namespace a {\n\nA::A() : b_{1}, c_{2} {\n"
                      + "f();\n" * 69 + "}\n}\n"),
    "wide-line": ("docs/wide.md", 2, "| " + "w" * 120 + " |\n" + "w" * 101 + "\n"
                  + "[w](" + "w" * 100 + ")\n"),
    "void-word": ("config/void.hpp", 4, "/// Reads\n/// It reads on.\nint a;\n"
                  "/// The same for b.\n"),
    "citation": ("actors/cited.hpp", 2, "/// Reads (docs/developers/rules.md, README.md).\n"
                 "// See design.md 2.\n"),
    "x-name": ("store/named.hpp", 2, "int box_a, max_b;\nint x_c;\n"),
    "unexpected": ("cmd/unexpected.cpp", 2, "tl::unexpected(a);\ntl::unexpected{a};\n"),
    "rule-where": ("docs/developers/rules.md", 3, "| A1 | Says. | + | `config/kept.cpp` | pure |\n"
                   "| A2 | Says. | + | `config/kept.cpp` | pure |\n"
                   "| A11 | Says. | + | `config/kept.cpp` | pure |\n"),
}
CLEAN = {
    "README.md": "Read\n",
    "config/kept.hpp": "// A2 is kept here.\n",
    "config/kept.cpp": "// A1 is kept here, and A111.\nint f() {\n" + "g();\n" * 68 + "}\n",
    "config/two.cpp": "\n".join(["struct A {", "f();"] + ["int a = 1'000;"] * 70 + ["};"]) + "\n",
    "test/style.bounds": "# none\n",
    "docs/developers/rules.md": "# Rules\n",
    "docs/pictures.txt": "w" * 120 + "\n",
}


class Style(unittest.TestCase):
    """Each test has a tree of its own."""

    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.root = pathlib.Path(place.name)
        for path, text in CLEAN.items():
            self.write(path, text)

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def style(self, *words):
        done = subprocess.run((STYLE, "--root", self.root, *words), capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout

    def test_a_tree_without_slips_passes(self):
        self.assertEqual(self.style(), (0, "0 slips, 0 numbers off their bounds\n"))

    def test_each_kind_is_found_in_its_place_and_fails(self):
        for kind, (path, line, text) in SLIPS.items():
            with self.subTest(kind):
                self.write(path, text)
                code, told = self.style("--list", kind)
                self.assertEqual(code, 0)
                places = [one.split(": ")[0] for one in told.splitlines()]
                self.assertEqual(places, [f"{path}:{line}"])
                code, told = self.style()
                self.assertEqual(code, 1)
                self.assertIn(f"{kind} in {path.split('/')[0]}: 1, more than 0.", told)
                self.assertIn(f"  {path}:{line}: ", told)
                self.assertIn("1 slips, 1 numbers off their bounds", told)
                self.write(path, CLEAN.get(path, ""))

    def test_functions_of_scripts_are_measured(self):
        self.write("cmd/tell", "#!/bin/sh\ntell() {\n" + "  a\n" * 69 + "}\n")
        self.write("test/tell.py", "\ndef tell():\n" + "    a()\n" * 70)
        told = self.style("--list", "long-function")[1]
        self.assertEqual(told, "cmd/tell:2: 71 lines: tell() {\n"
                               "test/tell.py:2: 71 lines: def tell():\n")
        self.assertTrue(self.style("--list", "long-function", "cmd")[1].startswith("cmd/tell"))
        self.assertNotIn("test/", self.style("--list", "long-function", "cmd")[1])

    def test_a_number_at_its_bound_passes_and_a_bound_above_it_fails_until_it_is_lowered(self):
        self.write("store/named.hpp", "int x_a;\nint x_b;\n")
        self.write("test/style.bounds", "# why\nx-name store 2\n")
        self.assertEqual(self.style()[0], 0)
        self.write("store/named.hpp", "int x_a;\n")
        code, told = self.style()
        self.assertEqual(code, 1)
        self.assertIn("x-name in store: 1, fewer than 2: lower the bound to 1", told)
        self.assertIn("x-name in store: 2 -> 1", self.style("--lower")[1])
        self.assertEqual(self.style()[0], 0)
        self.write("store/named.hpp", "int a;\n")
        self.style("--lower")
        self.assertEqual((self.root / "test/style.bounds").read_text(encoding="utf-8"), "# why\n")

    def test_lower_raises_nothing(self):
        self.write("store/named.hpp", "int x_a;\nint x_b;\n")
        self.write("test/style.bounds", "x-name store 1\n")
        self.style("--lower")
        self.assertEqual(self.style()[0], 1)

    def test_what_changed_last_is_told_first(self):
        def git(*words):
            name = ("-c", "user.name=a", "-c", "user.email=a@b")
            subprocess.run(("git", "-C", self.root, *name, *words), check=True, capture_output=True)
        git("init")
        for name in "bac":
            self.write(f"store/{name}.hpp", "int x_a;\n")
            git("add", "-A")
            git("commit", "-m", name)
        self.write("store/b.hpp", "int x_b;\n")
        self.write("store/c.hpp", "int x_a;\nint x_c;\n")
        told = [line for line in self.style()[1].splitlines() if line.startswith("  ")]
        places = [line.split("/")[1].split(": ")[0] for line in told]
        self.assertEqual(places, ["b.hpp:1", "c.hpp:2", "c.hpp:1", "a.hpp:1"])


unittest.main()
