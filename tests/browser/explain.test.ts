import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { House, PHONE } from "./house";
import { against, short, sitDown } from "./table";

const house = new House();
beforeAll(() => house.open());
afterEach(() => house.empty());
afterAll(() => house.close());

const wish = { game: "gap", seats: against(2), options: short("gap") };
const TIP = "[role=tooltip].shown";

test("a card under the pointer tells what it is for, beside it; Escape closes it", async () => {
  const { page, errors } = await house.visit();
  await sitDown(page, wish);
  await page.waitForSelector(".prompt.asked");
  const card = page.locator(".hand .usable").first();
  await card.hover();
  await page.waitForSelector(TIP);
  expect(await page.locator(TIP).innerText()).toMatch(/^\w+ \d\. Takes the cards of the same number/);
  expect(await card.getAttribute("aria-describedby")).toBe("explained");
  const [tip, place] = [await page.locator(TIP).boundingBox(), await card.boundingBox()];
  const apart = tip && place && (tip.x + tip.width <= place.x || tip.y + tip.height <= place.y || tip.y >= place.y + place.height);
  expect(apart).toBe(true);
  await page.keyboard.press("Escape");
  expect(await page.locator(TIP).count()).toBe(0);
  expect(errors).toEqual([]);
});

test("on a phone a long press tells it, and plays nothing", async () => {
  const { page, errors } = await house.visit("/", PHONE);
  await sitDown(page, wish);
  await page.waitForSelector(".prompt.asked");
  const box = await page.locator(".hand .usable").first().boundingBox();
  const touchPoints = [{ x: (box?.x ?? 0) + 8, y: (box?.y ?? 0) + 20 }];
  const fingers = await page.context().newCDPSession(page);
  await fingers.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await page.waitForSelector(TIP);
  await fingers.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await page.waitForTimeout(300);
  expect(await page.locator(".hand .picked").count()).toBe(0);
  expect(await page.locator(TIP).count()).toBe(1);
  expect(errors).toEqual([]);
});

test("what one does oneself is told in the second person, on the button too", async () => {
  const { page } = await house.visit("/", PHONE);
  await sitDown(page, wish);
  await page.waitForSelector(".prompt.asked");
  await page.locator(".hand .usable").first().tap();
  await page.getByRole("button", { name: /^Play: \w+ \d$/ }).tap();
  await page.locator(".table").getByText(/You play: \w+ \d\./).first().waitFor({ state: "attached" });
});
