/** `zonetag/statistics`: typed clients of the statistics and management interfaces, for browsers and Node, without dependencies. */
export type { Activity, Campaign, CampaignActivity, CampaignExplanation, CampaignState, Change, Creative, EntryChange, Estimate, EstimateRequest, Exclusion, ExplainRequest, Explanation, ManagedAccount, ManagedKind, NewEntry, Shown, Site, StoredImage, Targeting, Zone, ZoneActivity, } from "../protocol/management.js";
export type { ListOptions, ManagedEntries, ManagedPage, Management } from "./management.js";
export { createManagement } from "./management.js";
export * from "./statistics.js";
