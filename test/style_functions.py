"""Finds functions in sources, by their text alone. Used by test/style."""

import ast
import bisect
import re

# What is no code: comments, texts, characters, lines of the preprocessor. Numbers come first,
# because 1'000 holds no character.
NO_CODE = re.compile(
    r"""\b\d[\w.']*|//[^\n]*|/\*.*?\*/"""
    r"""|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'"""
    r"""|^[ \t]*\#(?:[^\n]*\\\n)*[^\n]*""", re.S | re.M)
# The last line before a brace, behind a macro that stands on lines of its own.
SCOPE = re.compile(r"(?:^|\n)[ \t]*(?:namespace|class|struct|union|enum|extern)\b[^()]*$")


def blanked(text):
    """Returns the text with what is no code as blanks, each line where it was."""
    return NO_CODE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def begins_function(head):
    """Returns whether a brace after that text opens a function, not a scope or a value."""
    for _ in range(5):  # Arguments of templates, from within.
        head = re.sub(r"<[^<>]*>", "", head)
    if "(" not in head or SCOPE.search(head):
        return False
    return not head.rstrip().endswith(("=", "return", ",", "("))


def of_code(text):
    """Returns the first and the last line of each outermost function.

    Counts on clang-format: a body's brace stands behind a blank, a value's directly behind a name.
    """
    clean = blanked(text)
    ends = [found.start() for found in re.finditer("\n", clean)]
    head, depth, function = 0, [], None
    for found in re.finditer(r"[{};]", clean):
        at = found.start()
        if found[0] == "{":
            value = at > 0 and not clean[at - 1].isspace()
            depth.append(value)
            if not value:
                if function is None and begins_function(clean[head:at]):
                    begin = head + len(re.match(r"(?:\s|\w+:(?!:))*", clean[head:at])[0])
                    function = len(depth), bisect.bisect_left(ends, begin) + 1
                head = at + 1
        elif found[0] == "}" and depth:
            if not depth[-1]:
                head = at + 1
            if function and function[0] == len(depth):
                yield function[1], bisect.bisect_left(ends, at) + 1
                function = None
            depth.pop()
        elif found[0] == ";" and not any(depth[-1:]):
            head = at + 1


def of_python(text):
    """Returns the first and the last line of each function."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.lineno, node.end_lineno


def of_shell(lines):
    """Returns the first and the last line of each function."""
    begin = None
    for number, line in enumerate(lines, 1):
        if re.match(r"[\w-]+\(\) *\{", line):
            begin = number
        if line.startswith("}") and begin:
            yield begin, number
            begin = None
