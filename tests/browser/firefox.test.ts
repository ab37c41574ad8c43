import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { House, openFirefox } from "./house";
import { keeper, playNow } from "./keeper";
import { byMouse, playToTheEnd } from "./player";
import { against, short, sitDown } from "./table";

const house = new House(openFirefox);
beforeAll(() => house.open("kartarna", "device"), 120_000);
afterEach(() => house.empty());
afterAll(() => house.close());

test("in Firefox a game on the server is played to its end", async () => {
  const { page, errors } = await house.visit();
  await sitDown(page, { game: "gap", seats: against(2), options: short("gap") });
  expect(await playToTheEnd(page, byMouse)).toBeGreaterThan(3);
  expect(errors).toEqual([]);
});

test("and on this device, over a reload, without the server", async () => {
  const { page } = await keeper(house);
  await playNow(house, page, "gap");
  await page.getByText("on this device").waitFor();
  await house.stop();
  await page.reload();
  expect(await playToTheEnd(page, byMouse)).toBeGreaterThan(3);
});
