"""That who judges whether memory and files stay flat can find that they do not."""

import pathlib
import random
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from flat import Bound  # noqa: E402


class Flat(unittest.TestCase):
    def setUp(self):
        self.chance = random.Random(7)
        self.bound = Bound("heap", 1.0)

    def rows(self, leak, count=24, warm=0.0):
        """So many MiB more a row, beside a saw of 1 MiB that is filled and emptied."""
        return [10 + leak * i + (self.chance.random() if i * 3 >= count else -warm) for i in range(count)]

    def verdict(self, values):
        return self.bound.judge(values)[1]

    def test_a_saw_is_flat(self):
        self.assertTrue(self.verdict(self.rows(0)))

    def test_a_slow_leak_is_found(self):
        self.assertFalse(self.verdict(self.rows(0.25)))

    def test_warming_up_is_no_leak(self):
        self.assertTrue(self.verdict(self.rows(0, warm=8)))

    def test_a_single_high_row_is_no_leak(self):
        values = self.rows(0)
        values[-1] += 50
        self.assertTrue(self.verdict(values))

    def test_a_share_counts_where_much_is_used(self):
        self.assertTrue(Bound("store", 1.0, share=0.25).judge([40.0] * 16 + [48.0] * 8)[1])
        self.assertFalse(Bound("store", 1.0, share=0.25).judge([40.0] * 16 + [52.0] * 8)[1])

    def test_few_rows_tell_nothing(self):
        self.assertIsNone(self.verdict([1.0, 2.0, 3.0, 4.0, 50.0]))


if __name__ == "__main__":
    unittest.main(verbosity=2)
