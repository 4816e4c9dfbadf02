/** The setting `--click-limits` and its effect on clicks. */
import { Command } from "commander";
import { expect, test } from "vitest";
import { addSettings } from "../../src/service/settings.ts";
import { openLink } from "../support/openLink.ts";
import { aCampaign, aCatalogueObject } from "./support/catalogue.ts";
import { testService } from "./support/service.ts";

const read = (value: string) => {
  const command = addSettings(new Command())
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  return command.parse(["--data", "d", "--click-limits", value], { from: "user" }).opts().clickLimits;
};

test.each([
  ["0", []],
  ["5/60", [{ limit: 5, windowMs: 60_000 }]],
  [
    "60/3600, 5/60",
    [
      { limit: 5, windowMs: 60_000 },
      { limit: 60, windowMs: 3600_000 },
    ],
  ],
])("--click-limits %s is read into limits with the longest window last", (value, limits) => {
  expect(read(value)).toEqual(limits);
});

test.each([
  ...["", "5", "5/", "/60", "0/60", "5/0", "-5/60", "5/60,", "5/60;6/70", "1.5/60", "5/60s"],
  ...["10001/60", "5/86401", "1/1,1/2,1/3,1/4,1/5,1/6,1/7,1/8,1/9"],
])("--click-limits %j is refused", (value) => {
  expect(() => read(value)).toThrow("Expected 0, or up to 8 limits");
});

test("100 simultaneous clicks of one address all redirect, but only five are paid", async () => {
  const pricing = { model: "cpc", price: "0.25" };
  const catalogue = aCatalogueObject({
    campaigns: [aCampaign({ id: 1, pricing })],
    zones: [{ id: 1, site: 1, name: "Zone", size: "300x250" }],
  });
  await using service = await testService(catalogue);
  const click = async (address: string) => {
    const { status, headers } = await openLink(address);
    return [status, headers.get("location"), headers.get("x-event")].join(" ");
  };
  const banners = await Promise.all(Array.from({ length: 100 }, () => service.banner()));
  const count = (results: readonly string[]) =>
    Object.fromEntries(
      [...new Set(results)].sort().map((one) => [one, results.filter((other) => other === one).length]),
    );
  const landing = "302 https://shop.example/landing/1";
  const results = await Promise.all(banners.map(({ url }) => click(url)));
  expect(count(results)).toEqual({ [`${landing} counted`]: 5, [`${landing} limited`]: 95 });
  const repeated = await Promise.all(banners.map(({ url }) => click(url)));
  expect(count(repeated)).toEqual({ [`${landing} repeated`]: 100 });
  expect(await service.counted()).toMatchObject({
    clicks: "5",
    invalid_clicks: "95",
    impressions: "5",
    cost: "1.250000000",
  });
  // The impression of an unpaid click still counts when it is fetched.
  const refused = banners[results.findIndex((result) => result.endsWith("limited"))];
  expect((await fetch(refused?.impression ?? "")).headers.get("x-event")).toBe("counted");
  expect(await service.metrics()).toContain('zonetag_events_total{kind="click",result="limited"} 95');
  const ready = await (await fetch(`${service.origin}/readyz`)).json();
  expect(ready).toMatchObject({ ready: true, warning: expect.stringContaining("not paid: 95.") });
  service.clock.time += 60_000;
  expect(await click((await service.banner()).url)).toBe(`${landing} counted`);
});
