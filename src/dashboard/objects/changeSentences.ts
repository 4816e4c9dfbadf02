/** Describes changes of the catalogue in sentences: "Ann set the daily budget to $77.00 (was $70.00)". Pure. */
import type { Change, CreativeVersion } from "../../protocol/management.ts";
import { hasKey } from "../../protocol/tables.ts";
import type { ManagementTexts } from "../texts/managementEn.ts";
import { listDifferences } from "../ui/useForm.ts";

export interface ChangeFormats {
  texts: ManagementTexts;
  /** Language of numbers and days. */
  tag: string;
  /** ISO 4217 code of the amounts; `XXX` for an unknown one. */
  currency: string;
  /** Whether the account is a network, which sees every author. */
  isNetwork: boolean;
}

/** Id of an author whom the account does not see. */
const HIDDEN = 0;

/** Names the person, or the API token, file, command or account where no person is known. */
export function nameAuthor(
  { account, user, token }: Pick<Change, "account" | "user" | "token">,
  { texts, isNetwork }: ChangeFormats,
): string {
  if (account.id === HIDDEN && !isNetwork) return texts.objects.network;
  if (user) return user.name;
  return token ? texts.history.token(token.name) : account.name;
}

/** `isOwn`: the change is in the history of its own object, which needs no name. */
export function describeChange(change: Change, formats: ChangeFormats, isOwn: boolean): string {
  const { texts, tag } = formats;
  const { history } = texts;
  const subject = findSubject(change, formats, isOwn);
  const { before, after } = change;
  const actions = before ? listActions(before, after, subject, formats) : [history.created(subject.it)];
  const shown = actions.length > 0 ? actions : [history.changed(subject.it)];
  const joined = new Intl.ListFormat(tag, { type: "conjunction" }).format(shown);
  return history.sentence(nameAuthor(change, formats), joined);
}

/** Words for the changed entries: `it` as an object, `of` after the name of a field. */
interface Subject {
  it: string;
  of: string;
}

function findSubject(change: Change, { texts: { history } }: ChangeFormats, isOwn: boolean): Subject {
  const { kind, after, before, campaign, ids = [], id } = change;
  const read = (entry: object | undefined, field: string): unknown => entry && Reflect.get(entry, field);
  const name = String(read(after, "name") ?? read(before, "name") ?? read(after, "size") ?? `#${id}`);
  const others = Math.max(0, ids.length - 1);
  if (kind === "creatives" && campaign) return history.creative(name, campaign.name);
  return isOwn ? history.own(others) : history.named(name, others);
}

function listActions(before: object, after: object, subject: Subject, formats: ChangeFormats): string[] {
  const { history } = formats.texts;
  const [old, now] = [flatten(before), flatten(after)];
  const review = describeReview(before, after, subject, formats);
  const isApproved = review?.isApproved;
  const fields = listDifferences(old, now).filter((field) => !(isApproved && VERSION.includes(field)));
  const actions = fields.map((field) => {
    const [was, is] = [Reflect.get(old, field), Reflect.get(now, field)];
    // The log leaves out default values: an entry without `active` is active.
    if (field === "active") return is === false ? history.paused(subject.it) : history.resumed(subject.it);
    if (field === "deleted") return is ? history.archived(subject.it) : history.restored(subject.it);
    if (field === "suspended") return is ? history.suspended(subject.it) : history.unsuspended(subject.it);
    const label = (hasKey(history.fields, field) ? history.fields[field] : field) + subject.of;
    const [wasText, isText] = [was, is].map((value) => writeValue(field, value, formats));
    if (!isText) return history.removed(label, wasText || "");
    return history.set(label, isText, wasText || "");
  });
  return review ? [review.words, ...actions] : actions;
}

/** Parts of a creative's version, which an approval replaces by those that were waiting. */
const VERSION: readonly string[] = ["image", "size", "url"] satisfies (keyof CreativeVersion)[];

/** Fields that follow from others, or have sentences of their own. */
const SILENT = ["id", "version", "variations", "pending", "review", "sentAt", "reason"];

/** Replaces an object with fields by these fields: `budget.daily`. */
function flatten(entry: object): object {
  const parts: [string, unknown][] = Object.entries(entry)
    .filter(([field]) => !SILENT.includes(field))
    .flatMap(([field, value]): [string, unknown][] =>
      ["budget", "caps", "targeting"].includes(field) && typeof value === "object" && value !== null
        ? Object.entries(value).map(([part, each]) => [`${field}.${part}`, each])
        : [[field, value]],
    );
  // An empty list and an absent field mean the same.
  return Object.fromEntries(parts.filter(([, value]) => !isNothing(value)));
}

function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

type Version = Partial<CreativeVersion>;

/** Finds what happened to the approval of a creative. */
function describeReview(
  before: object,
  after: object,
  { it }: Subject,
  { texts: { history } }: ChangeFormats,
) {
  const read = (entry: object) => {
    const { review, reason, pending }: Version & { pending?: Version } = entry;
    return { review, reason, pending };
  };
  const [was, is] = [read(before), read(after)];
  const say = (words: string, isApproved = false) => ({ words, isApproved });
  const reason = is.pending?.reason ?? is.reason ?? "";
  if (is.pending?.review !== was.pending?.review) {
    if (is.pending?.review === "waiting") return say(history.sent(it));
    if (is.pending) return say(history.rejectedVersion(it, reason));
    const { url, image }: Version = after;
    const isTaken = url === was.pending?.url && image === was.pending?.image;
    return isTaken ? say(history.approvedVersion(it), true) : say(history.withdrewVersion(it));
  }
  if (is.pending && JSON.stringify(is.pending) !== JSON.stringify(was.pending)) return say(history.sent(it));
  if (is.review === was.review) return undefined;
  if (is.review === "approved") return say(history.approved(it));
  if (is.review === "rejected") return say(history.rejected(it, reason));
  return say(is.review === "withdrawn" ? history.withdrew(it) : history.sent(it));
}

const MONEY = ["budget.daily", "budget.total"];
const DAYS = ["from", "to"];
/** Maximum entries of a list that are named. */
const MOST_ENTRIES = 5;

/** Writes a value as the forms do; empty for an absent one. */
function writeValue(field: string, value: unknown, formats: ChangeFormats): string {
  const { texts, tag, currency } = formats;
  if (isNothing(value)) return "";
  const writeMoney = (amount: unknown) =>
    new Intl.NumberFormat(tag, {
      ...(currency !== "XXX" && { style: "currency", currency, currencyDisplay: "narrowSymbol" }),
      minimumFractionDigits: currency === "XXX" ? 2 : undefined,
      maximumFractionDigits: 9,
    }).format(Number(amount));
  if (MONEY.includes(field)) return writeMoney(value);
  if (DAYS.includes(field))
    return new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeZone: "UTC" }).format(
      Date.parse(String(value)),
    );
  if (field === "publisherShare")
    return new Intl.NumberFormat(tag, { style: "percent", maximumFractionDigits: 4 }).format(Number(value));
  if (field === "pricing") {
    const { model, price }: { model?: unknown; price?: unknown } = Object(value);
    return `${writeMoney(price)} ${model === "cpc" ? texts.history.models.cpc : texts.history.models.cpm}`;
  }
  if (field === "spread") return value === "even" ? texts.history.even : texts.history.asap;
  if (field === "frequency" && Array.isArray(value))
    return writeList(
      value.map(({ impressions, seconds }) => texts.history.frequency(String(impressions), String(seconds))),
      formats,
    );
  if (Array.isArray(value))
    return writeList(
      value.map((each) => (typeof each === "object" ? writeParts(each, formats) : String(each))),
      formats,
    );
  if (typeof value === "number") return new Intl.NumberFormat(tag).format(value);
  return typeof value === "object" ? writeParts(Object(value), formats) : String(value);
}

/** Writes custom targeting, hours and sources of goals: `section: sports, news; plan: members`. */
function writeParts(value: object, formats: ChangeFormats): string {
  const parts = Object.entries(value).map(([name, part]) => {
    const label = hasKey(formats.texts.fields, name) ? formats.texts.fields[name] : name;
    return `${label}: ${Array.isArray(part) ? writeList(part.map(String), formats) : String(part)}`;
  });
  return parts.join("; ");
}

function writeList(entries: readonly string[], { texts, tag }: ChangeFormats): string {
  const more = entries.length - MOST_ENTRIES;
  const shown = more > 0 ? [...entries.slice(0, MOST_ENTRIES), texts.history.more(more)] : entries;
  return new Intl.ListFormat(tag, { type: "unit" }).format(shown);
}
