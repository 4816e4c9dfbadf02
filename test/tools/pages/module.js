import { createZonetag } from "zonetag";
import { Zone } from "zonetag/react";
import { createZonetag as createSingleFile } from "zonetag/single-file";
import { createStatistics } from "zonetag/statistics";

globalThis.used = { createZonetag, createSingleFile, Zone, createStatistics };
