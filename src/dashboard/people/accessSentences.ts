/** Describes changes of who has access in sentences: "Ann invited bob@site.example as editor". Pure. */
import { type AuditEntry, type AuditState, USER_ROLES, type UserRole } from "../../protocol/people.ts";
import { type ChangeFormats, nameAuthor } from "../objects/changeSentences.ts";
import type { PeopleTexts } from "./peopleEn.ts";

export interface AccessFormats extends ChangeFormats {
  people: PeopleTexts;
  /** Names a country by its code, ISO 3166-1 alpha-3. */
  nameCountry(code: string): string;
}

export function describeAccess(entry: AuditEntry, formats: AccessFormats): string {
  const { access } = formats.people;
  const { action, kind, count = 1 } = entry;
  const name = nameSubject(entry);
  if (action === "refuse")
    return (entry.after?.second_factor === "missing" ? access.codeMissing : access.refused)(count, name);
  if (entry.after?.forgotten) return access.forgottenLink(name);
  if (entry.before?.forgotten && !entry.user) return access.forgottenLinkEnded(name);
  const words = {
    users: describeUser,
    tokens: describeToken,
    links: describeLink,
    shares: describeShare,
    sessions: describeSession,
    subscriptions: describeSubscription,
  }[kind](entry, name, formats);
  return access.sentence(nameAuthor(entry, formats), words);
}

type Describe = (entry: AuditEntry, name: string, formats: AccessFormats) => string;

function nameSubject({ before, after, id }: AuditEntry): string {
  const { name, username }: AuditState = after ?? before ?? {};
  return name ?? username ?? `#${id}`;
}

const describeUser: Describe = (entry, name, { people: { access } }) => {
  const { action, way, before, after } = entry;
  if (action === "end") return access.removed(name);
  const role = nameRole(after?.role, access.roles);
  if (action === "create")
    return (way === "interface" ? access.invited : access.added)(after?.username ?? name, role);
  if (before?.role !== after?.role)
    return access.changedRole(name, role, nameRole(before?.role, access.roles));
  if (after?.password === "removed") return access.removedPassword(name);
  if (after?.password) return isOwn(entry) ? access.changedOwnPassword : access.changedPassword(name);
  if (after?.second_factor) return describeFactor(entry, name, access);
  if (before?.username !== after?.username) return access.changedUsername(name, after?.username ?? "");
  return after?.sessions ? access.signedOut(name) : access.changed(name);
};

function describeFactor(entry: AuditEntry, name: string, access: PeopleTexts["access"]): string {
  const words = access.secondFactor;
  const kind = entry.after?.second_factor;
  if (kind === "missing") return access.codeMissing(1, name);
  if (kind === "off" && !isOwn(entry)) return words.reset(name);
  return {
    on: words.on,
    off: words.off,
    "new recovery codes": words.codes,
    "recovery code used": words.used,
  }[kind ?? "off"];
}

const describeToken: Describe = ({ action, after }, name, { people: { access } }) =>
  action === "end" ? access.endedToken(name) : access.madeToken(name, nameRole(after?.role, access.roles));

const describeLink: Describe = (entry, name, { people: { access } }) => {
  if (entry.action !== "end") return access.madeLink(name);
  return isOwn(entry) ? access.usedLink : access.endedLink(name);
};

const describeShare: Describe = ({ action }, name, { people: { access } }) =>
  action === "end" ? access.endedShare(name) : access.madeShare(name);

const describeSession: Describe = ({ action, user, before, after }, name, { people, nameCountry }) => {
  const { access } = people;
  const state: AuditState = after ?? before ?? {};
  const { browser, operating_system, country } = state;
  const where = access.browser(browser, operating_system, country && nameCountry(country));
  if (action !== "end") return access.signedIn(where);
  const isOther = state.user !== undefined && state.user !== user?.id;
  return isOther ? access.endedSession(name, where) : access.endedOwnSession(where);
};

const describeSubscription: Describe = ({ action, after }, name, { people: { access } }) =>
  action === "end" ? access.unsubscribed(name) : access.subscribed(name, access.every[after?.every ?? "day"]);

function isOwn({ user, id }: AuditEntry): boolean {
  return user?.id === id;
}

function nameRole(role: string | undefined, names: Record<UserRole, string>): string {
  const known = USER_ROLES.find((each) => each === role);
  return known ? names[known] : (role ?? "");
}
