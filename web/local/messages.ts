/** What pages and the house on this device say to each other. All of them hear a channel; each message names its reader. */

export const CHANNEL = "kartarna-house";
export const OWNER = "kartarna-house"; // the lock of the page whose worker has the house
export const lockOf = (page: string): string => `kartarna-page-${page}`; // held as long as the page is there

/** From a page to the house. */
export type ToHouse =
  | { to: "house"; page: string; kind: "who" }
  | { to: "house"; page: string; kind: "give_way" } // the page that owns it is of another version, and older
  | { to: "house"; page: string; kind: "request"; id: number; method: string; path: string; headers: Record<string, string>; body: string }
  | { to: "house"; page: string; kind: "open"; socket: number; table: string }
  | { to: "house"; page: string; kind: "send"; socket: number; text: string }
  | { to: "house"; page: string; kind: "close"; socket: number };

/** From the house to a page, or to all of them. */
export type ToPage =
  | { to: "all"; kind: "here"; house: Here }
  | { to: "all"; kind: "failed"; reason: string }
  | { to: string; kind: "response"; id: number; status: number; text: string }
  | { to: string; kind: "text"; socket: number; text: string }
  | { to: string; kind: "closed"; socket: number; code: number };

/** Which app a page has, and since when. */
export interface Loaded {
  version: string; // of the house that belongs to it
  since: number; // when its document was asked for
}

/** The house that answers now. */
export interface Here {
  id: string; // another one after every start
  page: Loaded; // that has it
  rules: "compiled" | "interpreted";
  hindrance: string; // why they are interpreted; else empty
  strongest: string; // the level of the strongest bot that interpreted rules can bear; else empty
  empty: boolean; // nothing was kept here before
  whole: boolean; // false: a part of what was kept here cannot be read any more
}
