/** Links that show a finished game to anyone who has them. */

import type { ReplayLink } from "$web/protocol";
import { to } from "$web/shell/base";
import { api, Refusal } from "$web/shell/api";
import { writeMoment, type Moment } from "./moment";

/** The secret of the players' own link. Who only watched has none: a public table's address is open to all as it is. */
export async function linkSecret(table: string): Promise<string> {
  try {
    return (await api.post<ReplayLink>(`/tables/${table}/replay-link`)).secret;
  } catch (error) {
    if (error instanceof Refusal && [401, 404].includes(error.status)) return "";
    throw error;
  }
}

export function replayLink(table: string, moment: Moment): string {
  return new URL(to(`/replay/${table}${writeMoment(moment)}`), location.href).href;
}
