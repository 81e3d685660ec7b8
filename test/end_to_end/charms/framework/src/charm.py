#!/usr/bin/env python3
"""Each event asks for all that ops has for machines; a wrong answer blocks the unit."""

import logging
import pathlib
import traceback

import asked
import kept
import ops

logger = logging.getLogger(__name__)
KEPT = {"text": "a\nb: 'c'", "number": -1, "fraction": 0.5, "bytes": b"\x00\xff", "none": None,
        "list": [1, [2, "3"]], "map": {"a": {"b": []}}}


class Later(ops.EventBase):
    """A custom event with something of its own, which is deferred twice."""

    def __init__(self, handle, said=""):
        super().__init__(handle)
        self.said = said

    def snapshot(self):
        return {"said": self.said}

    def restore(self, snapshot):
        self.said = snapshot["said"]


class ClockEvents(ops.ObjectEvents):
    later = ops.EventSource(Later)


class Clock(ops.Object):
    """A part of the charm with events and a state of its own."""

    on = ClockEvents()
    kept = ops.StoredState()

    def __init__(self, charm):
        super().__init__(charm, "clock")
        self.kept.set_default(deferred=0, delivered=False)
        self.framework.observe(self.on.later, self.be_late)

    def be_late(self, event):
        assert event.said == "late\nand true", event.said
        if self.kept.deferred < 2:
            self.kept.deferred += 1
            event.defer()
        else:
            self.kept.delivered = True


class Framework(ops.CharmBase):
    kept = ops.StoredState()

    def __init__(self, framework):
        super().__init__(framework)
        self.kept.set_default(events=[], wrong="", put_off=[], returned=[], all={}, some=set())
        self.clock = Clock(self)
        own = {"collect_unit_status", "collect_app_status", "collect_metrics", "give_up_action",
               "fall_action"}
        for name, event in self.on.events().items():
            if name not in own:
                framework.observe(event, self.ask)
        for name in ("db", "site"):
            framework.observe(self.on[name].relation_changed, self.put_off)
        framework.observe(self.on.config_changed, self.reboot)
        framework.observe(self.on.tell_action, self.tell)
        framework.observe(self.on.give_up_action, self.give_up)
        framework.observe(self.on.fall_action, self.fall)
        framework.observe(self.on.collect_unit_status, self.say_unit)
        framework.observe(self.on.collect_app_status, self.say_application)

    def ask(self, event):
        self.kept.events.append(event.handle.kind)
        if isinstance(event, ops.InstallEvent):
            self.clock.on.later.emit("late\nand true")
        if not self.kept.all:
            self.kept.all = dict(KEPT)
            self.kept.some = {"a", 1}
        try:
            assert dict(self.kept.all) == KEPT and self.kept.some == {"a", 1}, dict(self.kept.all)
            asked.everything(self, event)
            kept.everything(self, event)
        except Exception as error:
            logger.exception("a wrong answer")
            frames = traceback.extract_tb(error.__traceback__)
            where = [each for each in frames if "/src/" in each.filename][-1]
            self.kept.wrong = self.kept.wrong or f"{event.handle.kind}: {where.line}: {error!r}"

    def put_off(self, event):
        """Once for each relation; deferred, it comes back with the same relation and unit."""
        told = [event.relation.name, event.relation.id, event.app.name,
                event.unit.name if event.unit else "", event.handle.key]
        if event.relation.id not in [each[1] for each in self.kept.put_off]:
            self.kept.put_off.append(told)
            event.defer()
        elif told in list(map(list, self.kept.put_off)):
            self.kept.returned.append(event.relation.name)

    def reboot(self, event):
        how = self.config["reboot"]
        done = pathlib.Path(f"rebooted-{how}")
        if how != "never" and not done.exists():
            done.touch()
            self.unit.reboot(now=how == "now")

    def tell(self, event):
        params = dict(event.params)
        event.log(f"told {len(params)} parameters")
        logger.info("x" * 140_000)  # longer than a word of a command may be
        event.set_results({
            "id": event.id, "events": " ".join(self.kept.events),
            "planned": self.app.planned_units(), "cloud": asked.of_cloud(self),
            "returned": " ".join(self.kept.returned), "params": repr(sorted(params.items())),
            "nested": {"deep": {"er": "yes"}, "empty": ""}})

    def give_up(self, event):
        event.set_results({"so-far": "half"})
        event.fail("-no disk")

    def fall(self, event):
        raise RuntimeError("as it was meant to")

    def say_unit(self, event):
        if self.kept.wrong:
            event.add_status(ops.BlockedStatus(self.kept.wrong))
        if not self.clock.kept.delivered:
            event.add_status(ops.WaitingStatus("for what was deferred"))
        event.add_status(ops.ActiveStatus("all is well"))

    def say_application(self, event):
        event.add_status(ops.ActiveStatus("led well"))
        event.add_status(ops.ActiveStatus())


if __name__ == "__main__":
    ops.main(Framework, use_juju_for_storage=pathlib.Path("in-juju").exists())
