/** A gentle sign that it is one's turn, or that somebody waits: a soft tone, a short buzz; a notification if the page is hidden and it may. */

import type { SeatFact, Told } from "$web/protocol";
import { t } from "$web/words/shell.svelte";
import { buzz, sound } from "./speaker";

export function signalTurn(game: string): void {
  callBack(t("your_turn"), game);
}

/** Somebody reminds one of these seats. */
export function isNudge({ kind, facts }: Told, seats: readonly number[]): boolean {
  return kind === "nudged" && seats.includes((facts["other"] as SeatFact).seat);
}

/** Calls somebody to the page: `why` also stands in its title until it is looked at. */
export function callBack(why: string, where: string): void {
  sound("turn");
  buzz();
  if (!document.hidden) return;
  const title = document.title;
  document.title = `● ${why} · ${where}`;
  const back = (): void => {
    document.title = title;
    document.removeEventListener("visibilitychange", back);
  };
  document.addEventListener("visibilitychange", back);
  if ("Notification" in globalThis && Notification.permission === "granted") {
    const note = new Notification(where, { body: why, tag: "turn", silent: true });
    note.onclick = () => {
      focus();
      note.close();
    };
  }
}
