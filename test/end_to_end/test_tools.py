"""What charms of Juju find in a hook: its tools, what lies beside them, and juju-reboot."""

import json
import os
import unittest

from orchestrator import until
from suite import Suite


class Tools(Suite):
    STARTED = False

    def links(self):
        """Where charms of Juju look for their tools."""
        return self.orrery.directory / "juju-tools"

    def make_prober(self):
        """A charm that writes what its tools say into `record`, and reboots when told."""
        hooks = {
            "install": "is-leader; jujud version; state-set installed=yes\n"
                       'echo "$TERM|${CLOUD_API_VERSION-no}|${JUJU_CHARM_HTTP_PROXY-no}"\n'
                       f"real={self.links()}/machine-$JUJU_MACHINE_ID/jujud\n"
                       '[ "$($real version)" = "$(jujud version)" ]\n',
            "config-changed": "state-get installed; open-port --endpoints db 7766; open-port 80\n"
                              "opened-ports --endpoints; goal-state --format=json\n"
                              '[ "$JUJU_UNIT_NAME" = prober/0 ] || exit 0\n'
                              'case "$(config-get reboot)" in soon) juju-reboot ;;\n'
                              "now) [ -e ../again ] || { touch ../again; juju-reboot --now\n"
                              "echo reached; sleep 60; } ;;\n"
                              "esac\n",
            "start": "echo started\nsleep 1000 >/dev/null 2>&1 &\necho $! >../pid\n"}
        begin = "#!/bin/sh -e\nexec >>../record\n"
        return self.charm("prober", "provides: {db: {interface: x}}\n",
                          "  reboot: {type: string, default: none}\n",
                          {name: begin + text for name, text in hooks.items()})

    def test_tools_that_charms_of_juju_call_and_what_a_reboot_starts_again(self):
        orrery = self.begin_with(self.make_prober())
        machine = orrery.units()["prober/0"]["machine"]
        orrery("add-unit", "prober", "--to", machine)
        orrery.settle()
        places = [orrery.model / "machines" / machine / "units" / f"prober-{n}" for n in (0, 1)]
        said = (places[0] / "record").read_text()
        self.assertRegex(said, r"\ATrue\n3\.6\.1-ubuntu-\w+\ntmux-256color\|\|\nyes\n"
                               r"80/tcp \(\*\)\n7766/tcp \(db\)\n")
        self.assertTrue((places[1] / "record").read_text().startswith("False\n"))
        goal = json.loads((places[1] / "record").read_text().splitlines()[6])
        self.assertEqual(sorted(goal["units"]), ["prober/0", "prober/1"])
        for count, how in ((2, "soon"), (3, "now")):
            pids = [(place / "pid").read_text() for place in places]
            orrery("config", "prober", f"reboot={how}")
            until(lambda: all((place / "record").read_text().count("started") >= count
                              for place in places), why="start has run again in both units")
            orrery.settle()
            for before, place in zip(pids, places):
                self.assertNotEqual(before, (place / "pid").read_text())
                self.assertFalse(os.path.exists(f"/proc/{before.strip()}/fd/0"), "it has ended")
        self.assertTrue((places[0] / "again").exists())
        self.assertNotIn("reached", (places[0] / "record").read_text(), "the tool does not return")
        agents = {unit["juju-status"]["current"] for unit in orrery.units().values()}
        self.assertEqual(agents, {"idle"})

    def test_the_tools_of_juju_come_back_with_the_next_hook_when_another_orchestrators_are_gone(self):
        orrery = self.begin_with(self.make_prober())
        link = self.links() / f"machine-{orrery.units()['prober/0']['machine']}"
        own, others = os.readlink(link), self.orrery.directory / "others"
        for count, is_there in enumerate((None, False, True)):
            link.unlink()
            if is_there is not None:
                link.symlink_to(others)
            if is_there:
                others.mkdir()
            orrery("config", "prober", f"reboot=never-{count}")
            orrery.settle()
            self.assertEqual(os.readlink(link), str(others) if is_there else own)


if __name__ == "__main__":
    unittest.main()
