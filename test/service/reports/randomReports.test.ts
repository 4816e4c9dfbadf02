// @long Reads 720 random reports.
import { LocalReports } from "./localReports.ts";
import { describeRandomReports } from "./reportContract.ts";

const reports = await LocalReports.use();

describeRandomReports(() => reports.underTest, 60);
