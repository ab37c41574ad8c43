/** What somebody asks about: a card or place under a resting pointer, in the focus of the keyboard, or pressed long. */

const REST = 500; // ms that a pointer rests, or a finger presses
const REST_ON_HAND = 1500; // what a card of the hand would do is shown at once: its name can wait
const SLACK = 8; // px: a finger that moves further drags or scrolls
const READ = 5000; // ms that it stays after a long press

/** A whole player's panel and the room around a hand are zones too, for flights: nobody asks about those. */
const SUBJECTS = "[data-card], [data-about], [data-name], [data-zone]:not(section, .hand)";

/** Calls `ask` with what is asked about, or null when no longer. Returns how to stop. */
export function explaining(root: HTMLElement, ask: (about: HTMLElement | null) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pressed: { x: number; y: number } | null = null; // by a finger
  let long = false; // it was pressed long: letting go is not a tap
  let last: HTMLElement | null = null; // asked about or about to be

  /** Never at once: a card in focus that leaves the page loses the focus while the page is being changed. */
  function soon(about: HTMLElement | null, wait = REST): void {
    clearTimeout(timer);
    last = about;
    timer = setTimeout(() => {
      ask(null);
      timer = setTimeout(() => about?.isConnected && ask(about), wait);
    });
  }

  function over(event: PointerEvent): void {
    if (event.pointerType === "touch" || event.buttons > 0) return;
    const about = subject(event.target);
    if (about !== last) soon(about, about?.closest(".hand") ? REST_ON_HAND : REST);
  }

  function down(event: PointerEvent): void {
    const about = subject(event.target);
    soon(null);
    last = about; // whoever presses it does not ask about it
    long = false;
    if (event.pointerType !== "touch") return;
    pressed = about && { x: event.clientX, y: event.clientY };
    if (!about) return;
    timer = setTimeout(() => {
      long = true;
      ask(about);
      timer = setTimeout(() => soon(null), READ);
    }, REST);
  }

  function move(event: PointerEvent): void {
    if (!pressed || Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < SLACK) return;
    up();
    long = false;
    soon(null);
  }

  function up(): void {
    if (pressed && !long) soon(null);
    pressed = null;
  }

  /** A name that can be pressed tells at once; a press that was long is no tap. */
  function click(event: Event): void {
    const about = subject(event.target);
    if (!long && about?.matches("button[data-about]")) soon(about, 0);
    if (!long) return;
    long = false;
    event.stopImmediatePropagation();
    event.preventDefault();
  }

  function menu(event: Event): void {
    if (pressed) event.preventDefault();
  }

  function focus({ target }: FocusEvent): void {
    if (target instanceof HTMLElement && target.matches(":focus-visible")) soon(subject(target));
  }

  const stop = new AbortController();
  const listen = { signal: stop.signal };
  root.addEventListener("pointerover", over, listen);
  root.addEventListener("pointerleave", () => !pressed && !long && soon(null), listen);
  root.addEventListener("pointerdown", down, listen);
  root.addEventListener("pointermove", move, listen);
  root.addEventListener("pointerup", up, listen);
  root.addEventListener("pointercancel", up, listen);
  root.addEventListener("click", click, { ...listen, capture: true });
  root.addEventListener("contextmenu", menu, listen);
  root.addEventListener("focusin", focus, listen);
  root.addEventListener("focusout", () => soon(null), listen);
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

function subject(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(SUBJECTS) : null;
}
