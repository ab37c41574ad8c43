import { beforeEach, describe, expect, test, vi } from "vitest";
import { Flight } from "$web/table/flight";

interface Spot {
  card: string;
  x: number;
  turned?: string;
  kind?: string;
}

/** A page of zones with cards at places; a happy-dom page has no places of its own. */
function lay(zones: Record<string, Spot[]>): HTMLElement {
  const root = document.createElement("div");
  for (const [name, spots] of Object.entries(zones)) {
    const zone = document.createElement("div");
    zone.dataset["zone"] = name;
    zone.getBoundingClientRect = () => new DOMRect(0, 0, 500, 140);
    for (const { card, x, turned, kind } of spots) {
      const spot = document.createElement("span");
      Object.assign(spot.dataset, { card, ...(turned ? { turned } : {}), ...(kind ? { kind } : {}) });
      spot.getBoundingClientRect = () => new DOMRect(x, 0, 100, 140);
      zone.append(spot);
    }
    root.append(zone);
  }
  return root;
}

let flown: string[] = [];

beforeEach(() => {
  flown = [];
  Element.prototype.animate = vi.fn(function (this: HTMLElement, frames: Keyframe[]) {
    flown.push(`${this.dataset["card"]} ${String(frames[0]?.["transform"])}`);
    return {} as Animation;
  });
});

function fly(before: Record<string, Spot[]>, after: Record<string, Spot[]>): string[] {
  const flight = new Flight();
  flight.remember(lay(before));
  flight.fly(lay(after));
  return flown;
}

const face = (card: string, x: number): Spot => ({ card, x, turned: card.split("/").reverse().join("/") });

describe("flights", () => {
  test("a card played flies from the hand; what stays, stays", () => {
    const flights = fly(
      { hand: [{ card: "7", x: 0 }, { card: "9", x: 100 }], row: [] },
      { hand: [{ card: "7", x: 0 }], row: [{ card: "9", x: 300 }] },
    );
    expect(flights).toEqual(["9 translate(-200px, 0px) scale(1) rotate(0deg)"]);
  });

  test("a card that is called otherwise where it lands flies from where it lay", () => {
    const flights = fly({ row: [{ card: "25r", x: 50, kind: "r" }], taken: [] }, { row: [], taken: [{ card: "r", x: 250 }] });
    expect(flights).toEqual(["r translate(-200px, 0px) scale(1) rotate(0deg)"]);
  });

  test("a hand that is turned turns card by card, each from its old place", () => {
    const flights = fly({ hand: [face("1/6", 0), face("6/1", 100), face("4/3", 200)] }, { hand: [face("1/6", 0), face("3/4", 100), face("6/1", 200)] });
    expect(flights).toEqual([
      "1/6 translate(100px, 0px) scale(1) rotate(180deg)",
      "3/4 translate(100px, 0px) scale(1) rotate(180deg)",
      "6/1 translate(-200px, 0px) scale(1) rotate(180deg)",
    ]);
  });

  test("a set taken into the hand turns on its way", () => {
    const flights = fly({ set: [face("9/1", 0)], hand: [] }, { set: [], hand: [face("1/9", 100)] });
    expect(flights).toEqual(["1/9 translate(-100px, 0px) scale(1) rotate(180deg)"]);
  });
});
