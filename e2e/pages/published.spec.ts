/** The counts published in bench/RESULTS.md match the built tag. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { readSection } from "../../scripts/benchSections.ts";
import { zonesBelow } from "../counts/page.ts";
import { expect, test } from "../support/test.ts";

const RESULTS = readFileSync(resolve(import.meta.dirname, "../../bench/RESULTS.md"), "utf8");

/** Column of the tag in the table of counts, after the row's name and both floors. */
const ZONETAG = 3;

/** Reads a count, such as "Requests for ads, 200", from the table. */
function readCount(name: string): number {
  const row = readSection(RESULTS, "page")
    .split("\n")
    .find((line) => line.startsWith(`| ${name} |`));
  return Number(row?.split("|")[1 + ZONETAG]);
}

for (const zones of [1, 10, 50, 200])
  test(`a page of ${zones} zones sends as many requests and impressions as published`, async ({
    ads,
    open,
  }) => {
    await open(zonesBelow(zones));
    await expect.poll(() => ads.impressions.length).toBe(readCount(`Impressions, ${zones}`));
    const posted = ads.requests.filter(({ method }) => method === "POST");
    expect(posted).toHaveLength(readCount(`Requests for ads, ${zones}`));
    expect(ads.requests.length - posted.length).toBe(readCount(`Preflights, ${zones}`));
  });
