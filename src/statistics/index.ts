/** `zonetag/statistics`: typed clients of the statistics and management interfaces, for browsers and Node, without dependencies. */
export type {
  Activity,
  Approval,
  Campaign,
  CampaignActivity,
  CampaignExplanation,
  CampaignProgress,
  CampaignState,
  Change,
  Creative,
  CreativeVersion,
  EntryChange,
  EntryVersion,
  Estimate,
  EstimateRequest,
  Exclusion,
  ExplainRequest,
  Explanation,
  ManagedAccount,
  ManagedKind,
  NewEntry,
  Performance,
  PerformanceRecord,
  PerformanceRequest,
  Shown,
  ShownCreative,
  Site,
  StoredImage,
  Targeting,
  Zone,
  ZoneActivity,
} from "../protocol/management.ts";
export type {
  AccountUser,
  ApiToken,
  AuditEntry,
  AuditKind,
  AuditState,
  CreatedApiToken,
  NewUser,
  SentMail,
  StartedSession,
  UserLink,
  UserRole,
  UserSession,
} from "../protocol/people.ts";
export type { ReportNowRequest } from "../protocol/reportMails.ts";
export type {
  BulkEntries,
  ListOptions,
  ManagedCreatives,
  ManagedEntries,
  ManagedPage,
  Management,
} from "./management.ts";
export { createManagement } from "./management.ts";
export type { EndedWithUser, NewApiToken, OfAccount, People } from "./people.ts";
export { createPeople } from "./people.ts";
export * from "./statistics.ts";
