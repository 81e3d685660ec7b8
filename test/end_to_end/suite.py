"""What suites begin with: an orchestrator for each test or one for all, and what is asked of it."""

import unittest

from orchestrator import PROGRAM, Orchestrator, ran


class Suite(unittest.TestCase):
    """Each test has `self.orrery`, which is closed after it, and runs from the first if STARTED."""

    KIND, SETTINGS, OPTIONS, STARTED = Orchestrator, (), (), True

    @classmethod
    def made(cls, add_cleanup, *settings):
        """Another one, which does not run yet."""
        orrery = cls.KIND(*(settings or cls.SETTINGS))
        orrery.options += cls.OPTIONS
        add_cleanup(orrery.close)
        return orrery

    def setUp(self):
        self.orrery = self.made(self.addCleanup)
        if self.STARTED:
            self.orrery.start()

    def begin(self, *settings):
        """Starts the test's own, with these settings if there are any."""
        if settings:
            self.orrery.configure(*self.SETTINGS, *settings)
        return self.orrery.start()

    def begin_with(self, *deployed):
        """Starts it, deploys this, and waits until all is done."""
        orrery = self.begin()
        orrery("deploy", *deployed)
        orrery.settle()
        return orrery

    def ask(self, *words, code=0):
        """The answer to a verb that must end with this code."""
        answer = self.orrery.ask(*words)
        self.assertEqual(answer.code, code, (words, answer))
        return answer

    def typed(self, text, *words, code=0):
        """A verb that reads that from standard input."""
        done = ran(PROGRAM, *words, input=text, env=self.orrery.environment())
        self.assertEqual(done.returncode, code, done)
        return done

    def refuses(self, *said, code=1, orrery=None):
        """A start that must be refused with these words."""
        answer = (orrery or self.orrery).refused()
        self.assertEqual(answer.code, code, answer)
        for words in said:
            self.assertIn(words, answer.err)

    def file(self, name, text, mode=None):
        """A file beside the data directory, which a charm or a bundle may be of."""
        path = self.orrery.directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        if mode is not None:
            path.chmod(mode)
        return path

    def charm(self, name, metadata="", options="", hooks=None):
        """A charm's directory; `options` are lines below `options:`, `hooks` programs by name."""
        text = f"name: {name}\nsummary: s\ndescription: d\n{metadata}"
        directory = self.file(f"{name}/metadata.yaml", text).parent
        if options:
            self.file(f"{name}/config.yaml", f"options:\n{options}")
        for hook, program in (hooks or {}).items():
            self.file(f"{name}/hooks/{hook}", program, 0o755)
        return directory


class Shared(Suite):
    """One orchestrator for all tests, which runs; its program bears the name of juju, too."""

    @classmethod
    def setUpClass(cls):
        cls.orrery = cls.made(cls.addClassCleanup).start()
        cls.juju_name = cls.orrery.directory / "juju"
        cls.juju_name.symlink_to(PROGRAM)

    def setUp(self):
        pass  # there is one

    def juju(self, *words, **variables):
        """A verb under that name, whatever its exit code."""
        return ran(self.juju_name, *words, env={**self.orrery.environment(), **variables})


class Unchanged(Shared):
    """One orchestrator for all tests, in which none of them may change anything."""

    def setUp(self):
        self.before = self.picture()

    def tearDown(self):
        self.assertEqual(self.picture(), self.before)
        self.assertEqual(list((self.orrery.model / "charms").glob(".*")), [])

    def picture(self):
        status = self.orrery.status()
        status.pop("controller", None)  # the time of asking
        return self.orrery.sequence(), status, self.orrery.charms()
