"""Actions of real charms: what they are given, set and print, how they end, what a kill leaves."""

import json
import unittest

from orchestrator import until
from suite import Suite

ACTIONS = """\
backup:
  description: Saves everything.
  params:
    to: {type: string, default: /srv}
    level: {type: integer}
hold:
  description: Waits for a file.
give-up:
  description: Fails.
alone:
  description: Runs in turn with others that need the disk.
  parallel: true
  execution-group: disk
beside:
  description: Runs beside whatever else runs.
  parallel: true
absent:
  description: Has no program.
"""
BACKUP = """#!/bin/sh
action-log "half way"
action-set done=yes where.to="$(action-get to)" level="$(action-get --format json level)"
echo "$JUJU_ACTION_NAME $JUJU_ACTION_UUID $JUJU_ACTION_TAG $JUJU_DISPATCH_PATH [$JUJU_HOOK_NAME]"
echo "to: $(action-get to)" >&2
open-port 8080
"""
HOLD = """#!/bin/sh
echo once >> ../held
until [ -e ../go ]; do sleep 0.02; done
"""


class Actions(Suite):
    def deploy(self, units=1, on="new"):
        """A charm with actions, all of it done; `on`: the machine of all units."""
        charm = self.charm("app", options="  size: {type: int, default: 1}\n",
                           hooks={"install": "#!/bin/sh\n", "stop": "#!/bin/sh\n",
                                  "config-changed": "#!/bin/sh\nconfig-get size >> ../sizes\n"})
        self.file("app/actions.yaml", ACTIONS)
        self.file("app/actions/backup", BACKUP, 0o755)
        self.file("app/actions/hold", HOLD, 0o755)
        for name in "alone", "beside":
            self.file(f"app/actions/{name}", "#!/bin/sh\n", 0o755)
        self.file("app/actions/give-up", '#!/bin/sh\naction-fail "no disk"\n', 0o755)
        self.orrery("deploy", charm)
        self.orrery.settle()
        for _ in range(units - 1):
            self.orrery("add-unit", "app", *(() if on == "new" else ("--to", on)))
        self.orrery.settle()
        return self.orrery.unit_directory("app/0")

    def task(self, number):
        return json.loads(self.orrery("show-task", number, "--format", "json"))

    def run_json(self, *words, code=0):
        return json.loads(self.ask("run", *words, "--format", "json", code=code).out)

    def test_A22_A29_one_is_given_its_parameters_and_shows_its_results(self):
        self.deploy()
        answer = self.ask("run", "app/0", "backup", "level=3")
        self.assertIn("half way\n", answer.err)
        task = self.run_json("app/0", "backup", "to=/mnt")["app/0"]
        self.assertEqual(task["status"], "completed")
        number = task["id"]
        self.assertEqual(task["results"], {
            "done": "yes", "where": {"to": "/mnt"}, "level": "null", "return-code": 0,
            "stderr": "to: /mnt\n",
            "stdout": f"backup {number} action-{number} actions/backup []\n"})
        self.assertIn("8080/tcp", self.orrery("status"), "what it opens is open (A25)")
        self.orrery("check")

    def test_A22_A27_A47_how_one_fails(self):
        self.deploy()
        failed = self.run_json("app/0", "give-up")["app/0"]
        self.assertEqual((failed["status"], failed["message"]), ("failed", "no disk"))
        absent = self.run_json("app/0", "absent")["app/0"]
        self.assertEqual((absent["status"], absent["message"]),
                         ("failed", 'action not implemented on unit "app/0"'))
        refused = self.ask("run", "app/0", "backup", "level=high")
        self.assertIn('validation failed: (root).level : must be of type integer, given "high"',
                      refused.err)
        unknown = self.ask("run", "app/0", "restore")
        self.assertIn('action "restore" not defined on unit "app/0"', unknown.err)
        status = self.orrery.units()["app/0"]["workload-status"]["current"]
        self.assertEqual(status, "unknown", "no failing action is the unit's (A20)")

    def test_A13_after_a_kill_one_has_failed_and_does_not_run_again_and_the_next_runs(self):
        home = self.deploy()
        for _ in range(2):
            self.orrery("run", "app/0", "hold", "--background")
        until((home / "held").exists, why="the first runs")
        self.orrery.restart()
        held = "once\nonce\n"
        until(lambda: (home / "held").read_text() == held, why="the second runs")
        (home / "go").touch()
        self.orrery.settle()
        self.assertIn("failed: action terminated", self.orrery("show-task", "2"))
        self.assertEqual(self.task("4")["status"], "completed")
        self.assertEqual((home / "held").read_text(), held)
        self.orrery("check")

    def test_A30_one_that_is_cancelled_is_killed_with_all_it_has_started(self):
        home = self.deploy()
        self.orrery("run", "app/0", "hold", "--background")
        until((home / "held").exists, why="it runs")
        self.assertIn("status: aborting", self.orrery("cancel-task", "2"))
        self.orrery.settle()
        task = self.task("2")
        self.assertEqual((task["status"], task["message"]), ("aborted", "terminated"))
        self.assertEqual(self.orrery.leftovers(), [])

    def test_A10_A11_one_has_its_machines_turn_unless_it_is_parallel(self):
        home = self.deploy(2, on="1")
        other = self.orrery.unit_directory("app/1")
        self.orrery("run", "app/0", "hold", "--background")
        until((home / "held").exists, why="it runs")
        beside = self.run_json("app/1", "beside")["app/1"]
        self.assertEqual(beside["status"], "completed", "it takes no turn")
        self.ask("exec", "--unit", "app/1", "--", "true")
        self.ask("exec", "--machine", "1", "--parallel=false", "--", "true")
        (other / "sizes").unlink()
        self.orrery("config", "app", "size=2")
        self.orrery("run", "app/1", "backup", "--background")
        self.ask("run", "app/1", "backup", "--wait", "200ms", code=1)
        self.assertEqual(self.task("10")["status"], "pending")
        self.assertFalse((other / "sizes").exists(), "hooks of the machine wait, too")
        (home / "go").touch()
        self.orrery.settle()
        self.assertEqual(self.task("10")["status"], "completed")
        self.assertEqual((other / "sizes").read_text(), "2\n")
        self.orrery("check")

    def test_A11_those_of_a_group_run_one_after_another_on_a_machine(self):
        home = self.deploy(2, on="1")
        held = f"touch {home}/held; until [ -e {home}/go ]; do sleep 0.02; done"
        of_disk = ("--execution-group", "disk")
        self.orrery("exec", "--machine", "1", *of_disk, "--background", "--", held)
        until((home / "held").exists, why="it runs")
        for unit in "app/0", "app/1":
            self.orrery("run", unit, "alone", "--background")
        self.ask("exec", "--unit", "app/1", *of_disk, "--wait", "200ms", "--", "true", code=1)
        self.ask("exec", "--machine", "1", "--execution-group", "net", "--", "true")
        for task in "4", "6":
            self.assertEqual(self.task(task)["status"], "pending")
        self.assertIn("status: cancelled", self.orrery("cancel-task", "4"))
        self.orrery("config", "app", "size=3")
        until(lambda: (home / "sizes").read_text().endswith("3\n"),
              why="a hook runs once its unit's task does not wait any more")
        (home / "go").touch()
        self.orrery.settle()
        self.assertEqual(self.task("6")["status"], "completed")
        self.orrery("check")

    def test_A21_one_is_checked_by_its_units_files_when_it_begins(self):
        home = self.deploy()
        self.orrery("run", "app/0", "hold", "--background")
        until((home / "held").exists, why="it runs")
        self.orrery("run", "app/0", "backup", "--background")
        self.orrery("run", "app/0", "give-up", "--background")
        self.orrery("run", "app/0", "backup", "level=3", "--background")
        actions = home / "charm" / "actions.yaml"
        actions.unlink()
        actions.write_text("backup:\n  params: {level: {maximum: 2}}\n")
        (home / "go").touch()
        self.orrery.settle()
        self.assertEqual(self.task("4")["status"], "completed")
        self.assertEqual(self.task("6")["message"], 'cannot run "give-up" action: not defined')
        self.assertEqual(self.task("8")["message"],
                         'cannot run "backup" action: validation failed: '
                         "(root).level : must be lower than or equal to 2, given 3")
        self.assertNotIn("results", self.task("8"))

    def test_A26_what_one_prints_is_in_its_units_log_as_far_as_that_takes_it(self):
        self.deploy()
        log = ("debug-log", "--include", "app/0", "--replay", "--no-tail", "--level", "DEBUG")
        self.orrery("run", "app/0", "backup")
        self.assertIn("to: /srv", self.orrery(*log))
        self.assertNotIn("action-2", self.orrery(*log), "the model's least level is INFO")
        self.orrery("model-config", "logging-config=<root>=DEBUG")
        self.orrery("run", "app/0", "backup")
        said = [line for line in self.orrery(*log).splitlines() if "action-4" in line]
        self.assertEqual(len(said), 1, said)
        self.assertIn(" DEBUG ", said[0])

    def test_A17_force_cancels_what_is_left(self):
        home = self.deploy()
        for _ in range(2):
            self.orrery("run", "app/0", "hold", "--background")
        until((home / "held").exists, why="the first runs")
        self.orrery("remove-unit", "app/0", "--force", "--no-wait")
        self.orrery.settle()
        for task in "2", "4":
            shown = self.task(task)
            self.assertEqual((shown["status"], shown["message"]), ("cancelled", "unit removed"))
        self.assertEqual(self.orrery.leftovers(), [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
