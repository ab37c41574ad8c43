/** Requests to the server. What it refuses is thrown as a Refusal, to be told in the language of the settings. */

import type { Failure, Reason } from "$web/protocol";
import shell from "$web/words.toml";
import type { Catalogue } from "$web/words/kinds";
import { SHARED } from "$web/words/shared";
import { t } from "$web/words/shell.svelte";
import { Teller } from "$web/words/teller";
import { ask, DeviceError, houses, type House } from "./houses";
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

/** What is asked for is not there, or not for these eyes: the server says the same of both. */
export function isMissing(error: unknown): boolean {
  return error instanceof Refusal && error.status === 404;
}

export function explain(error: unknown): string {
  if (error instanceof DeviceError) return t("house_trouble", { reason: error.message });
  return error instanceof Refusal ? tell(error.reason) : t("no_server");
}

async function request<T>(asked: House["ask"], method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> {
  const typed = body === undefined ? headers : { ...headers, "Content-Type": "application/json" };
  const { status, text } = await asked(method, path, typed, body === undefined ? undefined : JSON.stringify(body));
  const value = text ? (JSON.parse(text) as unknown) : null;
  if (status >= 400) throw new Refusal((value as Failure | null)?.refused ?? { kind: "no_server", facts: {}, rule: null }, status);
  return value as T;
}

function speaker(asked: House["ask"]) {
  return {
    get: <T>(path: string, headers?: Record<string, string>): Promise<T> => request<T>(asked, "GET", path, undefined, headers),
    post: <T>(path: string, body: unknown = {}): Promise<T> => request<T>(asked, "POST", path, body),
    put: <T>(path: string, body: unknown): Promise<T> => request<T>(asked, "PUT", path, body),
    delete: <T>(path: string): Promise<T> => request<T>(asked, "DELETE", path),
  };
}

/** The house that a path belongs to. */
export const api = speaker(ask);
/** The house on this device, whatever it is asked. */
export const deviceApi = speaker(houses.device.ask);
