"""What must not remain of a model that was removed."""

import os
import pathlib

from orchestrator import Failed, until


def nothing_is_left(orrery, started=True):
    """Neither records nor files nor processes of a model that has been removed and is settled.

    @param started that the orchestrator was started since: charms that nothing names go then.
    """
    for claim in ("none app", "none unit", "none relation", "count machine == 1"):
        orrery("assert", *claim.split())
    said = orrery("check")
    if "notes of 0 units, 0 keepers" not in said:
        raise Failed("notes or keepers are left: " + said)
    machines = orrery.data / "machines"
    expected = (machines / "0", machines / "0" / "units", orrery.data / "kept" / "0")
    places = [machines, machines / "0", machines / "0" / "units", orrery.data / "kept", orrery.data / "kept" / "0"]
    places += [orrery.data / "charms"] if started else []
    found = [str(file) for place in places if place.exists() for file in place.iterdir() if file not in expected]
    if found:
        raise Failed(f"files are left: {found}")
    until(lambda: not orrery.leftovers(), seconds=5, why=f"no processes: {orrery.leftovers()}")


def descriptors(orrery):
    """The orchestrator's open files, sorted, without those of its stores, which come and go with their contents."""
    place = pathlib.Path(f"/proc/{orrery.process.pid}/fd")
    found = []
    for file in place.iterdir():
        try:
            found.append(os.readlink(file))
        except FileNotFoundError:
            continue
    stores = tuple(str(orrery.data / name) for name in ("store/", "agents/"))
    return sorted(name.split(":")[0] for name in found if not name.startswith(stores))
