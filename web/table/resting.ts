/** A pointer that has not moved since the last press points at nothing, whatever comes to lie under it. */

const MOVED = 6; // px: a hand is never quite still

/** It rests from the start: the table came under it. While it rests no card under `root` is told that the pointer came; `data-resting` tells the styles. Returns how to stop. */
export function resting(root: HTMLElement): () => void {
  let at = { x: 0, y: 0 }; // where the pointer was last
  let since: { x: number; y: number } | null = null; // where it rests

  function rest(): void {
    since = at;
    root.dataset["resting"] = "";
  }

  function press({ pointerType, clientX, clientY }: PointerEvent): void {
    if (pointerType === "touch") return;
    at = { x: clientX, y: clientY };
    rest();
  }

  /** What has come under the pointer meanwhile is pointed at now. */
  function stir(): void {
    since = null;
    delete root.dataset["resting"];
    const under = document.elementFromPoint(at.x, at.y);
    for (let place = under; place && root.contains(place); place = place.parentElement) place.dispatchEvent(new PointerEvent("pointerenter"));
    if (under && root.contains(under)) under.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, clientX: at.x, clientY: at.y }));
  }

  function moves(event: PointerEvent): void {
    if (!event.isTrusted || event.pointerType === "touch") return;
    at = { x: event.clientX, y: event.clientY };
    if (since && Math.hypot(at.x - since.x, at.y - since.y) >= MOVED) stir();
    else if (since && ["pointerover", "pointerenter"].includes(event.type)) event.stopPropagation();
  }

  rest();
  const stop = new AbortController();
  const listen = { signal: stop.signal, capture: true };
  for (const type of ["pointerover", "pointerenter", "pointerout", "pointermove"] as const) addEventListener(type, moves, listen);
  addEventListener("pointerdown", press, listen);
  addEventListener("keydown", rest, listen);
  return () => stop.abort();
}
