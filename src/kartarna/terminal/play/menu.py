"""What can be decided now, as a list with numbers: at one's own table and at a server's."""

from __future__ import annotations

from dataclasses import dataclass

from kartarna.core.errors import NotationError
from kartarna.core.notation import tidy
from kartarna.core.options import Choice, Options, RefusedCard
from kartarna.terminal.voice import Voice

FEW = 12  # choices that are listed without being asked for
MANY = 40  # choices that `help` lists at once


@dataclass(frozen=True)
class Menu:
    voice: Voice
    options: Options

    def introduce(self, *, together: bool) -> None:
        choices = self.options.choices
        lead = self._lead()
        self.voice.line(self.question(together=together))
        for number, choice in enumerate(choices[:FEW], 1):
            self._list(number, choice, self._label(choice, lead))
        if len(choices) > FEW:
            self.voice.say("more_choices", count=len(choices) - FEW)

    def question(self, *, together: bool) -> str:
        turn = self.voice.sentence("your_turn_together" if together else "your_turn")
        return f"{turn} {self._lead() or self.voice.sentence('you_may')}"

    def labels(self) -> list[str]:
        """What each choice is called under the question."""
        lead = self._lead()
        return [self._label(choice, lead) for choice in self.options.choices]

    def teach(self) -> None:
        """How to type a decision."""
        self.voice.say("how_to", notation=str(self.options.choices[0].notation))

    def explain(self, beginning: str) -> None:
        """What each choice brings: all of them, or those whose notation begins so; and what cannot be chosen."""
        numbered = enumerate(self.options.choices, 1)
        wanted = [(number, choice) for number, choice in numbered if choice.notation.startswith(tidy(beginning))]
        self.voice.say("help_choices")
        for number, choice in wanted[:MANY]:
            self._list(number, choice, self.explained(choice))
        if len(wanted) > MANY:
            self.voice.say("help_more", count=len(wanted) - MANY, example=wanted[MANY][1].notation.split()[0])
        for refused in self.options.refused if not beginning else ():
            self.voice.line(self.refusal(refused))

    def refusal(self, refused: RefusedCard) -> str:
        rule, reason = self.voice.game.rule(refused.reason.kind), self.voice.game.say(refused.reason)
        return self.voice.sentence("refused", card=refused.card, rule=rule, reason=reason)

    def explained(self, choice: Choice) -> str:
        """The decision with all that follows for certain."""
        return " ".join(self.voice.game.say(event) for event in (choice.decision, *choice.effects))

    def numbered(self, typed: str) -> int:
        """The decision of #N."""
        choices, number = self.options.choices, typed[1:].strip()
        if number.isdecimal() and len(number) < 6 and 1 <= int(number) <= len(choices):
            return choices[int(number) - 1].action
        raise NotationError(self.voice.sentence("no_such_number", count=len(choices)))

    def _lead(self) -> str:
        """What all choices have in common, such as “Anna plays:”."""
        told = [self.voice.game.say(choice.decision) for choice in self.options.choices]
        leads = {sentence.partition(": ")[0] for sentence in told}
        return f"{leads.pop()}:" if all(": " in sentence for sentence in told) and len(leads) == 1 else ""

    def _label(self, choice: Choice, lead: str) -> str:
        sentence = self.voice.game.say(choice.decision)
        return sentence.removeprefix(lead).strip().removesuffix(".") if lead else sentence

    def _list(self, number: int, choice: Choice, decision: str) -> None:
        self.voice.say("choice", number=number, notation=str(choice.notation), decision=decision)
