"""A plugin of pytest: what jubilant's tests deploy by name comes from $ORRERY_CHARM_STORE.

That is a directory with a charm's directory of each name. All else of `deploy` is jubilant's."""

import os
import pathlib

import jubilant

STORE = pathlib.Path(os.environ["ORRERY_CHARM_STORE"])
DEPLOY = jubilant.Juju.deploy


def deploy_from_store(juju, charm, *words, **named):
    path = STORE / str(charm)
    return DEPLOY(juju, path if path.is_dir() else charm, *words, **named)


jubilant.Juju.deploy = deploy_from_store
