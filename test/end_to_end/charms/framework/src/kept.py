"""What a unit may ask of its storage, its resources and secrets; fails where an answer is wrong."""

import datetime

import ops
from ops import hookcmds

A_DAY = datetime.timedelta(days=1)


def everything(charm, event):
    of_resources(charm)
    if isinstance(event, ops.InstallEvent):
        charm.model.storages.request("cache", 1)
    of_storage(charm, event)
    if not isinstance(event, ops.SecretEvent):  # what changes in one may cause another
        of_own_secret(charm)
        of_secret_that_goes(charm)
    of_applications_secret(charm, event)
    of_others_secret(charm)


def of_resources(charm):
    path = charm.model.resources.fetch("blob")
    assert path.read_text() == "of blob\n" and path.name == "blob.txt", path
    assert path == hookcmds.resource_get("blob")


def of_storage(charm, event):
    """There before install, and until it is detached, which is before all else that a unit ends."""
    there = charm.model.storages["data"]
    assert len(there) <= 1 and len(charm.model.storages["cache"]) <= 1
    if not there:
        assert isinstance(event, (ops.RelationEvent, ops.StopEvent, ops.RemoveEvent,
                                  ops.StorageDetachingEvent)), event
        return
    storage = there[0]
    assert hookcmds.storage_list("data") == [storage.full_id] and storage.name == "data"
    told = hookcmds.storage_get(storage.full_id)
    assert (told.kind, told.location) == ("filesystem", storage.location), told
    mark = storage.location / "mark"
    if isinstance(event, ops.StorageEvent):
        context = ops.JujuContext.from_environ()
        assert context.storage_name == event.storage.name, context
        assert context.storage_index == event.storage.index, context
        assert hookcmds.storage_get().location == event.storage.location
    if isinstance(event, ops.StorageAttachedEvent) and event.storage.name == "data":
        mark.write_text(storage.full_id)
    assert mark.read_text() == storage.full_id


def of_own_secret(charm):
    """Of the unit, each time with another content, which is `of N` in its revision N."""
    try:
        secret = charm.model.get_secret(label="mine")
    except ops.SecretNotFoundError:
        secret = charm.unit.add_secret({"said": "of 1", "two": "a\nb: 'c'"}, label="mine",
                                       description="first", rotate=ops.SecretRotate.YEARLY)
        assert secret.get_content()["two"] == "a\nb: 'c'"
        assert secret.get_info().revision == 1
        return
    info = secret.get_info()
    latest = info.revision
    assert info.label == "mine" and info.rotation == ops.SecretRotate.YEARLY, info
    assert info.rotates and info.description, info
    assert secret.get_content()["said"] == f"of {latest}", (secret.get_content(), info)
    assert info.id.split(":")[-1].split("/")[-1] in " ".join(hookcmds.secret_ids())
    new = {"said": f"of {latest + 1}"}
    secret.set_content(new)
    assert secret.peek_content() == new
    assert secret.get_content()["said"] == f"of {latest}"
    assert secret.get_content(refresh=True) == new
    secret.set_info(description=f"after {latest}", expire=A_DAY)
    told = secret.get_info()
    assert told.description == f"after {latest}" and told.expires, told
    if latest > 1:
        secret.remove_revision(latest - 1)


def of_secret_that_goes(charm):
    """Granted to one unit of each relation, revoked and removed in the hook that adds it."""
    secret = charm.unit.add_secret({"goes": "soon"})
    for relation in charm.model.relations["site"]:
        for unit in relation.units:
            secret.grant(relation, unit=unit)
            secret.revoke(relation, unit=unit)
    secret.remove_all_revisions()


def of_applications_secret(charm, event):
    """The leader adds one, changes it with the configuration, and grants it over each relation."""
    try:
        secret = charm.model.get_secret(label="ours")
    except ops.SecretNotFoundError:
        if not charm.unit.is_leader():
            return
        secret = charm.app.add_secret({"number": "0"}, label="ours", expire=A_DAY)
    assert secret.get_content()["number"].isdigit()
    if not charm.unit.is_leader():
        return
    if isinstance(event, ops.ConfigChangedEvent):
        secret.set_content({"number": str(int(secret.peek_content()["number"]) + 1)})
        secret.get_content(refresh=True)
    for relation in charm.model.relations["site"]:
        joins = isinstance(event, (ops.RelationJoinedEvent, ops.RelationChangedEvent))
        if joins and event.relation.id == relation.id:
            secret.grant(relation)
            relation.data[charm.app]["secret"] = secret.id
            assert secret.get_info().revision >= 1


def of_others_secret(charm):
    """As long as the relation is there its secret can be read, and changed by nobody here."""
    for relation in charm.model.relations["db"]:
        if not relation.active or not relation.app or not relation.units:
            continue
        told = relation.data[relation.app].get("secret")
        if not told:
            continue
        secret = charm.model.get_secret(id=told, label="theirs")
        number = int(secret.get_content()["number"])
        assert int(secret.peek_content()["number"]) >= number
        assert int(secret.get_content(refresh=True)["number"]) >= number
        assert charm.model.get_secret(label="theirs").get_content()["number"].isdigit()
        try:
            secret.get_info()
        except (ops.ModelError, ops.SecretNotFoundError):
            continue
        raise AssertionError("who may read a secret may not manage it")
