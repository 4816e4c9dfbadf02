/**
 * Preloaded into a node: adds the milliseconds that the file `ZONETAG_TEST_CLOCK` contains to the wall clock. The
 * monotonic clock stays as it is.
 */
import { readFileSync } from "node:fs";

const READ_EVERY_MS = 20;
const rightNow = Date.now;
let ahead = 0;
let readAt = Number.NEGATIVE_INFINITY;

Date.now = () => {
  if (performance.now() - readAt > READ_EVERY_MS) {
    readAt = performance.now();
    ahead = Number(readFileSync(process.env.ZONETAG_TEST_CLOCK ?? "", "utf8"));
  }
  return rightNow() + ahead;
};
