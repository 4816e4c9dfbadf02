/** `zonetag/statistics`: typed clients of the statistics and management interfaces, for browsers and Node, without dependencies. */
export type { Activity, Approval, Campaign, CampaignActivity, CampaignExplanation, CampaignProgress, CampaignState, Change, Creative, CreativeVersion, EntryChange, EntryVersion, Estimate, EstimateRequest, Exclusion, ExplainRequest, Explanation, ManagedAccount, ManagedKind, NewEntry, Performance, PerformanceRecord, PerformanceRequest, Shown, ShownCreative, Site, StoredImage, Targeting, Zone, ZoneActivity, } from "../protocol/management.js";
export type { AccountUser, ApiToken, AuditEntry, AuditKind, AuditState, CreatedApiToken, NewUser, SentMail, StartedSession, UserLink, UserRole, UserSession, } from "../protocol/people.js";
export type { ReportNowRequest } from "../protocol/reportMails.js";
export type { BulkEntries, ListOptions, ManagedCreatives, ManagedEntries, ManagedPage, Management, } from "./management.js";
export { createManagement } from "./management.js";
export type { EndedWithUser, NewApiToken, OfAccount, People } from "./people.js";
export { createPeople } from "./people.js";
export * from "./statistics.js";
