import { describe, expect, test } from "vitest";
import type { Choice, Options } from "$web/protocol";
import { settings } from "$web/shell/settings.svelte";
import { Choosing, keyed } from "$web/table/choosing.svelte";

const told = { kind: "x", facts: {}, rule: null };

function choice(action: number, notation: string, cards: string[]): Choice {
  return { action, notation, decision: told, cards, effects: [] };
}

function asked(...choices: Choice[]): { choosing: Choosing; made: string[] } {
  const made: string[] = [];
  const choosing = new Choosing((chosen) => made.push(chosen.notation));
  choosing.ask({ choices, refused: [{ card: "9", reason: told }] } satisfies Options, "first");
  settings.change({ confirm: false });
  return { choosing, made };
}

const karma = (): ReturnType<typeof asked> =>
  asked(choice(1, "14", ["14"]), choice(2, "14 14", ["14", "14"]), choice(3, "16", ["16"]), choice(4, "take", []));

describe("choosing", () => {
  test("equal cards of a hand have keys of their own", () => {
    expect(keyed(["14", "3", "14"]).map(({ key }) => key)).toEqual(["14#0", "3#0", "14#1"]);
  });

  test("a card that can only be played alone is played at once", () => {
    const { choosing, made } = karma();
    choosing.press("16#0");
    expect(made).toEqual(["16"]);
  });

  test("a card that others could join waits for them", () => {
    const { choosing, made } = karma();
    choosing.press("14#0");
    expect(made).toEqual([]);
    expect(choosing.ready.map((ready) => ready.notation)).toEqual(["14"]);
  });

  test("a move of several cards is asked about, whichever card comes last; one picked card is put back by a press", () => {
    const { choosing, made } = karma();
    choosing.press("14#0");
    choosing.press("14#1");
    expect(made).toEqual([]);
    expect(choosing.ready.map((ready) => ready.notation)).toEqual(["14 14"]);
    choosing.press("14#0");
    expect([made, choosing.picked]).toEqual([[], ["14#1"]]);
  });

  test("a hint marks the cards of the best choice, and those with which all costs too much", () => {
    const { choosing } = karma();
    choosing.weighed = { costly: [1, 3, 4], best: 2 };
    expect(["14#0", "14#1", "16#0", "9#0"].map((key) => choosing.mark(key))).toEqual(["best", "best", "costly", undefined]);
    expect(choosing.markOf(choosing.bare)).toBe("costly"); // to take
    choosing.weighed = { costly: [1], best: null };
    expect(choosing.mark("14#0")).toBeUndefined(); // two of them do not cost too much
  });

  test("a card that does not go with the picked ones begins anew", () => {
    const { choosing, made } = karma();
    choosing.press("14#0");
    choosing.press("16#0");
    expect(made).toEqual(["16"]);
  });

  test("a refused card is not picked, and says why", () => {
    const { choosing } = karma();
    choosing.press("9#0");
    expect(choosing.picked).toEqual([]);
    expect(choosing.refusal("9")).toBe(told);
    expect(choosing.refusal("14")).toBeNull();
  });

  test("pressing a picked card again puts it back while more could join, and plays it when none could", () => {
    const { choosing, made } = karma();
    choosing.press("14#0");
    choosing.press("14#0");
    expect(choosing.picked).toEqual([]);
    settings.change({ confirm: true });
    choosing.press("16#0");
    expect(made).toEqual([]);
    choosing.press("16#0");
    expect(made).toEqual(["16"]);
  });

  test("of several targets the one where the card is let go is meant", () => {
    const { choosing, made } = asked(choice(1, "+5/3 >2", ["5/3"]), choice(2, "+5/3 >3", ["5/3"]));
    choosing.press("5/3#0");
    expect(made).toEqual([]);
    choosing.drop("5/3#0", (one) => one.notation.endsWith(">3"));
    expect(made).toEqual(["+5/3 >3"]);
  });

  test("what is pointed at is shown; a choice shown on purpose comes first", () => {
    const { choosing } = karma();
    choosing.pointed = "16#0";
    expect(choosing.preview?.notation).toBe("16");
    choosing.shown = choosing.bare[0] ?? null;
    expect(choosing.preview?.notation).toBe("take");
  });

  test("typed text means a notation, or the only one that begins so", () => {
    const { choosing } = karma();
    expect(choosing.typed(" 14  14 ")?.action).toBe(2);
    expect(choosing.typed("ta")?.action).toBe(4);
    expect(choosing.typed("1")).toBeNull();
    expect(choosing.typed("")).toBeNull();
  });

  test("a new question puts back what was picked for the old one", () => {
    const { choosing } = karma();
    choosing.press("14#0");
    choosing.ask(null, "second");
    expect(choosing.picked).toEqual([]);
    expect(choosing.asked).toBe(false);
  });

  test("the same question again, as others decide: what is picked stays, what is shown is as it follows now", () => {
    const { choosing } = karma();
    choosing.press("14#0");
    choosing.shown = choosing.choices[0] ?? null;
    const now = choosing.choices.map((choice) => ({ ...choice, effects: [told] }));
    choosing.ask({ choices: now, refused: [] }, "first");
    expect(choosing.picked).toEqual(["14#0"]);
    expect(choosing.shown).toBe(now[0]);
  });

  describe("a refusal is told of what somebody points at", () => {
    const refused = (choosing: Choosing): boolean => choosing.refused !== null;

    test("and stays told of what was pressed, until something else is pressed or asked", () => {
      const { choosing } = karma();
      choosing.pointed = "9#0";
      choosing.press("9#0");
      choosing.pointed = null;
      expect(refused(choosing)).toBe(true);
      choosing.press("14#0");
      expect(refused(choosing)).toBe(false);
      choosing.press("9#0");
      choosing.ask({ choices: choosing.choices.slice(0, 2), refused: choosing.options.refused }, "second");
      expect(refused(choosing)).toBe(false);
    });
    const askAgain = (choosing: Choosing): void => choosing.ask(choosing.options, "second");

    test("not of what lies under a pointer that rests when the question comes", () => {
      const { choosing } = karma();
      choosing.stir();
      choosing.pointed = "9#0";
      expect(refused(choosing)).toBe(true);
      askAgain(choosing);
      expect(refused(choosing)).toBe(false);
      choosing.pointed = "9#0"; // the page has moved under it
      choosing.stir(); // a hand is never quite still
      expect(refused(choosing)).toBe(false);
    });

    test("but when the pointer comes back to it, goes to another, or presses it", () => {
      for (const point of [(choosing: Choosing) => (choosing.pointed = null), (choosing: Choosing) => (choosing.pointed = "14#0"), (choosing: Choosing) => choosing.press("9#0")]) {
        const { choosing } = karma();
        askAgain(choosing);
        choosing.pointed = "9#0";
        choosing.stir();
        point(choosing);
        choosing.pointed = "9#0";
        expect(refused(choosing)).toBe(true);
      }
    });
  });
});
