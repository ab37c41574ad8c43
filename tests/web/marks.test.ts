import { beforeEach, describe, expect, test } from "vitest";
import { keepMarks, keptMarks, saidAt, type Marks } from "$web/learn/marks";
import { shownPlace } from "$web/table/look_at";

const words = (text: string): Record<string, string> => ({ cs: text, en: text });
const BEGUN: Marks = { at: 0, question: "", marks: [{ look: "row", words: words("one") }, { look: "hand:0", words: words("two") }] };

beforeEach(() => sessionStorage.clear());

describe("coach marks", () => {
  test("one is said at each question, the same one again after a reload", () => {
    const first = saidAt(BEGUN, "1/0/4");
    expect(first.at).toBe(0);
    keepMarks("a", first);
    expect(saidAt(keptMarks("a"), "1/0/4").at).toBe(0);
    expect(saidAt(keptMarks("a"), "1/0/9").at).toBe(1);
  });

  test("are those of their own table, and none where nothing readable is kept", () => {
    keepMarks("a", BEGUN);
    expect(keptMarks("b").marks).toEqual([]);
    sessionStorage.setItem("kartarna.marks.b", "{");
    expect(keptMarks("b").marks).toEqual([]);
  });
});

test("a place that is not on the page is pointed at by nothing", () => {
  document.body.innerHTML = '<main><ul data-zone="row"></ul></main>';
  expect(shownPlace("hand:0")).toBeNull();
});
