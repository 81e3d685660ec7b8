"""What a measure hands back, and the table of it."""

import dataclasses
import statistics


@dataclasses.dataclass
class Row:
    """One line of the table: our figures, and those of the baseline taken in turn with them."""

    measure: str
    name: str  # what of the measure: "one application"
    unit: str  # of ours and baseline: "txn/s", "ms", "messages"
    ours: list = dataclasses.field(default_factory=list)
    baseline: list = dataclasses.field(default_factory=list)  # pairs with ours, or empty
    against: str = ""  # what the baseline is
    goal: str = ""  # as the issue words it
    limit: float | None = None  # of the ratio; of ours where there is no baseline
    allowance: float = 0.0  # added to limit x baseline, in the unit
    at_least: bool = False  # the limit is the least, not the most
    asserted: bool = False  # a count: the run fails where the limit is not kept
    picture: dict = dataclasses.field(default_factory=dict)  # title, horizontal, upright, lines by name: for test/bench/plot
    missing: str = ""  # why there are no figures

    def ratios(self):
        return [mine / other for mine, other in zip(self.ours, self.baseline) if other]

    def value(self):
        """What the limit is held against."""
        if self.missing or not self.ours:
            return None
        if not self.baseline:
            return statistics.median(self.ours)
        if self.allowance:
            return (statistics.median(self.ours) - self.allowance) / statistics.median(self.baseline)
        return statistics.median(self.ratios())

    def reached(self):
        """True or false; None where there is nothing to reach."""
        value = self.value()
        if value is None or self.limit is None:
            return None
        return value >= self.limit if self.at_least else value <= self.limit

    def broken(self):
        """Whether a count that is asserted is not kept."""
        return self.asserted and self.reached() is False

    def as_json(self):
        return {**dataclasses.asdict(self), "ratios": self.ratios(), "value": self.value(), "reached": self.reached()}


def number(value):
    if value == 0:
        return "0"
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    if float(value).is_integer():
        return f"{value:.0f}"
    return f"{value:.3g}" if abs(value) >= 1 else f"{value:.2g}"


def spread(values):
    """The median, and the range where there is one."""
    if not values:
        return "-"
    middle = number(statistics.median(values))
    if min(values) == max(values):
        return middle
    return f"{middle} [{number(min(values))} .. {number(max(values))}]"


HEAD = ("measure", "ours", "baseline", "ratio", "goal", "reached")


def cells(row):
    title = f"{row.measure}: {row.name}" if row.name else row.measure
    if row.missing:
        return (title, f"not measured: {row.missing}", "", "", row.goal, "")
    reached = {True: "yes", False: "NO", None: ""}[row.reached()]
    baseline = f"{spread(row.baseline)} ({row.against})" if row.baseline else ""
    return (title, f"{spread(row.ours)} {row.unit}", baseline, spread(row.ratios()) if row.baseline else "",
            row.goal, reached)


def table(rows):
    lines = [HEAD, *map(cells, rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEAD))]
    lines.insert(1, tuple("-" * width for width in widths))
    return "\n".join("| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths)) + " |"
                     for line in lines)
