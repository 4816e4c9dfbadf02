/** `zonetag/statistics`: typed clients of the statistics and management interfaces, for browsers and Node, without dependencies. */
export type { Activity, Approval, Campaign, CampaignActivity, CampaignExplanation, CampaignProgress, CampaignState, Change, Creative, CreativeVersion, EntryChange, EntryVersion, Estimate, EstimateRequest, Exclusion, ExplainRequest, Explanation, ManagedAccount, ManagedKind, NewEntry, Performance, PerformanceRecord, PerformanceRequest, Shown, Site, StoredImage, Targeting, Zone, ZoneActivity, } from "../protocol/management.js";
export type { AuditEntry, AuditKind, AuditState } from "../protocol/people.js";
export type { BulkEntries, ListOptions, ManagedCreatives, ManagedEntries, ManagedPage, Management, } from "./management.js";
export { createManagement } from "./management.js";
export * from "./statistics.js";
