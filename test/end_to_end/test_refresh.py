"""Refresh of real charms: which files come, go and stay, which hooks run in which order, who stays
behind, what a kill leaves."""

import unittest
import zipfile

from orchestrator import until
from refreshing import HOOKS, NEW_HOOKS, Refreshing, added


class Files(Refreshing):
    def test_P25_P27_files_are_exchanged_and_both_hooks_run(self):
        self.deploy(files={"both": "one\n", "old": "one\n", "was/in": "one\n"})
        charm = self.place() / "charm"
        (charm / "own").write_text("mine\n")
        (charm / "data").mkdir()
        (charm / "data/base").write_text("mine\n")
        (charm / "was/own").write_text("mine\n")
        new = self.version(2, files={"both": "two\n", "fresh": "two\n", "version": "2.0\n"})
        self.assertEqual(self.refresh(new), added(1))
        application = self.orrery.status()["applications"]["act"]
        self.assertEqual((application["charm"], application["charm-rev"],
                          application["charm-version"]), ("local:act-1", 1, "2.0"))
        self.orrery.settle()
        self.assertEqual(self.ran()[-2:], NEW_HOOKS)
        self.assertEqual(self.ran().count("install 1"), 1)
        self.assertEqual((self.text("both"), self.text("fresh")), ("two\n", "two\n"))
        self.assertEqual((self.text("own"), self.text("data/base")), ("mine\n", "mine\n"))
        self.assertIsNone(self.text("old"))
        self.assertFalse((charm / "was").exists(), "a directory of the old charm only goes whole")
        self.assertNotIn("upgrading-from", self.unit())

    def test_P27_a_program_that_runs_goes_on_in_its_directory(self):
        self.deploy()
        charm = self.place() / "charm"
        writer = ("mkdir -p data; cd data; "
                  "(while [ ! -e stop ]; do echo more >>log; sleep 0.05; done; echo end >>log) "
                  ">/dev/null 2>&1 &")
        self.orrery("exec", "--unit", "act/0", "--", writer)
        log = charm / "data/log"
        until(log.exists, why="the program writes")
        self.refresh(self.version(2))
        self.orrery.settle()
        before = log.stat().st_size
        until(lambda: log.stat().st_size > before, why="it writes where people look")
        (charm / "data/stop").touch()
        until(lambda: log.read_text().endswith("end\n"), why="it sees what is put there")

    def test_an_archive_is_taken_like_its_directory(self):
        self.deploy()
        new = self.version(2, files={"fresh": "two\n"})
        archive = self.orrery.directory / "act.charm"
        with zipfile.ZipFile(archive, "w") as packed:
            for file in sorted(path for path in new.rglob("*") if path.is_file()):
                packed.write(file, file.relative_to(new))
        self.assertEqual(self.refresh(archive), added(1))
        self.orrery.settle()
        self.assertEqual((self.text("fresh"), self.ran()[-2:]), ("two\n", NEW_HOOKS))

    def test_P4_the_same_files_twice_run_the_hooks_twice(self):
        self.deploy()
        charm = self.orrery.directory / "v1"
        self.assertEqual(self.refresh(charm), added(1))
        self.orrery.settle()
        self.assertEqual(self.refresh(charm), added(2))
        self.orrery.settle()
        self.assertEqual(self.ran().count("upgrade-charm 1"), 2)
        self.assertEqual(len(self.orrery.charms()), 1, "their files are kept once")
        self.orrery.restart()
        self.orrery.settle()
        self.assertEqual(len(self.orrery.charms()), 1)

    def test_P21_kept_files_go_when_the_last_unit_leaves_them(self):
        self.deploy(units=2)
        first, = self.orrery.charms()
        self.hold("config-changed", "config-changed 1", "config", "act", "word=x")
        self.refresh(self.version(2))
        until(lambda: "upgrading-from" not in self.orrery.units()["act/1"], why="one has the new")
        self.assertIn(first, self.orrery.charms(), "the other one has the old")
        self.release("config-changed")
        self.orrery.settle()
        until(lambda: first not in self.orrery.charms(), why="nobody has it")
        self.assertEqual(len(self.orrery.charms()), 1)

    def test_a_refusal_leaves_no_files_beyond_the_next_start(self):
        self.deploy()
        new = self.version(2, metadata="subordinate: true\nrequires:\n"
                           "  host: {interface: juju-info, scope: container}\n")
        self.refresh(new, code=1)
        self.orrery.restart()
        self.assertEqual(len(self.orrery.charms()), 1)

    def test_P4_the_copy_says_which_revision_it_is(self):
        self.deploy()
        self.assertEqual(self.text("revision"), "0")
        self.refresh(self.orrery.directory / "v1")
        self.orrery.settle()
        self.assertEqual(self.text("revision"), "1", "of the same files")


class Model(Refreshing):
    def test_P22_options_are_kept_brought_over_or_dropped(self):
        self.deploy(options="  port: {type: int}\n  gone: {type: string}\n")
        self.orrery("config", "act", "word=7", "port=5", "gone=x")
        new = self.version(2, options="  port: {type: int}\n")
        (new / "config.yaml").write_text("options:\n  word: {type: int}\n  port: {type: int}\n"
                                         "  new: {type: string, default: fresh}\n")
        said = self.refresh(new, "--config", "x=1", code=1)
        self.assertTrue(said.endswith('ERROR parsing config settings: unknown option "x"\n'), said)
        said = self.refresh(new, "--config", "port=high", code=1)
        self.assertTrue(said.endswith(
            'ERROR parsing config settings: option "port" expected int, got "high"\n'), said)
        self.assertEqual(self.refresh(new, "--config", "port=6"), added(3), "P3: two are used up")
        self.orrery.settle()
        shown = [self.orrery("config", "act", key).strip() for key in ("word", "port", "new")]
        self.assertEqual(shown, ["7", "6", "fresh"])
        self.ask("config", "act", "gone", code=1)

    def test_P23_P26_a_new_peer_relation_comes_after_both_hooks(self):
        self.deploy(units=2)
        ring = [f"ring-relation-{end}" for end in ("created", "joined", "departed", "broken")]
        self.refresh(self.version(2, metadata="peers: {ring: {interface: ring}}\n",
                                  hooks=(*HOOKS, *ring)))
        self.orrery.settle()
        for unit in ("act/0", "act/1"):
            ran = self.ran(unit)
            self.assertEqual(ran[ran.index("upgrade-charm 2"):],
                             [*NEW_HOOKS, "ring-relation-created 2", "ring-relation-joined 2"])
        self.refresh(self.version(3, hooks=(*HOOKS, *ring)))
        self.orrery.settle()
        self.assertEqual(self.ran()[-3:], ["ring-relation-joined 2", "upgrade-charm 3",
                                           "config-changed 3"], "it goes without hooks")

    def test_P8_a_refusal_changes_nothing_but_the_number(self):
        self.deploy()
        before = self.orrery.status()["applications"], self.ran()
        new = self.version(2, metadata="subordinate: true\nrequires:\n"
                           "  host: {interface: juju-info, scope: container}\n")
        self.assertEqual(self.refresh(new, code=1),
                         added(1) + 'ERROR updating charm config: cannot upgrade application "act" '
                         'to charm "local:act-1": cannot change an application\'s subordinacy\n')
        self.orrery.settle()
        self.assertEqual((self.orrery.status()["applications"], self.ran()), before)
        self.assertEqual(self.refresh(self.version(3)), added(2))

    def test_P37_a_later_unit_is_installed_with_the_newest(self):
        self.deploy()
        self.refresh(self.version(2))
        self.orrery("add-unit", "act")
        self.orrery.settle()
        self.assertEqual(self.ran("act/1"), ["install 2", "config-changed 2", "start 2"])

    def test_P36_of_several_the_newest_is_taken(self):
        self.deploy()
        self.hold("config-changed", "config-changed 1", "config", "act", "word=x")
        self.refresh(self.version(2))
        self.refresh(self.version(3))
        self.assertEqual(self.unit()["upgrading-from"], "local:act-0", "P45")
        self.release("config-changed")
        self.orrery.settle()
        self.assertEqual(self.ran()[-2:], ["upgrade-charm 3", "config-changed 3"])
        self.assertNotIn("upgrade-charm 2", self.ran())

    def test_deploy_and_a_bundle_name_refresh(self):
        self.deploy()
        said = self.ask("deploy", self.version(2), code=1).err
        self.assertIn("orrery refresh act --path", said)
        bundle = self.file("bundle.yaml", "applications:\n  act: {charm: ./v2, num_units: 1}\n")
        said = self.ask("deploy", bundle, code=1).err
        self.assertIn("orrery refresh act --path", said)
        self.refresh(self.orrery.directory / "v2")
        self.orrery("deploy", bundle)
        self.orrery.settle()

    def test_a_dry_run_changes_nothing(self):
        self.deploy()
        new = self.version(2, metadata="peers: {ring: {interface: ring}}\n")
        before = self.orrery.sequence(), self.orrery.charms()
        answer = self.ask("refresh", "act", "--path", new, "--dry-run")
        self.assertTrue(answer.out.startswith("Dry run: nothing was changed.\nAt once:\n"), answer)
        self.assertIn("relation", answer.out)
        self.assertEqual((self.orrery.sequence(), self.orrery.charms()), before)
        self.assertEqual(self.refresh(new),
                         added(1) + 'adding endpoint "ring" to default space "alpha"\n',
                         "P3: nor was a number used up")


class Errors(Refreshing):
    def test_P31_one_that_fails_in_upgrade_charm_stays_behind_until_it_is_forced(self):
        self.deploy()
        self.let_fail("upgrade-charm", "refresh", "act", "--path", self.version(2))
        self.assertEqual(self.refresh(self.version(3)), added(2) +
                         'act/0 keeps revision 1: hook "upgrade-charm" failed; '
                         "orrery resolved act/0, or refresh with --force-units\n")
        self.orrery.settle()
        self.assertEqual(self.unit()["upgrading-from"], "local:act-1")
        self.assertIn("keeps revision 1", self.orrery("explain", "unit", "act/0"))
        self.assertNotIn("upgrade-charm 3", self.ran())
        self.assertEqual(self.refresh(self.version(4), "--force-units"), added(3))
        until(lambda: "upgrading-from" not in self.unit(), why="it gets the files in its error")
        self.mend("upgrade-charm")
        self.orrery("resolved", "act/0")
        self.orrery.settle()
        self.assertEqual(self.ran()[-2:], ["upgrade-charm 4", "config-changed 4"])
        self.assertNotIn("upgrade-charm 3", self.ran())

    def test_P34_one_that_is_resolved_first_runs_the_old_code_once_more(self):
        self.deploy()
        self.let_fail("upgrade-charm", "refresh", "act", "--path", self.version(2))
        self.refresh(self.version(3))
        self.mend("upgrade-charm")
        self.orrery("resolved", "act/0")
        self.orrery.settle()
        self.assertEqual(self.ran()[-4:], [*NEW_HOOKS, "upgrade-charm 3", "config-changed 3"])

    def test_P32_where_another_hook_failed_upgrade_charm_is_passed_over_and_marked(self):
        self.deploy()
        self.let_fail("config-changed", "config", "act", "word=x")
        self.assertEqual(self.refresh(self.version(2), "--force-units"), added(1))
        until(lambda: "upgrading-from" not in self.unit(), why="it gets the files in its error")
        self.assertEqual(self.unit()["upgrade-charm-skipped"], "local:act-1")
        self.mend("config-changed")
        self.orrery("resolved", "act/0")
        self.orrery.settle()
        self.assertEqual(self.ran()[-1], "config-changed 2")
        self.assertNotIn("upgrade-charm 2", self.ran())
        self.refresh(self.version(3))
        self.orrery.settle()
        self.assertEqual(self.ran()[-2:], ["upgrade-charm 3", "config-changed 3"])
        self.assertNotIn("upgrade-charm-skipped", self.unit())

    def test_P30_files_that_cannot_be_put_in_place_are_tried_again_when_that_is_resolved(self):
        self.deploy()
        charm, aside = self.place() / "charm", self.place() / "aside"
        charm.rename(aside)
        charm.symlink_to(aside)
        self.refresh(self.version(2))
        self.orrery("wait", "unit", "act/0", "status=error", "timeout=60s")
        message = self.unit()["workload-status"]["message"]
        self.assertTrue(message.startswith("upgrade failed: orrery resolved act/0; "), message)
        self.assertEqual(self.refresh(self.version(3)), added(2) +
                         "act/0 waits in its upgrade to revision 1: that failed; "
                         "orrery resolved act/0, or refresh with --force-units\n")
        charm.unlink()
        aside.rename(charm)
        said = self.orrery("resolved", "--no-retry", "act/0")
        self.assertEqual(said, "will retry the upgrade of act/0\n", "D1: either mode does")
        self.orrery.settle()
        self.assertEqual(self.ran()[-2:], ["upgrade-charm 3", "config-changed 3"])
        self.assertNotIn("upgrade-charm 2", self.ran(), "D2: the newest, once")

    def test_P44_a_kill_behind_upgrade_charm_does_not_run_it_again(self):
        self.deploy()
        self.hold("config-changed", "config-changed 2", "refresh", "act", "--path", self.version(2))
        self.kill()
        self.release("config-changed")
        self.orrery.start()
        self.orrery.settle()
        self.assertEqual(self.ran().count("upgrade-charm 2"), 1)
        self.assertEqual(self.ran()[-1], "config-changed 2")

    def test_P44_a_kill_at_any_time_ends_with_the_new_files_and_both_hooks(self):
        self.deploy(files={"both": "one\n"})
        for number in range(2, 6):
            new = self.version(number, files={"both": f"{number}\n"})
            self.refresh(new)
            if number % 2:
                until(lambda: self.ran()[-1] != f"config-changed {number - 1}", why="hooks begin")
            self.kill()
            self.orrery.start()
            self.orrery.settle()
            self.assertEqual(self.text("both"), f"{number}\n")
            self.assertIn(f"upgrade-charm {number}", self.ran())
            self.assertEqual(self.ran()[-1], f"config-changed {number}")
            until(lambda: not [*self.place().glob("*.new"), *self.place().glob("*.old")],
                  why="nothing of the exchange stays")


if __name__ == "__main__":
    unittest.main()
