/** A choice as a button says it: do_KIND of the game's words, or else its sentence. */

import type { Choice } from "$web/protocol";
import type { Teller } from "$web/words/teller";

export function spell({ decision }: Choice, teller: Teller): string {
  const { kind, facts } = decision;
  return teller.sentence(teller.knows(`do_${kind}`) ? `do_${kind}` : kind, facts).replace(/\.$/, "");
}
