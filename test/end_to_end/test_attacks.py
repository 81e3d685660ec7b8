"""Hooks that attack what holds them: their keeper, its name, other units.

What they started is ended all the same."""

import os
import pathlib
import shutil
import signal
import textwrap
import unittest

from orchestrator import PROGRAM, RETRY, is_running, ran, until
from suite import Suite

NO_GROUPS = "no control group of version 2 can be made here"


class Case(Suite):
    SETTINGS, STARTED = (RETRY,), False

    def begin(self, *settings):
        self.orrery.directory.chmod(0o711)
        return super().begin(*settings)

    def deploy(self, name, start):
        """A charm whose first hook `start` is this; a second one does nothing."""
        once = "#!/bin/sh\n[ ! -e tried ] || exit 0\ntouch tried\n"
        self.orrery("deploy", self.charm(name, hooks={"start": once + textwrap.dedent(start)}))

    def pid(self, unit, name="pid"):
        """What the hook has written into a file of its charm's directory."""
        file = self.orrery.model / "machines"
        pattern = f"*/units/{unit.replace('/', '-')}/charm/{name}"

        def told():
            texts = [path.read_text() for path in file.glob(pattern)]
            return next((int(text) for text in texts if text.endswith("\n")), 0)

        return until(told, why=f"{unit} tells {name}")

    def until_gone(self, pid, why):
        until(lambda: not is_running(pid), why=why)

    def groups(self):
        """Where control groups of units are, or a skip."""
        file = self.orrery.model / "groups"
        if not file.exists():
            self.skipTest(NO_GROUPS)
        return pathlib.Path(file.read_text().splitlines()[-1])

    DAEMON = """
        setsid env -i sh -c 'cd /; echo $$ >"$0"; exec sleep 1000' "$PWD/pid" >/dev/null 2>&1 &
        while [ ! -s pid ]; do sleep 0.01; done
    """


class WithoutGroups(Case):
    """Where the orchestrator adopts what a killed keeper leaves."""

    OPTIONS = ("--machine-groups", "none")

    def test_keepers_that_are_killed_or_stopped(self):
        orrery = self.begin("hook-deadline: 3s")
        self.deploy("killer", self.DAEMON + "kill -9 $PPID\nsleep 1000\n")
        self.deploy("stopper", self.DAEMON + "kill -STOP $PPID\nsleep 1000\n")
        self.deploy("sleeper", self.DAEMON + "kill -STOP $(cat pid)\nsleep 1000\n")
        for name, why in (("killer", "it is ended with its keeper"),
                          ("stopper", "the deadline ends it"),
                          ("sleeper", "the deadline ends what is stopped")):
            self.until_gone(self.pid(f"{name}/0"), why)
        orrery.settle()
        states = {unit["juju-status"]["current"] for unit in orrery.units().values()}
        self.assertEqual(states, {"idle"})


class Attacks(WithoutGroups):
    """The same in control groups, where they can be made, and what needs them."""

    OPTIONS = ()

    FORGER = """
        cat >forge <<'EOF'
        import ctypes, os, sys, time
        fields = open("/proc/self/stat").read().rsplit(")", 1)[1].split()
        begin, end = int(fields[45]), int(fields[46])
        marks = f"orrery-keeper --data {sys.argv[1]} --machine {sys.argv[2]} --unit victim/0"
        words = (marks + " --runs hook ").replace(" ", "\\0").encode()
        assert len(words) < end - begin
        os.chdir(sys.argv[1])
        open("/proc/self/comm", "w").write("orrery-keep")
        ctypes.memmove(begin, words.ljust(end - begin, b"\\0"), end - begin)
        open(sys.argv[3] + "/pid", "w").write(f"{os.getpid()}\\n")
        time.sleep(1000)
        EOF
        model=${PWD%/machines/*}
        room=$(printf "%0400d" 0)
        setsid env -i python3 -u forge "$model" "$VICTIM" "$PWD" $room >/dev/null 2>&1 &
        while [ ! -s pid ]; do sleep 0.01; done
    """

    def test_programs_that_call_themselves_keepers_or_are_another_users(self):
        orrery = self.begin()
        self.deploy("victim", self.DAEMON)
        victim = self.pid("victim/0")
        orrery.settle()
        machine = orrery.units()["victim/0"]["machine"]
        self.deploy("forger", self.FORGER.replace("$VICTIM", machine))
        is_root = os.geteuid() == 0 and shutil.which("setpriv")
        user = "exec setpriv --reuid 65534 --clear-groups sleep" if is_root else "exec sleep"
        self.deploy("other", self.DAEMON.replace("exec sleep", user))
        forger, other = self.pid("forger/0"), self.pid("other/0")
        orrery.settle()
        orrery("remove-unit", "victim/0")
        # Nobody who only says so is waited for.
        orrery("wait", "unit", "victim/0", "gone", "timeout=12s")
        self.assertFalse(is_running(victim))
        self.assertTrue(is_running(forger), "a unit's removal ends what is another's")
        for unit, pid in (("forger/0", forger), ("other/0", other)):
            orrery("remove-unit", unit, "--force", "--no-wait")
            self.until_gone(pid, f"{unit} is removed")
        orrery.settle()

    HOPPER = """
        cat >hop <<'EOF'
        import os, sys
        for turn in range(10 ** 9):
            if os.fork():
                os._exit(0)
            os.setsid()
            if turn % 100 == 0:
                os.utime(sys.argv[1])
        EOF
        touch hops
        setsid python3 hop "$PWD/hops" >/dev/null 2>&1 &
    """

    def test_programs_that_are_never_where_one_looks(self):
        orrery = self.begin()
        place = self.groups()
        self.deploy("hopper", self.HOPPER)
        orrery.settle()
        group = place / f"machine-{orrery.units()['hopper/0']['machine']}" / "hopper-0"
        self.assertIn("populated 1", (group / "cgroup.events").read_text())
        orrery("remove-unit", "hopper/0", "--force", "--no-wait")
        until(lambda: not group.exists(), why="its group is empty, and removed")
        orrery.settle()

    def killed_together(self):
        """A daemon whose keeper was killed with the orchestrator."""
        self.deploy("killer", self.DAEMON + """
        engine=$(sed 's/.*) //' /proc/$PPID/stat | cut -d' ' -f2)
        kill -STOP $PPID # or it would end the hook at once, or all of it
        kill -9 $engine
        kill -9 $PPID
        """)
        daemon = self.pid("killer/0")
        self.orrery.process.wait(60)
        self.assertTrue(is_running(daemon), "nobody is there to end it")
        self.orrery.end(signal.SIGKILL)
        return daemon

    def test_a_restore_ends_what_nobody_holds_of_the_model_that_it_replaces(self):
        orrery = self.begin()
        place = self.groups()
        saved = orrery.directory / "saved"
        orrery("backup", "create", saved)
        daemon = self.killed_together()
        restored = ran(PROGRAM, "backup", "restore", saved, "--data-directory", orrery.data)
        self.assertEqual(restored.returncode, 0, restored.stderr)
        self.assertIn("programs that nobody held any more", restored.stdout)
        self.assertFalse(is_running(daemon))
        self.assertFalse(place.exists())

    def test_a_keeper_and_the_orchestrator_are_killed_together(self):
        orrery = self.begin()
        place = self.groups()
        daemon = self.killed_together()
        orrery.start()
        self.until_gone(daemon, "the next start finds it in its unit's group")
        orrery.settle()
        orrery.terminate()
        self.assertFalse(place.exists(), "nothing runs in it any more")

    def test_a_fork_bomb_within_its_limit(self):
        orrery = self.begin("unit-processes: 40")
        place = self.groups()
        if "pids" not in (place / "cgroup.subtree_control").read_text():
            self.skipTest("control groups of version 2 have no controller pids here")
        self.deploy("bomb", "setsid sh -c 'while :; do sleep 1000 & done' >/dev/null 2>&1 &\n")
        orrery.settle()
        group = place / f"machine-{orrery.units()['bomb/0']['machine']}" / "bomb-0"
        count = group / "pids.current"
        until(lambda: 39 <= int(count.read_text()) <= 40, why="it is at its limit")
        orrery("remove-unit", "bomb/0", "--force", "--no-wait")
        until(lambda: not group.exists(), why="its group is empty, and removed")
        orrery.settle()


PROBE = """
    id -u >told; id -G >>told; echo "$HOME $USER $LOGNAME" >>told
    grep NoNewPrivs /proc/self/status >>told
    status-set active "user $(id -u)"
    model=${PWD%/machines/*}; data=${model%/models/*}
    try() { "$@" >/dev/null 2>&1 && echo "$*" >>told; }
    for path in "$data" "$model" "$data/models" "$model/machines" "$OTHER" "$OTHER/charm"; do
      try ls "$path"; try touch "$path/mine"
    done
    for path in "$model"/store/CURRENT "$model"/agents/CURRENT "$data/audit.log" \\
        "$OTHER/charm/hooks/start"; do
      try cat "$path"
    done
    connect() ( # a path may be longer than an address
      cd "${1%/*}" && exec python3 -c 'import socket, sys
    socket.socket(socket.AF_UNIX).connect(sys.argv[1])' "${1##*/}"
    )
    for path in "$data/orrery.socket" "$OTHER/agent.socket" "$JUJU_AGENT_SOCKET_ADDRESS"; do
      try connect "$path"
    done
    try kill -0 $PPID
    try kill -0 $$
    try ls "$PWD"
    sleep 1000 >/dev/null 2>&1 &
    echo $$ >shell
    echo $! >pid
"""


class UnitsAsUsers(Case):
    """Units that are users of their own; root only."""

    def setUp(self):
        super().setUp()
        if os.geteuid() != 0:
            self.skipTest("only root can let units be users of their own")
        lines = pathlib.Path("/proc/self/uid_map").read_text().splitlines()
        maps = [list(map(int, line.split())) for line in lines]
        if not any(first <= 2000000000 < first + count - 3 for first, _, count in maps):
            self.skipTest("this user namespace has no users to give")

    def user(self, unit):
        return int(self.orrery("exec", "--unit", unit, "--", "id", "-u"))

    def test_a_unit_reaches_nothing_but_its_own(self):
        orrery = self.begin("run-as: unit", "run-as-range: 2000000000-2000000002",
                            "no-new-privileges: true")
        self.deploy("other", "exit 0\n")
        orrery.settle()
        other = orrery.unit_directory("other/0")
        self.deploy("prober", PROBE.replace("$OTHER", str(other)))
        pid = self.pid("prober/0")
        orrery.settle()
        own = orrery.unit_directory("prober/0")
        uid = self.user("prober/0")
        self.assertEqual((own.stat().st_uid, own.stat().st_mode & 0o777), (uid, 0o700))
        self.assertNotEqual(uid, self.user("other/0"))
        shell = self.pid("prober/0", "shell")
        self.assertEqual((own / "charm" / "told").read_text().splitlines(),
                         [str(uid), str(uid), f"{own} prober-0 prober-0", "NoNewPrivs:\t1",
                          f"connect {own}/agent.socket", f"kill -0 {shell}", f"ls {own}/charm"])
        self.assertEqual(orrery.units()["prober/0"]["workload-status"]["message"], f"user {uid}")
        self.assertEqual(pathlib.Path(f"/proc/{pid}").stat().st_uid, uid)
        self.deploy("third", "exit 0\n")
        self.deploy("fourth", "exit 0\n")
        until(lambda: "2000000002 are given" in str(orrery.status()), why="no user is left")
        orrery.restart()
        until(lambda: orrery.ask("exec", "--unit", "prober/0", "--", "true").code == 0,
              why="its agent has begun")
        self.assertEqual(self.user("prober/0"), uid)
        orrery("remove-unit", "prober/0", "--force", "--no-wait")
        self.until_gone(pid, "the unit is removed")
        orrery("remove-unit", "fourth/0", "--force", "--no-wait")
        orrery.settle()
        self.assertFalse(own.exists())

    def test_MD1_units_of_two_models_share_no_user(self):
        orrery = self.begin("run-as: unit", "run-as-range: 2000000000-2000000001")
        self.deploy("other", "exit 0\n")
        orrery.settle()
        uid = self.user("other/0")
        orrery("add-model", "second", "--no-switch")
        orrery("deploy", orrery.directory / "other", "-m", "second")
        orrery("wait", "settled", "timeout=60s", "-m", "second")
        ask = ("exec", "-m", "second", "--unit", "other/0", "--", "id", "-u")
        self.assertEqual({uid, int(orrery(*ask))}, {2000000000, 2000000001})
        orrery.restart()
        until(lambda: orrery.ask(*ask).code == 0, why="its agent has begun")
        self.assertNotEqual(int(orrery(*ask)), uid)
        orrery("destroy-model", "second", "--no-prompt")
        orrery.console("add-unit other; wait settled timeout=60s")
        self.assertEqual({self.user("other/0"), self.user("other/1")}, {2000000000, 2000000001})

    def test_where_it_cannot_be_it_is_refused(self):
        self.orrery.configure("run-as: unit")
        # The directory around the data is for its owner only.
        self.refuses(f"units cannot enter {self.orrery.directory}")
        self.assertFalse(self.orrery.data.exists())


if __name__ == "__main__":
    unittest.main()
