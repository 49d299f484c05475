"""The numbers of a review as its pages print them, read back from the markup: what is shown as a sum must be one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

NUMBER = re.compile(r"([−+]?)(\d*)(½|[.,]\d+)?")
VOID = ("meta", "link", "input", "path", "rect", "circle", "img", "br", "line", "ellipse", "use", "stop", "polygon")


class Node:
    """An element with its children and text."""

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        self.tag, self.attributes = tag, attributes
        self.children: list[Node | str] = []

    def iter(self) -> Iterator[Node]:
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.iter()

    def all(self, selector: str) -> list[Node]:
        """The elements of a tag, or of a class (".name"), or with an id ("#name")."""
        return [one for one in self.iter() if one.fits(selector)]

    def fits(self, selector: str) -> bool:
        if selector[0] == ".":
            return selector[1:] in self.attributes.get("class", "").split()
        return self.attributes.get("id") == selector[1:] if selector[0] == "#" else self.tag == selector

    def text(self) -> str:
        return " ".join("".join(one if isinstance(one, str) else one.text() for one in self.children).split())


class Tree(HTMLParser):
    """The elements of a page."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.root = Node("", {})
        self.open = [self.root]
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_endtag(self, tag: str) -> None:
        if any(one.tag == tag for one in self.open):
            while self.open.pop().tag != tag:
                pass

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def tenths(said: str) -> int:
    """A printed number in tenths, so that sums are exact: −16.4, +13, 32½, 4,8."""
    found = next((one for one in NUMBER.finditer(said) if one[2] or one[3]), None)
    assert found is not None, said
    part = 5 if found[3] == "½" else int(found[3][1:2]) if found[3] else 0
    return (-1 if found[1] == "−" else 1) * (10 * int(found[2] or 0) + part)


def overview_faults(markup: str) -> list[str]:
    """What does not add up in the overview, as printed."""
    page, found = Tree(markup).root, []
    taps = {one.attributes["id"]: one for one in page.all(".rv-tap")}
    averages, seats = {}, sorted({int(id.rpartition("-")[2]) for id in taps})
    marked = 0
    for seat in seats:
        said = {id.split("-")[1]: one for id, one in taps.items() if id.endswith(f"-{seat}")}
        number = {key: tenths(one.all("b")[0].text().rpartition(":")[2]) for key, one in said.items()}
        averages[seat] = number["average"]
        if number["points"] - number["luck"] != number["average"]:
            found.append(f"seat {seat}: points minus luck is not the average: {number}")
        for key, listed in (("points", "points"), ("lost", "lost"), ("marks", "marks")):
            rows = [tenths(row.all("b")[-1].text()) for row in said[key].all("li")]
            if (rows or number[key]) and sum(rows) != number[listed]:
                found.append(f"seat {seat}: {key} {number[key]} is not the sum of {rows}")
        marked += number["marks"] // 10
        cells = [
            one.text() for one in page.all("button") if one.attributes.get("popovertarget", "").endswith(f"-{seat}")
        ]
        if len(cells) != len(said) + 1:  # the points stand on the card, too
            found.append(f"seat {seat}: {cells}")
    moments = [one for one in page.all(".moment") if not {"hinted", "rv-first"} & set(one.attributes["class"].split())]
    if len(moments) != marked:
        found.append(f"{len(moments)} moments, {marked} marks")
    plain = page.all(".plain")
    if plain and " : " in plain[0].text().replace("\u00a0", " "):
        told = [tenths(part) for part in re.findall(r"[\d½−]+", plain[0].text())]
        if sorted(told) != sorted(averages.values()):
            found.append(f"average cards: {told} above, {averages} below")
    return found


def moment_faults(markup: str) -> list[str]:
    """What does not add up in a moment's table, and where its heading says another number."""
    page, found = Tree(markup).root, []
    for table in page.all(".rv-table"):
        *rows, total = [tenths(one.text()) for one in table.all(".rv-num")]
        if sum(rows) != total:
            found.append(f"{rows} is not {total}")
        heading = table.all("summary")[0].text()
        if (abs(tenths(heading)) if re.search(r"[\d½]", heading) else 5) != abs(total):  # "half a point" has none
            found.append(f"{heading}: {total}")
        if len(rows) > 1 and not table.all("tr")[-2].all("a") and abs(rows[-1]) >= min(map(abs, rows[:-1])):
            found.append(f"what is not listed is more than the smallest row: {rows}")
    return found
