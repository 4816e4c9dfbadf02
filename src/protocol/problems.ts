/**
 * Problems that the service answers with: codes with parameters, and their English sentences. The dashboard has the same
 * codes in other languages.
 */
import { MACRO_SENTENCES } from "./macroSentences.ts";
import { type Sentences, writeSentence } from "./sentences.ts";

/** Sentences of a 503, by what is busy. */
export const BUSY = {
  requests: "Too many such requests are running.",
  reports: "Too many reports are running.",
  passwords: "Too many passwords are being checked.",
  queries: "Too many queries of numbers are running.",
  explanations: "Too many explanations are running.",
  histories: "Too many lists of changes are being read.",
  "bulk-changes": "Too many bulk changes are being made.",
  pages: "Too many pages are being read.",
  lists: "Too many lists are being read.",
  imports: "Two imports of this network are already being sent.",
  unread: "Earlier reports are still unread. Read or close them.",
  "unread-answers": "Earlier answers are still unread. Read or close them.",
  "slow-numbers": "These numbers take too long.",
  late: "The report took too long.",
};
export type BusyReason = keyof typeof BUSY;

/** Kinds of entries, as sentences name them. */
export type EntryNoun =
  | ("account" | "site" | "zone" | "campaign" | "creative")
  | ("category" | "region" | "offer" | "landing page");

/** Entries of lists, as sentences name them. */
export type ListNoun =
  | ("three-letter country codes" | "ids" | "whole numbers" | "hours" | "hostnames" | "sizes")
  | ("groupings" | "orders" | "blocks" | "metrics" | "names of columns" | "accounts");

/** Kinds of names with a fixed list of values. */
export type NameNoun = "country" | "time zone" | "language" | "device type" | "operating system" | "browser";

type List = readonly string[];
interface Most {
  most: number;
}
interface Range extends Most {
  least: number;
}

/** Problems of all requests, reports, sign-in and saved views. */
const GENERAL = {
  // Values
  "accounts-only": ({ name, accounts, values }: { name: string; accounts: List; values: List }) =>
    `${name} is only for ${accounts.join(" and ")} accounts. Expected one of: ${values.join(", ")}.`,
  "account-id": "Expected the id of an account.",
  "another-value": "Expected another value.",
  "another-value-or-null": "Expected another value, or null.",
  boolean: "Expected true or false.",
  "column-name": "Expected the name of a column.",
  "country-code": "Expected a three-letter country code.",
  "country-unknown": ({ name }: { name: string }) =>
    `"${name}" is not the iso3 of a country in /collections/countries.`,
  "days-order": "The last day is before the first.",
  "day-form": ({ form }: { form: "YYYY-mm-dd" | "YYYY-MM-DD" }) => `Expected a day as ${form}.`,
  "day-unknown": "There is no such day.",
  either: ({ values }: { values: List }) => `Expected ${values.join(" or ")}.`,
  email: "Expected an e-mail address.",
  "empty-text": "Expected an empty text beside an api_token.",
  "field-missing": "This field is missing.",
  "field-unexpected": "This field was not expected.",
  flag: "Expected 0 or 1.",
  "flag-or-boolean": "Expected 0, 1, false or true.",
  "goals-need-tracking": ({ values }: { values: List }) =>
    `Goals exist only for accounts with conversion tracking. Expected one of: ${values.join(", ")}.`,
  "hostname-characters": "Expected letters a-z, digits, hyphens and dots.",
  list: "Expected a list.",
  "list-of": ({ what }: { what: ListNoun }) => `Expected a list of ${what}.`,
  "list-of-least-one": ({ what }: { what: ListNoun }) => `Expected a list of at least one of the ${what}.`,
  "list-of-most": ({ most, what }: Most & { what: ListNoun }) => `Expected at most ${most} ${what}.`,
  "least-characters": ({ least }: { least: number }) =>
    `Expected at least ${least === 1 ? "one character" : `${least} characters`}.`,
  "least-entries": ({ least }: { least: number }) =>
    `Expected at least ${least === 1 ? "one entry" : `${least} entries`}.`,
  "least-number": ({ least }: { least: number }) => `Expected at least ${least}.`,
  "min-above-max": ({ min }: { min: number }) => `Expected a number not below min, ${min}.`,
  "min-or-max": "Expected min, max or both.",
  "more-problems": "There are more problems; they are not listed.",
  "most-characters": ({ most }: Most) =>
    `Expected at most ${most === 1 ? "one character" : `${most} characters`}.`,
  "most-entries": ({ most }: Most) => `Expected at most ${most === 1 ? "one entry" : `${most} entries`}.`,
  "most-number": ({ most }: Most) => `Expected at most ${most}.`,
  "named-twice": ({ what }: { what: "grouping" | "field" }) => `This ${what} is named twice.`,
  "name-invisible": "Expected a name with a visible character.",
  "no-controls": "Expected a text without control characters.",
  number: "Expected a number.",
  "number-range": ({ least, most }: Range) => `Expected a number from ${least} to ${most}.`,
  object: "Expected an object.",
  "one-of": ({ values }: { values: List }) => `Expected one of: ${values.join(", ")}.`,
  "one-or-more-of": ({ values }: { values: List }) => `Expected at least one of: ${values.join(", ")}.`,
  "only-value": ({ value }: { value: string }) => `Expected ${value}.`,
  "order-needs-grouping": ({ name }: { name: string }) => `To order by ${name}, name it in group_by as well.`,
  "reason-length": ({ most }: { most: number }) => `Expected 1 to ${most} characters.`,
  "password-length": ({ least, most }: Range) => `Expected ${least} to ${most} characters.`,
  "password-own-name": "Expected a password other than your name or e-mail address.",
  "password-repeats": "Expected a password that does not repeat a few characters.",
  projection: "Expected a list of blocks, or an object with a list of metrics for each block.",
  "query-string": "Expected a query string.",
  "report-column-unknown": ({ name, values }: { name: string; values: List }) =>
    `This report has no column "${name}". Its columns are: ${values.join(", ")}.`,
  "size-form": "Expected a size as WIDTHxHEIGHT.",
  text: "Expected a text.",
  "text-length": ({ most }: Most) => `Expected a text of at most ${most} characters.`,
  "timezone-name": "Expected the name of a time zone.",
  "timezone-unknown": "There is no such time zone; /collections/timezones lists them.",
  token: "Expected a token.",
  "whole-number": "Expected a whole number.",
  "whole-number-range": ({ least, most }: Range) => `Expected a whole number from ${least} to ${most}.`,

  // Requests and bodies
  "address-unknown": "There is nothing at this address.",
  "body-cut-off": "The body ended before it was complete.",
  "body-depth": ({ most }: Most) => `Expected at most ${most} levels of lists and objects.`,
  "body-encoded": "Send the body without Content-Encoding.",
  "body-malformed": "Malformed JSON body.",
  "body-not-json": "Send the body as JSON, with Content-Type: application/json.",
  "body-size": ({ most }: Most) => `A body has at most ${most} bytes.`,
  busy: ({ reason }: { reason: BusyReason }) => `${BUSY[reason]} Try again in 5 seconds, or request less.`,
  cancelled: "Nobody waits for the report.",
  "disk-full": "The disk is full.",
  "idempotency-key": "Expected 1 to 255 printable ASCII characters without spaces as Idempotency-Key.",
  "idempotency-key-used": "This Idempotency-Key was already used for a different request.",
  "lone-surrogate": "Expected whole characters; this text has half of a surrogate pair.",
  "method-unsupported": ({ methods }: { methods: List }) => `This address accepts ${methods.join(", ")}.`,
  "rate-limited": ({ seconds }: { seconds: number }) => `Too many requests. Try again in ${seconds} seconds.`,
  "request-invalid": "The request is not valid.",
  "statistics-unavailable": "Statistics are not available at the moment.",

  // Access and sign-in
  "account-lacks-user": "This user does not belong to the account.",
  "account-suspended": "The network has suspended this account; it can only be read.",
  "account-role-needed": ({ roles, role }: { roles: List; role: string }) =>
    `This needs an account of the role ${roles.join(" or ")}; yours has the role ${role}.`,
  "api-token-wrong": "Wrong API token.",
  "link-invalid": "This link is no longer valid. Ask an owner of the account for another.",
  "not-https": "Open the dashboard over https: browsers keep no session over plain http.",
  "other-page":
    "A session's cookie only works in pages of this service. Programs send a token in the Authorization header.",
  "password-changed": "The password was changed meanwhile.",
  "password-wrong": "Wrong user name or password.",
  "role-needed": ({ needs, role }: { needs: string; role?: string | undefined }) =>
    `This needs the role ${needs} in the account${role ? `; yours is ${role}` : ""}.`,
  "second-factor-missing": "Send a code of your authenticator app, too, or a recovery code, as `otp`.",
  "second-factor-wrong": "Wrong code, or used before. Wait for the next one, or use a recovery code.",
  "session-absent": "This request has no session; its token expires.",
  "session-unknown": "You have no such session.",
  "setup-link-invalid":
    "This set-up link is no longer valid. Sign in, or have `zonetag-service setup-link` print another.",
  "sign-in-needed": "Sign in with POST /v2/login and send its token in the Authorization header.",
  "sign-ins-limited": ({ seconds }: { seconds: number }) =>
    `Too many failed sign-ins. Try again in ${seconds} seconds.`,
  "token-manages-people": "API tokens do not manage people.",

  // Reports, saved views and links
  "grouping-unknown": ({ name }: { name: string }) => `Nothing is grouped by ${JSON.stringify(name)}.`,
  "parquet-unsupported":
    "Parquet needs the service's own database, and this service has ClickHouse. Ask for application/x-ndjson or text/csv.",
  "share-reads-only": "A shared link only reads reports.",
  "share-days": ({ periods }: { periods: List }) =>
    `This shared link only opens the days ${periods.join(" and ")}.`,
  "share-lacks-report": "This shared link does not include that report.",
  "share-unknown": "This account has no such link.",
  "shares-full": ({ most }: Most) => `This account cannot share that side, or has ${most} links already.`,
  "view-unknown": "This account has no such view.",
  "views-full": ({ most }: Most) => `This account has ${most} views already.`,
};

/** Problems of the management interface. */
const MANAGEMENT = {
  // Values of the catalogue
  "account-of-role": ({ role }: { role: "publisher" | "advertiser" }) =>
    `Expected the id of an account of the role ${role}.`,
  "account-unknown": "There is no account with this id.",
  "creative-missing": "Expected at least one creative.",
  "code-form": ({ example }: { example: string }) => `Expected a code such as "${example}".`,
  currency: 'Expected a code of ISO 4217 such as "EUR".',
  "day-early": ({ day }: { day: string }) => `Expected a day from ${day} on.`,
  "decimal-places": ({ places }: { places: number }) =>
    `Expected a decimal number as text with at most ${places} places.`,
  "field-not-allowed": "Your account may not set this field.",
  "goal-unknown": ({ goals }: { goals: number }) =>
    goals === 0 ? "The account has no goals." : `Expected a goal of the account, from 1 to ${goals}.`,
  "hash-form": ({ command }: { command: string }) => `Expected what \`${command}\` prints.`,
  "hostname-form": "Expected a host name such as news.example, in lower case.",
  "image-address": "Expected an http or https address, or a path that starts with /.",
  "image-missing": ({ name }: { name: string }) => `There is no file ${name} below /creatives/.`,
  "image-missing-in": ({ name, folders }: { name: string; folders: List }) =>
    `There is no file ${name} in ${folders.join(" or ")}.`,
  "key-length": ({ most }: Most) => `Expected a key of at most ${most} characters.`,
  "keyword-comma": "Expected one keyword, without a comma.",
  "keyword-words": "Expected a word or a phrase.",
  "landing-page-length": ({ most }: Most) =>
    `Expected at most ${most} characters, also once it is percent-encoded.`,
  "list-unsupported": "Not supported by this version.",
  ...MACRO_SENTENCES,
  "most-keys": ({ most }: Most) => `Expected at most ${most} keys.`,
  "name-taken": "Already used by another user.",
  "name-unknown": ({ what, name }: { what: NameNoun; name: string }) =>
    `Unknown ${what} ${JSON.stringify(name)}.`,
  "network-only": "Only your network may raise or remove this.",
  "network-suspended": "A network cannot be suspended.",
  "not-a-network": ({ id }: { id: number | undefined }) => `${id} is no account of the role network.`,
  "phrase-words": ({ most }: Most) => `Expected a phrase of at most ${most} words.`,
  "publisher-campaign": ({ id }: { id: number }) =>
    `${id} is a publisher, and campaigns belong to advertisers.`,
  "reference-missing": ({ what, id }: { what: EntryNoun; id: number }) => `No ${what} has the id ${id}.`,
  "reference-missing-in-network": ({ what, id }: { what: EntryNoun; id: number }) =>
    `No ${what} of its network has the id ${id}.`,
  share: 'Expected a share such as "0.70".',
  "site-unknown": "There is no site with this id.",
  "size-unused": ({ sizes }: { sizes: List }) =>
    `No zone has this size. There are: ${sizes.join(", ") || "none yet"}.`,
  "time-form": 'Expected a time such as "2026-11-20T12:00:00.000Z".',
  "unsafe-address": "Expected an address without user name, password and quotation marks in its host.",
  "used-twice": ({ value }: { value: string | number }) => `${JSON.stringify(value)} is used twice.`,
  "value-missing": "Expected at least one value.",
  "values-repeated": "Expected different values.",
  "web-address": "Expected an http or https address.",

  // Changes of the catalogue
  "answer-large": "The answer has more than 32 MB.",
  "list-large": "The answer has more than 32 MB. Ask for a lower limit.",
  "bulk-ids": ({ most }: Most) => `Expected 1 to ${most} different ids.`,
  "bulk-large": ({ count }: { count: number }) =>
    `The change is too large for ${count} entries at once. Change fewer entries, or fewer values.`,
  "bulk-refused": "Nothing was changed.",
  "bulk-versions": "Expected the version of each entry, in the order of the ids.",
  "campaign-invalid": "The campaign is not valid.",
  "catalogue-changing": ({ what }: { what: "catalogue" | "people" }) =>
    `${CHANGED[what]} is being changed all the time. Try again.`,
  "catalogue-declared": ({ file }: { file?: string | undefined }) =>
    `The catalogue is declared by ${file === undefined ? "a file" : `the file ${file}`}, and can only be changed there.`,
  "catalogue-unreachable": ({ what }: { what: "catalogue" | "people" }) =>
    `${CHANGED[what]} cannot be changed at the moment: Redis does not answer. Try again.`,
  "change-refused": "The change was not made.",
  "change-unknown":
    "Redis did not answer, so the change may or may not have been made. Send it again with the same Idempotency-Key, or check.",
  "change-unstored": ({ reason }: { reason: string }) => `The change could not be stored: ${reason}`,
  "changes-large": "The answer has more than 32 MB. Ask for fewer changes, with limit.",
  "creative-unknown": ({ campaign, id }: { campaign: number; id: number }) =>
    `Campaign ${campaign} has no creative ${id}.`,
  "currency-in-use": ({ currency }: { currency: string }) =>
    `This account has amounts in ${currency}, which would change their meaning. The operator can change it: zonetag-service account currency.`,
  "decision-impossible": "No version of this creative waits for approval.",
  "entry-changed": "Someone else changed this after you loaded it. Load it again, then repeat your change.",
  "entry-unknown": ({ what, id }: { what: EntryNoun; id: number }) => `There is no ${what} ${id}.`,
  "goal-reported": ({ goal, from }: { goal: number; from: string }) =>
    `Reports of goal ${goal} have counted since ${from}, and an import of these days would count them twice. Keep the source, and a first day that is not later.`,
  "ids-unreadable":
    "The statistics cannot be read at the moment, and may have the next id already. Try again.",
  "page-invalid": "The page is not valid.",
  "version-missing": "Name the version that you saw, in the header If-Match.",

  // Images
  "image-damaged": "The image is cut off or damaged. Save it again, then upload it.",
  "image-pixels": ({ most }: Most) => `Expected an image of at most ${most} by ${most} pixels.`,
  "image-type": "Expected an image: PNG, JPEG, WebP, AVIF or GIF.",
  "images-full": ({ used, quota }: { used: number; quota: number }) =>
    `This account has uploaded ${used} of ${quota} bytes of images, and this one is too large for the rest.`,
  "images-unreachable": "Images cannot be stored at the moment. Try again.",

  // Numbers of the management pages
  "day-range": ({ most }: Most) => `Expected a first and a last day, at most ${most} days.`,
  "filter-hidden": ({ name }: { name: string }) => `Your account cannot filter by ${name} here.`,
  "grouping-hidden": ({ name }: { name: string }) => `Your account cannot group by ${name} here.`,
  "groupings-repeated": ({ values }: { values: List }) =>
    `Expected a list without repetition of: ${values.join(", ")}.`,
  id: "Expected an id.",
  "records-full": ({ most }: Most) =>
    `There are more than ${most} records. Ask for fewer groupings or days, or for a report.`,
  "side-hidden": "Your account has no access to these numbers.",

  // Try a page
  "explanations-large": "The explanations are too long for one answer: 16 MB. Ask for fewer zones at once.",
  "page-address": "Expected an address that begins with https:// or http://.",
  "page-answer": ({ status, type }: { status: number | undefined; type: string }) =>
    `The page answers ${status} (${type || "–"}); expected HTML.`,
  "page-host-private": ({ hostname }: { hostname: string }) => `${hostname} is not a public address.`,
  "page-host-unknown": ({ hostname }: { hostname: string }) => `The host name ${hostname} is not known.`,
  "page-redirect": "The page redirects to an address that cannot be read.",
  "page-redirects": ({ most }: Most) => `The page redirects more than ${most} times.`,
  "page-silent": "The page does not answer.",
  "page-site-unknown": ({ hostname }: { hostname: string }) => `No site has the host name ${hostname}.`,
  "value-address": "This is not a valid IP address.",
  "value-base64": "This value should be Base64.",
  "value-base64-json": "This value should be JSON in Base64.",
  "value-count": ({ most }: Most) => `This collection should contain ${most} elements or less.`,
  "value-empty": "This collection should contain 1 element or more.",
  "value-key-length": ({ most }: Most) => `This key is too long. It should have ${most} characters or less.`,
  "value-language": "This value should have the form xx or xx-yy.",
  "value-length": ({ most }: Most) => `This value is too long. It should have ${most} characters or less.`,
  "value-one-of": ({ values }: { values: readonly number[] }) =>
    `This value should be ${values.join(" or ")}.`,
  "value-total-length": ({ most }: Most) =>
    `This value is too long. All different ones of a request should have ${most} characters or less.`,
  "value-type": ({ type }: { type: "string" | "integer" | "object" | "array" }) =>
    `This value should be of type ${type}.`,

  // People
  "address-taken": "Another user already has this address.",
  "confirmation-invalid": "This link is no longer valid. Have another one sent from your account.",
  "email-confirmed": "Your e-mail address is confirmed already.",
  "email-missing": "You sign in with a user name. Only e-mail addresses can be confirmed.",
  "email-unconfirmed": "Confirm your e-mail address first, in your account's settings.",
  "events-apart":
    "This service mails no reports: each of its nodes knows only its own events. Only the operator can change that.",
  "last-owner": "The account needs another owner first.",
  "mail-failed":
    "The mail was not sent: the mail server cannot be used at the moment. Try again later, or ask the operator.",
  "mail-off": "This service sends no mails.",
  "mail-refused": "The mail was not sent: the mail server refuses this address. Correct it.",
  "mail-waiting":
    "The mail server has not answered yet. If no mail arrives within a few minutes, have another one sent.",
  "mails-limited": ({ seconds }: { seconds: number }) =>
    `Enough mails have been sent for a day. Try again in ${Math.ceil(seconds / 3600)} h.`,
  "own-password": "Change your own password with your current one: PATCH /v2/user.",
  "own-password-wrong": "Wrong password.",
  "own-second-factor":
    "Switch off your own second factor with your password and a code: POST /v2/user/second-factor/off.",
  "report-mail-repeated": ({ seconds }: { seconds: number }) =>
    `You asked for this report a moment ago. Try again in ${seconds} seconds.`,
  "second-factor-off": "There is no second factor.",
  "second-factor-on": "There is a second factor already. Switch it off first.",
  "second-factor-setup": "The set-up has expired. Begin again.",
  "setup-unfinished": ({ id, reason }: { id: number; reason: string }) =>
    `Account ${id} was created, but it has no user yet: ${reason} Create its owner on the server with \`zonetag-service user create\`.`,
  "sign-in-declared": "The file of the catalogue declares this sign-in, and it can only be changed there.",
  "subscription-unknown": "You have no such subscription.",
  "subscriptions-full": ({ most }: Most) =>
    `You get ${most} reports regularly already. End one first, in your account's settings.`,
  "token-unknown": ({ id }: { id: number }) => `There is no API token ${id}.`,
  "tokens-full": ({ most }: Most) => `An account has at most ${most} API tokens.`,
  "unsubscribe-invalid": "This link is not valid. End the mails under Settings in the dashboard.",
  "user-belongs": "The user belongs to this account already.",
  "user-elsewhere": "The user also belongs to accounts that you do not manage.",
  "user-gone": "There is no such user.",
  "user-id": "Expected the id of a user.",
  "user-unknown": ({ id }: { id: number }) => `There is no user ${id}.`,
  "users-full": ({ most }: Most) => `An account has at most ${most} users.`,

  // Conversions
  "campaign-gone": "The campaign of this click no longer exists.",
  "click-forged": "This is no click id of this service.",
  "creative-rejected": "A creative that was rejected or withdrawn can be tested once it is approved.",
  "conversion-test-over": "This test is over. Start another one.",
  "conversion-late": ({ days }: { days: number }) =>
    `The click is more than ${days} days ago; later conversions do not count.`,
  "conversion-unstored": "The conversion could not be stored. Send it again.",
  "goal-imported": ({ goal, from }: { goal: number; from?: string | undefined }) =>
    from === undefined
      ? `Goal ${goal} is filled by imports. The network can change its source.`
      : `Goal ${goal} is filled by imports until ${from}.`,

  // Imports
  "import-interrupted": "The upload was interrupted.",
  "import-name": "Expected 1 to 4096 characters without control characters.",
  "import-refused": "Nothing was imported, because of the rejected lines.",
  "import-size": ({ most }: Most) => `An import has at most ${most} bytes.`,
  "import-type": "Send lines as application/x-ndjson or text/csv, without Content-Encoding.",
  "import-unknown": "There is no import of this name.",
  "import-unreadable": ({ reason }: { reason: string }) => reason,
  "imports-busy": `${BUSY.imports} Try again in 5 seconds.`,
  "imports-unsupported": "The events of this service are in ClickHouse, which takes no imports.",
};

/** Why a campaign is not shown in a zone. */
const EXCLUSIONS = {
  "excluded-blocked": "The site blocks its advertiser.",
  "excluded-browsers": ({ values }: { values: List }) => `It is for other browsers: ${values.join(", ")}.`,
  "excluded-budget": "Its budget is spent.",
  "excluded-caps": "Its impression cap is used up.",
  "excluded-categories": "It is for sites of other categories.",
  "excluded-consent":
    "It is for certain visitors, and this one gave no consent to tell whether it is one of them.",
  "excluded-countries": ({ values, country }: { values: List; country: string | number | undefined }) =>
    `It is for ${values.join(", ")}; the visitor is in ${country ?? "an unknown country"}.`,
  "excluded-creatives": ({ size }: { size: string }) =>
    `Its creatives of ${size} are paused, wait for approval or lack their file.`,
  "excluded-custom": ({ key, values }: { key: string; values: List }) =>
    `The zone must say ${key}: ${values.join(" or ")}.`,
  "excluded-device-types": ({ values }: { values: List }) =>
    `It is for other device types: ${values.join(", ")}.`,
  "excluded-ended": ({ day }: { day: string | undefined }) => `It ended on ${day}.`,
  "excluded-frequency": "The visitor has seen it as often as its frequency cap allows.",
  "excluded-future": ({ day }: { day: string | undefined }) => `It begins on ${day}.`,
  "excluded-keywords-page": "None of its keywords is among the words of the page's address.",
  "excluded-keywords-zone": "None of its keywords is among the zone's keywords.",
  "excluded-languages": ({ values }: { values: List }) => `It is for other languages: ${values.join(", ")}.`,
  "excluded-negative-keyword": "One of its negative keywords matches.",
  "excluded-network": "The site belongs to another network.",
  "excluded-operating-systems": ({ values }: { values: List }) =>
    `It is for other systems: ${values.join(", ")}.`,
  "excluded-paused": "The campaign is paused.",
  "excluded-rank-keyword": ({ name }: { name: string }) =>
    `A campaign with a keyword that matches comes first: ${name}.`,
  "excluded-rank-priority": ({ name }: { name: string }) =>
    `A campaign of a higher priority comes first: ${name}.`,
  "excluded-regions": "It is for other regions.",
  "excluded-sites": "It is for other sites.",
  "excluded-size": ({ size }: { size: string }) => `It has no creative of ${size}.`,
  "excluded-spread": "It is spread evenly over the day, and has delivered its share so far.",
  "excluded-suspended": "The site's account is suspended.",
  "excluded-suspended-advertiser": "The campaign's account is suspended.",
  "excluded-times": ({ timezone }: { timezone: string | undefined }) =>
    `It is not served at this hour in ${timezone}.`,
  "excluded-zones": "It is for other zones.",
};

/** Collections that all nodes change, in sentences. */
const CHANGED = { catalogue: "The catalogue", people: "The list of people" };

const PROBLEMS = { ...GENERAL, ...MANAGEMENT, ...EXCLUSIONS };

type Problems = typeof PROBLEMS;
export type GeneralCode = keyof typeof GENERAL;
/** Codes that only the pages beside the statistics show. */
export type ManagementCode = keyof typeof MANAGEMENT | keyof typeof EXCLUSIONS;
export type ProblemCode = keyof Problems;

type ParametersOf<C extends ProblemCode> = Problems[C] extends (parameters: infer P) => string ? P : unknown;

/** A code with its parameters. `field`: field of an entry, for problems that are reported at the entry's path. */
export type Problem = {
  [C in ProblemCode]: { readonly code: C; readonly field?: string } & Readonly<ParametersOf<C>>;
}[ProblemCode];

/** Sentences of another language by code. */
export type ProblemTexts<C extends ProblemCode = ProblemCode> = {
  readonly [K in C]: Problems[K] extends string ? string : Problems[K];
};

/** English sentences by code. The meaning of a code and its parameters never change; a changed problem gets a new code. */
export const ENGLISH: Sentences = PROBLEMS;

/** Writes the English sentence of a problem. */
export function writeProblem(problem: Problem): string {
  return writeSentence(PROBLEMS[problem.code], problem);
}
