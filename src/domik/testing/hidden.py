"""Tests that views, moves, texts and drawings never depend on information hidden from the viewer."""

from __future__ import annotations

import random

from librt.vecs import vec
from mypy_extensions import i64

from domik.kernel.game import SPECTATOR
from domik.kernel.luck import luck_of
from domik.kernel.package import Match
from domik.kernel.record import GameRecord
from domik.kernel.state import View, imagine_state
from domik.language import words_for
from domik.testing.subject import QUICK, Subject, everything_visible, match_label, random_record, random_steps, seats_of

TWINS_EACH = 2 if QUICK else 5
COMPARED_MATCHES = 3 if QUICK else 10  # matches for which everything shown is compared, at every step


class HiddenInformation:
    """Views, twin worlds, imagined worlds."""

    def test_a_view_holds_nothing_foreign(self, game: Subject) -> None:
        """A view contains the open and the own compartment, and zeros elsewhere."""
        for match in game.matches():
            size = match.game
            for state, _, _ in random_steps(match, "view"):
                for seat in range(SPECTATOR, match.seats):
                    view = list(state.view(seat).numbers)
                    own = range(int(size.own_at(seat)), int(size.own_at(seat) + size.own_size)) if seat >= 0 else ()
                    for at, number in enumerate(view):
                        if at < size.open_size or at in own:
                            assert number == state.numbers[at]
                        else:
                            assert number == 0, match_label(match)

    def test_nothing_reads_a_foreign_compartment(self, game: Subject) -> None:
        """With garbage in foreign compartments a view gives the same texts, moves and advice."""
        rng = random.Random(game.name)
        for match in game.sample_matches(10):
            for number, (state, seat, _) in enumerate(random_steps(match, "garbage")):
                if number % 7:
                    continue
                clean = state.view(seat)
                shown = everything_visible(match, clean, with_drawing=number % 21 == 0)
                garbage = everything_visible(match, with_garbage(clean, rng), with_drawing=number % 21 == 0)
                assert {**shown, "numbers": 0} == {**garbage, "numbers": 0}, match_label(match)

    def test_twin_worlds(self, game: Subject) -> None:
        """Permute what a seat has not seen and replay the same moves: the seat cannot tell the worlds apart."""
        rng = random.Random(f"twins {game.name}")
        hides = differing = 0
        looked_at = {match_label(match) for match in game.sample_matches(COMPARED_MATCHES)}
        for match in game.matches():
            hides += match.game.own_size + match.game.sealed_size > 0
            for seed in range(TWINS_EACH):
                record = random_record(match, f"twins {seed}")
                length = rng.randrange(0, len(record.moves) + 1)
                for seat in range(SPECTATOR, match.seats):
                    deal = game.hooks.twin_deal(match, record.deal, record.moves[:length], seat, rng)
                    differing += deal != record.deal
                    one = GameRecord(match, record.deal, record.players, record.moves[:length])
                    two = GameRecord(match, deal, record.players, record.moves[:length])
                    assert_same_world(match, seat, one, two, seed == 0 and match_label(match) in looked_at)
        assert differing or not hides, "the twins are all alike: nothing was tested"

    def test_imagined_worlds_agree_with_the_view(self, game: Subject) -> None:
        """What a seat has seen stays as it was, and no component occurs twice."""
        for match in game.matches():
            luck = luck_of(f"imagine {game.name}")
            for number, (state, _, _) in enumerate(random_steps(match, "imagine")):
                if number % 5:
                    continue
                for seat in range(match.seats):
                    view = state.view(seat)
                    world = imagine_state(view, luck)
                    assert list(world.view(seat).numbers) == list(view.numbers), match_label(match)
                    held = game.hooks.inventory(match, world)
                    assert len(held) == len(set(held)), f"doubled in an imagined world: {match_label(match)}"
                    for other in seats_of(int(world.awaited_seats())):
                        assert world.legal(other), match_label(match)

    def test_imagined_worlds_can_be_played_to_the_end(self, game: Subject) -> None:
        """Another seat can imagine a world from within an imagined one: its memory is consistent too."""
        for match in game.sample_matches(16):
            luck = luck_of(f"play on {game.name}")
            rng = random.Random(game.name)
            for number, (state, seat, _) in enumerate(random_steps(match, "play on")):
                if number % 11:
                    continue
                world = imagine_state(state.view(seat), luck)
                while not world.is_over():
                    who = rng.choice(seats_of(int(world.awaited_seats())))
                    again = imagine_state(world.view(who), luck)
                    assert list(again.view(who).numbers) == list(world.view(who).numbers), match_label(match)
                    world.play(who, int(luck.bit_of(world.legal(who))))


def with_garbage(view: View, rng: random.Random) -> View:
    """The view with noise in the other seats' and the sealed compartment."""
    game = view.game
    numbers = vec[i64]([int(number) for number in view.numbers])
    own = range(int(game.own_at(view.seat)), int(game.own_at(view.seat) + game.own_size)) if view.seat >= 0 else ()
    for at in range(int(game.open_size), int(game.size)):
        if at not in own:
            numbers[at] = rng.randrange(1, 1 << 40)
    return View(game, view.seat, numbers)


def assert_same_world(match: Match, seat: int, one: GameRecord, two: GameRecord, look: bool) -> None:
    """At each step the same view and events, and with `look` the same texts and drawings."""
    say = words_for("en", (match.package.words_package,))
    before: tuple[View, View] | None = None
    for number, (a, b) in enumerate(zip(one.states(), two.states(), strict=True)):
        left, right = a.view(seat), b.view(seat)
        where = f"{match_label(match)}, seat {seat}, step {number}"
        assert list(left.numbers) == list(right.numbers), where
        if look:
            assert everything_visible(match, left) == everything_visible(match, right), where
        open_views = (a.view(), b.view())
        if before is not None:
            actor = one.moves[number - 1].seat
            told = [
                [(event.seat, say(event.what)) for event in match.events(old, new, actor)]
                for old, new in zip(before, open_views, strict=True)
            ]
            assert told[0] == told[1], where
        before = open_views
