# cython: boundscheck=False, wraparound=False, infer_types=True, annotation_typing=False
"""Tři je moc!, complete: the rules, and a quick player who wants the best collection after this turn."""

from __future__ import annotations

from kartarna.core import bits
from kartarna.games.three import codes, rules
from kartarna.games.three.rules import ThreeRules

try:
    import cython
except ImportError:
    from kartarna.core import cython  # type: ignore[no-redef]


class Three(ThreeRules):
    """Tři je moc!, complete: the rules and the quick player."""

    def _standing(self, seat: int) -> float:
        """What the collection is worth now."""
        return self._score(seat)

    def _to_go(self) -> float:
        """Cards still to be played (THREE-12)."""
        return codes.EACH * self.players - self.turns

    def _worth(self, seat: int, card: int) -> int:
        """What the collection gains by all that this card takes."""
        taken = self._would_take(card)
        if not taken:
            return 0
        before = self._score(seat)
        self._collect(seat, card // codes.WIDTH, taken, 1)
        after = self._score(seat) + self._bonus_earned(seat)
        self._collect(seat, card // codes.WIDTH, taken, -1)
        return after - before

    def _observe(self, seat: int, out: list[int], place: int) -> bool:
        """As features.py lists them."""
        place = self._observe_scores(seat, out, place)
        self._observe_sets(self.rows, 0, out, place)
        place += codes.CARDS
        for bonus in range(self.claimed, codes.BONUSES):
            out[place + bonus] = 1
        place += codes.BONUSES
        out[place + codes.CARDS] = self._observe_sets(self.gone, 0, out, place)
        out[place + codes.CARDS + 1] = codes.CARDS - 2 * codes.ROWS - codes.PILE * self.players
        place += codes.CARDS + 2
        for other in range(self.players):
            owner = (seat + other) % self.players
            self._observe_hand(owner, other == 0, out, place + (codes.CARDS + 1) * other)
            self._observe_belongings(owner, other, out, place + (codes.CARDS + 1) * self.players)
        return True

    @cython.final
    def _observe_sets(self, sets: list[int], owner: int, out: list[int], place: int) -> int:
        """A 1 for each card of a set; returns how many there are."""
        for row in range(codes.ROWS):
            cards = sets[codes.ROWS * owner + row]
            while cards:
                out[place + codes.WIDTH * row + bits.lowest(cards)] = 1
                cards &= cards - 1
        return self._size(sets, owner)

    @cython.final
    def _observe_hand(self, owner: int, own: bool, out: list[int], place: int) -> int:
        """The own one; of another what is known, and its size."""
        if own:
            return self._observe_sets(self.hands, owner, out, place)
        out[place + codes.CARDS] = self._size(self.hands, owner)
        return self._observe_sets(self.known, owner, out, place)

    @cython.final
    def _observe_belongings(self, owner: int, other: int, out: list[int], place: int) -> None:
        """Pile, collection, bonus, starter, worth: of all seats each, this one at its place among them."""
        players = self.players
        out[place + other] = self._size(self.next_six, owner) + self._size(self.last_six, owner)
        face_up = place + players + codes.COLOURS * other
        face_down = place + (1 + codes.COLOURS) * players + (codes.COLOURS + 1) * other
        for colour in range(codes.COLOURS):
            cards = self.taken[codes.COLOURS * owner + colour]
            out[face_up + colour] = rules.face_up_of(cards)
            out[face_down + colour] = cards - rules.face_up_of(cards)
            out[face_down + codes.COLOURS] += cards - rules.face_up_of(cards)
        place += (2 + 2 * codes.COLOURS) * players
        for bonus in range(codes.BONUSES):
            if self.bonus[owner] == rules.COLOUR_BONUSES[bonus]:
                out[place + codes.BONUSES * other + bonus] = 1
        place += codes.BONUSES * players
        out[place + other] = 1 if owner == self.first else 0
        out[place + players + other] = self._score(owner)
