"""Planning and life in the forest: how a turn goes on, one function per step of the rules."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.mind.solver.circle import Forest
from domik.games.cabin.rules.dealing import box
from domik.games.cabin.rules.draft import came_up, face_up, kept_card
from domik.games.cabin.rules.life import ALL_DICE, at_home, raised, worth_of, year
from domik.games.cabin.rules.state import *
from domik.kernel.game import AWAITED, Game, bit


class Planning(Game):
    """The course of a game from the first card to the last year; neighbour, legal moves and draft come on top."""

    def __init__(
        self,
        seats: i64,
        faces: vec[i64],
        edges: vec[i64],
        worth: vec[i64],
        dice: i64,
        stock: i64,
        family: bool,
        draft: bool,
        template: bool,
        solvable: bool,
        neighbour: bool,
        redeal: bool,
        deck: vec[i64],
        model: i64,
        reverses: bool,
        failed_drops: bool,
        still_ends: bool,
    ) -> None:
        super().__init__(seats, OPEN_SIZE, OWN_SIZE, SEALED_EACH * seats)
        self.faces: vec[i64] = faces  # FACE_SIZE numbers a face
        self.edges: vec[i64] = edges  # EDGE_SIZE numbers an edge of the neighbour
        self.worth: vec[i64] = worth  # doubled points: a month, then the eight dice
        self.dice: i64 = dice  # at the start (CC-2)
        self.stock: i64 = stock  # cards that each seat brings: twelve, and the promo cards (CC-48)
        self.family: bool = family
        self.draft: bool = draft
        self.template: bool = template
        self.solvable: bool = solvable
        self.neighbour: bool = neighbour
        self.redeal: bool = redeal
        self.deck: vec[i64] = deck  # a scenario's cards in order; empty: chance decides
        self.scene: i64 = model  # the cabin that a scenario wants copied; judged at the end only (CC-43)
        self.reverses: bool = reverses
        self.failed_drops: bool = failed_drops
        self.still_ends: bool = still_ends
        self.everyone: i64 = bit(seats) - 1
        self.pool: vec[i64] = box(seats, stock)
        self.forest: Forest = Forest(faces, worth, still_ends)
        cards: i64 = PILE_MOST if neighbour else CARDS_EACH
        # A month without a build is the last, so every month but that one has a card less than the month before.
        planning = MONTHS * cards - 28
        self.longest = seats * (planning + MOST_YEARS + (1 if neighbour else 0) + (DRAFT_ROUNDS if draft else 0))

    # ---- planning ---------------------------------------------------------------------------------

    def uncover(self, numbers: vec[i64], seat: i64, at: i64, index: i64) -> None:
        """The deck's next card can be seen (CC-4); from month 2 on every card is known."""
        if index == numbers[at + PILE] or numbers[at + CARDS + index]:
            return
        sealed = self.sealed_at()
        if self.draft:
            card = self.drafted(numbers, seat, index)
            came_up(numbers, at, index, card)
        else:
            card = numbers[sealed + DRAWN_EACH * seat + index]
        numbers[at + CARDS + index] = card
        face_up(numbers, card)

    def drafted(self, numbers: vec[i64], seat: i64, index: i64) -> i64:
        """A card of a deck that was drafted: last laid, first taken; the neighbour lies somewhere between."""
        if self.neighbour:
            place = numbers[self.sealed_at() + DRAWN_EACH * self.seats + seat]
            if index == place:
                return NEIGHBOUR_FACE | seat << FACE_BITS
            if index > place:
                index -= 1
        return kept_card(numbers, OPEN_SIZE + OWN_SIZE * seat, CARDS_EACH - 1 - index)

    def take(self, numbers: vec[i64], seat: i64, at: i64) -> None:
        """The next card comes into the hand (CC-10), past those that a long visit costs (CC-46)."""
        while numbers[at + VISITS]:
            numbers[at + VISITS] -= 1
            top = numbers[at + TOP]
            card = numbers[at + CARDS + top]
            numbers[at + CARDS + top] = 0
            self.lay_aside(numbers, at, card)
            if not self.step(numbers, seat, at):
                return
        top = numbers[at + TOP]
        self.uncover(numbers, seat, at, top + 1)
        if numbers[at + CARDS + top] & FACE >= NEIGHBOUR_FACE:
            numbers[at + STAGE] = MEETS
            numbers[UP] |= bit(seat)
            numbers[AWAITED] &= ~bit(seat)
        else:
            numbers[at + STAGE] = PLANS
            numbers[AWAITED] |= bit(seat)

    def plan(self, numbers: vec[i64], seat: i64, at: i64, action: i64) -> None:
        """Build the card, or put it aside with exactly one of gain, upgrade, flip (CC-10)."""
        top = numbers[at + TOP]
        card = numbers[at + CARDS + top]
        numbers[at + CARDS + top] = 0
        if action <= LAST_PLACE:
            if not self.build(numbers, seat, at, card & FACE, action):
                return
        else:
            if action == GAIN:
                face = FACE_SIZE * (card & FACE)
                numbers[at + DICE] = raised(
                    numbers[at + DICE], self.faces[face + GAIN_SHIFT], self.faces[face + GAIN_AMOUNT]
                )
            elif action == UPGRADE:
                card |= UPGRADED
            else:
                card |= HOME
            self.lay_aside(numbers, at, card)
        if self.step(numbers, seat, at):
            self.go_on(numbers, seat, at)

    def lay_aside(self, numbers: vec[i64], at: i64, card: i64) -> None:
        """Onto next month's pile, face up (CC-15)."""
        laid = numbers[at + LAID]
        numbers[at + CARDS + laid] = card
        numbers[at + LAID] = laid + 1

    def build(self, numbers: vec[i64], seat: i64, at: i64, face: i64, action: i64) -> bool:
        """Pay and lay the card on a free place (CC-11); False when planning ends with it (CC-19, CC-42)."""
        shift: i64 = 0
        bits = action
        while bits > 1:
            bits >>= 1
            shift += FACE_BITS
        numbers[at + DICE] -= self.faces[FACE_SIZE * face + COST]
        numbers[at + PLACED] |= face << shift
        free = numbers[at + FREE] & ~action
        numbers[at + FREE] = free
        numbers[at + BUILT] = 1
        if self.template and (numbers[MODEL] >> shift) & FACE != face & ~UPGRADED:
            numbers[at + COPY] = SPOILT
        elif free:
            return True
        else:
            numbers[at + COPY] = COPIED
        numbers[at + TOP] += 1
        self.end_planning(numbers, seat, at)
        return False

    def step(self, numbers: vec[i64], seat: i64, at: i64) -> bool:
        """The card is resolved; an empty deck ends the month (CC-16). False when planning ends with it (CC-17)."""
        top = numbers[at + TOP] + 1
        pile = numbers[at + PILE]
        if top < pile:
            numbers[at + TOP] = top
            self.uncover(numbers, seat, at, top)
            return True
        laid = numbers[at + LAID]
        built = numbers[at + BUILT]
        if built or self.failed_drops:
            numbers[at + LEFT] -= 1
        numbers[at + TOP] = 0
        numbers[at + LAID] = 0
        numbers[at + PILE] = laid
        if self.reverses:  # face up, moved unshuffled: the last one laid is the first one taken (CC-15)
            first = at + CARDS
            last = first + laid - 1
            while first < last:
                card = numbers[first]
                numbers[first] = numbers[last]
                numbers[last] = card
                first += 1
                last -= 1
        if not built:
            self.end_planning(numbers, seat, at)
            return False
        numbers[at + BUILT] = 0
        return True

    def go_on(self, numbers: vec[i64], seat: i64, at: i64) -> None:
        """Take the next card at once, unless somebody's neighbour is up (CC-5, CC-47)."""
        if numbers[UP]:
            numbers[at + STAGE] = WAITS
            numbers[AWAITED] &= ~bit(seat)
        else:
            self.take(numbers, seat, at)

    def end_planning(self, numbers: vec[i64], seat: i64, at: i64) -> None:
        """Life in the forest begins, where there is a location to begin it (CC-19, CC-20)."""
        numbers[at + STAGE] = LIVES
        numbers[at + VISITS] = 0
        numbers[AWAITED] |= bit(seat)
        if numbers[at + FREE] == EVERY_PLACE:
            self.finish(numbers, seat, at)

    # ---- life in the forest -----------------------------------------------------------------------

    def live(self, numbers: vec[i64], seat: i64, at: i64, start: i64) -> None:
        """One year from a chosen location; when it was full and changed a die, another may follow (CC-20 to CC-25)."""
        after = year(numbers[at + PLACED], numbers[at + DICE], start, self.faces, self.still_ends)
        numbers[at + DICE] = after & ALL_DICE
        years = numbers[at + YEARS] + 1
        numbers[at + YEARS] = years
        if after & ~ALL_DICE or years == MOST_YEARS:
            self.finish(numbers, seat, at)

    def finish(self, numbers: vec[i64], seat: i64, at: i64) -> None:
        """The seat's points are known (CC-30); the last one to finish ends the game."""
        numbers[at + STAGE] = DONE
        numbers[at + POINTS] = worth_of(numbers[at + DICE], numbers[at + LEFT], self.worth)
        numbers[AWAITED] &= ~bit(seat)
        at = SEAT
        copied = False
        for _ in range(self.seats):
            if numbers[at + STAGE] != DONE:
                return
            if numbers[at + COPY] == COPIED:
                copied = True
            at += SEAT_SIZE
        if self.template and copied:  # only complete copies count, or everybody when there is none (CC-42)
            at = SEAT
            for _ in range(self.seats):
                if numbers[at + COPY] != COPIED:
                    numbers[at + POINTS] = 0
                at += SEAT_SIZE
        numbers[PHASE] = OVER
        numbers[WINNERS] = self.best(numbers, copied)

    def best(self, numbers: vec[i64], copied: bool) -> i64:
        """Most points, then most domestic resources, then shared (CC-31)."""
        winners: i64 = 0
        most: i64 = 0
        at: i64 = SEAT
        for seat in range(self.seats):
            if not (self.template and copied) or numbers[at + COPY] == COPIED:
                value = 100 * numbers[at + POINTS] + at_home(numbers[at + DICE])
                if not winners or value > most:
                    winners = bit(seat)
                    most = value
                elif value == most:
                    winners |= bit(seat)
            at += SEAT_SIZE
        return winners
