/** Reports of the lab: read from a file, and their figures as one reads them. */

import type { GameVersionInfo, Measured, Range, Report } from "$web/protocol";
import type { Teller } from "$web/words/teller";
import { t } from "$web/words/shell.svelte";

/** What `kartarna lab --json` has written; null: it is none. */
export function readReport(text: string): Report | null {
  try {
    const found = JSON.parse(text) as Report;
    const measures = found.measures.every(isMeasured);
    const versions = [found.against, found.changed].every(({ label, options }) => typeof label === "string" && typeof options === "object");
    const head = typeof found.game === "string" && typeof found.players === "number" && typeof found.games_each === "object";
    const places = Object.values(found.by_place).every(({ against, changed }) => [...against, ...changed].every(isRange));
    return measures && versions && head && places ? found : null;
  } catch {
    return null;
  }
}

function isMeasured({ name, bots, against, changed, difference }: Measured): boolean {
  return typeof name === "string" && typeof bots === "string" && [against, changed, difference].every(isRange);
}

function isRange(range: Range): boolean {
  return [range.mean, range.low, range.high].every((end) => end === null || typeof end === "number");
}

/** What a version changes, in the words of the game. */
export function rulesOf({ options, deck }: GameVersionInfo, teller: Teller): string {
  const said = Object.entries(options).map(([name, value]) => {
    const shown = typeof value === "boolean" ? t(value ? "yes" : "no") : String(value ?? t("starter_drawn"));
    return `${teller.knows(`option_${name}`) ? teller.sentence(`option_${name}`) : name}: ${shown}`;
  });
  if (deck) said.push(t("lab_deck", { name: String(deck["name"]) }));
  return said.join("; ") || t("lab_by_rules");
}

export function known({ mean }: Range): boolean {
  return mean !== null;
}

/** In words, where we have some; a report may have more figures than we know. */
export function measureName(name: string): string {
  const key = `lab_${name.toLowerCase().replaceAll(/[^a-z]+/g, "_")}`;
  const said = t(key);
  return said === key ? name : said;
}

/** The mean, and half the width of its interval. */
export function told({ mean, low, high }: Range, percent: boolean, signed = false): string {
  if (mean === null) return "–";
  const half = low === null || high === null ? "" : ` ± ${figure((high - low) / 2, percent)}`;
  const sign = signed && mean > 0 ? "+" : "";
  return `${sign}${figure(mean, percent)}${half}${percent ? " %" : ""}`;
}

function figure(value: number, percent: boolean): string {
  return (percent ? (100 * value).toFixed(1) : value.toFixed(2)).replace("-", "−");
}

/** From values to places between two ends. */
export function scaleOf(ranges: readonly Range[], start: number, end: number): (value: number) => number {
  const ends = ranges.flatMap(({ mean, low, high }) => [mean, low, high]).filter((value) => value !== null);
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const width = most - least || 1;
  return (value) => Math.round(10 * (start + ((value - least) / width) * (end - start))) / 10;
}
