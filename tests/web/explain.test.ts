import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import trop from "$games/trop/words.toml";
import three from "$games/three/words.toml";
import { look } from "$games/trop/web/look";
import { changes, colourCounts, facing } from "$games/three/web/gain";
import { score } from "$games/three/web/pad";
import Explain from "$web/cards/Explain.svelte";
import type { Catalogue } from "$web/words/kinds";
import { SHARED } from "$web/words/shared";
import { Teller } from "$web/words/teller";

const teller = new Teller({ ...SHARED, ...(trop as unknown as Catalogue) }, "en", [], (card) => look.name(card, {}, "en"));
let mounted: object;
let root: HTMLElement;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = `<main><section data-zone="hand:1"><b></b><span data-about="hand"></span></section>
    <div data-zone="deck"></div><ul data-zone="row"><li data-card="3s"></li></ul><button data-card="7"></button></main>`;
  root = document.querySelector("main")!;
  mounted = mount(Explain, { target: document.body, props: { root, teller } });
  flushSync();
});
afterEach(() => {
  void unmount(mounted);
  vi.useRealTimers();
});

function told(): string {
  flushSync();
  return document.querySelector("[role=tooltip].shown")?.textContent?.trim() ?? "";
}

function point(selector: string, type: string, more: PointerEventInit = {}): void {
  const event = new MouseEvent(type, { bubbles: true, cancelable: true, ...more });
  Object.assign(event, { pointerType: more.pointerType ?? "mouse" });
  document.querySelector(selector)!.dispatchEvent(event);
}

describe("a card or a place tells what it is for", () => {
  test("under a pointer that rests", () => {
    point("li", "pointerover");
    expect(told()).toBe("");
    vi.advanceTimersByTime(600);
    expect(told()).toBe("3 (same numbers out). All other cards of the same number leave the row.");
    expect(document.querySelector("li")?.getAttribute("aria-describedby")).toBe(document.querySelector("[role=tooltip]")?.id);
    point("[data-zone=deck]", "pointerover");
    vi.advanceTimersByTime(1);
    expect(told()).toBe("");
    vi.advanceTimersByTime(600);
    expect(told()).toMatch(/^Deck\. Instead of playing you may draw a card/);
  });

  test("not of what was just pressed, until the pointer has been elsewhere", () => {
    point("li", "pointerover");
    point("li", "pointerdown");
    point("li", "pointerover");
    vi.advanceTimersByTime(3000);
    expect(told()).toBe("");
    point("[data-zone=deck]", "pointerover");
    point("li", "pointerover");
    vi.advanceTimersByTime(600);
    expect(told()).not.toBe("");
  });

  test("Escape closes it, and a player's panel is not a place", () => {
    point("li", "pointerover");
    vi.advanceTimersByTime(600);
    window.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
    expect(told()).toBe("");
    expect(document.querySelector("[aria-describedby]")).toBeNull();
    point("section b", "pointerover");
    vi.advanceTimersByTime(600);
    expect(told()).toBe("");
    point("section span", "pointerover");
    vi.advanceTimersByTime(600);
    expect(told()).toMatch(/^Hand\./);
  });

  test("after a long press, which is then no tap", () => {
    const taps = vi.fn();
    document.querySelector("button")!.addEventListener("click", taps);
    point("button", "pointerdown", { pointerType: "touch" });
    vi.advanceTimersByTime(600);
    expect(told()).toMatch(/^7\. Adds to the total of the row/);
    point("button", "pointerup", { pointerType: "touch" });
    point("button", "click");
    expect(taps).not.toHaveBeenCalled();
    point("button", "click");
    expect(taps).toHaveBeenCalledOnce();
  });

  test("not while a finger drags", () => {
    point("button", "pointerdown", { pointerType: "touch", clientX: 0 });
    point("button", "pointermove", { pointerType: "touch", clientX: 20 });
    vi.advanceTimersByTime(600);
    expect(told()).toBe("");
    point("button", "pointerdown", { pointerType: "touch", clientX: 0 });
    vi.advanceTimersByTime(600);
    point("button", "pointermove", { pointerType: "touch", clientX: 20 });
    vi.advanceTimersByTime(1);
    expect(told()).toBe("");
  });

  test("no more when it has left the page", () => {
    point("li", "pointerover");
    document.querySelector("li")!.remove();
    vi.advanceTimersByTime(600);
    expect(told()).toBe("");
  });

  test("a place with a number, and a game that says nothing", () => {
    const words = new Teller(three as unknown as Catalogue, "cs");
    expect(words.aboutZone("row_2")).toMatch(/^2\. řada \(31–59\)\. Pátá karta v řadě bere/);
    expect(new Teller({}, "en").aboutCard("7r")).toBe("7r.");
    expect(new Teller({}, "en").aboutZone("face_up")).toBe("Face up.");
  });
});

describe("why a collection of Tři je moc! changes its worth", () => {
  const gain = { taken: [], turned: [], bonus: null, worth: 0 };
  test("colour by colour, and by the number of colours", () => {
    const now = colourCounts(["o", "l", "b", "r", "m", "m"]);
    const then = colourCounts(["o", "l", "b", "r", "m", "m", "40t"]);
    expect([facing(now), facing(then)]).toEqual([5, 6]);
    expect(changes(now, then, gain)).toEqual([{ key: "t", points: 1 }, { key: "colours", points: 5 }]);
  });

  test("nothing is left unexplained", () => {
    const now = colourCounts(["o", "l", "b", "r", "m", "m", "t"]);
    for (const taken of [["1o"], ["55m"], ["7g"], ["15"], ["7g", "55m", "8o"]]) {
      const then = colourCounts([..."olbrmmt", ...taken]);
      const sum = changes(now, then, { ...gain, bonus: 10 }).reduce((sum, { points }) => sum + points, 0);
      expect(sum, taken.join()).toBe(score({ ...then, bonus: 10 }) - score({ ...now }));
    }
  });
});
