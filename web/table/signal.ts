/** A gentle sign that it is one's turn: a soft tone if wanted; a notification if the page is hidden and it may. */

import { settings } from "$web/shell/settings.svelte";
import { t } from "$web/words/shell.svelte";

export function signalTurn(game: string): void {
  if (settings.sounds) chime();
  if (!document.hidden) return;
  const title = document.title;
  document.title = `● ${t("your_turn")} · ${game}`;
  const back = (): void => {
    document.title = title;
    document.removeEventListener("visibilitychange", back);
  };
  document.addEventListener("visibilitychange", back);
  if ("Notification" in globalThis && Notification.permission === "granted") {
    const note = new Notification(game, { body: t("your_turn"), tag: "turn", silent: true });
    note.onclick = () => {
      focus();
      note.close();
    };
  }
}

function chime(): void {
  const audio = new AudioContext();
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.08, audio.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + 0.5);
  const tone = audio.createOscillator();
  tone.frequency.value = 587;
  tone.connect(gain).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.5);
  tone.onended = () => void audio.close();
}
