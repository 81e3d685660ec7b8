"""Charms of the framework ops without charmcraft: what a charm imports is laid beside it."""

import os
import pathlib
import re
import shutil
import textwrap

OPS = os.environ.get("ORRERY_OPS", "")
NO_OPS = "ORRERY_OPS names no checkout of github.com/canonical/operator"
DISPATCH = """#!/bin/sh
export JUJU_DISPATCH_PATH="${JUJU_DISPATCH_PATH:-$0}"
PYTHONPATH=lib:venv exec python3 ./src/charm.py
"""
# Of libraries that ops imports, and needs only for what machines have not.
STANDINS = {
    "websocket.py": "class WebSocket: pass\nclass WebSocketTimeoutException(Exception): pass\n",
    "opentelemetry/__init__.py": "",
    "opentelemetry/trace.py": """
class Span:
    trace_id = 0
    def get_span_context(self): return self
    def add_event(self, *words, **named): pass
    def set_attribute(self, *words, **named): pass
    def start_as_current_span(self, *words, **named): return self
    def __enter__(self): return self
    def __exit__(self, *words): pass
def get_current_span(): return Span()
def get_tracer(*words, **named): return Span()
""",
}
# Keys of charmcraft.yaml that are files of their own in a charm; those that it alone reads.
FILES = {"actions": "actions.yaml", "config": "config.yaml"}
OF_CHARMCRAFT = {"type", "base", "platforms", "parts"}


def write_standins(directory):
    for path, text in STANDINS.items():
        file = directory / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


def furnish(directory):
    """Gives a charm's directory its dispatch and the framework, as charmcraft does."""
    write_standins(directory / "lib")
    shutil.copytree(pathlib.Path(OPS) / "ops", directory / "venv" / "ops",
                    ignore=shutil.ignore_patterns("__pycache__"))
    dispatch = directory / "dispatch"
    dispatch.write_text(DISPATCH)
    dispatch.chmod(0o755)


def pack(source, directory):
    """Packs what charmcraft would, from a source with charmcraft.yaml and src/charm.py.

    The packed charm is in a directory that was made for it."""
    shutil.copytree(source / "src", directory / "src")
    metadata = ""
    for block in re.split(r"(?m)^(?=[a-z])", (source / "charmcraft.yaml").read_text()):
        key, _, text = block.partition(":")
        if key in FILES:
            (directory / FILES[key]).write_text(textwrap.dedent(text.lstrip("\n")))
        elif key not in OF_CHARMCRAFT:
            metadata += block
    (directory / "metadata.yaml").write_text(metadata)
    furnish(directory)
    return directory


def archive(directory, charm):
    """Makes the archive `charm`, whose name ends in .charm, of a charm's directory."""
    made = shutil.make_archive(str(charm.with_suffix("")), "zip", directory)
    return pathlib.Path(made).rename(charm)
