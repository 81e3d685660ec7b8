"""What must not remain of a model that was removed."""

import os
import pathlib

from orchestrator import Failed, until

LISTENS = 0x10000  # the flag of a socket that accepts


def nothing_is_left(orrery, started=True):
    """Neither records nor files nor processes of a model that has been removed and is settled.

    @param started that the orchestrator was started since: charms that nothing names go then.
    """
    for claim in ("none app", "none unit", "none relation", "count machine == 1"):
        orrery("assert", *claim.split())
    said = orrery("check")
    if "notes of 0 units, 0 keepers" not in said:
        raise Failed("notes or keepers are left: " + said)
    places = [place for place in (orrery.data / "models").iterdir() if place.is_dir()]
    if places != [orrery.model]:
        raise Failed(f"directories of models are left: {places}")
    machines = orrery.model / "machines"
    expected = (machines / "0", machines / "0" / "units", orrery.model / "kept" / "0")
    places = [machines, machines / "0", machines / "0" / "units", orrery.model / "kept", orrery.model / "kept" / "0"]
    places += [orrery.model / "charms"] if started else []
    found = [str(file) for place in places if place.exists() for file in place.iterdir() if file not in expected]
    if found:
        raise Failed(f"files are left: {found}")
    trash = orrery.data / "trash"
    until(lambda: not trash.exists() or not any(trash.iterdir()), why="what was put aside has been deleted")
    until(lambda: not orrery.leftovers(), seconds=5, why=f"no processes: {orrery.leftovers()}")


def unix_sockets():
    """Of all Unix sockets that have a path: whether it listens, its inode, its path."""
    # NUMBER REFERENCES PROTOCOL FLAGS TYPE STATE INODE PATH; an accepted socket bears its listener's path.
    lines = [line.split(None, 7) for line in pathlib.Path("/proc/net/unix").read_text().splitlines()[1:]]
    return [(int(line[3], 16) & LISTENS != 0, line[6], line[7]) for line in lines if len(line) == 8]


def connections(orrery):
    """Connections to the orchestrator's sockets that its side has not closed."""
    return [path for listens, _, path in unix_sockets() if path.startswith(f"{orrery.data}/") and not listens]


def descriptors_at_rest(orrery):
    """The open files of an orchestrator that is settled: once no verb has a connection any more, for a session ends after its verb."""
    until(lambda: not connections(orrery), why="no verb has a connection any more")
    return descriptors(orrery)


def descriptors(orrery):
    """The orchestrator's open files, sorted, without those of its stores and its trash, which come and go with their contents, and those for its starter,
    which is there from the first hook on, spare keepers and sockets of units."""
    place = pathlib.Path(f"/proc/{orrery.process.pid}/fd")
    found = []
    for file in place.iterdir():
        try:
            found.append(os.readlink(file))
        except FileNotFoundError:
            continue
    stores = (f"{orrery.model}/store/", f"{orrery.model}/agents/", f"{orrery.data}/trash")
    listening = {f"socket:[{inode}]" for listens, inode, path in unix_sockets() if listens and path.endswith("/agent.socket")}
    of_units = sorted(listening & set(found))[:len(list(orrery.model.glob("machines/*/units/*/agent.socket")))]
    rest = sorted(name.split(":")[0] for name in found if not name.startswith(stores) and name not in of_units)
    for name in ("anon_inode", "socket") * children(orrery, "orrery-starter"):  # its handle and its socket
        rest.remove(name)
    for name in ("anon_inode", "socket", "pipe", "pipe") * children(orrery, "orrery-spare"):
        rest.remove(name)
    return rest


def children(orrery, name):
    """How many processes of that name it has."""
    tasks = pathlib.Path(f"/proc/{orrery.process.pid}/task")
    found = [child for task in tasks.iterdir() for child in (task / "children").read_text().split()]
    return sum(pathlib.Path(f"/proc/{child}/comm").read_text() == f"{name}\n" for child in found)
