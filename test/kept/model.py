"""The model that is kept: what stands in it when its orchestrator ends, and what a later program must make of it."""

import atexit
import errno
import os
import pathlib
import signal
import socket
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "end_to_end"))

from orchestrator import CHARMS, FIXTURES, REPOSITORY, RETRY, Orchestrator, until  # noqa: E402

# Records of schemas 2 and 3 name the absolute path of a charm's copy: what was made here can be opened here only.
PLACE = pathlib.Path("/tmp/orrery-kept")
ADDRESS_BLOCK = 77  # machines' addresses are in the records, too


class Keeping(Orchestrator):
    """Like every orchestrator of these tests, but always at the same place, one at a time on a computer."""

    def __init__(self):
        self.turn = socket.socket(socket.AF_UNIX)
        until(self.has_turn, why=f"nobody else uses {PLACE}")
        self.directory, self.data = PLACE, PLACE / "data"
        self.settings, self.socket = PLACE / "settings.yaml", PLACE / "data" / "orrery.socket"
        self.process, self.log, self.kills, self.options = None, [], 0, ()
        if PLACE.exists():
            super().close()  # what a test has left that was killed
        PLACE.mkdir(mode=0o700)
        self.configure(RETRY, "store-buffer: 1MiB")
        atexit.register(self.close)

    def has_turn(self):
        """Its name goes with the process, whatever becomes of that."""
        try:
            self.turn.bind("\0" + str(PLACE))
            return True
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
            return False

    def configure(self, *lines):
        lines = (f"data-directory: {self.data}", f"address-block: {ADDRESS_BLOCK}", *lines)
        self.settings.write_text("\n".join(lines) + "\n")

    def start_killed_at(self, step, library):
        """Starts one that is gone before that call which makes, moves or links something."""
        before = {**os.environ}
        os.environ.update(LD_PRELOAD=library, ORRERY_KILLED_IN=f"{self.data}/",
                          ORRERY_KILLED_AT=str(step))
        try:
            code = self.refused().code
        finally:
            os.environ.clear()
            os.environ.update(before)
        assert code == -signal.SIGKILL, f"it ended with {code}"

    def close(self):
        if self.turn.fileno() >= 0:  # else the place is another's by now
            super().close()
            self.turn.close()


def until_in_error(orrery, unit):
    until(lambda: orrery.units()[unit]["workload-status"]["current"] == "error", why=f"{unit} is in error")


def make(orrery):
    """Of each kind of record and of each state that lasts at least one."""
    orrery("deploy", FIXTURES / "recorder", "a", "-n", "2")
    orrery("deploy", FIXTURES / "recorder", "b")
    orrery("integrate", "a:server", "b:client")
    orrery("deploy", FIXTURES / "sub", "beside")
    orrery("integrate", "beside:beside", "a:juju-info")
    orrery("deploy", CHARMS / "teller", "told")
    orrery("deploy", CHARMS / "daemon", "runs")
    orrery.settle()
    orrery("add-unit", "told")  # once told/0 leads
    orrery.settle()
    orrery("expose", "b")
    orrery("config", "told", "word=kept")
    orrery.settle()
    make_those_that_go(orrery)
    orrery("deploy", FIXTURES / "failing", "fails", "--config", "fail=start")
    until_in_error(orrery, "fails/0")
    refresh_some(orrery)
    fill_a_table(orrery)
    make_one_in_the_midst(orrery)


def make_those_that_go(orrery):
    """A Dying unit, application and relation, held by hooks that wait for a person; and an application that is gone."""
    orrery("deploy", FIXTURES / "failing", "stays", "--config", "fail=stop")
    orrery("deploy", FIXTURES / "failing", "parts", "--config", "fail=client-relation-broken")
    orrery("deploy", FIXTURES / "quiet", "gone", "-n", "2")
    orrery("integrate", "parts:client", "a:server")
    orrery.settle()
    orrery("remove-application", "gone")
    orrery("remove-application", "stays")
    orrery("remove-relation", "parts:client", "a:server")
    until_in_error(orrery, "stays/0")
    until_in_error(orrery, "parts/0")
    orrery.settle()


def refresh_some(orrery):
    """A unit with a second charm's files, and one whose start has failed: it keeps the first's."""
    orrery("refresh", "runs", "--path", CHARMS / "daemon")
    orrery.settle()
    orrery("refresh", "fails", "--path", FIXTURES / "failing")


def fill_a_table(orrery):
    """More than the store holds in memory (store-buffer), so that there are tables beside RocksDB's log."""
    for number in range(16):
        orrery("config", "a", f"note={number}" + 100_000 * "x")
    orrery("config", "a", "note=small")
    orrery.settle()


def make_one_in_the_midst(orrery):
    """A unit whose hook runs when the orchestrator ends, so that it is noted as queued again."""
    orrery("deploy", FIXTURES / "slow", "stands", "--config", "hold=config-changed")
    until(lambda: list(orrery.model.glob("machines/*/units/stands-0/holding-config-changed")))


def end(orrery):
    """The orchestrator ends in order; then what units have left running is killed, as by a computer that goes off."""
    assert orrery.terminate() == 0
    for pid in orrery.leftovers():
        os.kill(pid, signal.SIGKILL)
    until(lambda: not orrery.leftovers(), why="all programs are gone")
