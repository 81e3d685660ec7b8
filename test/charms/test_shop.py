"""The shop's charms, played without an orchestrator, with the real programs."""

import collections
import filecmp
import http.client
import os
import pathlib
import time
import unittest

import world

CHARMS = pathlib.Path(__file__).resolve().parents[2] / "docs/examples/shop/charms"
DEFAULTS = {
    "redis": {"memory-mib": 32, "durable": True},
    "shop": {"greeting": "Welcome to the shop"},
    "proxy": {"balance": "roundrobin", "check-interval-ms": 200},
    "logger": {"keep-kib": 16},
}
SECONDS = 20


def get(address, port):
    connection = http.client.HTTPConnection(address, port, timeout=5)
    try:
        connection.request("GET", "/")
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def field(page, name):
    return next(line.partition(": ")[2] for line in page.splitlines() if line.startswith(name + ": "))


def eventually(case, holds, what):
    deadline = time.monotonic() + SECONDS
    while not holds():
        if time.monotonic() > deadline:
            case.fail(f"not within {SECONDS} s: {what}")
        time.sleep(0.02)


class Shop(unittest.TestCase):
    def setUp(self):
        self.world = world.World()
        self.addCleanup(self.world.__exit__)

    def deploy(self, application, units=1):
        self.world.deploy(application, CHARMS / application, DEFAULTS[application], units)
        return self.world.of(application)

    def whole(self):
        (self.proxy,), (self.redis,) = self.deploy("proxy"), self.deploy("redis")
        self.deploy("shop", 2)
        self.world.relate({"shop": "cluster"})
        self.website = self.world.relate({"proxy": "backend", "shop": "website"})
        self.cache = self.world.relate({"shop": "cache", "redis": "db"})

    def page(self):
        return get(self.proxy.address, 8000)

    def served_by(self):
        """Units that answer through the proxy, and how often, over a dozen requests."""
        pages = [self.page() for _ in range(12)]
        return collections.Counter(field(page, "unit") if status == 200 else status for status, page in pages)

    def pid_of(self, unit, name):
        return int((unit.home / "state" / f"{name}.pid").read_text().split()[0])

    def test_every_backend_answers_through_the_proxy(self):
        self.whole()
        self.assertEqual(self.proxy.status, ("active", f"2 servers behind {self.proxy.address}:8000"))
        eventually(self, lambda: set(self.served_by()) == {"shop/0", "shop/1"}, "both shops answer")
        before, after = self.page()[1], self.page()[1]
        self.assertEqual(int(field(after, "visits")), int(field(before, "visits")) + 1)
        self.assertEqual(field(after, "units"), "2")
        self.assertEqual(self.proxy.ports, {"8000/tcp"})
        self.assertRegex(self.proxy.version, r"^2\.")
        self.assertRegex(self.redis.version, r"^[0-9]+\.")

    def test_every_unit_has_its_processes_and_they_are_found(self):
        self.whole()
        self.assertEqual({unit.name: len(self.world.processes(unit)) for unit in self.world.units.values()},
                         {"proxy/0": 2, "redis/0": 1, "shop/0": 1, "shop/1": 1})

    def test_a_unit_added_is_picked_up_and_a_unit_removed_is_dropped(self):
        self.whole()
        third = self.world.add_unit("shop")
        eventually(self, lambda: set(self.served_by()) == {"shop/0", "shop/1", "shop/2"}, "the third shop answers")
        self.assertEqual(self.world.remove_unit(third), [])
        self.assertEqual(self.proxy.status[1], f"2 servers behind {self.proxy.address}:8000")
        self.assertEqual(set(self.served_by()), {"shop/0", "shop/1"})

    def test_a_new_greeting_is_on_the_next_page_without_a_restart(self):
        self.whole()
        pids = [self.pid_of(unit, "shop") for unit in self.world.of("shop")]
        self.world.configure("shop", greeting="Grüß Gott")
        self.assertEqual({get(unit.address, 8080)[1].splitlines()[0] for unit in self.world.of("shop")}, {"Grüß Gott"})
        self.assertEqual(pids, [self.pid_of(unit, "shop") for unit in self.world.of("shop")])

    def test_the_proxy_reloads_in_the_same_process_and_refuses_nonsense(self):
        self.whole()
        pid = self.pid_of(self.proxy, "haproxy")
        self.world.configure("proxy", balance="leastconn")
        self.assertIn("balance leastconn", (self.proxy.home / "state/haproxy.cfg").read_text())
        self.world.configure("proxy", balance="best")
        self.assertEqual(self.proxy.status[0], "blocked")
        self.assertIn("balance leastconn", (self.proxy.home / "state/haproxy.cfg").read_text())
        self.assertEqual(pid, self.pid_of(self.proxy, "haproxy"))
        self.assertEqual(self.page()[0], 200)

    def test_a_shop_without_redis_is_blocked_and_not_behind_the_proxy(self):
        (proxy,), (shop,) = self.deploy("proxy"), self.deploy("shop")
        self.assertEqual(proxy.status[0], "blocked")
        self.world.relate({"proxy": "backend", "shop": "website"})
        self.assertEqual((proxy.status[0], shop.status[0]), ("waiting", "blocked"))
        self.deploy("redis")
        relation = self.world.relate({"shop": "cache", "redis": "db"})
        self.assertEqual((proxy.status[0], shop.status[0]), ("active", "active"))
        self.world.unrelate(relation)
        self.assertEqual((proxy.status[0], shop.status[0]), ("waiting", "blocked"))
        self.assertEqual(self.world.processes(shop), [])

    def test_hooks_run_again_start_nothing_twice(self):
        self.whole()
        before = sorted(self.world.processes())
        for unit in list(self.world.units.values()):
            for name in ("start", "config-changed", "update-status"):
                self.world.play(unit, name)
        self.assertEqual(sorted(self.world.processes()), before)

    def test_a_program_that_was_killed_is_started_again_by_the_next_hook(self):
        self.whole()
        for unit, name in ((self.redis, "redis"), (self.world.units["shop/0"], "shop"), (self.proxy, "haproxy")):
            world.end(self.pid_of(unit, name))
            eventually(self, lambda: not self.world.processes(unit), f"{name} and its workers are gone")
            self.world.play(unit, "update-status")
        self.assertEqual(self.page()[0], 200)

    def test_a_hook_killed_at_any_point_leaves_no_second_program(self):
        (redis,) = self.deploy("redis")
        self.world.play(redis, "stop")
        began = time.monotonic()
        self.world.play(redis, "start")
        step = (time.monotonic() - began) / 12
        self.world.play(redis, "stop")
        killed = 0
        while self.world.play_and_kill(redis, "start", killed * step):
            killed += 1
            self.world.play(redis, "start")
            self.assertEqual(self.world.processes(redis), [self.pid_of(redis, "redis")],
                             f"killed after {killed - 1} steps of {step:.3f} s")
            self.world.play(redis, "stop")
            self.assertEqual(self.world.processes(redis), [])
        self.assertGreater(killed, 3)

    def test_visits_survive_a_redis_that_was_killed(self):
        self.whole()
        visits = max(int(field(self.page()[1], "visits")) for _ in range(3))
        world.end(self.pid_of(self.redis, "redis"))
        self.world.play(self.redis, "update-status")
        self.assertEqual(int(field(self.page()[1], "visits")), visits + 1)

    def test_a_pid_file_of_somebody_else_is_not_believed(self):
        self.whole()
        shop = self.world.units["shop/0"]
        self.world.play(shop, "stop")
        (shop.home / "state/shop.pid").write_text(f"{os.getpid()} 1 0\n")
        self.world.play(shop, "start")  # must not take this very process for the shop, nor end it
        self.assertNotEqual(self.pid_of(shop, "shop"), os.getpid())
        self.assertEqual(get(shop.address, 8080)[0], 200)

    def test_an_address_that_is_taken_fails_the_hook_with_the_programs_own_words(self):
        self.whole()
        shop = self.world.units["shop/0"]
        twin = world.Unit(self.world, "shop/9", CHARMS / "shop", shop.address, None)
        twin.known = shop.known
        self.world.units[twin.name] = twin
        for relation in self.world.relations.values():
            relation.bags[twin.name], relation.versions[twin.name] = {}, 0
        # The shop that was there first answers on that address: the newcomer must not take this for its own answer.
        with self.assertRaisesRegex(world.HookFailed, "Address already in use"):
            self.world.play(twin, "start")

    def test_the_logger_gathers_what_its_principal_logs_within_its_bound(self):
        self.whole()
        self.deploy_logger()
        loggers = self.world.of("logger")
        self.assertEqual({unit.principal.name for unit in loggers}, {"proxy/0", "shop/0", "shop/1"})
        for unit in loggers:
            self.assertEqual(unit.status, ("active", f"gathering the log of {unit.principal.name}"))
        shop = self.world.units["shop/0"]
        gathered = next(unit for unit in loggers if unit.principal is shop).home / "state/gathered.log"
        eventually(self, lambda: (get(shop.address, 8080), gathered.exists() and "shop/0 " in gathered.read_text())[1],
                   "a visit is in the gathered log")
        eventually(self, lambda: ([get(shop.address, 8080) for _ in range(50)],
                                  gathered.with_name("gathered.log.1").exists())[1], "the gathered log is put aside")
        self.assertLess(gathered.with_name("gathered.log.1").stat().st_size, (16 << 10) + (1 << 17))

    def deploy_logger(self):
        self.world.deploy("logger", CHARMS / "logger", DEFAULTS["logger"], units=0)
        self.world.relate({"logger": "logs", "proxy": "logs"}, container=True)
        self.world.relate({"logger": "logs", "shop": "logs"}, container=True)

    def test_removing_everything_leaves_no_process(self):
        self.whole()
        self.deploy_logger()
        for application in ("proxy", "shop", "redis"):
            for unit in self.world.of(application):
                self.assertEqual(self.world.remove_unit(unit), [], unit.name)
        self.assertEqual(self.world.units, {})
        self.assertEqual(self.world.processes(), [])


class Charms(unittest.TestCase):
    def test_the_copies_of_lib_are_the_same(self):
        for name in ("hook.py", "program.py"):
            for charm in ("logger", "proxy", "shop"):
                self.assertTrue(filecmp.cmp(CHARMS / charm / "lib" / name, CHARMS / "redis/lib" / name, shallow=False),
                                f"{charm}/lib/{name} differs from redis/lib/{name}: copy one over the other")

    def test_every_hook_is_handled_and_every_handler_has_a_hook(self):
        for charm in DEFAULTS:
            text = (CHARMS / charm / "charm.py").read_text().partition("\nhook.run(")[2]
            handled = {line.split('"')[1] for line in text.splitlines() if '": ' in line}
            self.assertEqual(handled, set(os.listdir(CHARMS / charm / "hooks")), charm)
            self.assertTrue(os.access(CHARMS / charm / "hooks/install", os.X_OK))
