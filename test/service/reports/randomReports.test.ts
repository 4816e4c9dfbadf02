// @long Reads 720 random reports.
import { afterAll, beforeAll } from "vitest";
import { LocalReports } from "./localReports.ts";
import { describeRandomReports } from "./reportContract.ts";

let reports: LocalReports;
beforeAll(async () => {
  reports = await LocalReports.open();
});
afterAll(() => reports.close());

describeRandomReports(() => reports.underTest, 60);
