"""What a start refuses, and what it finds again."""

import os
import shutil
import subprocess
import unittest

from orchestrator import (CHARMS, FIXTURES, PROGRAM, WRITE_NOTE, Orchestrator, is_running, ran,
                          until)
from suite import Suite


class Start(Suite):
    STARTED = False

    def with_units(self):
        self.begin_with(FIXTURES / "recorder", "-n", "2")

    def test_a_second_one_on_the_same_data_directory_is_refused(self):
        self.with_units()
        before = self.orrery.status()
        self.refuses("ERROR", str(self.orrery.data))
        self.orrery("add-unit", "recorder")  # the first one is as well as before
        self.orrery.settle()
        self.assertEqual(len(self.orrery.units()), 3)
        self.assertEqual(before["model"]["name"], "default")

    def test_a_data_directory_that_others_can_write_is_refused(self):
        self.orrery.data.mkdir()
        self.orrery.data.chmod(0o777)
        self.refuses("ERROR", "can be written by others", "chmod 700")
        self.assertEqual(list(self.orrery.data.iterdir()), [])

    def test_a_link_in_the_place_of_a_models_directory_is_refused(self):
        self.with_units()
        self.assertEqual(self.orrery.terminate(), 0)
        model, away = self.orrery.model, self.orrery.directory / "away"
        for place in (model.parent, model, *(model / name for name in
                                             ("store", "agents", "machines", "charms"))):
            with self.subTest(place.name):
                place.rename(away)
                place.symlink_to(away)
                self.refuses(f"{place} is a link to {away}", "put what it leads to in its place")
                place.unlink()
                away.rename(place)
        self.orrery.start()
        self.orrery.settle()

    def test_a_pipe_in_the_place_of_a_file_is_not_waited_for(self):
        self.orrery.data.mkdir(0o700)
        for name in ("boot", "boot.new", "reserve", "version"):
            os.mkfifo(self.orrery.data / name)
        self.orrery.start()
        for name in ("boot", "version"):
            self.assertTrue((self.orrery.data / name).is_file(), f"{name} was not made anew")
        self.assertEqual(self.orrery.ask("status").code, 0)

    def test_a_pipe_or_a_device_in_the_place_of_a_log_is_not_read(self):
        self.begin_with(FIXTURES / "recorder")
        log = next(self.orrery.data.glob("models/*/logs/unit-recorder-0.log"))
        for make in (os.mkfifo, lambda path: path.symlink_to("/dev/zero")):
            beside = log.with_suffix(".beside")
            make(beside)
            os.replace(beside, log)  # a line that is written meanwhile would make the log anew
            self.assertEqual(self.orrery.ask("show-status-log", "recorder/0").code, 1)
            self.assertEqual(
                self.orrery.ask("console", "-c", "assert hooks recorder/0 has install").code, 3)

    def test_the_data_directory_is_private(self):
        self.orrery.start()
        self.assertEqual(self.orrery.data.stat().st_mode & 0o777, 0o700)
        self.assertEqual(self.orrery.socket.stat().st_mode & 0o777, 0o600)

    def test_wrong_settings_are_refused_with_their_place(self):
        self.orrery.configure("hook-deadlin: 3s")
        self.refuses("settings.yaml:3:", "hook-deadlin", code=2)
        self.assertFalse(self.orrery.data.exists())

    def test_two_on_one_host_give_out_different_addresses(self):
        def block(orrery):
            orrery.settle()
            return int(orrery.status()["machines"]["0"]["dns-name"].split(".")[1])
        self.orrery.start()
        taken = block(self.orrery)
        with Orchestrator() as other:
            self.assertNotEqual(block(other), taken)
            again = block(other)
            other.restart()
            self.assertEqual(block(other), again, "its machines are there")
        self.refuses(f"address-block {taken} is taken by process {self.orrery.process.pid} (",
                     orrery=self.made(self.addCleanup, f"address-block: {taken}"))

    def test_a_program_without_its_engine_says_what_is_missing(self):
        lonely = shutil.copy(PROGRAM, self.orrery.directory)
        done = ran(lonely, "version")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertEqual(done.stderr, f"ERROR {self.orrery.directory}/orrery-engine cannot be run: No such file or directory: "
                                      "build or install it together with orrery\n")

    def test_a_corrupt_store_is_refused_and_left_as_it_is(self):
        self.with_units()
        self.assertEqual(self.orrery.terminate(), 0)
        self.assertEqual(list(self.orrery.model.glob("machines/*/units/*/agent.socket")), [])
        whole = self.orrery.directory / "whole"
        shutil.copytree(self.orrery.data, whole, symlinks=True)
        for name in ("store", "agents"):
            store = self.orrery.model / name
            files = [file for file in sorted(store.iterdir()) if file.stat().st_size
                     and (file.suffix in (".log", ".sst") or file.name.startswith("MANIFEST-"))]
            self.assertGreaterEqual(len(files), 2)
            for file in files:
                with self.subTest(store=name, file=file.name):
                    damaged = self.damage(file)
                    self.refuses("ERROR", str(self.orrery.model / name))
                    self.assertEqual(file.read_bytes(), damaged)
                    shutil.rmtree(self.orrery.data)
                    shutil.copytree(whole, self.orrery.data, symlinks=True)
        self.orrery.start()
        self.orrery.settle()
        self.assertEqual(len(self.orrery.units()), 2)

    def damage(self, file):
        content = bytearray(file.read_bytes())
        middle = len(content) // 2
        for place in range(middle, min(middle + 8, len(content))):
            content[place] ^= 0xFF
        file.write_bytes(content)
        return bytes(content)

    def test_a_store_without_its_newest_part_is_refused(self):
        self.with_units()
        older = self.orrery.directory / "older"
        self.assertEqual(self.orrery.terminate(), 0)
        shutil.copytree(self.orrery.model / "store", older)
        self.orrery.start()
        self.orrery("add-unit", "recorder")
        self.orrery.settle()
        self.assertEqual(self.orrery.terminate(), 0)
        witnesses = [file for file in self.orrery.data.rglob("*") if "witness" in file.name.lower()]
        self.assertTrue(witnesses, "the witness is a file beside or in the store")
        newest = {file: file.read_bytes() for file in witnesses}
        shutil.rmtree(self.orrery.model / "store")
        shutil.copytree(older, self.orrery.model / "store")
        for file, content in newest.items():
            file.write_bytes(content)
        self.refuses("ERROR", "--accept-loss")

    def test_what_a_newer_program_served_names_the_version_to_go_back_to(self):
        self.with_units()
        self.assertEqual(self.orrery.terminate(), 0)
        subprocess.run([WRITE_NOTE, self.orrery.model / "agents", "lghost/7:u", "x", "99"], check=True)
        (self.orrery.data / "version").write_text("9.8.7\n")
        self.refuses("schema 99", "orrery 9.8.7 has served", "go back to it")
        self.assertEqual(len(list(self.orrery.model.glob("machines/*/units/recorder-*"))), 2)

    def test_programs_run_on_while_the_orchestrator_is_away(self):
        self.begin_with(CHARMS / "daemon", "-n", "2")
        pids = [self.orrery.daemon(unit) for unit in ("daemon/0", "daemon/1")]
        self.assertEqual(self.orrery.terminate(), 0)
        self.assertEqual([pid for pid in pids if not is_running(pid)], [])
        self.orrery.start()
        self.orrery.restart()  # neither an orderly end nor a kill touches them
        self.orrery.settle()
        self.assertEqual([pid for pid in pids if not is_running(pid)], [])
        self.orrery("remove-unit", "daemon/0")
        self.orrery("wait", "unit", "daemon/0", "gone")
        self.assertFalse(is_running(pids[0]))
        self.assertTrue(is_running(pids[1]))
        self.orrery("remove-application", "daemon")
        self.orrery.settle()
        self.assertFalse(is_running(pids[1]))
        self.assertEqual(self.orrery.leftovers(), [])

    def test_a_hook_that_runs_when_told_to_stop_runs_again(self):
        self.orrery.start()
        self.orrery("deploy", FIXTURES / "slow", "--config", "hold=start")
        name = "machines/*/units/slow-0/holding-start"
        holding = until(lambda: list(self.orrery.model.glob(name)))[0]
        self.assertEqual(self.orrery.terminate(), 0)
        self.assertEqual(self.orrery.leftovers(), [])
        holding.unlink()
        self.orrery.start()
        until(holding.exists)
        (holding.parent / "release").touch()
        self.orrery.settle()
        self.assertEqual(self.orrery.units()["slow/0"]["juju-status"]["current"], "idle")


if __name__ == "__main__":
    unittest.main(verbosity=2)
