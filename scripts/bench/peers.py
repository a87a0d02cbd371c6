"""The peers' tables, read from the README of the given clips."""
import re


def tables_of(readme):
    """Every table of a Markdown page, as a header and rows of cells."""
    found, lines = [], []
    for line in [*readme.read_text(encoding="utf-8").splitlines(), ""]:
        if line.startswith("|"):
            lines.append([cell.strip() for cell in line.strip().strip("|").split("|")])
        elif lines:
            found.append((lines[0], [row for row in lines[1:] if not all(re.fullmatch(":?-+:?", c) for c in row)]))
            lines = []
    return found


def peers(readme):
    """The header and rows of the table over all clips, and of the one of recalls by group."""
    found = tables_of(readme)
    overall = next(t for t in found if t[0][:2] == ["tracker", "recall"])
    by_group = next(t for t in found if t[0][0] == "recall")
    return overall, by_group
