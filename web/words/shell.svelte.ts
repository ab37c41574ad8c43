/** The words of the app itself, in the language of the settings. */

import shell from "$web/words.toml";
import { settings } from "$web/shell/settings.svelte";
import type { Catalogue } from "./kinds";
import { Teller, type Facts } from "./teller";

const catalogue = shell as unknown as Catalogue;
const tellers = { cs: new Teller(catalogue, "cs"), en: new Teller(catalogue, "en") };

export function t(kind: string, facts: Facts = {}): string {
  return tellers[settings.language].sentence(kind, facts);
}
