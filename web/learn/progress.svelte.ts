/** Which steps of the courses were done in this browser. */

const KEY = "kartarna.learnt";

function kept(): Record<string, string[]> {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {}) as Record<string, string[]>;
  } catch {
    return {};
  }
}

class Progress {
  #done = $state.raw(kept());

  done(game: string): readonly string[] {
    return this.#done[game] ?? [];
  }

  /** The last step of a course is a game: who has begun it knows enough. */
  finished(game: string): boolean {
    return this.done(game).includes("game");
  }

  add(game: string, step: string): void {
    if (this.done(game).includes(step)) return;
    this.#done = { ...this.#done, [game]: [...this.done(game), step] };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#done));
    } catch {
      // the course can still be done
    }
  }
}

export const progress = new Progress();
