# cython: boundscheck=False, wraparound=False, infer_types=True, annotation_typing=False
"""The rules of Karma: what may be played on what, and what follows.

A decision is a number: some copies of a face; taking the pile; a face-down card by its place; who
is given the pile; or, in the set-up, the three cards to lie face up.
"""

from __future__ import annotations

from typing import Any

from kartarna.core import bits, stages
from kartarna.games.karma import codes, counted, reach
from kartarna.games.karma.table import KarmaTable

try:
    import cython
except ImportError:
    from kartarna.core import cython  # type: ignore[no-redef]


class KarmaRules(KarmaTable):
    ACTIONS = 1836  # 280 plays, 1 taking, 3 places, 12 targets, 1540 threes
    MAX_LEGAL = 119  # all cards of two decks but the one that another player must still have

    @cython.final
    def _run(self) -> int:
        """KARMA-10: how many cards alike lie on top, above one that came up by Bottoms Up (KARMA-13)."""
        top = reach.top(self)
        run = 0
        while self.height - run > self.floor and self.pile[self.height - 1 - run] == top:
            run += 1
        return run

    def run(self) -> int:
        return self._run()

    # ---- what may be decided ---------------------------------------------------------------------

    def _waiting(self) -> int:
        return self.choosing if self.choosing else 1 << self.turn

    def _legal(self, seat: int) -> int:
        if self.choosing:
            return self._legal_triples(seat)
        if self.step == codes.WHOM:
            return self._legal_targets(seat)
        if self.step == codes.FROM_TABLE:
            return self._legal_table_cards(seat)
        if reach.only_covered(self, seat):
            count = self._legal_places(seat)
        else:
            count = self._list_plays(0, reach.fitting(self, seat, 0), 0)
            count = self._list_plays(16, reach.fitting(self, seat, 1), count)
        if self.height:  # KARMA-5, KARMA-6
            self.moves[count] = codes.TAKE
            count += 1
        return count

    @cython.final
    def _list_plays(self, first: int, cards: int, count: int) -> int:
        """Every face of one word, in every number of copies."""
        while cards:
            place = bits.lowest(cards) >> 2
            copies = cards >> 4 * place & 15
            cards -= copies << 4 * place
            action = (first + place - 1) * codes.MOST_COPIES
            for more in range(copies):
                self.moves[count] = action + more
                count += 1
        return count

    @cython.final
    def _legal_table_cards(self, seat: int) -> int:
        """KARMA-12: one face-up card; a face-down one only if no face-up one is left."""
        if not counted.some(self.face_up, seat):
            return self._legal_places(seat)
        count = 0
        for face in range(1, codes.FACES):
            if counted.copies_of(self.face_up, seat, face):
                self.moves[count] = (face - 1) * codes.MOST_COPIES
                count += 1
        return count

    @cython.final
    def _legal_places(self, seat: int) -> int:
        count = 0
        for place in range(codes.PLACES):
            if self.face_down[codes.PLACES * seat + place]:
                self.moves[count] = codes.PLACE + place
                count += 1
        return count

    @cython.final
    def _legal_targets(self, seat: int) -> int:
        """KARMA-11, KARMA-15: any other player, also one without cards."""
        count = 0
        for other in range(self.players):
            if other != seat:
                self.moves[count] = codes.TARGET + other
                count += 1
        return count

    @cython.final
    def _legal_triples(self, seat: int) -> int:
        """KARMA-3: three of the six cards, each three different faces or copies once."""
        held = 0
        for face in range(1, codes.FACES):
            for _ in range(counted.copies_of(self.hands, seat, face)):
                self.pool[held] = face
                held += 1
        count = 0
        for i in range(held):
            for j in range(i + 1, held):
                for k in range(j + 1, held):
                    if self._is_first(0, i) and self._is_first(i + 1, j) and self._is_first(j + 1, k):
                        self.moves[count] = codes.TRIPLE + self._rank(self.pool[i], self.pool[j], self.pool[k])
                        count += 1
        return count

    @cython.final
    def _is_first(self, start: int, place: int) -> bool:
        """Of the equal cards of the pool from `start` on."""
        return place == start or self.pool[place] != self.pool[place - 1]

    @cython.final
    def _rank(self, first: int, second: int, third: int) -> int:
        """The number of a sorted three among all such threes, by the highest card first."""
        return (third - 1) * third * (third + 1) // 6 + (second - 1) * second // 2 + first - 1

    # ---- who has cards ---------------------------------------------------------------------------

    @cython.final
    def _covered(self, seat: int) -> bool:
        """Some card still lies face down."""
        place = codes.PLACES * seat
        return self.face_down[place] | self.face_down[place + 1] | self.face_down[place + 2] != 0

    @cython.final
    def _covered_size(self, seat: int) -> int:
        count = 0
        for place in range(codes.PLACES * seat, codes.PLACES * seat + codes.PLACES):
            if self.face_down[place]:
                count += 1
        return count

    @cython.final
    def _has_table_cards(self, seat: int) -> bool:
        return counted.some(self.face_up, seat) or self._covered(seat)

    @cython.final
    def _has_cards(self, seat: int) -> bool:
        return counted.some(self.hands, seat) or self._has_table_cards(seat)

    # ---- the set-up --------------------------------------------------------------------------------

    @cython.final
    def _choose(self, seat: int, rank: int) -> None:
        """KARMA-3: lays the three face up; the others see them when all have chosen."""
        third = 1
        while self._rank(1, 1, third + 1) <= rank:
            third += 1
        second = 1
        while self._rank(1, second + 1, third) <= rank:
            second += 1
        self._lay_open(seat, third)
        self._lay_open(seat, second)
        self._lay_open(seat, rank - self._rank(1, second, third) + 1)
        self.choosing ^= 1 << seat

    @cython.final
    def _lay_open(self, seat: int, face: int) -> None:
        counted.remove(self.hands, seat, face, 1)
        counted.add(self.face_up, seat, face, 1)

    # ---- cards on the move ---------------------------------------------------------------------

    @cython.final
    def _play_from_hand(self, seat: int, face: int, copies: int) -> None:
        """ALL-4: of the copies that are known to be there, the ones played are no longer."""
        counted.remove(self.hands, seat, face, copies)
        known = counted.copies_of(self.seen, seat, face)
        counted.remove(self.seen, seat, face, min(copies, known))

    @cython.final
    def _pick_up(self, seat: int, face: int) -> None:
        """Into the hand, before everyone's eyes (ALL-4)."""
        counted.add(self.hands, seat, face, 1)
        counted.add(self.seen, seat, face, 1)

    @cython.final
    def _pick_up_pile(self, seat: int) -> None:
        for word in range(2):
            self.hands[2 * seat + word] += self.piled[word]
            self.seen[2 * seat + word] += self.piled[word]
        self._clear_pile()

    @cython.final
    def _remove_pile(self) -> None:
        for word in range(2):
            self.gone[word] += self.piled[word]
        self._clear_pile()

    @cython.final
    def _clear_pile(self) -> None:
        for place in range(self.height):
            self.pile[place] = 0
        for word in range(2):
            self.piled[word] = 0
        self.height = 0
        self.floor = 0

    @cython.final
    def _draw_up(self, seat: int) -> None:
        """KARMA-5: up to three cards in hand, or what the table has agreed on, while the draw pile lasts."""
        if self.left == 0:
            return
        for _ in range(self.hand - counted.size(self.hands, seat)):
            if self.left:
                self.left -= 1
                counted.add(self.hands, seat, self.stock[self.left], 1)
                self.stock[self.left] = 0

    # ---- a turn ------------------------------------------------------------------------------------

    def _apply(self, seat: int, action: int) -> None:
        """ALL-8: a follow-up with only one possible answer just happens."""
        while action >= 0:
            self._act(seat, action)
            action = self._only_answer()

    @cython.final
    def _act(self, seat: int, action: int) -> None:
        """One step, up to the next question."""
        if action >= codes.TRIPLE:
            self._choose(seat, action - codes.TRIPLE)
        elif action < codes.TAKE:
            self._play(seat, action // codes.MOST_COPIES + 1, action % codes.MOST_COPIES + 1)
        elif action == codes.TAKE:
            self._pick_up_pile(seat)
            self._end_turn()
        elif action < codes.TARGET:
            self._turn_up(seat, action - codes.PLACE)
        else:
            self._pick_up_pile(action - codes.TARGET)  # KARMA-15
            self._end_turn()

    @cython.final
    def _only_answer(self) -> int:
        """To the question now asked; −1 if there are several, or if it is one that is always asked."""
        if self.step == codes.ANY:
            return -1
        return self.moves[0] if self._legal(self.turn) == 1 else -1

    @cython.final
    def _plays_hand(self, seat: int) -> bool:
        """KARMA-7, KARMA-12: from the hand, or else from the table: if the hand is empty, or by Table Card."""
        return self.step != codes.FROM_TABLE and counted.some(self.hands, seat)

    def plays_hand(self, seat: int) -> bool:
        return self._plays_hand(self._seat(seat))

    @cython.final
    def _play(self, seat: int, face: int, copies: int) -> None:
        """KARMA-8"""
        if self._plays_hand(seat):
            self._play_from_hand(seat, face, copies)
        else:
            counted.remove(self.face_up, seat, face, copies)
        self._discard(seat, face, copies)

    @cython.final
    def _turn_up(self, seat: int, place: int) -> None:
        """KARMA-7, KARMA-9: a face-down card that does not fit goes into hand with the pile."""
        face = self.face_down[codes.PLACES * seat + place]
        self.face_down[codes.PLACES * seat + place] = 0
        if self.step == codes.FROM_TABLE or reach.fits(self, face):  # KARMA-12: whatever the top is
            self._discard(seat, face, 1)
        else:
            self._pick_up(seat, face)
            self._pick_up_pile(seat)
            self._end_turn()

    @cython.final
    def _discard(self, seat: int, face: int, copies: int) -> None:
        self.step = codes.ANY
        if face == codes.GIVE_THE_PILE:  # KARMA-15: never lies on the pile
            counted.add(self.gone, 0, face, copies)
            if self.height:
                self.step = codes.WHOM
            else:
                self._end_turn()
            return
        counted.add(self.piled, 0, face, copies)
        for _ in range(copies):
            self.pile[self.height] = face
            self.height += 1
        run = self._run()
        if run >= codes.ALIKE:  # KARMA-10: before any action
            self._remove_pile()
        if face == codes.TABLE_CARD and self._has_table_cards(seat):  # KARMA-12, and on no pile by KARMA-10
            self.step = codes.FROM_TABLE
        elif run >= codes.ALIKE:
            self._start_anew(seat)
        else:
            if face == codes.BOTTOMS_UP:
                self._bring_up()
            self._end_turn()

    @cython.final
    def _bring_up(self) -> None:
        """KARMA-13: the bottom card goes on top; it makes no three of a kind."""
        bottom = self.pile[0]
        for place in range(1, self.height):
            self.pile[place - 1] = self.pile[place]
        self.pile[self.height - 1] = bottom
        self.floor = self.height

    @cython.final
    def _start_anew(self, seat: int) -> None:
        """KARMA-10: the same player starts a new pile with the cards still held."""
        if not counted.some(self.hands, seat):
            self._draw_up(seat)
        if not self._has_cards(seat):
            self._end_turn()

    @cython.final
    def _end_turn(self) -> None:
        """KARMA-5: draw; then it is the next player's turn, if the game is not over."""
        self.step = codes.ANY
        self._draw_up(self.turn)
        self.turns += 1
        if not self._has_cards(self.turn) and self._players_left() == 1:  # KARMA-16
            self._end_game()
        elif self.turns == codes.TURNS * self.players:  # KARMA-17
            self.limits += 1
            self._end_game()
        else:
            self._next_turn()

    @cython.final
    def _next_turn(self) -> None:
        """KARMA-5, KARMA-11: to the left, passing over players without cards."""
        while True:
            self.turn += 1
            if self.turn == self.players:
                self.turn = 0
            if self._has_cards(self.turn):
                break

    def act(self, seat: int, action: int) -> None:
        """One step alone, without the follow-ups that just happen: for telling the story."""
        self._check_legal(seat, action)
        self._act(seat, action)

    def only_answer(self) -> int:
        """The follow-up that just happens now; −1 if there is none."""
        return self._only_answer()

    def remember(self, seat: int, action: int, seen: Any, after: Any) -> None:
        """ALL-4: cards played from the hand and taken back are known to be there; what is chosen is not shown yet."""
        if action < codes.TAKE and self.step != codes.FROM_TABLE and counted.some(self.hands, seat):
            self._know(seat, action // codes.MOST_COPIES + 1, action % codes.MOST_COPIES + 1)
        shown, before = seen.seen, after.seen
        for owner in range(self.players):
            for face in range(1, codes.FACES):
                word, digit = 2 * owner + (face >> 4), 4 * (face & 15)
                more = (shown[word] >> digit & 15) - (before[word] >> digit & 15)
                if more > 0:
                    self._know(owner, face, counted.copies_of(self.seen, owner, face) + more)

    # ---- the end -------------------------------------------------------------------------------------

    @cython.final
    def _players_left(self) -> int:
        """How many still have cards."""
        players = 0
        for seat in range(self.players):
            if self._has_cards(seat):
                players += 1
        return players

    @cython.final
    def _card_count(self, seat: int) -> int:
        return counted.size(self.hands, seat) + counted.size(self.face_up, seat) + self._covered_size(seat)

    def card_count(self, seat: int) -> int:
        return self._card_count(self._seat(seat))

    def _turns_left(self) -> int:
        return codes.TURNS * self.players - self.turns

    @cython.final
    def _end_game(self) -> None:
        for seat in range(self.players):
            self.points[seat] = -self._card_count(seat)
            self.totals[seat] = self.points[seat]
        self.stage = stages.OVER

    def _winners(self) -> int:
        """KARMA-16, KARMA-17: whoever has the most cards loses, all others win."""
        fewest = self.totals[0]
        for seat in range(1, self.players):
            if self.totals[seat] < fewest:
                fewest = self.totals[seat]
        winners = 0
        for seat in range(self.players):
            if self.totals[seat] > fewest:
                winners |= 1 << seat
        return winners
