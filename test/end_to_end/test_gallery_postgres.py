"""The gallery's PostgreSQL: its leader and replicas, its backups, and who reads its password."""

import json
import unittest

from gallery_postgres import BIN, CHARMS, Postgres
from orchestrator import ran


class Replicas(Postgres):
    def primary(self):
        """The leader, once it serves and all others hear it."""
        units = {unit: facts for unit, facts in self.orrery.units().items()
                 if unit.startswith("postgres/")}
        leader, = (unit for unit, facts in units.items() if facts.get("leader"))
        address = units[leader]["public-address"]
        self.await_status(leader, "active", f"primary on {address}:5432")
        for unit in units.keys() - {leader}:
            self.await_status(unit, "active", f"replica of {address}")
            facts = self.results(unit, "status")
            self.assertEqual((facts["replica"], facts["receives"]), ("t", "1"))
        facts = self.results(leader, "status")
        self.assertEqual((facts["replica"], facts["replicas"]), ("f", str(len(units) - 1)))
        return leader

    def test_the_leader_is_primary_and_the_others_follow_its_successor(self):
        self.begin_with_rows("-n", "3")
        self.orrery("add-unit", "postgres")
        self.orrery.settle()
        for text, how in ("Triton", ()), ("Nereid", ("--force", "--no-wait")):
            gone = self.primary()
            self.orrery("remove-unit", gone, *how)
            self.orrery.settle()
            self.assertNotIn(gone, self.orrery.units())
            self.primary()
            self.assert_rows_and_write(text)
        self.orrery("config", "postgres", "port=5433")
        self.orrery.settle()
        self.assert_rows_and_write("Proteus")
        self.remove_all("postgres", "ledger")

    def test_ST40_a_replica_becomes_primary_with_the_data_that_it_was_given(self):
        """Nothing is written over it before, and nothing of it is missing then."""
        self.begin_with_rows("-n", "2")
        first = self.primary()
        held = {unit: name for name, unit in self.storages().items()}
        kept, rows = held[first], list(self.rows)
        self.orrery("remove-unit", first)
        self.orrery.settle()
        second = self.primary()
        self.assert_rows_and_write("only in the second's data")
        self.orrery("add-unit", "postgres")
        third = "postgres/2"
        self.orrery.settle()
        self.take_over(third, kept)
        self.await_status(third, "blocked", f"{kept} has been a primary's")
        self.assertEqual(self.read(), self.rows, "clients are with the primary")
        self.orrery("remove-unit", second)
        self.orrery.settle()
        self.assertEqual(self.primary(), third)
        self.assertEqual(self.storages(), {kept: third, held[second]: "", **{
            name: "" for name in self.storages() if name not in held.values()}})
        self.rows = rows
        self.assert_rows_and_write("Triton")
        self.orrery("show-storage", held[second])

    def test_a_backup_holds_each_row(self):
        self.begin_with_rows()
        to = self.orrery.directory / "backups"
        self.assertIn("is no directory", self.failure("postgres/0", "backup", f"to={to}"))
        ran(*self.orrery.prefix, "mkdir", to)
        made = self.results("postgres/0", "backup", f"to={to}")
        file, = to.iterdir()
        self.assertEqual((made["file"], made["bytes"]), (str(file), str(file.stat().st_size)))
        text = ran(BIN / "pg_restore", "--data-only", "--file", "-", file).stdout
        for row in self.rows:
            self.assertIn(f"\t{row}\n", text)

    def test_SE34_the_password_is_read_over_the_relation_and_no_longer_than_it(self):
        self.begin_with_rows()
        self.orrery("deploy", CHARMS / "ledger", "stranger")
        self.orrery.settle()
        secret = self.ask("exec", "--unit", "ledger/0", "relation-get --app -r "
                          "$(relation-ids db) password postgres").out.strip()
        shown = self.orrery("show-secret", secret, "--reveal", "--format", "json")
        facts, = json.loads(shown).values()
        password = facts["content"]["Data"]["password"]
        self.assertRegex(password, "^[0-9a-f]{48}$")
        read = f"secret-get {secret} password | wc --bytes"
        self.assertEqual(self.ask("exec", "--unit", "ledger/0", read).out.strip(), "49")
        read = f"secret-get {secret} password"
        self.assert_denied("stranger/0", read)
        self.orrery("remove-relation", "ledger", "postgres")
        self.orrery.settle()
        self.await_status("ledger/0", "blocked", "no database")
        self.assert_denied("ledger/0", read)
        for file in (each for each in self.orrery.data.rglob("*") if each.is_file()):
            self.assertFalse(password.encode() in file.read_bytes(), file)

    def assert_denied(self, unit, read):
        answer = self.ask("exec", "--unit", unit, read, code=1)
        self.assertIn("permission denied", answer.out + answer.err)


if __name__ == "__main__":
    unittest.main(verbosity=2)
