"""Whether what a long run uses stays the same while things come and go."""

import statistics

ROWS_LEAST = 6  # two for each third


class Bound:
    """How much more the last third of some rows may show than the middle third; the first third is for warming up."""

    def __init__(self, name, more, share=0.0):
        self.name, self.more, self.share = name, more, share

    def judge(self, values):
        """@returns a sentence, and whether it is flat: None if there are too few values to tell."""
        if len(values) < ROWS_LEAST:
            return f"{self.name}: {len(values)} rows are too few to tell", None
        third = len(values) // 3
        middle = statistics.median(values[third:-third])
        last = statistics.median(values[-third:])
        most = middle + max(self.more, self.share * middle)
        flat = last <= most
        return (f"{self.name}: {middle:.1f} in the middle third, {last:.1f} in the last"
                f"{'' if flat else f', more than {most:.1f}: it grows'}"), flat
