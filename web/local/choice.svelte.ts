/** Where one plays alone: on this device, if it can and may; else on the server. */

import { soloOf } from "$web/shell/base";
import { settings } from "$web/shell/settings.svelte";
import { MANIFEST } from "./manifest";

const KEPT = "kartarna.kept"; // the version of the runtime that this browser has kept
const USED = "kartarna.here";
const LEAST_MEMORY = 2; // gigabytes

/** What a house needs and this app or this browser has not. `build`: it was built without one. */
export type Missing = "build" | "wasm" | "storage" | "memory";

export function missing(): Missing | null {
  const { deviceMemory = LEAST_MEMORY } = navigator as { deviceMemory?: number };
  if (MANIFEST === null) return "build";
  if (typeof WebAssembly !== "object") return "wasm";
  if (!("locks" in navigator && "getDirectory" in (navigator.storage ?? {}))) return "storage";
  return deviceMemory < LEAST_MEMORY ? "memory" : null;
}

/** This browser has all that a house needs, and the app was built with one. */
export function isAble(): boolean {
  return missing() === null;
}

/** All of it is on this device: nothing has to be fetched. */
export function isKept(): boolean {
  return isAble() && keptVersion() === MANIFEST?.version;
}

export function keptVersion(): string | null {
  return localStorage.getItem(KEPT);
}

/** The folder of the house has its version. */
export function markKept(files: readonly string[]): void {
  const version = files.map((file) => /^local\/(\w+)\//.exec(file)?.[1]).find(Boolean);
  if (version) localStorage.setItem(KEPT, version);
}

/** There is, or was, a table on this device. */
export function isUsed(): boolean {
  return isAble() && localStorage.getItem(USED) !== null;
}

export function markUsed(): void {
  localStorage.setItem(USED, "yes");
}

/** A game against bots that begins now is on this device. */
export function playsHere(): boolean {
  const said = soloOf();
  if (said === "only") return true;
  return isKept() && settings.solo !== "server" && (settings.solo === "device" || said === "device" || !navigator.onLine);
}

/** There is a server as well, and nobody insists on this device: it may take what is better played there. */
export function mayHandOver(): boolean {
  return soloOf() !== "only" && settings.solo !== "device" && navigator.onLine;
}
