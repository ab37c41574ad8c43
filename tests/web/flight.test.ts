import { describe, expect, test } from "vitest";
import { placesIn, ways } from "$web/table/flight";
import type { Trip } from "$web/table/stages";

interface Spot {
  card: string;
  x: number;
  turned?: string;
}

/** A page of zones with cards at places; a happy-dom page has no places of its own. A number: a heap of backs there. */
function lay(zones: Record<string, Spot[] | number>): HTMLElement {
  const root = document.createElement("div");
  for (const [name, spots] of Object.entries(zones)) {
    const zone = document.createElement("div");
    zone.dataset["zone"] = name;
    zone.getBoundingClientRect = () => new DOMRect(0, 0, 500, 140);
    const all = typeof spots === "number" ? [{ card: undefined, x: spots }] : spots;
    for (const spot of all) {
      const element = document.createElement("span");
      element.className = "card";
      if (spot.card !== undefined) Object.assign(element.dataset, { card: spot.card, ...(spot.turned ? { turned: spot.turned } : {}) });
      element.getBoundingClientRect = () => new DOMRect(spot.x, 0, 100, 140);
      zone.append(element);
    }
    root.append(zone);
  }
  return root;
}

const trip = (source: string, target: string, leaves: string | null, lands = leaves): Trip => ({ source, target, leaves, lands });

function fly(before: Parameters<typeof lay>[0], after: Parameters<typeof lay>[0], ...trips: Trip[]): { flights: string[]; slides: string[] } {
  const { flights, slides } = ways(placesIn(lay(before)), placesIn(lay(after)), trips);
  return {
    flights: flights.map(({ leaves, lands, from, to, turned, spot }) => `${leaves ?? "·"} ${from?.left ?? "-"} > ${to?.left ?? "-"} ${lands ?? "·"}${turned ? " turns" : ""}${spot ? "" : " goes"}`),
    slides: slides.map(({ element, from, to }) => `${element.dataset["card"]} ${from.left} > ${to.left}`),
  };
}

describe("flights", () => {
  test("a card played flies from the hand; what stays makes room and does nothing else", () => {
    const hand = [{ card: "7", x: 0 }, { card: "9", x: 100 }, { card: "11", x: 200 }];
    expect(fly({ "hand:0": hand, row: [] }, { "hand:0": [{ card: "7", x: 0 }, { card: "11", x: 150 }], row: [{ card: "9", x: 300 }] }, trip("hand:0", "row", "9"))).toEqual({
      flights: ["9 100 > 300 9"],
      slides: ["11 200 > 150"],
    });
  });

  test("a card that is partly covered where it lands is as large in the air as on the table", () => {
    const after = lay({ "hand:1": 400, row: [] });
    const place = document.createElement("span");
    place.dataset["card"] = "9";
    place.getBoundingClientRect = () => new DOMRect(40, 0, 30, 140);
    const card = document.createElement("span");
    card.className = "card";
    card.getBoundingClientRect = () => new DOMRect(40, 0, 100, 140);
    place.append(card);
    after.querySelector("[data-zone=row]")?.append(place);
    const { flights } = ways(placesIn(lay({ "hand:1": 400, row: [] })), placesIn(after), [trip("hand:1", "row", null, "9")]);
    expect(flights.map(({ to }) => to?.width)).toEqual([100]);
  });

  test("a hand whose card has no size, for lack of room, is flown to at its middle; one that is not there is not", () => {
    const flown = (hand: DOMRect): (number | undefined)[] => {
      const after = lay({ "hand:1": 400, deck: 40 });
      const card = after.querySelector("[data-zone='hand:1'] .card");
      if (card) card.getBoundingClientRect = () => hand;
      const { flights } = ways(placesIn(lay({ "hand:1": 400, deck: 40 })), placesIn(after), [trip("deck", "hand:1", null)]);
      return flights.flatMap(({ to }) => [to?.left, to?.width]);
    };
    expect(flown(new DOMRect(450, 20, 0, 0))).toEqual([400, 100]);
    expect(flown(new DOMRect(0, 0, 0, 0))).toEqual([undefined, undefined]);
  });

  test("what no event has moved does not fly, wherever it comes from", () => {
    expect(fly({ deck: 40, row: [{ card: "9", x: 0 }], "hand:1": 400 }, { deck: 40, row: [{ card: "9", x: 0 }, { card: "8", x: 100 }], "hand:1": 400 })).toEqual({ flights: [], slides: [] });
  });

  test("a refill flies from the deck as a back, not from a hand that lost a card too", () => {
    expect(fly({ "hand:1": 400, deck: 40, row: [] }, { "hand:1": 400, deck: 40, row: [{ card: "8", x: 100 }] }, trip("deck", "row", null, "8")).flights).toEqual(["· 40 > 100 8"]);
  });

  test("a card that is only counted where it goes flies there and is gone", () => {
    expect(fly({ pile: [{ card: "5", x: 10 }], "hand:1": 400 }, { pile: [], "hand:1": 400 }, trip("pile", "hand:1", "5", null)).flights).toEqual(["5 10 > 400 · goes"]);
  });

  test("an empty place is reached at its middle, in the size of the card", () => {
    expect(fly({ "hand:1": 400, "taken:1": [] }, { "hand:1": 400, "taken:1": [] }, trip("hand:1", "taken:1", null, "5")).flights).toEqual(["· 400 > 200 5 goes"]);
  });

  test("from or to a place that is not on the page nothing flies: it appears, or vanishes", () => {
    expect(fly({ row: [] }, { row: [{ card: "8", x: 100 }] }, trip("deck", "row", null, "8")).flights).toEqual(["· - > 100 8"]);
    expect(fly({ row: [{ card: "8", x: 100 }] }, { row: [] }, trip("row", "gone", "8")).flights).toEqual(["8 100 > - 8 goes"]);
  });

  test("a set taken into the hand turns on its way; a card that only gets another name does not", () => {
    expect(fly({ set: [{ card: "9/1", x: 0 }], "hand:0": [] }, { set: [], "hand:0": [{ card: "1/9", x: 100, turned: "9/1" }] }, trip("set", "hand:0", "9/1", "1/9")).flights).toEqual(["9/1 0 > 100 1/9 turns"]);
    expect(fly({ row: [{ card: "25r", x: 0 }], "face_up:0": [] }, { row: [], "face_up:0": [{ card: "r", x: 100 }] }, trip("row", "face_up:0", "25r", "r")).flights).toEqual(["25r 0 > 100 r"]);
  });

  test("a hand that is turned turns card by card, each from its old place", () => {
    const face = (card: string, x: number): Spot => ({ card, x, turned: card.split("/").reverse().join("/") });
    const before = { "hand:0": [face("1/6", 0), face("4/3", 200)] };
    const after = { "hand:0": [face("3/4", 100), face("6/1", 200)] };
    expect(fly(before, after, trip("hand:0", "hand:0", "1/6", "6/1"), trip("hand:0", "hand:0", "4/3", "3/4")).flights).toEqual(["1/6 0 > 200 6/1 turns", "4/3 200 > 100 3/4 turns"]);
  });

  test("an unseen hand that is turned turns in its place", () => {
    expect(fly({ "hand:1": 400 }, { "hand:1": 400 }, trip("hand:1", "hand:1", null)).flights).toEqual(["· 400 > 400 · turns goes"]);
  });

  test("of equal cards the one flies that is gone from the page", () => {
    const before = lay({ "hand:0": [{ card: "7", x: 0 }, { card: "7", x: 100 }], row: [] });
    document.body.append(before);
    const places = placesIn(before);
    before.querySelector("[data-card]")?.remove();
    const [flight] = ways(places, placesIn(lay({ row: [{ card: "7", x: 300 }] })), [trip("hand:0", "row", "7")]).flights;
    expect(flight?.from?.left).toBe(0);
    before.remove();
  });

  test("a place within a place is not part of it, and a place may have several parts", () => {
    const root = lay({ "hand:1": [{ card: "7", x: 0 }], "taken:1": [{ card: "9", x: 100 }] });
    root.firstElementChild?.append(root.lastElementChild as Node);
    root.append(...lay({ "hand:1": [{ card: "8", x: 200 }] }).children);
    const places = placesIn(root);
    expect(places.get("hand:1")?.spots.map(({ card }) => card)).toEqual(["7", "8"]);
    expect(places.get("taken:1")?.spots.map(({ card }) => card)).toEqual(["9"]);
  });
});
