"""The client's side (MD20-MD27): current model in Juju's files, -m, variables, ssh keys."""

import json
import shutil
import unittest

from suite import Shared

KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFDsZ7mn8oMOVYqCNRI5juLYliztHvYZqGGkgAPk9j87 me@host"


class ClientFiles(Shared):
    def setUp(self):
        self.files = self.orrery.directory / "juju-data"
        shutil.rmtree(self.files, ignore_errors=True)

    def put(self, name, text):
        self.files.mkdir(exist_ok=True)
        (self.files / name).write_text(text)

    def test_MD26_reading_writes_nothing(self):
        for verb in ("switch", "models", "whoami", "controllers", "show-controller", "show-model",
                     "status"):
            self.ask(verb)
        self.assertFalse(self.files.exists())

    def test_MD27_switch_prints_and_keeps_the_current_model(self):
        self.assertEqual(self.ask("switch").out, "orrery:admin/default\n")
        answer = self.ask("switch", "default")
        self.assertEqual((answer.out, answer.err), ("", "orrery:admin/default (no change)\n"))
        models = (self.files / "models.yaml").read_text()
        self.assertIn("current-model: admin/default\n", models)
        self.assertIn("branch: master\n", models)
        self.assertEqual((self.files / "controllers.yaml").stat().st_mode & 0o777, 0o600)
        uuid = json.loads(self.ask("models", "--format", "json").out)["models"][0]["model-uuid"]
        for word in ("orrery", "orrery:", ":default", "admin/default", "orrery:default", uuid[:6]):
            self.assertEqual(self.ask("switch", word).err, answer.err, word)
        self.assertIn('"elsewhere" is not the name of a model or controller',
                      self.ask("switch", "elsewhere", code=1).err)
        self.assertEqual((self.files / "models.yaml").read_text(), models)

    def test_MD27_a_variable_that_overrides_forbids_to_switch(self):
        done = self.juju("switch", "default", JUJU_MODEL="default")
        self.assertEqual((done.returncode, done.stderr),
                         (1, "ERROR cannot switch when JUJU_MODEL is overriding the model "
                             '(set to "default")\n'))
        self.assertEqual(self.juju("switch", JUJU_MODEL="default").stdout,
                         "orrery:admin/default\n")

    def test_MD21_a_model_is_named_in_all_forms(self):
        uuid = self.orrery.model.name
        for name in ("default", "admin/default", "orrery:default", "orrery:admin/default",
                     "orrery:", uuid, uuid[:6]):
            self.ask("status", "-m", name)
        for name in ("elsewhere", "bob/default", uuid[:5], "No_Name"):
            self.assertIn("not found", self.ask("status", "-m", name, code=1).err)
        self.assertEqual(self.ask("status", "-m", "lxd:default", code=1).err,
                         "ERROR controller lxd not found\n")

    def test_MD23_variables_count_under_the_name_of_juju(self):
        self.assertEqual(self.juju("status", JUJU_MODEL="elsewhere").returncode, 1)
        self.assertEqual(self.juju("status", "-m", "default", JUJU_MODEL="elsewhere").returncode, 0)
        self.assertEqual(self.juju("status", JUJU_CONTROLLER="orrery").returncode, 0)
        done = self.juju("status", JUJU_MODEL="a:m", JUJU_CONTROLLER="b")
        self.assertEqual((done.returncode, done.stderr),
                         (1, "ERROR controller name from JUJU_MODEL (a) conflicts with value in "
                             "JUJU_CONTROLLER (b)\n"))

    def test_MD25_a_current_model_that_is_gone(self):
        self.ask("switch", "default")
        models = (self.files / "models.yaml").read_text()
        self.put("models.yaml", models.replace("-model: admin/default", "-model: admin/gone"))
        self.assertEqual(self.ask("status", code=1).err,
                         'ERROR model "admin/gone" has been removed from the controller, run '
                         "'orrery models' and switch to one of them.\n")
        self.assertEqual(self.orrery.console("status").code, 1)
        self.ask("models")
        self.ask("status", "-m", "default")
        self.assertEqual(self.ask("switch", "default").err,
                         "orrery:admin/gone -> orrery:admin/default\n")
        self.ask("status")

    def test_MD26_a_file_that_is_cut_off_is_told_and_left_alone(self):
        self.ask("switch", "default")
        whole = (self.files / "models.yaml").read_text()
        for cut in ("controllers: {orrery: {current", "- a\n"):
            self.put("models.yaml", cut)
            for words in (["status"], ["switch", "default"], ["switch"]):
                answer = self.ask(*words, code=1)
                self.assertIn("models.yaml", answer.err)
                self.assertIn("JUJU_DATA", answer.err)
            self.assertEqual((self.files / "models.yaml").read_text(), cut)
            self.ask("status", "-m", "default")
        self.put("models.yaml", whole)
        self.ask("status")

    def test_MD26_what_jujus_client_keeps_there_stays_and_its_controllers_are_left_to_it(self):
        self.put("controllers.yaml", "controllers:\n  lxd:\n    uuid: u\n"
                                     "    api-endpoints: ['10.0.0.1:17070']\n"
                                     "current-controller: lxd\n")
        self.ask("status")
        self.assertIn("Juju's own client", self.ask("status", "-m", "lxd:m", code=1).err)
        self.ask("switch", "default")
        controllers = (self.files / "controllers.yaml").read_text()
        for kept in ("current-controller: lxd", "10.0.0.1:17070", "unix:"):
            self.assertIn(kept, controllers)
        self.ask("status")

    def test_MD47_whoami(self):
        self.assertEqual(json.loads(self.ask("whoami", "--format", "json").out),
                         {"controller": "orrery", "model": "default", "user": "admin"})

    def test_CL5_ssh_keys_stay_with_the_model(self):
        self.ask("add-ssh-key", KEY)
        self.assertIn("duplicate ssh key", self.ask("add-ssh-key", KEY).err)
        self.orrery.restart()
        self.assertEqual(self.ask("ssh-keys").out,
                         "Keys used in model: default\n"
                         "6d:bd:cc:8e:79:fd:6d:4c:c9:27:87:0a:f3:f8:a9:fc (me@host)\n")
        self.assertEqual(self.ask("remove-ssh-key", "me@host", code=1).err,
                         "ERROR cannot delete all keys\n")
        self.ask("check")


if __name__ == "__main__":
    unittest.main()
