const { createZonetag } = require("zonetag");
const { Zone } = require("zonetag/react");
const { createZonetag: createSingleFile } = require("zonetag/single-file");
const { createStatistics } = require("zonetag/statistics");

globalThis.used = { createZonetag, createSingleFile, Zone, createStatistics };
