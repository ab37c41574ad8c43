import { describe, expect, test } from "vitest";
import shell from "$web/words.toml";

const sources: Record<string, string> = {
  ...import.meta.glob<string>("../../web/**/*.{ts,svelte,css,js,html}", { query: "?raw", import: "default", eager: true }),
  ...import.meta.glob<string>("../../src/kartarna/games/**/*.{ts,svelte}", { query: "?raw", import: "default", eager: true }),
};

const offenders = (wrong: (text: string, file: string) => boolean): string[] =>
  Object.entries(sources).flatMap(([file, text]) => (wrong(text, file) ? [file] : []));

describe("the sources of the app", () => {
  test("are there, in files that a reader can take in", () => {
    expect(Object.keys(sources).length).toBeGreaterThan(60);
    expect(offenders((text, file) => !file.endsWith("protocol.ts") && text.split("\n").length > 300)).toEqual([]);
  });

  test("say only what the words of the app have", () => {
    const said = (text: string): string[] => [...text.matchAll(/(?<![\w.])t\("(\w+)"/g)].map((match) => match[1] ?? "");
    expect(Object.values(sources).flatMap(said).length).toBeGreaterThan(300);
    expect(offenders((text) => said(text).some((key) => !(key in shell)))).toEqual([]);
  });

  test("bring nothing from elsewhere", () => {
    expect(offenders((text) => /https?:\/\/(?!www\.w3\.org|localhost)/.test(text))).toEqual([]);
  });

  test("need no inline style and insert no raw markup: the content security policy would forbid it", () => {
    expect(offenders((text, file) => file.endsWith(".svelte") && / style="|\{@html/.test(text))).toEqual([]);
  });

  test("use colours by their names outside of cards and tokens", () => {
    const cards = /\/cards\/|games\/\w+\/web\/(Face|look|Tokens)|theme\.css|Qr\.svelte|App\.svelte|index\.html|icon/;
    expect(offenders((text, file) => !cards.test(file) && /[^&]#[0-9a-f]{6}\b/i.test(text))).toEqual([]);
  });
});
