/** Requests to the server. What it refuses is thrown as a Refusal, to be told in the language of the settings. */

import type { Failure, Me, Reason } from "$web/protocol";
import shell from "$web/words.toml";
import type { Catalogue } from "$web/words/kinds";
import { SHARED } from "$web/words/shared";
import { t } from "$web/words/shell.svelte";
import { Teller } from "$web/words/teller";
import { settings } from "./settings.svelte";

const catalogue: Catalogue = { ...SHARED, ...(shell as unknown as Catalogue) };

export class Refusal extends Error {
  constructor(
    readonly reason: Reason,
    readonly status: number,
  ) {
    super(reason.kind);
  }
}

/** A refusal of the server as a sentence. */
export function tell(reason: Reason): string {
  return new Teller(catalogue, settings.language).say(reason);
}

export function explain(error: unknown): string {
  return error instanceof Refusal ? tell(error.reason) : t("no_server");
}

async function request<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> {
  const answer = await fetch(`/api${path}`, {
    method,
    headers: body === undefined ? headers : { ...headers, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const value = text ? (JSON.parse(text) as unknown) : null;
  if (!answer.ok) throw new Refusal((value as Failure | null)?.refused ?? { kind: "no_server", facts: {}, rule: null }, answer.status);
  return value as T;
}

export const api = {
  get: <T>(path: string, headers?: Record<string, string>): Promise<T> => request<T>("GET", path, undefined, headers),
  post: <T>(path: string, body: unknown = {}): Promise<T> => request<T>("POST", path, body),
  put: <T>(path: string, body: unknown): Promise<T> => request<T>("PUT", path, body),
  delete: <T>(path: string): Promise<T> => request<T>("DELETE", path),
};

/** Everyone at a table has a name; who has none yet gets a plain one, and can change it. */
export async function haveName(): Promise<string> {
  const me = await api.get<Me>("/me");
  if (me.name) return me.name;
  const name = t("guest");
  await api.put<Me>("/me", { name });
  return name;
}
