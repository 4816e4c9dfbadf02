const { createZonetag } = require("zonetag");
const { Zone } = require("zonetag/react");
const { createStatistics } = require("zonetag/statistics");

globalThis.used = { createZonetag, Zone, createStatistics };
