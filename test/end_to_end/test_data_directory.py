"""The data directory as a whole: renamed, linked, copied, another user's, with emptied files."""

import os
import pathlib
import shutil
import signal
import subprocess
import unittest

from orchestrator import (CHARMS, FIXTURES, PROGRAM, WRITE_NOTE, Orchestrator, is_running, ran,
                          until)
from suite import Suite



class DataDirectory(Suite):
    STARTED = False

    def moved_to(self, data):
        """The same orchestrator, told of another data directory."""
        self.orrery.data, self.orrery.socket = data, data / "orrery.socket"
        self.orrery.configure()

    def with_daemon(self):
        self.orrery.start()
        self.orrery("deploy", CHARMS / "daemon")
        self.orrery("deploy", FIXTURES / "quiet")
        self.orrery.settle()
        return self.orrery.daemon()

    def test_another_name_takes_charms_and_running_programs_along(self):
        pid, charms = self.with_daemon(), self.orrery.charms()
        self.assertEqual(self.orrery.terminate(), 0)
        place = self.orrery.directory / "renamed"
        self.orrery.data.rename(place)
        link = self.orrery.directory / "link"
        link.symlink_to("renamed")
        for data in (place, link):
            self.moved_to(data)
            self.orrery.start()
            self.orrery.settle()
            self.assertEqual(self.orrery.charms(), charms)
            self.assertEqual(self.orrery.daemon(), pid, "it was found, not begun anew")
            self.assertTrue(is_running(pid))
            self.orrery("add-unit", "quiet")  # of a charm that is there still
            self.orrery.settle()
            if data == place:
                self.assertEqual(self.orrery.terminate(), 0)
        self.orrery("remove-unit", "daemon/0")
        self.orrery("wait", "unit", "daemon/0", "gone")
        self.assertFalse(is_running(pid), "and it is ended as its unit's")

    def test_a_copy_runs_and_has_none_of_the_others_programs(self):
        pid, charms = self.with_daemon(), self.orrery.charms()
        self.assertEqual(self.orrery.terminate(), 0)
        first, copy = self.orrery.data, self.orrery.directory / "copy"
        subprocess.run(["cp", "-a", first, copy], check=True)
        (copy / "models").joinpath(self.orrery.model.name, "machines").chmod(0o700)
        self.moved_to(copy)
        self.orrery.start()
        self.orrery.settle()
        self.assertTrue(any("is a copy of another" in line for line in self.orrery.log))
        self.assertEqual(self.orrery.charms(), charms)
        self.assertNotEqual(self.orrery.daemon(), pid, "its unit has started here")
        self.orrery("add-unit", "quiet")
        self.orrery("remove-unit", "daemon/0")
        self.orrery("wait", "unit", "daemon/0", "gone")
        self.orrery.settle()
        self.assertTrue(is_running(pid), "what runs for the other is not touched")
        self.assertEqual(self.orrery.terminate(), 0)
        self.moved_to(first)
        self.orrery.start()
        self.orrery.settle()
        self.assertEqual(self.orrery.daemon(), pid)

    def test_programs_of_a_directory_that_another_one_has_replaced(self):
        for words, replace in (("was deleted here were ended", shutil.rmtree),
                               ("for a model that is not served", self.put_elsewhere)):
            with self.subTest(words):
                pid = self.with_daemon()
                self.assertEqual(self.orrery.terminate(), 0)
                was = self.orrery.model.name
                replace(self.orrery.data)
                self.orrery.log.clear()
                self.orrery.start()
                self.orrery("deploy", CHARMS / "daemon")
                self.orrery.settle()
                self.assertNotEqual(self.orrery.model.name, was)
                said = until(lambda: [line for line in self.orrery.log if words in line],
                             why="the start says what runs for the other model")
                self.assertIn("daemon/0", said[0])
                own = self.orrery.daemon()
                self.assertNotEqual(own, pid, "it was not adopted")
                if replace == shutil.rmtree:
                    until(lambda: not is_running(pid), why="nobody can serve its model again")
                else:
                    self.assertIn(str(self.elsewhere), said[0])
                    self.orrery("remove-unit", "daemon/0")
                    self.orrery("wait", "unit", "daemon/0", "gone")
                    self.assertTrue(is_running(pid), "another model's program is not touched")
                    os.kill(pid, signal.SIGKILL)
                self.assertEqual(self.orrery.terminate(), 0)
                shutil.rmtree(self.orrery.data)

    def put_elsewhere(self, data):
        self.elsewhere = data.with_name("elsewhere")
        data.rename(self.elsewhere)

    def test_another_user_may_have_it_but_root_runs_nobodys(self):
        if os.geteuid() != 0:
            self.skipTest("only root can give a directory away")
        self.begin_with(FIXTURES / "quiet")
        self.assertEqual(self.orrery.terminate(), 0)
        nobody = 65533
        for path in (self.orrery.directory, *self.orrery.directory.rglob("*")):
            os.chown(path, nobody, nobody, follow_symlinks=False)
        self.refuses(f"belongs to user {nobody}")
        as_nobody = ["setpriv", f"--reuid={nobody}", f"--regid={nobody}", "--clear-groups", "--"]
        if ran(*as_nobody, PROGRAM, "version").returncode != 0:
            self.skipTest("another user cannot run the program from here")
        self.orrery.prefix = as_nobody
        self.orrery.start()
        self.orrery.prefix = ()
        # The kernel gives root what is no other process's to look into.
        self.assertEqual(os.stat(f"/proc/{self.orrery.process.pid}/mem").st_uid, 0)
        answer = self.orrery.ask("add-unit", "quiet")  # root sends nothing to a stranger's socket
        self.assertIn(f"user number {nobody} listens", answer.err)
        for words in (["add-unit", "quiet"], ["wait", "settled"]):
            subprocess.run([*as_nobody, PROGRAM, "--socket", self.orrery.socket, *words],
                           capture_output=True, check=True, timeout=60)
        shown = subprocess.run([*as_nobody, PROGRAM, "--socket", self.orrery.socket, "status"],
                               capture_output=True, check=True, text=True, timeout=60)
        self.assertIn("quiet/1", shown.stdout)

    def test_a_note_that_lost_its_content_stops_nobody(self):
        pid = self.with_daemon()
        self.assertEqual(self.orrery.terminate(), 0)
        model = self.orrery.model
        for path in (self.orrery.data / "version", self.orrery.data / "logs" / "orrery.log",
                     model / "store.witness", model / "agents.witness", model / "logs" / "removed"):
            path.write_bytes(b"")
        self.orrery.start()
        self.orrery.settle()
        self.assertEqual(self.orrery.daemon(), pid)
        said = [line for line in self.orrery.log if "witness" in line and "damaged" in line]
        self.assertEqual(len(said), 2, self.orrery.log)
        self.assertEqual(self.orrery.terminate(), 0)
        os.kill(pid, signal.SIGKILL)
        (self.orrery.data / "boot").write_bytes(b"")  # as another boot: what had started starts
        self.orrery.start()
        self.orrery.settle()
        self.assertTrue(is_running(self.orrery.daemon()))

    @unittest.skipUnless(os.geteuid() == 0, "only root can mount")
    def test_what_a_hook_mounts_in_its_place_keeps_every_file(self):
        host = self.file("host/deep/file", "the host's").parents[1]
        start = f"#!/bin/sh\nmkdir data\nmount --bind {host} data || status-set blocked\n"
        self.begin_with(self.charm("binder", hooks={"start": start}))
        place = self.orrery.unit_directory("binder/0")
        mounts = pathlib.Path("/proc/self/mounts")
        if str(place) not in mounts.read_text():
            self.skipTest("nothing can be mounted here")
        self.orrery("remove-application", "binder")
        self.orrery.console("wait application binder gone; wait settled")
        until(lambda: not place.exists(), why="the unit's place is removed")
        self.assertEqual((host / "deep" / "file").read_text(), "the host's")
        self.assertNotIn(str(place), mounts.read_text())

    def test_a_note_of_one_unit_that_lost_its_content_is_told_by_that_unit_alone(self):
        self.orrery.start()
        self.orrery("deploy", FIXTURES / "recorder", "-n", "3")
        self.orrery("deploy", CHARMS / "daemon")
        self.orrery.settle()
        pid = self.orrery.daemon()
        self.assertEqual(self.orrery.terminate(), 0)
        subprocess.run([WRITE_NOTE, self.orrery.model / "agents", "lrecorder/1:u", ""], check=True)
        kept = [note for note in (self.orrery.model / "kept").rglob("*") if note.is_file()]
        self.assertTrue(kept)
        for note in kept:
            note.write_bytes(b"")
        self.orrery.start()
        self.orrery("wait", "settled", "timeout=60s")
        said = lambda: self.orrery.units()["recorder/1"]["juju-status"].get("message", "")
        until(lambda: "lrecorder/1:u" in said(), why="it says which of its notes cannot be read")
        self.orrery("add-unit", "recorder")
        self.orrery("wait", "unit", "recorder/3", "agent=idle")
        for unit in ("recorder/0", "recorder/2", "recorder/3", "daemon/0"):
            self.assertEqual(self.orrery.units()[unit]["juju-status"]["current"], "idle", unit)
        log = self.orrery.unit_directory("recorder/0") / "hooks.log"
        until(lambda: "ring-relation-joined ring:0 recorder/3" in log.read_text(), why="others run")
        self.assertEqual(self.orrery.daemon(), pid)
        self.assertTrue(is_running(pid))

    def test_a_model_without_one_of_its_stores_is_refused(self):
        self.begin_with(FIXTURES / "quiet")
        mark = self.orrery.unit_directory("quiet/0") / "data of the unit"
        mark.write_text("precious")
        self.assertEqual(self.orrery.terminate(), 0)
        model, whole = self.orrery.model, self.orrery.directory / "whole"
        shutil.copytree(model, whole, symlinks=True)
        for name, consequence in (("store", "an empty model begins"), ("agents", "install first")):
            with self.subTest(store=name):
                shutil.rmtree(model / name)
                (model / f"{name}.witness").unlink()
                self.refuses(f"{name} is missing beside", "--accept-loss", consequence)
                self.assertFalse((model / name).exists())
                self.orrery.options = ["--accept-loss"]
                self.orrery.start()
                self.orrery.options = []
                self.orrery("wait", "settled", "timeout=60s")
                if name == "store":
                    self.assertEqual(self.orrery.units(), {})
                    kept, = model.glob(f"lost-*/**/{mark.name}")
                    self.assertEqual(kept.read_text(), "precious", "nothing was deleted")
                else:
                    self.assertEqual(sorted(self.orrery.units()), ["quiet/0"])
                    self.assertEqual(mark.read_text(), "precious")
                self.orrery.restart()  # what was accepted is no longer missed
                self.assertEqual(self.orrery.terminate(), 0)
                shutil.rmtree(model)
                shutil.copytree(whole, model, symlinks=True)

    def test_stores_of_two_moments_or_two_models_are_refused(self):
        self.begin_with(FIXTURES / "quiet")
        self.assertEqual(self.orrery.terminate(), 0)
        model = self.orrery.model
        older = self.orrery.directory / "older"
        shutil.copytree(model, older, symlinks=True)
        self.orrery.start()
        self.orrery("add-unit", "quiet")
        self.orrery.settle()
        self.assertEqual(self.orrery.terminate(), 0)
        self.put("agents", older, model)
        self.refuses("the agents' store holds everything up to its transaction")
        with Orchestrator() as other:
            other("deploy", FIXTURES / "quiet")
            other.settle()
            self.assertEqual(other.terminate(), 0)
            self.put("agents", other.model, model)
            answer = self.orrery.refused("--accept-loss")
            self.assertIn(f"of model {model.name} belongs to model {other.model.name}", answer.err)

    def put(self, name, source, target):
        shutil.rmtree(target / name)
        shutil.copytree(source / name, target / name)
        shutil.copy(source / f"{name}.witness", target / f"{name}.witness")

    def test_no_word_of_what_a_hooks_link_leads_to_is_told(self):
        self.orrery.start()
        secret = self.file("secret", "topsecret: hunter2\n", 0o600)
        for name, script in (("own", f"ln -sfn {secret} orrery.yaml"),
                             ("hooked", f"mv hooks was; ln -sfn {secret.parent} hooks"),
                             ("moved", "mv ../charm ../was; ln -sfn was ../charm")):
            hooks = {"install": f"#!/bin/sh\n{script}\n"}
            charm = self.charm(name, options="  word: {type: string}\n", hooks=hooks)
            self.orrery("deploy", charm)
        self.orrery.settle()
        self.orrery.restart()
        for name, words in (("own", "orrery.yaml is a symlink that leads out"),
                            ("hooked", "hooks is a symlink that leads out"),
                            ("moved", "charm is a symlink: put the directory")):
            self.orrery("config", name, "word=x")  # its agent begins
            until(lambda: words in str(self.orrery.units()), why="the unit's agent says so")
        self.assertNotIn("topsecret", str(self.orrery.status()) + "".join(self.orrery.log))

    def test_a_path_that_others_could_change_is_refused(self):
        above = self.orrery.directory / "above"
        above.mkdir()
        above.chmod(0o777)
        for data, why in ((above / "data", f"{above} can be written by others"),
                          (self.orrery.directory / "a:b", "has a colon")):
            self.moved_to(data)
            self.refuses(why)
            self.assertFalse(data.exists(), "nothing is made where others could exchange it")

    def test_a_charm_that_nobody_names_goes_and_that_is_said(self):
        self.begin_with(FIXTURES / "quiet")
        charms = self.orrery.charms()
        self.assertEqual(self.orrery.terminate(), 0)
        kept = self.orrery.model / "charms"
        shutil.copytree(kept / charms[0], kept / "other-1")
        self.orrery.start()
        self.assertEqual(self.orrery.charms(), charms)
        until(lambda: any("no record names is deleted" in line and "other-1" in line
                          for line in self.orrery.log), why="it is said")


if __name__ == "__main__":
    unittest.main(verbosity=2)
