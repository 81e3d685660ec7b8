"""The gallery's database, and all charms together, while leaders go and programs are killed."""

import contextlib
import os
import re
import signal
import threading
import unittest

from gallery import CHARMS, GALLERY, Gallery, fetch
from orchestrator import until


class Database(Gallery):
    def info(self, unit):
        return self.results(unit, "status")

    def test_the_leader_is_primary_and_the_others_follow_its_successor(self):
        self.begin_with(CHARMS / "database", "-n", "3")
        self.await_replicas()
        self.orrery("add-unit", "database")
        for how in (), ("--force", "--no-wait"):
            gone = self.leader()
            self.orrery("remove-unit", gone, *how)
            self.orrery.settle()
            self.assertNotIn(gone, self.orrery.units())
            self.await_replicas()
        self.remove_all("database")

    def linked(self, unit):
        """What redis says there once it is linked to its primary; until then, none."""
        facts = self.info(unit)
        return facts if facts["link"] == "up" else None

    def await_replicas(self):
        """All others are linked to the leader, as redis says and as status says."""
        primary, units = self.leader(), self.orrery.units()
        replicas = [unit for unit in units if unit.startswith("database/") and unit != primary]
        address = units[primary]["public-address"]
        self.await_status(primary, "active", f"primary on {address}:")
        for replica in replicas:
            self.await_status(replica, "active", f"replica of {address}")
            facts = until(lambda unit=replica: self.linked(unit), why=f"{replica} is linked")
            self.assertEqual((facts["role"], facts["primary"]), ("slave", address))
        until(lambda: self.info(primary)["replicas"] == str(len(replicas)), why="it knows them")
        self.assertEqual(self.info(primary)["role"], "master")

    def begin_with_a_page(self):
        """Two units, and a page that one has visited."""
        self.begin_with(CHARMS / "database", "-n", "2")
        self.orrery("deploy", CHARMS / "web")
        self.orrery("integrate", "web", "database:clients")
        self.orrery.settle()
        self.assertIn("visits: 1\n", fetch(self.url("web/0", 8080))[1])

    def test_another_port_moves_all_of_it_and_loses_nothing(self):
        self.begin_with_a_page()
        self.orrery("config", "database", "port=6390", "memory-mib=16")
        self.orrery.settle()
        self.await_replicas()
        self.assertIn("visits: 2\n", fetch(self.url("web/0", 8080))[1])
        self.orrery("remove-relation", "web", "database")
        self.orrery.settle()
        self.assertIn("visits: not counted\n", fetch(self.url("web/0", 8080))[1])

    def test_killed_redis_is_started_again_with_its_data(self):
        self.begin_with_a_page()
        leader = self.leader()
        pid = self.pid(leader, "redis")
        os.kill(pid, signal.SIGKILL)
        until(lambda: self.pid(leader, "redis") not in (0, pid), why="start has run again")
        self.orrery.settle()
        self.assertIn("visits: 2\n", fetch(self.url("web/0", 8080))[1])
        self.await_replicas()


class Whole(Gallery):
    def begin_with(self, *deployed):
        super().begin_with(*deployed)
        self.front = self.url("proxy/0", 8000)

    def visits(self):
        """The count on a page through the proxy, once it counts."""
        return int(until(lambda: re.search(r"visits: (\d+)", fetch(self.front)[1]),
                         why="the proxy's pages count")[1])

    @contextlib.contextmanager
    def visited(self, counts):
        """Has pages fetched all the time, and notes their counts."""
        over = threading.Event()

        def visit():
            while not over.is_set():
                counts.extend(map(int, re.findall(r"visits: (\d+)", fetch(self.front)[1])))

        visitor = threading.Thread(target=visit)
        visitor.start()
        try:
            yield
        finally:
            over.set()
            visitor.join()

    def test_the_bundle_counts_on_while_its_parts_change(self):
        self.begin_with(GALLERY / "bundle.yaml")
        units = self.orrery.units()
        self.assertEqual(len(units), 12)
        for unit in units:
            self.await_status(unit, "active")
        counts = [self.visits()]
        with self.visited(counts):
            self.orrery("remove-unit", self.leader())
            self.orrery("add-unit", "web")
            self.orrery.settle()
        counts.append(self.visits())
        self.assertEqual(counts[0], 1)
        self.assertEqual(sorted(set(counts)), counts, "none is told twice, none is forgotten")
        self.orrery.restart()
        self.assertEqual(self.visits(), counts[-1] + 1, "no program has noticed")
        self.orrery.settle()
        self.remove_all("proxy", "web", "database", "meter")


if __name__ == "__main__":
    unittest.main(verbosity=2)
