/** Soft sounds, made here: a card is a breath of filtered noise, a sign a quiet tone or two. */

import { settings } from "$web/shell/settings.svelte";
import type { Sound } from "./sounds";

/** A rustle: noise around a pitch (Hz). */
interface Rustle {
  at: number; // seconds from now
  pitch: number;
  lasts: number;
  loud: number;
}

/** A tone of a pitch. */
type Tone = Rustle;

const rustle = (at: number, pitch: number, lasts: number, loud: number): Rustle => ({ at, pitch, lasts, loud });
const tone: typeof rustle = rustle;

const RUSTLES: Partial<Record<Sound, Rustle[]>> = {
  deal: [0, 0.07, 0.14, 0.21].map((at) => rustle(at, 2600, 0.05, 0.1)),
  play: [rustle(0, 1700, 0.09, 0.16)],
  take: [rustle(0, 1100, 0.16, 0.12), rustle(0.06, 1500, 0.1, 0.08)],
};
const TONES: Partial<Record<Sound, Tone[]>> = {
  turn: [tone(0, 587, 0.25, 0.05), tone(0.11, 784, 0.4, 0.05)],
  round: [tone(0, 523, 0.5, 0.04), tone(0.12, 659, 0.6, 0.04)],
  win: [523, 659, 784, 1047].map((pitch, place) => tone(place * 0.12, pitch, 0.6, 0.05)),
  refusal: [tone(0, 196, 0.14, 0.03)],
};

let audio: AudioContext | null = null; // made with the first sound

/** Makes a sound, if sounds are wanted and somebody has touched the page: before that, browsers allow none.
 * A page that nobody looks at only calls people back. */
export function sound(which: Sound): void {
  if (!settings.sounds || (document.hidden && which !== "turn") || !navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
  for (const part of RUSTLES[which] ?? []) play(audio, noise(audio, part.pitch), part);
  for (const part of TONES[which] ?? []) play(audio, oscillator(audio, part.pitch), part);
}

/** A short buzz where a device can, and may. */
export function buzz(): void {
  if (settings.sounds && settings.moves && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(25);
}

interface Source {
  start: (at: number) => void;
  stop: (at: number) => void;
  out: AudioNode;
}

/** It swells within a few milliseconds and fades away. */
function play(audio: AudioContext, source: Source, { at, lasts, loud }: Rustle): void {
  const start = audio.currentTime + at;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loud, start + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
  source.out.connect(gain).connect(audio.destination);
  source.start(start);
  source.stop(start + lasts);
}

function oscillator(audio: AudioContext, pitch: number): Source {
  const out = new OscillatorNode(audio, { type: "sine", frequency: pitch });
  return { start: (at) => out.start(at), stop: (at) => out.stop(at), out };
}

function noise(audio: AudioContext, pitch: number): Source {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * 0.2), audio.sampleRate);
  buffer.getChannelData(0).forEach((_, place, samples) => (samples[place] = Math.random() * 2 - 1));
  const samples = new AudioBufferSourceNode(audio, { buffer });
  const out = samples.connect(new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 0.8 }));
  return { start: (at) => samples.start(at), stop: (at) => samples.stop(at), out };
}
