export type { AdRequest, AdResponse, ZoneResult } from "../protocol/placement.js";
