/**
 * Ends what could act with a user's rights from before they changed.
 *
 * A changed right applies at the next request, because each request reads the current roles. This file covers what
 * roles alone do not: links, sessions and passwords that an earlier owner may still know, and subscriptions, which
 * another place in the account must not revive.
 */
import { includesRole } from "../../protocol/people.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { findUserRole, type People } from "./people.ts";
import type { User } from "./peopleSchema.ts";

/**
 * When a user gains an account or a higher role, ends the user's links and sessions. Also removes a password that was set
 * through a link of an account that does not manage the new one: its owners may know the password.
 */
export function endEarlierAccess(before: User, after: User, catalogue: Catalogue): User {
  const gained = after.accounts.filter(({ account, role }) => {
    const held = before.accounts.find((one) => one.account === account);
    return !held || !includesRole(held.role, role);
  });
  if (gained.length === 0) return after;
  const { link: _, forgotten: __, password, passwordFrom, ...user } = after;
  const signInsEnded = (before.signInsEnded ?? 0) + 1;
  if (!gained.every(({ account }) => isManagedFrom(passwordFrom, account, catalogue)))
    return { ...user, signInsEnded };
  return { ...user, signInsEnded, password, passwordFrom };
}

/** Switches the alerts of an account on or off. */
export function switchAlerts(user: User, account: number, isOn: boolean): User {
  const { alerts = [], ...others } = user;
  const kept = [...alerts.filter((one) => one !== account), ...(isOn ? [account] : [])];
  return kept.length > 0 ? { ...others, alerts: kept } : others;
}

/**
 * Ends regular mails about accounts in which a user has no role any more. Those of an account that the catalogue lacks
 * stay: it may be the wrong catalogue.
 */
export function endLostMails(user: User, { accounts }: Catalogue): User {
  return keepMails(user, (id) => {
    const account = accounts.get(id);
    return !account || findUserRole(user, account) !== undefined;
  });
}

/** Ends regular mails about other accounts: subscriptions and alerts. */
export function keepMails(user: User, isKept: (account: number) => boolean): User {
  const { subscriptions = [], alerts = [], ...others } = user;
  const kept = {
    subscriptions: subscriptions.filter(({ account }) => isKept(account)),
    alerts: alerts.filter(isKept),
  };
  return {
    ...others,
    ...(kept.subscriptions.length > 0 && { subscriptions: kept.subscriptions }),
    ...(kept.alerts.length > 0 && { alerts: kept.alerts }),
  };
}

/** Whether the owners of account `from` manage an account. Undefined: a command, or a version that did not record it. */
function isManagedFrom(from: number | undefined, account: number, { accounts }: Catalogue): boolean {
  return from === undefined || from === account || from === accounts.get(account)?.network;
}

/** Whether the maker of a user's link could still make it: as an owner of all accounts of the user. */
export function isLinkValid(user: User, people: People, { accounts }: Catalogue, now: number): boolean {
  const { link } = user;
  if (!link || Date.parse(link.expires) <= now) return false;
  if (link.maker === undefined) return true;
  const maker = people.users.get(link.maker);
  if (!maker) return false;
  const current = user.accounts.flatMap(({ account }) => accounts.get(account) ?? []);
  return current.every((account) => findUserRole(maker, account) === "owner");
}
