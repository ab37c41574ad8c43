/** Dragging a card with mouse, pen or finger to a place marked `data-drop`. */

import type { Action } from "svelte/action";

interface Carrying {
  able: boolean; // may this card be dragged now?
  drop: (target: string) => void;
}

const SLACK = 8; // px before a press becomes a drag

export const carry: Action<HTMLElement, Carrying> = (element, first) => {
  let now = first;
  let start: { x: number; y: number } | null = null;
  let dragged = false;

  function down(event: PointerEvent): void {
    if (!now.able || event.button !== 0) return;
    start = { x: event.clientX, y: event.clientY };
    dragged = false;
  }

  function move(event: PointerEvent): void {
    if (!start) return;
    const [x, y] = [event.clientX - start.x, event.clientY - start.y];
    if (!dragged && Math.hypot(x, y) < SLACK) return;
    if (!dragged) element.setPointerCapture(event.pointerId);
    dragged = true;
    element.style.translate = `${x}px ${y}px`;
    element.style.zIndex = "10";
    element.style.pointerEvents = "none";
    mark(under(event));
  }

  function up(event: PointerEvent): void {
    const target = dragged ? under(event) : null;
    end();
    if (target) now.drop(target.dataset["drop"] ?? "");
  }

  function end(): void {
    start = null;
    mark(null);
    element.style.translate = element.style.zIndex = element.style.pointerEvents = "";
  }

  /** The click that follows a drag is not a press. */
  function click(event: MouseEvent): void {
    if (!dragged) return;
    dragged = false;
    event.stopImmediatePropagation();
    event.preventDefault();
  }

  element.addEventListener("pointerdown", down);
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", end);
  element.addEventListener("click", click, { capture: true });
  return {
    update: (next) => {
      now = next;
    },
  };
};

function under(event: PointerEvent): HTMLElement | null {
  return document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-drop]") ?? null;
}

function mark(target: HTMLElement | null): void {
  for (const other of document.querySelectorAll(".dropping")) if (other !== target) other.classList.remove("dropping");
  target?.classList.add("dropping");
}
