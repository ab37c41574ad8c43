/** Lets cards fly whenever another stage is shown: at a table and in a replay. */

import { tick, untrack } from "svelte";
import { placesIn, ways, type Flight, type Places } from "./flight";
import { delayOf, FLIGHT } from "./playback.svelte";
import type { Trip } from "./stages";

/** What is shown now, and how it came there; a tempo of 0 means that it just lies there. */
export interface Shown {
  trips: readonly Trip[];
  tempo: number;
}

const EASING = "cubic-bezier(0.22, 0.8, 0.3, 1)";

export class Flying {
  flights = $state.raw<readonly Flight[]>([]);
  tempo = 1;

  /** The page has changed: all that these trips have moved flies, what lies elsewhere in its place slides there. */
  start(page: HTMLElement, before: Places, { trips, tempo }: Shown): void {
    const { flights, slides } = ways(before, placesIn(page), trips);
    this.tempo = tempo;
    this.flights = flights;
    for (const flight of flights) {
      const { source, target, leaves, lands, from, to } = flight;
      page.dispatchEvent(new CustomEvent("kartarna:flight", { bubbles: true, detail: { source, target, leaves, lands, flies: from !== null && to !== null } }));
    }
    for (const { element, from, to } of slides) {
      element.animate([{ transform: `translate(${from.left - to.left}px, ${from.top - to.top}px)` }, { transform: "none" }], {
        duration: FLIGHT * tempo,
        easing: EASING,
      });
    }
  }

  /** One flight: the card in the air moves; where it comes to lie, nothing is seen until it is there. */
  launch(element: HTMLElement, flight: Flight): () => void {
    const delay = delayOf(flight.place) * this.tempo;
    const duration = FLIGHT * this.tempo;
    const timing: KeyframeAnimationOptions = { delay, duration, easing: EASING, fill: "both" };
    const air = element.animate(frames(flight), timing);
    if (element.children.length > 1) [...element.children].forEach((side, place) => side.animate(sideFrames(place), timing));
    const spot = flight.spot?.animate([{ opacity: 0 }, { opacity: 0 }], { duration: delay + duration });
    air.onfinish = () => (this.flights = this.flights.filter((other) => other !== flight));
    return () => {
      air.cancel();
      spot?.cancel();
    };
  }
}

/** From its start to the box in which it lies, which is that of its end. */
function frames({ from, to, turned, spot }: Flight): Keyframe[] {
  if (!from || !to) return [{ opacity: to ? 0 : 1 }, { opacity: to ? 1 : 0 }];
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  const start = `translate(${x}px, ${y}px) scale(${from.width / to.width}) rotate(${turned ? 180 : 0}deg)`;
  return [{ transform: start }, { opacity: 1, offset: 0.8 }, { transform: "none", opacity: spot ? 1 : 0 }];
}

/** The side that is seen first turns away, the other one turns up. */
function sideFrames(place: number): Keyframe[] {
  return place === 0 ? [{ transform: "rotateY(0deg)" }, { transform: "rotateY(180deg)" }] : [{ transform: "rotateY(-180deg)" }, { transform: "rotateY(0deg)" }];
}

/** Call it while a component is made. What is shown first just lies there. */
export function fliesIn(root: () => HTMLElement | undefined, shown: () => Shown | null): Flying {
  const flying = new Flying();
  let before: Places | null = null;
  let last: Shown | null = null;

  $effect.pre(() => {
    const now = shown();
    const page = untrack(root);
    before = now && last && now !== last && now.tempo > 0 && page ? placesIn(page) : null;
  });
  $effect(() => {
    const now = shown();
    if (now === last) return;
    last = now;
    flying.flights = [];
    const places = before;
    if (!now || !places) return;
    void tick().then(() => {
      const page = root();
      if (page && now === last) flying.start(page, places, now);
    });
  });
  return flying;
}
