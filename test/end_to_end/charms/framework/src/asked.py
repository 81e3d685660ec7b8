"""What a unit may ask at any time; each function fails where an answer is wrong."""

import logging
import os
import pathlib

import ops
from ops import hookcmds

logger = logging.getLogger(__name__)
CONFIGS = ({"name": "joe", "count": 3, "ratio": 0.5, "flag": False},
           {"name": "two words\nü", "count": -4, "ratio": 1.25, "flag": True})


def refused(ask, kind=(ops.ModelError, RuntimeError, hookcmds.Error)):
    try:
        ask()
    except kind as error:
        return str(getattr(error, "stderr", "") or error)
    raise AssertionError("was not refused")


def everything(charm, event):
    of_itself(charm)
    of_status(charm)
    of_ports(charm)
    of_network(charm)
    broken = event.relation.id if isinstance(event, ops.RelationBrokenEvent) else None
    for name in ("db", "site", "ring"):
        for relation in charm.model.relations[name]:
            if relation.id != broken:
                of_relation(charm, relation)
    of_state()
    of_cloud(charm)
    of_what_is_not_there(charm)
    of_event(charm, event)


def of_itself(charm):
    config = dict(charm.config)
    assert config.pop("reboot") in ("never", "soon", "now")
    assert config in CONFIGS, config
    assert all(type(value) is type(CONFIGS[0][key]) for key, value in config.items()), config
    assert hookcmds.config_get("unset") is None and hookcmds.config_get("name") == config["name"]
    model, unit, version = charm.model, charm.unit, ops.JujuVersion.from_environ()
    assert model.name == "default" and model.uuid == os.environ["JUJU_MODEL_UUID"]
    assert version == model.juju_version and version.has_secrets and version >= "3.6"
    assert unit.is_leader() == hookcmds.is_leader()
    goal = hookcmds.goal_state()
    assert unit.name in goal.units, goal
    alive = [name for name, one in goal.units.items() if one.status != "dying"]
    assert charm.app.planned_units() == len(alive), goal
    unit.set_workload_version(pathlib.Path("release").read_text().strip())
    logger.warning("two\nlines")
    hookcmds.juju_log("-x --y", level="DEBUG")


def of_status(charm):
    charm.unit.status = ops.MaintenanceStatus("asks")
    told = hookcmds.status_get()
    assert (told.status, told.message) == ("maintenance", "asks"), told
    if charm.unit.is_leader():
        charm.app.status = ops.WaitingStatus("for all")
        told = hookcmds.status_get(app=True)
        assert (told.status, told.message) == ("waiting", "for all"), told
    else:
        refused(lambda: setattr(charm.app, "status", ops.ActiveStatus()))
        assert "not the leader" in refused(lambda: hookcmds.status_get(app=True))


def of_ports(charm):
    unit = charm.unit
    ports = {ops.Port("tcp", 80), ops.Port("udp", 53), ops.Port("icmp", None)}
    unit.set_ports(*ports)
    assert unit.opened_ports() == ports
    unit.close_port("tcp", 80)
    unit.open_port("tcp", 8080)
    hookcmds.open_port("tcp", 9000, to_port=9010, endpoints="ring")
    there = hookcmds.opened_ports(endpoints=True)
    assert [each.endpoints for each in there if each.port == 9000] == [["ring"]], there
    hookcmds.close_port("tcp", 9000, to_port=9010)  # set_ports knows no ranges


def of_network(charm):
    for name in ("db", "site", "ring", "admin"):
        network = charm.model.get_binding(name).network
        assert str(network.bind_address).startswith("127."), network
        assert network.ingress_address == network.bind_address
        assert network.ingress_addresses == [network.bind_address] and network.egress_subnets
        assert [each.name for each in network.interfaces] == ["lo"]
    assert "no network config" in refused(lambda: charm.model.get_binding("none").network)


def of_relation(charm, relation):
    model, unit, app = charm.model, charm.unit, charm.app
    assert model.get_relation(relation.name, relation.id) is relation and relation.active
    assert f"{relation.name}:{relation.id}" in hookcmds.relation_ids(relation.name)
    assert str(model.get_binding(relation).network.bind_address).startswith("127.")
    assert relation.remote_model.uuid == model.uuid
    own = relation.data[unit]
    assert own["private-address"] and own["ingress-address"] and own["egress-subnets"]
    own.update({"said": "yes", "two": "a=b\nc", "gone": "soon"})
    del own["gone"]
    assert own["two"] == "a=b\nc" and "gone" not in own
    if unit.is_leader():
        relation.data[app]["of"] = "all"
        assert relation.data[app]["of"] == "all"
    else:
        refused(lambda: relation.data[app].update({"of": "none"}))
        assert "cannot write relation settings" in refused(
            lambda: hookcmds.relation_set({"of": "none"}, relation.id, app=True))
    for other in relation.units:
        assert relation.data[other].get("said", "yes") == "yes", dict(relation.data[other])
        refused(lambda other=other: relation.data[other].update({"x": "y"}))
    if relation.units:
        assert relation.data[relation.app].get("of", "all") == "all"


def of_state():
    hookcmds.state_set({"one": "1", "two words": "a b\nc"})
    assert hookcmds.state_get("two words") == "a b\nc"
    hookcmds.state_delete("two words")
    assert "two words" not in hookcmds.state_get(None) and hookcmds.state_get("one") == "1"


def of_cloud(charm):
    """Whether the unit is trusted may change at any time."""
    try:
        cloud = charm.model.get_cloud_spec()
    except ops.ModelError as error:
        assert "permission denied" in str(error), error
        return "refused"
    assert (cloud.type, cloud.credential.auth_type) == ("local", "empty"), cloud
    return cloud.name


def of_what_is_not_there(charm):
    model = charm.model
    assert not model.get_relation("db", 999).units
    assert "relation not found" in refused(lambda: hookcmds.relation_list(999))
    for wanted in ({"id": "secret:9m4e2mr0ui3e8a215n4g"}, {"label": "password"}):
        refused(lambda wanted=wanted: model.get_secret(**wanted), ops.SecretNotFoundError)
    refused(lambda: model.storages.request("none"))
    assert hookcmds.storage_list("none") == []
    assert "could not download resource" in refused(lambda: hookcmds.resource_get("none"))


def of_event(charm, event):
    context = ops.JujuContext.from_environ()
    assert context.unit_name == charm.unit.name and context.model_uuid == charm.model.uuid
    assert context.charm_dir == pathlib.Path.cwd() == charm.charm_dir
    assert context.machine_id.isdigit() and context.principal_unit is None
    if isinstance(event, ops.ActionEvent):
        assert (context.action_uuid, context.hook_name) == (event.id, ""), context
        return
    assert refused(hookcmds.action_get).endswith("not running an action\n")
    if isinstance(event, ops.RelationEvent):
        assert context.relation_name == event.relation.name
        assert context.relation_id == event.relation.id
        assert context.remote_app_name == event.app.name
        assert context.remote_unit_name == (event.unit.name if event.unit else None)
        told = event.relation.data
        assert told[charm.unit]["private-address"] and told[event.app].get("of", "all") == "all"
    if isinstance(event, ops.RelationDepartedEvent):
        assert context.relation_departing_unit_name == event.departing_unit.name
        if event.relation.name == "ring":  # ops leaves departed peers out
            left = hookcmds.relation_get(event.relation.id, unit=event.unit.name)
        else:
            left = told[event.unit]
        assert left.get("said", "yes") == "yes", left
    if isinstance(event, ops.RelationBrokenEvent):
        assert not event.relation.active
