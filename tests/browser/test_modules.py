"""The scripts' own logic, module by module: a bare page imports what the server serves and tells what came of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from domik.server.hosting import Hosting
from domik.table.history import record_of
from domik.web.modules import scripts
from tests.server.host import Host
from tests.table.test_chain import played

PREFIX = "/a/domik"
BARE = "/bare-page"  # of these tests only: the server has no such page
TABLE = """<!doctype html><html data-root=""><body>
<div id="table" data-table="t1" data-game="treehouse" data-confirm="0">
<script type="application/json" id="script-words">
  {"yourTurn": "your turn", "show": "look", "turnOf": "# is to look", "awayFor": "away # min"}
</script>
<div id="pictures"></div><div id="now"><div id="prompt"></div></div>
<main id="main" class="own"><div data-area="own"></div><div id="why" hidden></div></main>
<section id="open"></section>
<div data-area="side"></div>
<button role="tab" id="tab-points" data-tab="points" hidden></button>
<section class="sheet">
  <div class="page" id="sheet-points" hidden><div id="ledger"></div></div>
  <div class="page" id="sheet-log"><ol id="log"></ol></div>
  <div class="page" id="sheet-rules" hidden></div>
  <div class="page" id="sheet-chat" hidden><ol id="chat"></ol></div>
  <em id="unread" hidden></em><em id="news" hidden></em>
</section>
<div data-area="hand"></div>
<div id="curtain" hidden>
  <div id="curtain-face"></div><h2 id="curtain-turn">who?</h2><div id="curtain-seats"></div>
</div>
<dialog id="enlarged"><span id="enlarged-whose"></span><div id="enlarged-what"></div></dialog>
<section id="recap" hidden></section>
<select data-choice="pace"><option value="none">none</option></select>
</div></body></html>"""
Run = Callable[..., Any]


@pytest.fixture
def run(browser: Browser, served: str) -> Iterator[Run]:
    """Run a function on the skeleton of a table; it gets the named modules, one after the other."""
    context = browser.new_context(base_url=served, viewport={"width": 1000, "height": 700})
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.route(f"**{BARE}", lambda route: route.fulfill(body=TABLE, content_type="text/html"))

    def run(modules: str, body: str, still: bool = True) -> Any:
        page.emulate_media(reduced_motion="reduce" if still else "no-preference")
        page.goto(BARE)
        names = [f"{name}.js" for name in modules.split()]
        script = f"""async names => {{
          const modules = await Promise.all(names.map(name => import(`/static/${{name}}`)));
          return await ({body})(...modules);
        }}"""
        return page.evaluate(script, names)

    yield run
    assert faults == []
    context.close()


# ---- every script ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("prefix", ["", PREFIX])
def test_browsers_can_read_every_script(browser: Browser, tmp_path: Any, prefix: str) -> None:
    """As it is served, with and without a path before ours; what a script misses on this page is no fault of it."""
    host = Host(tmp_path / "d.db", hosting=Hosting(root_path=prefix))
    page = browser.new_page()
    try:
        page.goto(f"{host.origin}{prefix}/nowhere")
        for name in scripts():
            address = f"{prefix}/static/{name}"
            fault = page.evaluate("address => import(address).then(() => '', error => error.name)", address)
            assert fault != "SyntaxError", address
            assert page.evaluate("address => fetch(address).then(answer => answer.status)", address) == 200
    finally:
        page.close()
        host.stop()


def test_a_page_under_a_path_works(browser: Browser, tmp_path: Any) -> None:
    """A table that is played by clicks, and its files and addresses."""
    host = Host(tmp_path / "d.db", hosting=Hosting(root_path=PREFIX))
    page = browser.new_page(locale="en-GB", reduced_motion="reduce")
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("response", lambda answer: faults.append(answer.url) if answer.status >= 400 else None)
    try:
        page.goto(f"{host.origin}{PREFIX}/")
        page.locator("article.treehouse form button").click()
        page.locator(".can[id]").first.wait_for()
        assert f"{PREFIX}/t/" in page.url
        lines = page.locator("#log > li").count()
        while page.locator("#log > li").count() == lines:
            page.locator(".can[id]:visible").first.click()
        page.locator("#tab-rules").click()
        page.locator("#sheet-rules .rule").first.wait_for()
        page.locator("[data-theme-switch]:visible").first.click()
        assert faults == []
    finally:
        page.close()
        host.stop()


# ---- choosing by paths -----------------------------------------------------------------------------------

PATHS = "[[1, 'a', 'x'], [2, 'a', 'y'], [3, 'b'], [67, 'c', 'x']]"


def test_clicks_narrow_the_paths_down(run: Run) -> None:
    found = run(
        "paths",
        f"""({{ PathChoice }}) => {{
          const choice = new PathChoice({PATHS});
          const first = [...choice.targets()], leads = ["a", "b"].map(id => choice.leadsOn(id));
          const none = choice.pick("a"), then = [...choice.targets()], action = choice.pick("y");
          return {{ first, leads, none, then, action, picked: choice.picked }};
        }}""",
    )
    assert found == {
        "first": ["a", "b", "c"], "leads": [True, False], "none": None, "then": ["x", "y"], "action": 2,
        "picked": ["a", "y"],
    }  # fmt: skip


def test_one_action_left_is_enough(run: Run) -> None:
    """Also where its path goes on, and where two paths lead to it: numbers from 64 on mean the same action."""
    found = run(
        "paths",
        f"""({{ PathChoice, pathOf }}) => {{
          const long = new PathChoice({PATHS}), twice = new PathChoice([[3, "a", "x"], [67, "a", "y"], [4, "b"]]);
          return [long.pick("c"), twice.pick("a"), pathOf({PATHS}, 3), pathOf({PATHS}, 9)];
        }}""",
    )
    assert found == [3, 3, ["b"], []]


def test_clicks_are_taken_back(run: Run) -> None:
    found = run(
        "paths",
        f"""({{ PathChoice }}) => {{
          const choice = new PathChoice({PATHS});
          choice.pick("a"); choice.pick("x"); choice.pending = 1;
          const waiting = [...choice.targets()];
          choice.unpick(1);
          const back = [[...choice.targets()], choice.pending];
          choice.offer([[5, "z"]]);
          return {{ waiting, back, anew: [[...choice.targets()], choice.picked] }};
        }}""",
    )
    assert found == {"waiting": [], "back": [["x", "y"], None], "anew": [["z"], []]}


def test_a_click_on_the_page_chooses_or_is_explained(run: Run) -> None:
    found = run(
        "choose state",
        """({ choice, light, touch }, { hooks, refusals }) => {
          const own = document.querySelector("[data-area=own]"), said = [], decided = [];
          own.innerHTML = '<i id="a"><b id="inner">card</b></i><i id="x">here</i><i id="n">no</i>';
          hooks.decide = action => decided.push(action);
          hooks.tellWhy = (at, clause) => said.push([at.id, clause]);
          refusals.n = ["TH-1", "because"];
          choice.offer([[1, "a", "x"], [2, "a", "y"]]);
          light();
          const look = () => ["a", "x", "n"].map(id => document.getElementById(id).className);
          const before = look(), role = document.getElementById("a").getAttribute("role");
          touch(document.getElementById("inner"));
          const after = look();
          touch(document.getElementById("inner"));
          const back = look();
          touch(document.getElementById("n"));
          touch(document.getElementById("a")); touch(document.getElementById("x"));
          return { before, role, after, back, said, decided, gone: document.getElementById("a").getAttribute("role") };
        }""",
    )
    assert found["before"] == ["can", "", "refused"]
    assert found["role"] == "button"
    assert found["after"] == ["on", "can", "refused"]
    assert found["back"] == ["can", "", "refused"], "a second click takes the first one back"
    assert found["said"] == [["n", "TH-1"]]
    assert found["decided"] == [1]


# ---- following -------------------------------------------------------------------------------------------


def test_messages_are_shown_one_after_another(run: Run) -> None:
    """Until the reader wants to catch up: then nothing takes its time."""
    found = run(
        "queue",
        """async ({ ShowQueue }) => {
          const told = [];
          const queue = new ShowQueue(async (message, queue) => {
            told.push(`${message} begins`); await queue.pause(3_600_000); told.push(`${message} ends`);
          });
          queue.add("one", false); queue.add("two", false);
          await Promise.resolve();
          const waiting = [...told];
          queue.add("three", true);
          while (queue.isBusy) await new Promise(yes => setTimeout(yes));
          return { waiting, told, skipping: queue.isSkipping };
        }""",
    )
    assert found["waiting"] == ["one begins"]
    assert found["told"] == [f"{name} {what}" for name in ("one", "two", "three") for what in ("begins", "ends")]
    assert not found["skipping"], "the next messages are followed again"


def test_many_that_wait_are_not_followed(run: Run) -> None:
    found = run(
        "queue",
        """async ({ LONG, ShowQueue }) => {
          const hurried = [];
          const queue = new ShowQueue(async (message, queue) => { hurried.push(queue.isHurried()); await null; });
          for (let k = 0; k < LONG + 3; k++) queue.add(k, false);
          while (queue.isBusy) await new Promise(yes => setTimeout(yes));
          return hurried;
        }""",
    )
    assert found == [False, True] + [False] * 13


def test_boards_are_shown_before_the_rest(run: Run) -> None:
    found = run(
        "follow",
        """({ linesIn, splitByBoards }) => {
          document.querySelector("[data-area=own]").innerHTML = '<div id="mine"></div>';
          document.querySelector("[data-area=side]").innerHTML = '<div id="theirs"></div>';
          document.querySelector("[data-area=hand]").innerHTML = '<div id="card"></div>';
          const log = [2, '<li data-by="1">he <ul><li>not a line</li></ul></li>', '<li data-by="0">I</li>'];
          const message = { n: 3, turn: 4, log, cells: { mine: "1", theirs: "2", card: "3", prompt: "4" } };
          return [splitByBoards(message), linesIn(message).map(line => line.dataset.by), linesIn({}).length];
        }""",
    )
    (boards, rest), lines, none = found
    assert boards["cells"] == {"mine": "1", "theirs": "2"}
    assert boards["log"][0] == 2
    assert rest == {"n": 3, "turn": 4, "cells": {"card": "3", "prompt": "4"}}
    assert lines == ["1", "0"]
    assert none == 0


# ---- cells -----------------------------------------------------------------------------------------------


def test_cells_grow_out_of_what_the_page_has(run: Run) -> None:
    found = run(
        "cells",
        """({ grow, changed, emptied }) => {
          const held = { a: "<b>1</b><i>2</i>", b: "x<u>3</u>" };
          return {
            whole: grow("a", "<s>", held),
            own: grow("a", [0, 2, "/b>", 3, 5], held),
            other: grow("c", ["b", [0, 1, "u>4", 2, 3]], held),
            changed: changed({ a: "1", b: "2" }, { a: "1", b: "3", c: "4" }),
            emptied: emptied({ a: "1", b: "2" }, { a: "1" }),
          };
        }""",
    )
    assert found == {
        "whole": "<s>", "own": "<b>1</b><i>2</i>", "other": "x<u>4</u>", "changed": {"b": "3", "c": "4"},
        "emptied": {"b": ""},
    }  # fmt: skip


def test_a_message_becomes_the_page(run: Run) -> None:
    found = run(
        "patch state choose",
        """({ begin, patch }, { facts, hooks, refusals }, { choice }) => {
          const said = [];
          hooks.tellWhy = (at, clause, text) => said.push([at && at.id, clause, text]);
          patch({ areas: { own: '<button id="c1"></button><p id="c2"></p>' }, cells: { c1: "one" }, n: 1,
                  log: [0, "<li>a</li>", "<li>b</li>"], paths: [[7, "c1"]], no: { c2: ["TH-2", "no"] }, mine: true });
          const first = { text: document.getElementById("c1").textContent, lit: document.getElementById("c1").className,
                          title: document.title, focus: document.activeElement.id, refusals: { ...refusals } };
          document.getElementById("c1").focus();
          patch({ cells: { c1: "two" }, log: [1, "<li>c</li>"], no: { c2: null }, chat: ["<li>hi</li>"] });
          const log = [...document.querySelectorAll("#log > li")].map(line => line.textContent);
          const unread = document.getElementById("unread").textContent;
          patch({ hint: ["try this", "c1"] });
          const hinted = document.getElementById("c1").classList.contains("hint");
          choice.pick("c1");
          patch({ refused: [3, "TH-3", "not now"] });
          patch({ curtain: [[1, "Ania", "<i>face</i>"]] });
          const curtain = [...document.querySelectorAll("#curtain-seats button")].map(one => one.dataset.look);
          const turn = document.getElementById("curtain-turn").textContent;
          begin();
          return { first, log, unread, hinted, said, curtain, turn, picked: choice.picked, facts: { ...facts } };
        }""",
    )
    assert found["first"] == {
        "text": "one", "lit": "can", "title": "● your turn ·", "focus": "c1", "refusals": {"c2": ["TH-2", "no"]},
    }  # fmt: skip
    assert found["log"] == ["a", "c"]
    assert found["unread"] == "1"
    assert found["hinted"]
    assert found["said"] == [["c1", "", "try this"], [None, "TH-3", "not now"]]
    assert found["picked"] == [], "a refused move is taken back"
    assert (found["curtain"], found["turn"]) == (["1"], "Ania is to look")
    assert found["facts"] == {}, "another table begins with nothing"


# ---- things that move ------------------------------------------------------------------------------------

MOVE = """
  const style = (left) => `position: fixed; left: ${left}px; top: 50px; width: 40px; height: 20px`;
  const own = document.querySelector("[data-area=own]"), hand = document.querySelector("[data-area=hand]");
  own.innerHTML = '<div id="place"></div>';
  hand.innerHTML = `<div id="held"><b data-key="k" style="${style(100)}">card</b></div>`;
  const before = placesNow();
  hand.innerHTML = '<div id="held"></div>';
  own.innerHTML = `<div id="place"><b data-key="k" style="${style(300)}">card</b></div>`;
  const came = animateFrom(before, 400), moved = own.querySelector("b").getAnimations();
"""


def test_a_thing_travels_from_where_it_was(run: Run) -> None:
    found = run(
        "animate",
        f"""({{ animateFrom, placesNow }}) => {{ {MOVE}
          const [first, last] = moved[0].effect.getKeyframes();
          return [[...came], first.translate, last.translate, moved[0].effect.getTiming().duration];
        }}""",
        still=False,
    )
    assert found == [["place"], "-200px", "0px", 400]


def test_who_wants_no_motion_gets_none(run: Run) -> None:
    found = run("animate", f"({{ animateFrom, placesNow }}) => {{ {MOVE} return [[...came], moved.length]; }}")
    assert found == [["place"], 0]


def test_a_new_thing_comes_from_its_rival_or_fades_in(run: Run) -> None:
    found = run(
        "animate",
        """({ animateFrom, originOf, placesNow }) => {
          const side = document.querySelector("[data-area=side]");
          const face = "position: fixed; left: 10px; top: 20px; width: 30px; height: 30px";
          const thing = "position: fixed; left: 500px; top: 20px; width: 50px; height: 60px";
          const inside = `<i id="who-1" style="${face}"></i><b data-key="n" style="${thing}"></b>`;
          side.innerHTML = `<div class="rival">${inside}</div>`;
          const [one] = side.querySelectorAll("b"), now = one.getBoundingClientRect();
          const from = originOf(one, now, undefined);
          const old = originOf(one, now, { left: 1, top: 2, width: 3, height: 4 });
          const nowhere = originOf(document.getElementById("now"), now, undefined);
          animateFrom(placesNow(), 0);
          return { from, old, nowhere };
        }""",
        still=False,
    )
    assert found["from"] == {"left": 10, "top": 20, "width": 50, "height": 60}
    assert found["old"]["left"] == 1
    assert found["nowhere"] is None


# ---- texts beside things ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("left", "top"), [(0, 0), (480, 330), (960, 680)])
def test_a_text_never_covers_what_it_speaks_of(run: Run, left: int, top: int) -> None:
    found = run(
        "why",
        f"""({{ placeBeside }}) => {{
          const thing = document.createElement("i");
          thing.style = "position: fixed; left: {left}px; top: {top}px; width: 40px; height: 20px";
          document.body.append(thing);
          const [x, y] = placeBeside(thing.getBoundingClientRect(), new DOMRect(0, 0, 200, 80), [thing]);
          return [x, y];
        }}""",
    )
    x, y = found
    assert 0 <= x <= 800
    assert 0 <= y <= 620
    assert x >= left + 40 or x + 200 <= left or y >= top + 20 or y + 80 <= top


# ---- fairness --------------------------------------------------------------------------------------------


def test_what_is_said_of_a_deal(run: Run) -> None:
    found = run(
        "fair",
        """async ({ verdict }) => {
          const hex = async text => {
            const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
            return [...bytes].map(byte => byte.toString(16).padStart(2, "0")).join("");
          };
          const hash = await hex("domik deal s"), seed = await hex("domik mix 1:s2:ab");
          const fair = { seed: "s", hash, entropy: ["ab"] }, record = { seed, fair };
          return await Promise.all([
            verdict({}, {}), verdict({}, record), verdict({ hash }, record), verdict({ hash, share: "ab" }, record),
            verdict({ hash, share: "cd" }, record), verdict({ hash: "other" }, record),
            verdict({ hash }, { seed: "x", fair }), verdict({}, { seed, fair: { ...fair, seed: "t" } }),
            verdict({ hash, share: "cd" }, { ...record, same: {} }),
          ]);
        }""",
    )
    assert found == ["", "unseen", "seen", "holds", "without", "broken", "mixed", "broken", "seen"]


def test_what_is_said_of_moves(run: Run) -> None:
    """The browser computes the same heads as the server, of a record as it is downloaded."""
    table, _, heads = played("bower")
    record = record_of(table).to_json()
    seen = [head[:16] for head in heads]
    found = run(
        "fair",
        f"""async ({{ verdictOfMoves }}) => {{
          const record = {record}, seen = {json.dumps(seen)}, other = "f".repeat(16);
          const moves = record.moves.map(move => [...move]);
          moves[2][1] += 1;
          return await Promise.all([
            verdictOfMoves(seen, record), verdictOfMoves([], record), verdictOfMoves(seen, {{ ...record, moves }}),
            verdictOfMoves([...seen, other], record), verdictOfMoves([...seen].reverse(), record),
            verdictOfMoves(seen, {{ ...record, chain: undefined }}),
            verdictOfMoves(seen, {{ ...record, chain: {{ ...record.chain, links: record.chain.links.slice(1) }} }}),
          ]);
        }}""",
    )
    assert found == ["hold", "unseen", "changed", "changed", "changed", "", "changed"]
