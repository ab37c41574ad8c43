/** Was the keyboard the last that was used? Only then is the focus worth being led. */

let used = false;
addEventListener("keydown", () => (used = true), { capture: true });
addEventListener("pointerdown", () => (used = false), { capture: true });

export const byKeyboard = (): boolean => used;
