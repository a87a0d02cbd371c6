"""Tables as Markdown, to be read in a terminal and pasted into a page."""


def table(header, rows):
    """Prints a table; numbers are given as text."""
    cells = [list(map(str, line)) for line in [header, *rows]]
    widths = [max(len(line[column]) for line in cells) for column in range(len(header))]
    for index, line in enumerate(cells):
        print("| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths)) + " |")
        if index == 0:
            print("|" + "|".join("-" * (width + 2) for width in widths) + "|")
    print()


def aim(what, value, bound, most=True, form="{:.2f}"):
    """A row that sets a figure beside what was aimed at."""
    met = value <= bound if most else value >= bound
    return [what, form.format(value), ("≤ " if most else "≥ ") + form.format(bound), "met" if met else "short"]


def aims(rows):
    """Prints rows of `aim`."""
    table(["aim", "measured", "aimed at", ""], rows)
