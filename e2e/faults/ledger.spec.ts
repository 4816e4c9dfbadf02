/** Under random faults, exactly the shown ads are counted. `npx tsx bench/impressionLedger.ts` runs more page views. */
import { runLedger } from "../support/ledger.ts";
import { expect, test } from "./scenario.ts";

test("after 100 page views with random faults, every shown ad is counted once", {
  tag: "@essential",
}, async ({ world }) => {
  test.slow();
  const { shown, counted, duplicates, faults } = await runLedger(world.tab, 100, 20_261_121);
  expect(shown).toBeGreaterThan(100);
  expect(Object.keys(faults).length).toBeGreaterThan(7);
  expect({ difference: counted - shown, duplicates }).toEqual({ difference: 0, duplicates: 0 });
});
