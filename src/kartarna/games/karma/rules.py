# cython: boundscheck=False, wraparound=False, infer_types=True, annotation_typing=False
"""The rules of Karma: what may be played on what, and what follows.

A decision is a number: some copies of a face; taking the pile; a face-down card by its place; who
is given the pile; or, in the set-up, the three cards to lie face up.
"""

from __future__ import annotations

from kartarna.core import bits
from kartarna.games.karma import counted, reach
from kartarna.games.karma.table import KarmaTable

TABLE_CARD = 17
BOTTOMS_UP = 18
GIVE_THE_PILE = 20
FACES = 21

PLACES = 3  # KARMA-3
HAND = 3  # KARMA-5
ALIKE = 3  # KARMA-10
TURNS = 100  # for each player, KARMA-17
MOST_COPIES = 14  # of one face, in two decks

# What the turn waits for.
ANY = 0  # cards, or taking the pile: as the first decision, or to start a new pile
FROM_TABLE = 1  # KARMA-12: one more card, from the table
WHOM = 2  # KARMA-15: who is given the pile

# Decisions. Cards to play come first: (face − 1) × 14 + copies − 1.
TAKE = 280
PLACE = 281
TARGET = 284
TRIPLE = 296
DECISIONS = (0, TAKE, PLACE, TARGET, TRIPLE)  # where each sort begins

OVER = 2


class KarmaRules(KarmaTable):
    ACTIONS = 1836  # 280 plays, 1 taking, 3 places, 12 targets, 1540 threes
    MAX_LEGAL = 119  # all cards of two decks but the one that another player must still have

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
        if self.step == WHOM:
            return self._legal_targets(seat)
        if self.step == FROM_TABLE:
            return self._legal_table_cards(seat)
        if reach.only_covered(self, seat):
            count = self._legal_places(seat)
        else:
            count = self._list_plays(0, reach.fitting(self, seat, 0), 0)
            count = self._list_plays(16, reach.fitting(self, seat, 1), count)
        if self.height:  # KARMA-5, KARMA-6
            self.moves[count] = TAKE
            count += 1
        return count

    def _list_plays(self, first: int, cards: int, count: int) -> int:
        """Every face of one word, in every number of copies."""
        while cards:
            place = bits.lowest(cards) >> 2
            copies = cards >> 4 * place & 15
            cards -= copies << 4 * place
            action = (first + place - 1) * MOST_COPIES
            for more in range(copies):
                self.moves[count] = action + more
                count += 1
        return count

    def _legal_table_cards(self, seat: int) -> int:
        """KARMA-12: one face-up card; a face-down one only if no face-up one is left."""
        if not counted.some(self.face_up, seat):
            return self._legal_places(seat)
        count = 0
        for face in range(1, FACES):
            if counted.copies_of(self.face_up, seat, face):
                self.moves[count] = (face - 1) * MOST_COPIES
                count += 1
        return count

    def _legal_places(self, seat: int) -> int:
        count = 0
        for place in range(PLACES):
            if self.face_down[PLACES * seat + place]:
                self.moves[count] = PLACE + place
                count += 1
        return count

    def _legal_targets(self, seat: int) -> int:
        """KARMA-11, KARMA-15: any other player, also one without cards."""
        count = 0
        for other in range(self.players):
            if other != seat:
                self.moves[count] = TARGET + other
                count += 1
        return count

    def _legal_triples(self, seat: int) -> int:
        """KARMA-3: three of the six cards, each three different faces or copies once."""
        held = 0
        for face in range(1, FACES):
            for _ in range(counted.copies_of(self.hands, seat, face)):
                self.pool[held] = face
                held += 1
        count = 0
        for i in range(held):
            for j in range(i + 1, held):
                for k in range(j + 1, held):
                    if self._is_first(0, i) and self._is_first(i + 1, j) and self._is_first(j + 1, k):
                        self.moves[count] = TRIPLE + self._rank(self.pool[i], self.pool[j], self.pool[k])
                        count += 1
        return count

    def _is_first(self, start: int, place: int) -> bool:
        """Of the equal cards of the pool from `start` on."""
        return place == start or self.pool[place] != self.pool[place - 1]

    def _rank(self, first: int, second: int, third: int) -> int:
        """The number of a sorted three among all such threes, by the highest card first."""
        return (third - 1) * third * (third + 1) // 6 + (second - 1) * second // 2 + first - 1

    # ---- who has cards ---------------------------------------------------------------------------

    def _covered(self, seat: int) -> bool:
        """Some card still lies face down."""
        place = PLACES * seat
        return self.face_down[place] | self.face_down[place + 1] | self.face_down[place + 2] != 0

    def _covered_size(self, seat: int) -> int:
        count = 0
        for place in range(PLACES * seat, PLACES * seat + PLACES):
            if self.face_down[place]:
                count += 1
        return count

    def _has_table_cards(self, seat: int) -> bool:
        return counted.some(self.face_up, seat) or self._covered(seat)

    def _has_cards(self, seat: int) -> bool:
        return counted.some(self.hands, seat) or self._has_table_cards(seat)

    # ---- the set-up --------------------------------------------------------------------------------

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

    def _lay_open(self, seat: int, face: int) -> None:
        counted.remove(self.hands, seat, face, 1)
        counted.add(self.face_up, seat, face, 1)

    # ---- cards on the move ---------------------------------------------------------------------

    def _play_from_hand(self, seat: int, face: int, copies: int) -> None:
        """ALL-4: of the copies that are known to be there, the ones played are no longer."""
        counted.remove(self.hands, seat, face, copies)
        known = counted.copies_of(self.seen, seat, face)
        counted.remove(self.seen, seat, face, min(copies, known))

    def _pick_up(self, seat: int, face: int) -> None:
        """Into the hand, before everyone's eyes (ALL-4)."""
        counted.add(self.hands, seat, face, 1)
        counted.add(self.seen, seat, face, 1)

    def _pick_up_pile(self, seat: int) -> None:
        for word in range(2):
            self.hands[2 * seat + word] += self.piled[word]
            self.seen[2 * seat + word] += self.piled[word]
        self._clear_pile()

    def _remove_pile(self) -> None:
        for word in range(2):
            self.gone[word] += self.piled[word]
        self._clear_pile()

    def _clear_pile(self) -> None:
        for place in range(self.height):
            self.pile[place] = 0
        for word in range(2):
            self.piled[word] = 0
        self.height = 0
        self.floor = 0

    def _draw_up(self, seat: int) -> None:
        """KARMA-5: up to three cards in hand, while the draw pile lasts."""
        if self.left == 0:
            return
        for _ in range(HAND - counted.size(self.hands, seat)):
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

    def _act(self, seat: int, action: int) -> None:
        """One step, up to the next question."""
        if action >= TRIPLE:
            self._choose(seat, action - TRIPLE)
        elif action < TAKE:
            self._play(seat, action // MOST_COPIES + 1, action % MOST_COPIES + 1)
        elif action == TAKE:
            self._pick_up_pile(seat)
            self._end_turn()
        elif action < TARGET:
            self._turn_up(seat, action - PLACE)
        else:
            self._pick_up_pile(action - TARGET)  # KARMA-15
            self._end_turn()

    def _only_answer(self) -> int:
        """To the question now asked; −1 if there are several, or if it is one that is always asked."""
        if self.step == ANY:
            return -1
        return self.moves[0] if self._legal(self.turn) == 1 else -1

    def _plays_hand(self, seat: int) -> bool:
        """KARMA-7, KARMA-12: from the hand, or else from the table: if the hand is empty, or by Table Card."""
        return self.step != FROM_TABLE and counted.some(self.hands, seat)

    def plays_hand(self, seat: int) -> bool:
        return self._plays_hand(self._seat(seat))

    def _play(self, seat: int, face: int, copies: int) -> None:
        """KARMA-8"""
        if self._plays_hand(seat):
            self._play_from_hand(seat, face, copies)
        else:
            counted.remove(self.face_up, seat, face, copies)
        self._discard(seat, face, copies)

    def _turn_up(self, seat: int, place: int) -> None:
        """KARMA-7, KARMA-9: a face-down card that does not fit goes into hand with the pile."""
        face = self.face_down[PLACES * seat + place]
        self.face_down[PLACES * seat + place] = 0
        if self.step == FROM_TABLE or reach.fits(self, face):  # KARMA-12: whatever the top is
            self._discard(seat, face, 1)
        else:
            self._pick_up(seat, face)
            self._pick_up_pile(seat)
            self._end_turn()

    def _discard(self, seat: int, face: int, copies: int) -> None:
        self.step = ANY
        if face == GIVE_THE_PILE:  # KARMA-15: never lies on the pile
            counted.add(self.gone, 0, face, copies)
            if self.height:
                self.step = WHOM
            else:
                self._end_turn()
            return
        counted.add(self.piled, 0, face, copies)
        for _ in range(copies):
            self.pile[self.height] = face
            self.height += 1
        run = self._run()
        if run >= ALIKE:  # KARMA-10: before any action
            self._remove_pile()
        if face == TABLE_CARD and self._has_table_cards(seat):  # KARMA-12, and on no pile by KARMA-10
            self.step = FROM_TABLE
        elif run >= ALIKE:
            self._start_anew(seat)
        else:
            if face == BOTTOMS_UP:
                self._bring_up()
            self._end_turn()

    def _bring_up(self) -> None:
        """KARMA-13: the bottom card goes on top; it makes no three of a kind."""
        bottom = self.pile[0]
        for place in range(1, self.height):
            self.pile[place - 1] = self.pile[place]
        self.pile[self.height - 1] = bottom
        self.floor = self.height

    def _start_anew(self, seat: int) -> None:
        """KARMA-10: the same player starts a new pile with the cards still held."""
        if not counted.some(self.hands, seat):
            self._draw_up(seat)
        if not self._has_cards(seat):
            self._end_turn()

    def _end_turn(self) -> None:
        """KARMA-5: draw; then it is the next player's turn, if the game is not over."""
        self.step = ANY
        self._draw_up(self.turn)
        self.turns += 1
        if not self._has_cards(self.turn) and self._players_left() == 1:  # KARMA-16
            self._end_game()
        elif self.turns == TURNS * self.players:  # KARMA-17
            self.limits += 1
            self._end_game()
        else:
            self._next_turn()

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
        self._check(seat, action)
        self._act(seat, action)

    def only_answer(self) -> int:
        """The follow-up that just happens now; −1 if there is none."""
        return self._only_answer()

    # ---- the end -------------------------------------------------------------------------------------

    def _players_left(self) -> int:
        """How many still have cards."""
        players = 0
        for seat in range(self.players):
            if self._has_cards(seat):
                players += 1
        return players

    def _card_count(self, seat: int) -> int:
        return counted.size(self.hands, seat) + counted.size(self.face_up, seat) + self._covered_size(seat)

    def card_count(self, seat: int) -> int:
        return self._card_count(self._seat(seat))

    def _turns_left(self) -> int:
        return TURNS * self.players - self.turns

    def _end_game(self) -> None:
        for seat in range(self.players):
            self.points[seat] = -self._card_count(seat)
            self.totals[seat] = self.points[seat]
        self.stage = OVER

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
