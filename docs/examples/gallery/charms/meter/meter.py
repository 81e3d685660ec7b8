"""Writes figures of a program and its children into a file as Prometheus reads it, time and again.

usage: meter.py UNIT PID-FILE FILE SECONDS
"""
import os
import pathlib
import sys
import time

UNIT, PID_FILE, FILE, SECONDS = sys.argv[1:]
PROCESSES = pathlib.Path("/proc")


def family(pid):
    """A process, its children, and theirs."""
    yield pid
    for child in (PROCESSES / pid / "task" / pid / "children").read_text().split():
        yield from family(child)


def figures():
    """What is known now, which is little if one of the processes has ended."""
    try:
        found = list(family(pathlib.Path(PID_FILE).read_text().strip()))
        pages = sum(int((PROCESSES / pid / "statm").read_text().split()[1]) for pid in found)
        stats = [(PROCESSES / pid / "stat").read_text().rpartition(")")[2].split() for pid in found]
    except OSError:
        return {"up": 0}
    ticks = sum(int(fields[11]) + int(fields[12]) for fields in stats)
    return {"up": 1, "processes": len(found), "resident_bytes": pages * os.sysconf("SC_PAGE_SIZE"),
            "cpu_seconds_total": ticks / os.sysconf("SC_CLK_TCK")}


while True:
    text = "".join(f'{name}{{unit="{UNIT}"}} {value}\n' for name, value in figures().items())
    pathlib.Path(FILE + ".new").write_text(text, encoding="utf-8")
    os.replace(FILE + ".new", FILE)  # readers see the old figures or the new ones, never a part
    time.sleep(float(SECONDS))
