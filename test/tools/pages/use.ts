import { createElement } from "react";
import { createZonetag, type Zonetag } from "zonetag";
import { Zone } from "zonetag/react";
import { createZonetag as createSingleFile, type SingleFileSettings } from "zonetag/single-file";
import { createStatistics } from "zonetag/statistics";

const tag: Zonetag = createZonetag({ endpoint: "https://ads.example/v1/placement" });
tag.refresh(101);
// @ts-expect-error zone ids are numbers
tag.refresh("101");
const settings: SingleFileSettings = {
  endpoint: "https://ads.example/v1/placement",
  consoleUrl: "/console.js",
};
export const same: Zonetag = createSingleFile(settings);
export const element = createElement(Zone, { zone: 101, size: "300x250" });
const statistics = createStatistics({ baseUrl: "https://ads.example", credentials: { apiToken: "t" } });
export const report = statistics.publisher.query({ group_by: ["date"] });
