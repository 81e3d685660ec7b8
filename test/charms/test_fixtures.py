"""The fixture charms do what the tests that use them rely on."""

import pathlib
import threading
import unittest

import world

FIXTURES = pathlib.Path(__file__).resolve().parent / "fixtures"


class Fixtures(unittest.TestCase):
    def setUp(self):
        self.world = world.World()
        self.addCleanup(self.world.__exit__)

    def deploy(self, charm, units=1, **options):
        self.world.deploy(charm, FIXTURES / charm, options, units)
        return self.world.of(charm)

    def test_recorder_writes_a_line_for_each_hook(self):
        first, second = self.deploy("recorder", 2, note="")
        self.world.relate({"recorder": "ring"})
        self.world.remove_unit(second)
        self.assertEqual((first.home / "hooks.log").read_text().splitlines(), [
            "install - -", "leader-elected - -", "config-changed - -", "start - -",
            "ring-relation-joined ring:0 recorder/1", "ring-relation-changed ring:0 recorder/1",
            "ring-relation-departed ring:0 recorder/1"])

    def test_sub_records_beside_its_principal(self):
        self.deploy("recorder", note="")
        self.world.deploy("sub", FIXTURES / "sub", {"note": ""}, units=0)
        self.world.relate({"sub": "client", "recorder": "server"}, container=True)
        (unit,) = self.world.of("sub")
        self.assertIn("client-relation-joined client:0 recorder/0", (unit.home / "hooks.log").read_text().splitlines())

    def test_failing_fails_only_where_it_is_told_to(self):
        with self.assertRaisesRegex(world.HookFailed, "start: exit 1: start fails as the option fail asks"):
            self.deploy("failing", fail="stop start")
        (unit,) = self.world.of("failing")
        self.assertEqual(unit.hooks, ["install", "leader-elected", "config-changed", "start"])

    def test_slow_holds_until_it_is_released(self):
        (unit,) = self.deploy("slow", hold="stop")
        hook = threading.Thread(target=self.world.play, args=(unit, "stop"))
        hook.start()
        while hook.is_alive() and not (unit.home / "holding-stop").exists():
            hook.join(0.02)
        self.assertTrue(hook.is_alive())
        (unit.home / "release-stop").touch()
        hook.join(30)
        self.assertEqual(unit.hooks[-1], "stop")
        self.assertFalse((unit.home / "holding-stop").exists())

    def test_quiet_has_no_hooks(self):
        (unit,) = self.deploy("quiet")
        self.assertEqual(unit.hooks, [])
