"""One suite of a charm as its authors write it with jubilant: a model, a life, nothing left.

Run by itself, with the archives of the charms testdb and testapp, a resource of testapp, and a
number that the suite is to be told by."""

import pathlib
import sys

import jubilant

SECONDS = 300  # Only a failing one waits that long.


def idle(*names):
    return lambda status: jubilant.all_agents_idle(status, *names)


def live(juju, database, consumer, resource, number):
    juju.wait_timeout = SECONDS
    juju.deploy(database, config={"testoption": f"first {number}"})
    juju.deploy(consumer, resources={"test-file": resource})
    juju.integrate("testdb", "testapp")
    wait = {"error": jubilant.any_error, "successes": 1, "delay": 0.2}
    status = juju.wait(jubilant.all_active, **wait)
    assert status.apps["testapp"].app_status.message == "relation changed: dbkey=dbvalue"
    task = juju.run("testdb/0", "do-thing", {"param": number})
    assert task.results["config"] == {"testoption": f"first {number}"}, task
    assert task.results["params"] == {"param": str(number)}, task
    juju.config("testdb", {"testoption": f"then {number}"})
    juju.refresh("testdb", path=database)
    juju.wait(idle("testdb", "testapp"), **wait)
    assert juju.status().apps["testdb"].charm_rev == 1
    assert juju.run("testdb/leader", "do-thing").results["config"] == {
        "testoption": f"then {number}"}
    assert juju.exec("hostname", unit="testapp/0").success
    juju.add_unit("testapp")
    juju.wait(lambda status: len(status.apps["testapp"].units) == 2
              and jubilant.all_active(status), **wait)
    juju.remove_unit("testapp/1")
    juju.remove_relation("testdb", "testapp")
    juju.remove_application("testapp")
    juju.wait(lambda status: set(status.apps) == {"testdb"}
              and jubilant.all_agents_idle(status), **wait)


def main():
    database, consumer, resource, number = sys.argv[1:]
    with jubilant.temp_model() as juju:
        print(juju.model, flush=True)
        live(juju, pathlib.Path(database), pathlib.Path(consumer), resource, int(number))


if __name__ == "__main__":
    main()
