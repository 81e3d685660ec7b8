"""Which files changed last, as git knows. Used by test/style and test/tidy."""

import subprocess


def git(root, *words):
    """Returns the lines that git prints, none where there is no git or no repository."""
    try:
        done = subprocess.run(
            ("git", "-C", root, *words), capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return []
    return done.stdout.splitlines() if done.returncode == 0 else []


def newest_first(root):
    """Returns each path's rank by its last change: what is not committed, then commit by commit."""
    changed = [line[3:] for line in git(root, "status", "--porcelain", "--untracked-files=all")]
    changed += git(root, "log", "-n", "300", "--format=", "--name-only", "--relative")
    rank = {}
    for path in changed:
        rank.setdefault(path, len(rank))
    return rank
