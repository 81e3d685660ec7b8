#!/usr/bin/env python3
"""Each event asks for all that ops has for machines, and fails where an answer is wrong."""

import logging
import os
import pathlib

import ops
from ops import hookcmds


def refused(ask):
    try:
        ask()
    except (ops.ModelError, RuntimeError) as error:
        return str(error)
    raise AssertionError("was not refused")


class Later(ops.EventBase):
    """A custom event, which is deferred twice."""


class On(ops.CharmEvents):
    later = ops.EventSource(Later)


class Framework(ops.CharmBase):
    on = On()
    kept = ops.StoredState()

    def __init__(self, framework):
        super().__init__(framework)
        self.kept.set_default(events=[], deferred=0, delivered=False)
        own = {"later", "collect_unit_status", "collect_app_status", "collect_metrics"}
        for name, event in self.on.events().items():
            if name not in own:
                framework.observe(event, self.ask_everything)
        framework.observe(self.on.later, self.be_late)
        framework.observe(self.on.collect_unit_status, self.say_unit)
        framework.observe(self.on.collect_app_status, self.say_application)

    def be_late(self, event):
        if self.kept.deferred < 2:
            self.kept.deferred += 1
            event.defer()
        else:
            self.kept.delivered = True

    def say_unit(self, event):
        event.add_status(ops.ActiveStatus(f"{'late' if self.kept.delivered else 'waits'}"))

    def say_application(self, event):
        event.add_status(ops.ActiveStatus("all is well"))

    def ask_everything(self, event):
        self.kept.events.append(event.handle.kind)
        if isinstance(event, ops.InstallEvent):
            self.on.later.emit()
        self.ask_itself()
        self.ask_status()
        self.ask_ports()
        self.ask_network()
        broken = event.relation.id if isinstance(event, ops.RelationBrokenEvent) else None
        for name in ("db", "site", "ring"):
            for relation in self.model.relations[name]:
                if relation.id != broken:
                    self.ask_relation(relation)
        self.ask_state()
        self.ask_what_is_not_there()

    def ask_itself(self):
        assert dict(self.config) == {"name": "joe", "count": 3}, dict(self.config)
        assert hookcmds.config_get("unset") is None and hookcmds.config_get("name") == "joe"
        assert 0 <= self.app.planned_units() <= 2
        assert self.model.name == "default" and self.model.uuid == os.environ["JUJU_MODEL_UUID"]
        assert ops.JujuVersion(os.environ["JUJU_VERSION"]).has_secrets
        assert self.unit.is_leader() == hookcmds.is_leader()
        goal = hookcmds.goal_state()
        assert self.unit.name in goal.units, goal
        self.unit.set_workload_version("1.2")
        logging.getLogger(__name__).warning("two\nlines")
        hookcmds.juju_log("-x --y", level="DEBUG")

    def ask_status(self):
        self.unit.status = ops.MaintenanceStatus("asks")
        told = hookcmds.status_get()
        assert (told.status, told.message) == ("maintenance", "asks"), told
        if self.unit.is_leader():
            self.app.status = ops.WaitingStatus("for all")
            assert self.app.status == ops.WaitingStatus("for all")
        else:
            refused(lambda: setattr(self.app, "status", ops.ActiveStatus()))

    def ask_ports(self):
        ports = {ops.Port("tcp", 80), ops.Port("udp", 53), ops.Port("icmp", None)}
        self.unit.set_ports(*ports)
        assert self.unit.opened_ports() == ports
        self.unit.close_port("tcp", 80)
        self.unit.open_port("tcp", 8080)
        hookcmds.open_port("tcp", 9000, to_port=9010, endpoints="ring")
        there = hookcmds.opened_ports(endpoints=True)
        assert [each.endpoints for each in there if each.port == 9000] == [["ring"]], there
        hookcmds.close_port("tcp", 9000, to_port=9010)  # set_ports knows no ranges

    def ask_network(self):
        for name in ("db", "site", "ring", "admin"):
            network = self.model.get_binding(name).network
            assert str(network.bind_address).startswith("127."), network
            assert network.ingress_addresses == [network.bind_address] and network.egress_subnets

    def ask_relation(self, relation):
        assert self.model.get_relation(relation.name, relation.id) is relation
        assert f"{relation.name}:{relation.id}" in hookcmds.relation_ids(relation.name)
        assert str(self.model.get_binding(relation).network.bind_address).startswith("127.")
        assert relation.remote_model.uuid == self.model.uuid
        own = relation.data[self.unit]
        assert own["private-address"] and own["ingress-address"] and own["egress-subnets"]
        own.update({"said": "yes", "two": "a=b\nc"})
        assert relation.data[self.unit]["two"] == "a=b\nc"
        if self.unit.is_leader():
            relation.data[self.app]["of"] = "all"
            assert relation.data[self.app]["of"] == "all"
        for other in relation.units:
            assert relation.data[other].get("said", "yes") == "yes", dict(relation.data[other])
            refused(lambda other=other: relation.data[other].update({"x": "y"}))
        if relation.units:
            assert relation.data[relation.app].get("of", "all") == "all"

    def ask_state(self):
        hookcmds.state_set({"one": "1", "two words": "a b\nc"})
        assert hookcmds.state_get("two words") == "a b\nc"
        hookcmds.state_delete("two words")
        assert "two words" not in hookcmds.state_get(None) and hookcmds.state_get("one") == "1"

    def ask_what_is_not_there(self):
        assert "permission denied" in refused(self.model.get_cloud_spec)
        assert hookcmds.relation_ids("db") is not None
        try:
            hookcmds.action_get()
        except hookcmds.Error as error:
            assert error.returncode == 1, error
        else:
            raise AssertionError("there is no action")


if __name__ == "__main__":
    ops.main(Framework, use_juju_for_storage=pathlib.Path("in-juju").exists())
