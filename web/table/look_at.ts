const FLAT = 10; // px: what is empty, or has its cards laid out by hand, may have no height of its own

/** The part of the page that shows a place: the largest, for a place may be shown in several. */
export function shownPlace(place: string): HTMLElement | null {
  const found = [...document.querySelectorAll<HTMLElement>(`main [data-zone="${CSS.escape(place)}"]`)];
  const [largest] = found.filter(({ offsetHeight }) => offsetHeight >= FLAT).sort((a, b) => area(b) - area(a));
  const withCards = found.find((part) => part.querySelector("[data-card]"));
  return largest ?? (withCards ?? found[0])?.parentElement ?? null;
}

/** Marks a place on a board: the one that a lesson or a hint is about. Returns what takes the mark away. */
export function lookAt(place: string): () => void {
  const found = shownPlace(place);
  found?.classList.add("looked-at");
  return () => found?.classList.remove("looked-at");
}

function area({ offsetWidth, offsetHeight }: HTMLElement): number {
  return offsetWidth * offsetHeight;
}
