/** Reports that a user gets by mail regularly. */
/** day: each day. week: on Mondays. month: on the 1st. */
export declare const MAIL_FREQUENCIES: readonly ["day", "week", "month"];
export type MailFrequency = (typeof MAIL_FREQUENCIES)[number];
/**
 * Why a subscription sends no mails. refused: the mail server refused the address for good. unavailable: the account has no
 * such report any more, or the user does not read the account now. suspended, unconfirmed, mail-off: none until the
 * account is no longer suspended, the e-mail address is confirmed, or the service has a mail server. events-apart: none
 * until its nodes store their events together.
 */
export declare const MAIL_STOPS: readonly ["refused", "unavailable", "suspended", "unconfirmed", "mail-off", "events-apart"];
/** Response entry of `/v2/user/subscriptions`. */
export interface Subscription {
    id: string;
    /** `name` is empty while the user does not read the account. */
    account: {
        id: number;
        name: string;
    };
    every: MailFrequency;
    /** Title of the report. */
    title: string;
    /** Query string of the view in the dashboard to which the mails link. */
    view: string;
    /** ISO 8601 */
    created_at: string;
    /** When the next mail is due, ISO 8601; absent if it is stopped. */
    next_mail?: string;
    stopped?: (typeof MAIL_STOPS)[number];
}
