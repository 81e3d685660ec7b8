"""The gallery's web server, proxy and meter with real programs, and charms that miss theirs."""

import os
import pathlib
import re
import shutil
import signal
import tarfile
import unittest

from gallery import CHARMS, PATH, Gallery, fetch
from orchestrator import is_running, until

MOST_LINES = 150  # of one charm, with all its files
MOST_WITH_CLIENT = 250  # of the database with replicas, storage and secrets, and its client


class Sizes(unittest.TestCase):
    def test_a_charm_is_short_and_each_hook_is_a_program(self):
        charms = sorted(CHARMS.iterdir())
        self.assertEqual([charm.name for charm in charms],
                         ["database", "ledger", "meter", "postgres", "proxy", "web"])
        lines = {}
        for charm in charms:
            files = [file for file in charm.rglob("*") if file.is_file() and not file.is_symlink()]
            lines[charm.name] = sum(len(file.read_text(encoding="utf-8").splitlines())
                                    for file in files)
            if charm.name != "postgres":
                self.assertLessEqual(lines[charm.name], MOST_LINES, charm.name)
            for program in (*charm.glob("dispatch"), *charm.glob("hooks/*"),
                            *charm.glob("actions/*")):
                self.assertTrue(os.access(program, os.X_OK), program)
        self.assertLessEqual(lines["postgres"] + lines["ledger"], MOST_WITH_CLIENT)


class Web(Gallery):
    def test_it_is_configured_while_it_runs(self):
        self.begin_with(CHARMS / "web")
        code, text = fetch(self.url("web/0", 8080))
        self.assertEqual((code, text), (200, "Hello from web/0\nvisits: not counted\n"))
        pid = self.pid("web/0", "web")
        self.orrery("config", "web", "greeting=It's \"so\" $HOME")
        self.orrery.settle()
        self.assertIn("It's \"so\" $HOME from web/0\n", fetch(self.url("web/0", 8080))[1])
        self.assertEqual(self.pid("web/0", "web"), pid, "a greeting needs no new start")
        self.orrery("config", "web", "port=8081")
        self.orrery.settle()
        self.assertEqual(fetch(self.url("web/0", 8081))[0], 200)
        self.assertIsNone(fetch(self.url("web/0", 8080))[0])
        self.assertEqual(self.orrery.units()["web/0"]["open-ports"], ["8081/tcp"])
        self.assertFalse(is_running(pid))
        self.remove_all("web")

    def test_backup_packs_what_it_is_told(self):
        self.begin_with(CHARMS / "web")
        place = self.file("saved/here", "").parent
        packed = self.results("web/0", "backup", f"to={place}")
        file = pathlib.Path(packed["file"])
        self.assertEqual(int(packed["bytes"]), file.stat().st_size)
        self.assertEqual(self.names_in(file), ["state/config.json", "state/web.log"])
        small = self.results("web/0", "backup", f"to={place}", "logs=false")
        self.assertEqual(self.names_in(small["file"]), ["state/config.json"])
        self.assertIn("packing state/config.json", self.ask("run", "web/0", "backup",
                                                            f"to={place}").err)
        self.assertIn("make it first", self.failure("web/0", "backup", f"to={place}/none"))
        for wrong in (), ("to=here",), (f"to={place}", "logs=some"), (f"to={place}", "all=yes"):
            with self.subTest(wrong):
                self.assertIn("validation failed", self.ask("run", "web/0", "backup", *wrong).err)
        self.orrery("check")

    @staticmethod
    def names_in(file):
        with tarfile.open(file) as archive:
            return archive.getnames()

    def test_rotate_logs_keeps_as_many_as_it_is_told(self):
        self.begin_with(CHARMS / "web")
        log = self.state("web/0") / "web.log"
        for path in ("/first", "/second", "/third"):
            fetch(self.url("web/0", 8080, path))
            until(lambda path=path: path in log.read_text(), why=f"{path} is in the log")
            kept = self.results("web/0", "rotate-logs", "keep=2")["kept"]
        self.assertEqual(kept, "2")
        old = sorted(log.parent.glob("web.log.*"))
        self.assertEqual([re.search(r"/(first|second|third)", file.read_text())[1] for file in old],
                         ["second", "third"])
        fetch(self.url("web/0", 8080, "/fourth"))
        until(lambda: "/fourth" in log.read_text(), why="it goes on in the log")
        self.assertFalse(log.read_bytes().startswith(b"\0"), "the log begins anew")

    def test_check_asks_the_unit_itself(self):
        self.begin_with(CHARMS / "web")
        answer = self.results("web/0", "check")
        self.assertEqual((answer["url"], answer["status"]),
                         (self.url("web/0", 8080, "/health"), "200"))
        os.kill(self.pid("web/0", "web"), signal.SIGSTOP)
        self.assertIn("answers 000, not 200", self.failure("web/0", "check", "within=0.5"))
        os.kill(self.pid("web/0", "web"), signal.SIGCONT)
        self.results("web/0", "check", "path=/")


class Proxy(Gallery):
    def served_by(self):
        pages = [fetch(self.url("proxy/0", 8000)) for _ in range(6)]
        return {text.split("\n")[0].rpartition(" ")[2] if code == 200 else code
                for code, text in pages}

    def await_served_by(self, *units):
        until(lambda: self.served_by() == set(units), why=f"pages come from {units}")

    def test_it_follows_members_without_a_new_start(self):
        self.begin_with(CHARMS / "proxy")
        self.assertEqual(self.status_of("proxy/0")["current"], "blocked")
        self.orrery("deploy", CHARMS / "web")
        self.orrery("integrate", "proxy", "web")
        self.orrery.settle()
        self.await_status("proxy/0", "active", "1 servers behind")
        self.await_served_by("web/0")
        pid = self.pid("proxy/0", "haproxy")
        self.orrery("add-unit", "web")
        self.orrery.settle()
        self.await_served_by("web/0", "web/1")
        self.orrery("remove-unit", "web/0")
        self.orrery.settle()
        self.assertEqual(self.served_by(), {"web/1"})
        self.assertEqual(self.pid("proxy/0", "haproxy"), pid)
        self.assertTrue(is_running(pid))
        self.orrery("remove-relation", "proxy", "web")
        self.orrery.settle()
        self.await_status("proxy/0", "blocked", "needs servers")
        self.await_served_by(503)
        self.remove_all("proxy", "web")

    def test_what_haproxy_refuses_blocks_and_what_was_goes_on(self):
        self.begin_with(CHARMS / "proxy")
        self.orrery("config", "proxy", "balance=sideways")
        self.orrery.settle()
        self.await_status("proxy/0", "blocked", "haproxy refuses this configuration")
        self.assertEqual(fetch(self.url("proxy/0", 8000))[0], 503, "it goes on")
        self.orrery("config", "proxy", "balance=leastconn", "port=8002")
        self.orrery.settle()
        self.await_status("proxy/0", "blocked", "needs servers")
        until(lambda: fetch(self.url("proxy/0", 8000))[0] is None, why="it has left its old port")
        self.assertEqual(fetch(self.url("proxy/0", 8002))[0], 503)
        self.assertEqual(self.orrery.units()["proxy/0"]["open-ports"], ["8002/tcp"])


class Meter(Gallery):
    def sample(self, unit):
        """Its figures; the first ones come a moment after its start."""
        until((self.state(unit) / "metrics.prom").exists, why=f"{unit} has measured")
        return self.results(unit, "sample")

    def test_one_stands_beside_each_principal_and_goes_with_it(self):
        self.begin_with(CHARMS / "web", "-n", "2")
        self.orrery("deploy", CHARMS / "meter", "--config", "seconds=0.05")
        self.orrery("integrate", "meter:principal", "web:metrics")
        self.orrery.settle()
        meters = {principal: next(iter(self.orrery.units()[principal]["subordinates"]))
                  for principal in ("web/0", "web/1")}
        for principal, meter in meters.items():
            self.await_status(meter, "active", f"measures {principal}")
            file = self.state(meter) / "metrics.prom"
            until(lambda f=file, p=principal: f.exists() and f'up{{unit="{p}"}} 1\n'
                  in f.read_text(), why=f"{meter} measures")
        self.assertGreater(int(self.sample(meters["web/0"])["resident-bytes"]), 1 << 20)
        self.orrery("remove-unit", "web/1")
        self.orrery.settle()
        self.assertEqual(set(self.orrery.units()), {"web/0", meters["web/0"]})
        self.orrery("remove-relation", "meter", "web")
        self.orrery.settle()
        self.assertEqual(set(self.orrery.units()), {"web/0"})
        self.remove_all("web", "meter")

    def test_it_sees_that_the_program_has_ended(self):
        self.begin("retry: {attempts: 3, first-delay: 3s, longest-delay: 5s}")
        self.orrery("deploy", CHARMS / "web")
        self.orrery("deploy", CHARMS / "meter", "--config", "seconds=0.05")
        self.orrery("integrate", "meter:principal", "web:metrics")
        self.orrery.settle()
        until(lambda: self.sample("meter/0")["up"] == "1", why="it is up")
        os.kill(self.pid("web/0", "web"), signal.SIGKILL)
        until(lambda: self.sample("meter/0")["up"] == "0", why="it is down")
        until(lambda: self.sample("meter/0")["up"] == "1", why="start has run again")


class Missing(Gallery):
    """A program that the host lacks is named in the status; once it is there, all goes on."""

    def test_it_blocks_until_the_program_is_there(self):
        self.begin()
        for name, program in (("database", "redis-server"), ("proxy", "haproxy")):
            place = self.orrery.directory / "bin" / program
            place.parent.mkdir(exist_ok=True)
            charm = shutil.copytree(CHARMS / name, self.orrery.directory / name, symlinks=True)
            text = (charm / "dispatch").read_text(encoding="utf-8")
            mended = re.sub(rf'^(server=|PROGRAM = ")({program})',
                            lambda found, place=place: f"{found[1]}{place}", text, flags=re.M)
            self.assertNotEqual(mended, text)
            (charm / "dispatch").write_text(mended, encoding="utf-8")
            self.orrery("deploy", charm)
            self.orrery.settle()
            self.await_status(f"{name}/0", "blocked", f"needs {place}")
            place.symlink_to(shutil.which(program, path=PATH))
            self.orrery("config", name, "port=7000")
            self.orrery.settle()
            self.assertNotIn("needs /", self.status_of(f"{name}/0")["message"])
            self.assertEqual(self.orrery.units()[f"{name}/0"]["open-ports"], ["7000/tcp"])
        self.remove_all("database", "proxy")


if __name__ == "__main__":
    unittest.main(verbosity=2)
