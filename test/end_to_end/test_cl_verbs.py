"""What else scripts for Juju call (models-clients.md, CL): waiting by queries, bundles out of a
model, and verbs that can mean nothing here."""

import json
import os
import unittest

from orchestrator import FIXTURES, SECONDS, until
from suite import Suite, Shared
from verb_table import FOREIGN


class Waits(Suite):
    def test_CL17_what_is_so_already_is_found_at_once(self):
        orrery = self.orrery
        orrery("deploy", FIXTURES / "quiet", "db")
        orrery.settle()
        answer = self.ask("wait-for", "unit", "db/0", "--query",
                          'life=="alive" && agent-status=="idle"')
        self.assertIn('unit "db/0" is running\n', answer.err)
        self.assertEqual(answer.out, "properties:\n  agent-status: idle\n  life: alive\n")
        self.ask("wait-for", "machine", "1")
        self.ask("wait-for", "model", "default")

    def test_CL18_none_of_nothing_is_no_reason_to_wait(self):
        self.ask("wait-for", "model", "default", "--query",
                 'forEach(applications, application => application.status=="active")')

    def test_CL18_what_comes_later_is_waited_for(self):
        waiter = self.orrery.begin("wait-for", "application", "db", "--query", "len(units)==1")
        line = waiter.stderr.readline()
        self.assertEqual(line, 'application "db" not found, waiting...\n')
        self.orrery("deploy", FIXTURES / "quiet", "db")
        out, err = waiter.communicate(timeout=60)
        self.assertEqual(waiter.returncode, 0, err)
        self.assertTrue(err.endswith('Application "db" is running\n'), err)
        self.assertIn("properties:\n", out)

    def test_CL19_what_is_removed_meanwhile_ends_the_waiting(self):
        self.orrery("deploy", FIXTURES / "quiet", "db")
        self.orrery.settle()
        waiter = self.orrery.begin("wait-for", "unit", "db/0", "--query",
                                   'workload-status=="blocked"')
        self.assertEqual(waiter.stderr.readline(), 'unit "db/0" found, waiting...\n')
        gone = self.orrery.begin("wait-for", "unit", "db/0", "--query", 'life=="dead"')
        self.assertEqual(gone.stderr.readline(), 'unit "db/0" found, waiting...\n')
        self.orrery("remove-unit", "db/0")
        _, err = waiter.communicate(timeout=60)
        ends = {0: 'unit "db/0" has been removed', 1: "ERROR unit db/0 removed"}
        self.assertEqual(err.splitlines()[-1], ends.get(waiter.returncode), "seen Dead, or gone")
        _, err = gone.communicate(timeout=60)
        self.assertEqual(gone.returncode, 0, err)
        self.assertIn('unit "db/0" has been removed\n', err)
        late = self.ask("wait-for", "unit", "db/0", "--query", 'life=="dead"')
        self.assertIn("has been removed", late.err)

    def test_CL19_a_wait_in_vain_says_what_is_not_so(self):
        answer = self.ask("wait-for", "model", "default", "--query", "len(applications)>0",
                          "--timeout", "10ms", code=1)
        self.assertIn('ERROR timed out waiting for "default" to reach goal state\n'
                      "len(applications)>0: len(applications) is 0\n", answer.err)
        self.assertEqual(self.orrery.console("wait-for unit db/0 --timeout 10ms").code, 4)


class Bundles(Suite):
    """An exported model, deployed elsewhere, is the same one."""

    def setUp(self):
        super().setUp()
        self.charm("site", "requires:\n  db: {interface: sql}\n",
                   "  port: {type: int, default: 80}\n  title: {type: string}\n")
        self.charm("sql", "provides:\n  server: {interface: sql}\n")
        self.charm("watch", "subordinate: true\n"
                            "requires:\n  host: {interface: juju-info, scope: container}\n")
        shop = self.file("shop.yaml", "applications:\n"
                         "  site: {charm: ./site, num_units: 2, to: ['0', '1'], expose: true,\n"
                         "         trust: true, options: {port: 8080, title: '0755'}}\n"
                         "  sql: {charm: ./sql, num_units: 1, to: ['0']}\n"
                         "  watch: {charm: ./watch}\n"
                         "machines: {'0': {}, '1': {}}\n"
                         "relations: [['site:db', 'sql:server'], ['watch', 'sql']]\n")
        self.orrery("deploy", shop)
        self.orrery.settle()

    def picture(self, orrery):
        """What a bundle says of a model; where the charms lie differs from one to the next."""
        exported = orrery("export-bundle")
        status = orrery.status()["applications"]
        return ([line for line in exported.splitlines() if "charm: " not in line],
                {name: facts["charm-name"] for name, facts in status.items()})

    def test_CL16_it_differs_in_nothing_and_deployed_again_changes_nothing(self):
        orrery = self.orrery
        bundle = self.file("out.yaml", orrery("export-bundle"))
        self.assertEqual(self.ask("diff-bundle", bundle).out, "{}\n")
        before = orrery.sequence(), orrery.charms()
        orrery("deploy", bundle)
        orrery.settle()
        self.assertEqual((orrery.sequence(), orrery.charms()), before)

    def test_CL10_with_its_charms_it_is_deployed_elsewhere_and_after_all_is_gone(self):
        orrery, file = self.orrery, self.orrery.directory / "taken" / "shop.yaml"
        file.parent.mkdir()
        said = orrery("export-bundle", "--filename", file, "--with-charms")
        self.assertEqual(said, f"Bundle successfully exported to {file}\n")
        self.assertEqual(file.stat().st_mode & 0o777, 0o600)
        self.assertNotIn(str(orrery.data), file.read_text())
        picture = self.picture(orrery)
        other = self.made(self.addCleanup).start()
        other("deploy", file)
        other.settle()
        self.assertEqual(other.ask("diff-bundle", file).out, "{}\n")
        self.assertEqual(self.picture(other)[1], picture[1])
        orrery("remove-application", "site", "sql", "watch")
        orrery.settle()
        self.assertIn("missing: model", self.ask("diff-bundle", file).out)
        orrery("deploy", file)
        orrery.settle()
        self.assertEqual(self.ask("diff-bundle", file).out, "{}\n")

    def test_CL12_deployed_unedited_after_all_is_gone_it_is_the_same_model(self):
        orrery, before = self.orrery, self.picture(self.orrery)
        answer = self.ask("export-bundle")
        self.assertEqual(answer.err, "")
        bundle = self.file("out.yaml", answer.out)
        orrery("remove-application", "site", "sql", "watch")
        orrery.settle()
        orrery("remove-machine", "--unused")
        orrery.settle()
        orrery("deploy", bundle)
        orrery.settle()
        self.assertEqual(self.ask("diff-bundle", bundle).out, "{}\n")
        self.assertEqual(self.picture(orrery)[1], before[1])

    def test_CL12_a_charm_that_has_changed_is_named_where_the_model_keeps_it(self):
        self.charm("sql", "provides:\n  server: {interface: sql}\n  other: {interface: sql}\n")
        answer = self.ask("export-bundle")
        self.assertIn("WARNING charm local:sql-0 is no longer at ", answer.err)
        self.assertIn("--with-charms", answer.err)
        self.assertEqual(answer.err.count("\n"), 1, "of the others there is nothing to say")
        self.assertEqual(answer.out.count(str(self.orrery.data)), 1)
        self.assertEqual(self.ask("diff-bundle", self.file("out.yaml", answer.out)).out, "{}\n")

    def test_CL15_deployed_again_it_sets_trust_that_it_names(self):
        orrery = self.orrery
        bundle = self.file("out.yaml", orrery("export-bundle"))
        orrery("trust", "site", "--remove")
        self.assertIn("    trust:\n      bundle: true\n      model: false\n",
                      self.ask("diff-bundle", bundle).out)
        orrery("deploy", bundle)
        orrery.settle()
        self.assertEqual(self.ask("diff-bundle", bundle).out, "{}\n")
        orrery("trust", "sql")
        orrery("deploy", bundle)
        self.assertIn("  sql:\n    trust:\n", self.ask("diff-bundle", bundle).out,
                      "the bundle has no word on it")

    def test_CL10_a_file_that_cannot_be_written_changes_nothing(self):
        answer = self.ask("export-bundle", "--filename", "/nowhere/at/all.yaml", code=1)
        self.assertIn("ERROR cannot write /nowhere/at/all.yaml", answer.err)
        told = self.orrery.console("export-bundle --filename x").err
        self.assertIn("a script cannot write", told)

    def test_CL10_what_is_no_file_gets_the_text_and_stays_what_it_is(self):
        exported, place = self.orrery("export-bundle"), self.orrery.directory
        os.mkfifo(place / "pipe")
        reader = os.open(place / "pipe", os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, reader)
        self.orrery("export-bundle", "--filename", place / "pipe")
        self.assertTrue((place / "pipe").is_fifo())
        self.assertEqual(os.read(reader, 1 << 16).decode(), exported)
        self.assertEqual(self.orrery("export-bundle", "--filename", "/dev/stdout"), exported)
        self.ask("export-bundle", "--filename", place / "pipe", "--with-charms", code=1)
        with (place / "appended").open("w+") as file:
            file.write("before\n")
            file.flush()
            (place / "output").symlink_to("/proc/self/fd/1")
            exporting = self.orrery.begin("export-bundle", "--filename", place / "output",
                                          output=file)
            self.assertEqual((exporting.communicate(timeout=SECONDS)[1], exporting.returncode),
                             ("", 0))
            file.seek(0)
            self.assertEqual(file.read(), "before\n" + exported)
        (place / "file").write_text("old" + 2 * exported)
        (place / "link").symlink_to("file")
        self.orrery("export-bundle", "--filename", place / "link")
        self.assertTrue((place / "link").is_symlink())
        self.assertEqual((place / "file").read_text(), exported)

    def test_CL15_what_differs_is_shown_and_is_no_failure(self):
        bundle = self.file("out.yaml", self.orrery("export-bundle"))
        self.orrery("config", "site", "port=81")
        self.orrery("remove-relation", "site", "sql")
        self.orrery.settle()
        self.assertEqual(self.ask("diff-bundle", bundle).out,
                         "applications:\n  site:\n    options:\n      port:\n"
                         "        bundle: 8080\n        model: 81\n"
                         "relations:\n  bundle-additions:\n  - - site:db\n    - sql:server\n")


class Constraints(Suite):
    """What machines are made for: kept and shown, and no machine is another one for it."""

    def test_MD69_machines_have_their_applications_over_the_models(self):
        orrery = self.orrery
        orrery("set-model-constraints", "tags=m", "root-disk=1G")
        orrery("deploy", FIXTURES / "quiet", "db", "--constraints", "tags=d")
        orrery("set-constraints", "db", "cores=1")
        orrery("add-unit", "db")
        orrery("add-machine", "--constraints", "mem=1M")
        orrery.settle()
        machines = orrery.status()["machines"]
        shown = [machines[id]["constraints"].split(" ", 1) for id in ("1", "2", "3")]
        self.assertTrue(all(arch.startswith("arch=") for arch, _ in shown), shown)
        self.assertEqual([rest for _, rest in shown],
                         ["root-disk=1024M tags=d", "cores=1 root-disk=1024M tags=m",
                          "mem=1M root-disk=1024M tags=m"])
        self.assertEqual(json.loads(orrery("model-constraints", "--format", "json")),
                         {"root-disk": 1024, "tags": ["m"]})

    def test_MD69_they_outlive_the_process_and_go_with_their_application(self):
        orrery = self.orrery
        orrery("deploy", FIXTURES / "quiet", "db", "--constraints", "tags=d")
        orrery("set-model-constraints", "zones=m")
        orrery.restart()
        self.assertEqual(orrery("constraints", "db"), "tags=d\n")
        self.assertEqual(orrery("model-constraints"), "zones=m\n")
        orrery("remove-application", "db")
        orrery.settle()
        orrery("deploy", FIXTURES / "quiet", "db", "-n", "0")
        self.assertEqual(orrery("constraints", "db"), "\n")

    def test_MD69_what_cannot_be_had_is_refused_or_told(self):
        answer = self.ask("set-model-constraints", "arch=" + FOREIGN, code=1)
        self.assertIn(f"ERROR invalid constraint value: arch={FOREIGN}: valid values are: [",
                      answer.err)
        answer = self.ask("add-machine", "--constraints", "cores=100000")
        self.assertIn("WARNING cores=100000 is more than this host's ", answer.err)
        self.ask("set-model-constraints", "flavour=x", code=2)
        self.assertEqual(self.orrery("model-constraints"), "\n")


class Table(Shared):
    def test_CL_what_can_mean_nothing_here_fails_in_one_line(self):
        for verb in ("clouds", "add-credential", "spaces", "subnets", "upgrade-controller"):
            answer = self.ask(verb, "--any", "word", code=1)
            self.assertIn(f'ERROR "{verb}" is a command of Juju\'s that Orrery', answer.err)
            self.assertEqual((answer.out, answer.err.count("\n")), ("", 1))
        self.ask("cluods", code=2)

    def test_CL22_what_only_kubernetes_has_is_misuse(self):
        self.assertEqual(self.ask("remove-unit", "db", "--num-units", "1", code=2).err,
                         "ERROR --num-units for non k8s models not valid\n")
        self.assertEqual(self.ask("scale-application", "db", "3", code=2).err,
                         'ERROR Juju command "scale-application" only supported on k8s '
                         "container models\n")


if __name__ == "__main__":
    unittest.main()
