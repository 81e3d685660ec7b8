"""Very many units without hooks: how they are deployed, related and waited for."""

import concurrent.futures
import itertools
import pathlib
import tempfile

CLIENTS = 8
BATCH = 250  # units one verb adds

CHARMS = {
    "web": "requires:\n  hub: {interface: hub}\n",
    "hub": "provides:\n  web: {interface: hub}\n",
    "knot": "provides:\n  end: {interface: mesh}\nrequires:\n  begin: {interface: mesh}\n",
    "log": "subordinate: true\nrequires:\n  info: {interface: juju-info, scope: container}\n",
}


def charms(directory):
    """Writes the charms; each is a directory of its name."""
    for name, endpoints in CHARMS.items():
        (directory / name).mkdir(exist_ok=True)
        (directory / name / "metadata.yaml").write_text(
            f"name: {name}\nsummary: {name}\ndescription: {name}\n{endpoints}", encoding="utf-8")
    return directory


class Fleet:
    """What runs in an orchestrator that has nothing else."""

    def __init__(self, orrery):
        self.orrery = orrery
        self.charms = charms(pathlib.Path(tempfile.mkdtemp(dir=orrery.directory)))
        self.machine_count = 0
        self.places = itertools.cycle([0])

    def many(self, verbs):
        """Runs verbs as several clients would."""
        with concurrent.futures.ThreadPoolExecutor(CLIENTS) as clients:
            for done in [clients.submit(self.orrery, *verb) for verb in verbs]:
                done.result()

    def script(self, lines):
        """Runs verbs that need no order, several at once, without a process for each."""
        with tempfile.TemporaryDirectory(dir=self.orrery.directory) as directory:
            files = [pathlib.Path(directory) / str(client) for client in range(CLIENTS)]
            for client, file in enumerate(files):
                file.write_text("".join(" ".join(map(str, line)) + "\n" for line in lines[client::CLIENTS]), encoding="utf-8")
            self.many([("console", file) for file in files])

    def machines(self, count):
        """Adds empty machines; units are spread over them in turn."""
        sizes = [count // CLIENTS + (1 if client < count % CLIENTS else 0) for client in range(CLIENTS)]
        self.many([("add-machine", "-n", size) for size in sizes if size])
        self.machine_count += count
        self.places = itertools.cycle(range(1, self.machine_count + 1))
        self.orrery.settle()

    def deploy(self, charm, name=None):
        """An application; a principal begins with one unit."""
        words = [self.charms / charm, *([name] if name else [])]
        if charm != "log":
            words += ["--to", next(self.places)]
        self.orrery("deploy", *words)

    def units(self, application, count):
        """Adds units and waits until nothing moves any more."""
        self.add(application, count)
        self.orrery.settle()

    def add(self, application, count):
        batch = min(BATCH, max(1, count // CLIENTS))
        verbs = []
        for begin in range(0, count, batch):
            size = min(batch, count - begin)
            verbs.append(("add-unit", application, "-n", size, "--to",
                          ",".join(str(next(self.places)) for _ in range(size))))
        self.many(verbs)

    def joined(self, count):
        """That many units of `web`, ten a machine, all related to one of `hub`."""
        self.machines(max(1, count // 10))
        self.deploy("hub")
        self.deploy("web")
        self.orrery("integrate", "web", "hub")
        self.units("web", count - 1)

    def related(self):
        """`web` with one unit, related to `hub`, with a subordinate `log`."""
        self.deploy("hub")
        self.deploy("web")
        self.deploy("log")
        self.orrery("integrate", "web", "hub")
        self.orrery("integrate", "log", "web")
        self.orrery.settle()
