"""Small mistakes of the kind that people make, as changes of one line of C++ that clang-format has laid out."""

import re
from dataclasses import dataclass

# What is replaced by what. Binary operators have spaces around them, template brackets have none.
SWAPS = [
    (" == ", " != "), (" != ", " == "), (" < ", " <= "), (" <= ", " < "), (" > ", " >= "), (" >= ", " > "),
    (" && ", " || "), (" || ", " && "), (" + 1", " - 1"), (" - 1", " + 1"), (" += ", " -= "), (" -= ", " += "),
    ("++", "--"), ("--", "++"), ("(!", "("), (" !", " "), ("true", "false"), ("false", "true"),
    ("Life::Alive", "Life::Dying"), ("Life::Dying", "Life::Dead"), ("Life::Dead", "Life::Alive"),
    ("std::nullopt", "{{}}"), (".empty()", ".size() == 1"), (".begin()", ".end()"),
]
STATEMENT = re.compile(r"^\s+[A-Za-z_][\w.:>()\[\]*-]*(\(.*\)| [-+|]?= .*|\+\+|--);(\s*//.*)?$")
NO_STATEMENT = re.compile(r"^\s+(return|throw|using|const|constexpr|auto|static|assert|case|default|else|break)\b")
WHOLE_IF = re.compile(r"^(\s*(?:\} else )?if )\((.*)\)( \{)?$")


@dataclass(frozen=True)
class Mutant:
    file: str
    line: int  # From 1.
    before: str
    after: str

    @property
    def name(self):
        """The same when lines above it come or go."""
        return f"{self.file}: {self.before.strip()} -> {self.after.strip() or '(nothing)'}"


def code_of(line):
    """The part of a line before its comment; nothing where there is no code, or an assertion about our own mistakes."""
    code = line.split("//")[0]
    skip = code.lstrip().startswith(("#", "*", "/", "assert(", "using ", "namespace ", "}", "static_assert"))
    return "" if skip else code


def outside_strings(code, at):
    return code[:at].count('"') % 2 == 0


def mutants_of_line(file, number, line):
    code = code_of(line)
    if not code.strip():
        return
    for old, new in SWAPS:
        at = code.find(old)
        while at >= 0:
            word = old[0].isalpha() and at > 0 and (code[at - 1].isalnum() or code[at - 1] in "_:")
            if outside_strings(code, at) and not word and not (old == " !" and code[at + 2:at + 3] == "="):
                yield Mutant(file, number, line, line[:at] + new + line[at + len(old):])
            at = code.find(old, at + len(old))
    if match := WHOLE_IF.match(code.rstrip()):
        if match[2].count("(") == match[2].count(")") and ";" not in match[2]:
            yield Mutant(file, number, line, f"{match[1]}(!({match[2]})){match[3] or ''}")
    if STATEMENT.match(line) and not NO_STATEMENT.match(line):
        yield Mutant(file, number, line, line[:len(line) - len(line.lstrip())] + ";")


def mutants_of(file, text):
    for number, line in enumerate(text.split("\n"), 1):
        yield from mutants_of_line(file, number, line)
