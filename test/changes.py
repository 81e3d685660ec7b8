"""Which files changed last, as git knows. Used by test/style and test/tidy."""

import re
import subprocess


def git(root, *words):
    """Returns the lines that git prints, none where there is no git or no repository."""
    try:
        done = subprocess.run(
            ("git", "-C", root, *words), capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return []
    return done.stdout.splitlines() if done.returncode == 0 else []


def newest_first(root, commits=300):
    """Returns each path's rank by its last change: what is not committed, then commit by commit."""
    changed = [line[3:] for line in git(root, "status", "--porcelain", "--untracked-files=all")]
    changed += git(root, "log", "-n", str(commits), "--format=", "--name-only", "--relative")
    rank = {}
    for path in changed:
        rank.setdefault(path, len(rank))
    return rank


def uncommitted_lines(root):
    """Returns the path and the number of each line that differs from what was committed."""
    path, found = "", set()
    for line in git(root, "diff", "--unified=0", "--no-prefix", "--no-color", "--relative", "HEAD"):
        if line.startswith("+++ "):
            path = line[4:].rstrip("\t")
        elif hunk := re.match(r"@@ .*\+(\d+)(?:,(\d+))? @@", line):
            first = int(hunk[1])
            found |= {(path, number) for number in range(first, first + int(hunk[2] or 1))}
    return found
