import { createZonetag } from "zonetag";
import { Zone } from "zonetag/react";
import { createStatistics } from "zonetag/statistics";

globalThis.used = { createZonetag, Zone, createStatistics };
