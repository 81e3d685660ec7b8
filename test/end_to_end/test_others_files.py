"""Charms and bundles that were written for Juju: taken, with a warning where they are odd."""

import unittest

from suite import Shared


class OthersFiles(Shared):
    def deploy(self, *words):
        """What it warns of."""
        return self.ask("deploy", *words).err

    def dry(self, *words):
        """What would be created, and what is warned of."""
        answer = self.ask("deploy", *words, "--dry-run")
        return answer.out, answer.err

    def refused(self, *words):
        return self.ask(*words, code=1).err

    def value(self, application, option):
        return self.orrery("config", application, option)

    def machine(self, unit):
        return self.orrery.units()[unit]["machine"]

    def test_quoted_booleans_and_numbers_are_defaults(self):
        charm = self.charm("quoted", options='  cors: {type: boolean, default: "true"}\n'
                                             '  workers: {type: int, default: "4"}\n')
        self.deploy(charm, "-n", "0")
        self.assertEqual(self.value("quoted", "cors"), "true\n")
        self.assertEqual(self.value("quoted", "workers"), "4\n")

    def test_interface_names_are_taken_as_they_come(self):
        self.dry(self.charm("odd", "provides:\n  creds: {interface: _mysql.Router}\n"))

    def test_the_last_of_doubled_keys_wins_with_a_warning(self):
        charm = self.charm("twice", options="  pool: {type: string, default: a, default: b}\n")
        self.assertIn('config.yaml:2:36: the key "default" is here a second time',
                      self.deploy(charm, "-n", "0"))
        self.assertEqual(self.value("twice", "pool"), "b\n")

    def test_hooks_are_made_executable_in_the_copy(self):
        charm = self.charm("modes")
        hook = self.file("modes/hooks/start", "#!/bin/sh\nstatus-set active began\n")
        other = self.file("modes/hooks/notes", "no hook\n")
        self.assertIn("hooks/start: is not executable: the units' copy is made so",
                      self.deploy(charm))
        self.orrery.settle()
        self.assertEqual(self.orrery.units()["modes/0"]["workload-status"]["message"], "began")
        self.assertEqual(hook.stat().st_mode & 0o111, 0)
        copy = next(self.orrery.model.glob("charms/modes-*/hooks/notes"))
        self.assertEqual((other.stat().st_mode | copy.stat().st_mode) & 0o111, 0)

    def test_charms_of_juju_itself_use_reserved_names(self):
        self.dry(self.charm("juju-sample", "provides:\n  juju-site: {interface: juju-http}\n"))
        other = self.charm("sample", "provides:\n  juju-site: {interface: http}\n")
        self.assertIn("reserved", self.refused("deploy", other))

    def test_unknown_keys_of_a_bundle_are_warned_of(self):
        self.charm("known")
        bundle = self.file("unknown.yaml", "comment: c\napplications:\n"
                                           "  app: {charm: ./known, num_units: 1,\n"
                                           "        subordinate-to: x}\n")
        out, err = self.dry(bundle)
        self.assertIn("app/0", out)
        self.assertIn('the bundle has no key "comment", which is ignored', err)
        self.assertIn('application "app" has no key "subordinate-to", which is ignored', err)

    def test_a_bundle_for_kubernetes_is_told_apart(self):
        self.charm("known")
        bundle = self.file("kubernetes.yaml", "bundle: kubernetes\napplications:\n"
                                              "  app: {charm: ./known, scale: 1}\n")
        self.assertIn("Kubernetes", self.dry(bundle)[1])

    def test_a_directory_with_a_bundle(self):
        self.file("set/inner/metadata.yaml", "name: inner\nsummary: s\ndescription: d\n")
        self.file("set/charmcraft.yaml", "type: bundle\n")
        bundle = self.file("set/bundle.yaml",
                           "applications:\n  app: {charm: ./inner, num_units: 1}\n")
        self.assertIn("app/0", self.dry(bundle.parent)[0])

    def test_no_num_units_means_none(self):
        self.charm("known")
        out, _ = self.dry(self.file("none.yaml", "applications:\n  app: {charm: ./known}\n"))
        self.assertIn("application app is created", out)
        self.assertNotIn("app/0", out)

    def test_a_bundle_deployed_again_heals_placement(self):
        self.charm("one")
        self.charm("two")
        bundle = self.file("heal.yaml", 'machines: {"0": {}, "1": {}}\napplications:\n'
                                        '  one: {charm: ./one, num_units: 2, to: ["0", "1"]}\n'
                                        '  two: {charm: ./two, num_units: 2, to: ["0", "1"]}\n')
        self.deploy(bundle)
        self.orrery.settle()
        machines = sorted(self.orrery.status()["machines"])
        self.orrery("remove-unit", "one/0")
        self.orrery("wait", "unit", "one/0", "gone")
        self.deploy(bundle)
        self.orrery.settle()
        self.assertEqual(self.machine("one/2"), self.machine("two/0"))
        self.assertEqual(self.machine("one/1"), self.machine("two/1"))
        self.orrery("remove-unit", "two/0")
        self.orrery("wait", "unit", "two/0", "gone")
        self.deploy(bundle)  # one/2 has come in the place of a unit that stood there
        self.orrery.settle()
        self.assertEqual(self.machine("two/2"), self.machine("one/2"))
        self.assertEqual(sorted(self.orrery.status()["machines"]), machines)

    def test_the_leader_of_an_application_is_a_selector_of_status(self):
        self.deploy(self.charm("led"), "-n", "2")
        self.orrery.settle()
        status = self.orrery("status", "led/leader", "--format", "short")
        self.assertEqual(status.count("- led/"), 1, status)

    def test_numbers_and_words_are_those_of_yaml_1_1(self):
        self.deploy(self.charm("old", "x-both: &both {interface: http}\n"
                                      "provides:\n  site: {<<: *both, scope: global}\n",
                               "  mode: {type: int, default: 0755}\n"
                               "  mask: {type: int, default: 0x1F}\n"
                               "  on-boot: {type: boolean, default: yes}\n"
                               "  serial: {type: string, default: 01182252}\n"), "-n", "0")
        values = [self.value("old", option) for option in ("mode", "mask", "on-boot", "serial")]
        self.assertEqual(values, ["493\n", "31\n", "true\n", "01182252\n"])

    def test_an_unset_option_prints_nothing(self):
        self.deploy(self.charm("unset", options="  vip: {type: string}\n"), "-n", "0")
        self.assertEqual(self.value("unset", "vip"), "")

    def test_an_overlay_takes_away_what_is_not_there(self):
        self.charm("known")
        bundle = self.file("base.yaml", "applications:\n  app: {charm: ./known, num_units: 1}\n")
        overlay = self.file("over.yaml", "applications:\n  gone:\n")
        self.assertIn("app/0", self.dry(bundle, "--overlay", overlay)[0])

    def test_tools_that_are_lacking_refuse_in_words(self):
        start = ("#!/bin/sh\nwords=$(add-metric m=1 2>&1) || code=$?\n"
                 'status-set active "$code $words"\n')
        self.deploy(self.charm("lacks", hooks={"start": start}))
        self.orrery.settle()
        self.assertEqual(self.orrery.units()["lacks/0"]["workload-status"]["message"],
                         "1 ERROR Orrery has no metrics: add-metric is not here yet")

    def test_extra_bindings_are_names_for_network_get(self):
        start = '#!/bin/sh\nstatus-set active "$(network-get admin --primary-address)"\n'
        self.deploy(self.charm("bound", "extra-bindings:\n  admin:\n", hooks={"start": start}))
        self.orrery.settle()
        unit = self.orrery.units()["bound/0"]
        self.assertEqual(unit["workload-status"]["message"], unit["public-address"])

    def test_secret_options_take_addresses_of_secrets_only(self):
        self.deploy(self.charm("safe", options="  token: {type: secret}\n"), "-n", "0")
        self.assertIn("secret", self.refused("config", "safe", "token=hello"))
        self.orrery("config", "safe", "token=secret:9m4e2mr0ui3e8a215n4g")
        self.assertIn("type: secret", self.orrery("config", "safe"))

    def test_a_file_of_options_may_have_the_name_on_top(self):
        charm = self.charm("topped", options="  port: {type: int, default: 80}\n"
                                             "  title: {type: string}\n")
        options = self.file("topped.yaml", "web:\n  port: 8080\n  title: shop\n")
        self.deploy(charm, "web", "-n", "0", "--config", options)
        self.assertEqual(self.value("web", "port"), "8080\n")
        self.assertEqual(self.value("web", "title"), "shop\n")
        self.orrery("config", "web", "--file", self.file("flat.yaml", "port: 81\n"))
        self.assertEqual(self.value("web", "port"), "81\n")
        self.orrery("config", "web", "--file",
                    self.file("shown.yaml", self.orrery("config", "web")))
        self.assertEqual(self.value("web", "port"), "81\n", "what config shows is such a file")
        self.orrery("config", "web", "--file", self.file("none.yaml", "web:\n  port:\n"))
        self.assertEqual(self.value("web", "port"), "80\n", "the default")
        self.assertIn('no settings found for "topped"',
                      self.refused("deploy", charm, "--config", options))

    def test_charmcraft_is_split_in_the_copy(self):
        charm = self.file("crafted/charmcraft.yaml",
                          "name: crafted\nsummary: s\ndescription: d\ntype: charm\n"
                          "config: {options: {port: {type: int, default: 80}}}\n").parent
        self.file("crafted/dispatch", "#!/bin/sh\nname=$(grep -c name metadata.yaml)\n"
                                      'status-set active "$name $(grep -c port config.yaml)"\n')
        self.deploy(charm)
        self.orrery.settle()
        self.assertEqual(self.orrery.units()["crafted/0"]["workload-status"]["message"], "1 1")
        self.assertFalse((charm / "metadata.yaml").exists())

    def test_what_is_lacking_is_listed_and_what_cannot_run_needs_force(self):
        charm = self.charm("fetches", "resources: {data: {type: file, filename: data.tgz}}\n")
        self.assertEqual(self.dry(charm)[1], "", "the file can be given later")
        image = self.charm("image", "resources: {web: {type: oci-image}}\n")
        self.assertIn("--force", self.refused("deploy", image))
        charm = self.charm("later", "min-juju-version: 9.0.0\n")
        self.assertIn("--force", self.refused("deploy", charm))
        self.assertIn("min-juju-version", self.dry(charm, "--force")[1])


if __name__ == "__main__":
    unittest.main()
