import { mount } from "svelte";
import { expect, test, vi } from "vitest";
import { house } from "$web/shell/house.svelte";
import { settings } from "$web/shell/settings.svelte";
import Agreed from "$web/table/Agreed.svelte";

test("what a table plays otherwise is told in short: a number of rounds as that many rounds", async () => {
  settings.change({ language: "en" });
  const number = { default: null, low: 1, high: 100, flag: false, house: false };
  const gap = { id: "gap", options: [{ name: "rounds", ...number }, { name: "timed", ...number, default: false, flag: true }] };
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify({ games: [gap], bots: [] }))));
  await house.ask();
  mount(Agreed, { target: document.body, props: { game: "gap", options: { rounds: 1, timed: true }, names: [], clock: "", days: false } });
  await vi.waitFor(() => {
    const told = [...document.querySelectorAll("li")].map((item) => item.textContent);
    expect(told).toEqual(["1 round", "an agreed time: the last round is announced"]);
  });
});
