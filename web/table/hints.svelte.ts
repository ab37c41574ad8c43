/** Hints for the question that is asked now, one depth more with every press; and the coach, who asks before a mistake. */

import type { Choice, ClientMessage, Done, Hint, Told } from "$web/protocol";
import type { Facts, Teller } from "$web/words/teller";
import { spell } from "./spell";
import type { TableState } from "./state.svelte";

export const DEEPEST = 3;
const PATIENCE = 1500; // ms that a decision waits for the coach at most

export type Asking = (message: ClientMessage) => Promise<Done | Hint>;
/** What was told, and about which question: on a shared device several seats may be asked in the same row. */
interface Answer {
  question: string;
  told: Hint;
}
interface Warning extends Answer {
  choice: Choice;
}

export class Hints {
  #told = $state.raw<Answer | null>(null);
  #warning = $state.raw<Warning | null>(null);
  thinking = $state(false);
  #ask: Asking;
  #newId: () => string;

  constructor(
    readonly table: TableState,
    ask: Asking,
    newId: () => string,
  ) {
    this.#ask = ask;
    this.#newId = newId;
  }

  /** Can a hint be asked for now? */
  get offered(): boolean {
    const { info, asked, you } = this.table;
    return info?.hints === true && asked > 0 && you.seat !== null && you.acts;
  }

  /** The coach speaks only where one human plays against bots. */
  get coached(): boolean {
    return this.offered && this.table.info?.seats.filter(({ human }) => human).length === 1;
  }

  /** What was told about the present question. */
  get now(): Hint | null {
    return this.#stands(this.#told) ? this.#told.told : null;
  }

  #stands<A extends Answer>(answer: A | null): answer is A {
    return answer?.question === this.table.question && answer.told.seq === this.table.asked;
  }

  get depth(): number {
    return this.now?.depth ?? 0;
  }

  /** What the coach says to a decision that is not made yet. */
  get warning(): Warning | null {
    return this.#stands(this.#warning) ? this.#warning : null;
  }

  async press(): Promise<void> {
    const seat = this.table.you.seat;
    if (!this.offered || this.thinking || seat === null || this.depth === DEEPEST) return;
    this.thinking = true;
    const [depth, { question }] = [this.depth + 1, this.table];
    const told = await this.#ask({ type: "hint", id: this.#newId(), seat, depth }).catch(() => null); // the table shows why not
    this.thinking = false;
    if (told?.type === "hint") this.#told = { question, told };
  }

  /** The coach gets ready for the decision to come. */
  prepare(): void {
    const seat = this.table.you.seat;
    if (this.coached && seat !== null) this.#ask({ type: "coach", id: this.#newId(), seat }).catch(() => undefined);
  }

  /** Whether the coach lets a decision pass without a word. Nobody waits long for it. */
  async passes(choice: Choice): Promise<boolean> {
    const seat = this.table.you.seat;
    if (!this.coached || seat === null) return true;
    const { question } = this.table;
    const asked = this.#ask({ type: "coach", id: this.#newId(), seat, action: choice.action }).catch(() => null);
    const told = await Promise.race([asked, new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE))]);
    if (told?.type !== "hint" || told.depth === 0) return true;
    this.#warning = { question, told, choice };
    return false;
  }

  dismiss(): void {
    this.#warning = null;
  }
}

/** The sentences of a hint: its decisions are told as their buttons are. */
export function sentences(hint: Hint, choices: readonly Choice[], teller: Teller): Told[] {
  const named: Facts = {};
  for (const [name, action] of Object.entries(hint.choices)) {
    const choice = choices.find((one) => one.action === action);
    if (choice) named[name] = spell(choice, teller);
  }
  return hint.told.map((told) => ({ ...told, facts: { ...told.facts, ...named } }));
}
