"""A learner at a browser: reads what Tobi says, clicks at random or asks to be shown, and comes to the end."""

from __future__ import annotations

from tests.browser.person import Person

READY = "document.querySelector('#coach')?.dataset.shown"
STATE = "document.body.dataset.state"
CLICK = (
    "id => { const e = document.getElementById(id); e && e.dispatchEvent(new MouseEvent('click', { bubbles: true })); }"
)


class Learner:
    """One person in one lesson."""

    def __init__(self, person: Person, game: str, lesson: str) -> None:
        self.person = person
        person.go(f"/learn/{game}/{lesson}")
        person.until(READY)

    @property
    def state(self) -> str:
        """What Tobi does now."""
        found: str = self.person.page.evaluate(STATE)
        return found

    def said(self) -> str:
        """What is in the bubble."""
        return self.person.page.locator("#bubble").inner_text()

    def does(self, what: str) -> None:
        """Press one of Tobi's buttons and wait for the answer."""
        self.after(lambda: self.person.page.locator(f".steer {what}").click())

    def after(self, act: object) -> None:
        """Do something and wait until the page has heard of it."""
        page = self.person.page
        before = int(page.evaluate("Number(document.querySelector('#coach').dataset.asked)"))
        assert callable(act)
        act()
        self.person.until(f"Number(document.querySelector('#coach').dataset.asked) > {before}")

    def obey(self) -> None:
        """Ask to be shown, and click what is shown."""
        page = self.person.page
        self.does("[data-do=show]")
        way = str(page.evaluate("document.querySelector('#coach').dataset.way")).split()
        assert way, "nothing was shown"
        self.after(lambda: [page.evaluate(CLICK, id) for id in way])

    def finish(self, most: int = 200) -> None:
        """Go on until the lesson is done."""
        for _ in range(most):
            state = self.state
            if state == "done":
                return
            if state in ("task", "oops"):
                self.obey()
            else:
                self.does(".go-next")
        raise AssertionError("the lesson has no end")
