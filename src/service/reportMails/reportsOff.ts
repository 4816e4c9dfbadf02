/** Why a service mails no reports. mail-off: it has no mail server. events-apart: each node knows only its own events. */
export type ReportsOff = "mail-off" | "events-apart";
