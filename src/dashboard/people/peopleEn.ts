/** English texts of the pages of people and settings, loaded with them. */
import type { ManagedKind } from "../../protocol/management.ts";
import type { AuditKind, AuditWay, UserRole } from "../../protocol/people.ts";
import type { MailFrequency } from "../../protocol/subscriptions.ts";

export interface PeopleTexts {
  users: {
    title: string;
    name: string;
    email: string;
    role: string;
    roles: Record<UserRole, string>;
    roleHint: string;
    lastSignIn(time: string): string;
    neverSignedIn: string;
    invited(time: string): string;
    noPassword: string;
    you: string;
    declared: string;
    invite: string;
    emailHint: string;
    link(name: string): string;
    linkHint(time: string): string;
    mailed(name: string): string;
    copyLink: string;
    newLink: string;
    remove: string;
    unsure: string;
    removed(name: string): string;
    changed(name: string, role: string): string;
    none: string;
  };
  ended: {
    remove(name: string): string;
    lower(name: string, role: string): string;
    raise(name: string, role: string): string;
    made(name: string): string;
    tokens(count: string, names: string): string;
    shares(count: string, names: string): string;
    removeNow: string;
    lowerNow: string;
    cancel: string;
  };
  tokens: {
    title: string;
    hint: string;
    none: string;
    name: string;
    days: string;
    daysHint: string;
    wrongDays: string;
    make: string;
    made(name: string): string;
    madeHint: string;
    copy: string;
    by(name: string): string;
    unknownMaker: string;
    lastUse(time: string): string;
    unused: string;
    until(time: string): string;
    forever: string;
    end: string;
    endAsked(name: string): string;
    ended(name: string): string;
  };
  settings: {
    person: string;
    language: string;
    password: string;
    current: string;
    changePassword: string;
    passwordChanged: string;
    account: string;
    accountName: string;
    timezone: string;
    timezoneHint: string;
    currency(code: string): string;
    confirmed(email: string): string;
    unconfirmed(email: string): string;
    confirm: string;
    confirmationSent(email: string): string;
  };
  secondFactor: {
    title: string;
    hint: string;
    networkHint: string;
    dismiss: string;
    begin: string;
    scan: string;
    qrCode: string;
    secret: string;
    copySecret: string;
    code: string;
    orRecovery: string;
    confirm: string;
    isOn(left: number): string;
    codes: string;
    codesHint: string;
    copyCodes: string;
    saveCodes: string;
    newCodes: string;
    off: string;
    has: string;
    reset: string;
    resetAsked(name: string): string;
    wasReset(name: string): string;
  };
  changes: {
    title: string;
    person: string;
    everybody: string;
    kind: string;
    every: string;
    kinds: Record<ManagedKind | AuditKind, string>;
    from: string;
    to: string;
    only(kind: string, id: string): string;
    all: string;
    none: string;
    ways: Record<AuditWay, string>;
    open(name: string): string;
    undo: string;
    undoOf(sentence: string): string;
    undoMany(count: string): string;
    overwritten(fields: string): string;
    undone(count: string): string;
    nothingToUndo: string;
    gone: string;
    notUndone(name: string, reason: string): string;
    more(count: string): string;
  };
  access: {
    roles: Record<UserRole, string>;
    sentence(author: string, action: string): string;
    refused(count: number, name: string): string;
    codeMissing(count: number, name: string): string;
    invited(name: string, role: string): string;
    added(name: string, role: string): string;
    removed(name: string): string;
    changedRole(name: string, role: string, before: string): string;
    changedPassword(name: string): string;
    changedOwnPassword: string;
    removedPassword(name: string): string;
    changedUsername(name: string, username: string): string;
    signedOut(name: string): string;
    changed(name: string): string;
    madeToken(name: string, role: string): string;
    endedToken(name: string): string;
    madeLink(name: string): string;
    forgottenLink(name: string): string;
    forgottenLinkEnded(name: string): string;
    usedLink: string;
    endedLink(name: string): string;
    madeShare(name: string): string;
    endedShare(name: string): string;
    subscribed(name: string, when: string): string;
    every: Record<MailFrequency, string>;
    unsubscribed(name: string): string;
    browser(browser: string | undefined, system: string | undefined, country: string | undefined): string;
    signedIn(where: string): string;
    endedSession(name: string, where: string): string;
    endedOwnSession(where: string): string;
    secondFactor: Record<"on" | "off" | "codes" | "used", string> & { reset(name: string): string };
  };
  accounts: {
    active: string;
    suspended: string;
    objects: string;
    month: string;
    campaigns(count: number): string;
    inventory(sites: number, zones: number): string;
    searched: string;
    none: string;
    add: string;
    ownerName: string;
    ownerEmail: string;
    ownerHint: string;
    wrongTimezone: string;
    wrongEmail: string;
    created(name: string): string;
    joined(name: string): string;
    unfinished(reason: string): string;
    open: string;
    campaignsStop(count: number): string;
    zonesStop(count: number): string;
    campaignsRun: string;
    zonesRun: string;
    readOnly: string;
    whenSuspended(consequence: string): string;
    whileSuspended(consequence: string): string;
    suspendAsked(name: string): string;
    endAsked(name: string): string;
  };
}

export const en: PeopleTexts = {
  users: {
    title: "Users",
    name: "Name",
    email: "E-mail address",
    role: "Role",
    roles: { viewer: "Viewer", editor: "Editor", owner: "Owner" },
    roleHint:
      "Viewers read. Editors also change sites, zones, campaigns and links. Owners also manage users.",
    lastSignIn: (time) => `last sign-in ${time}`,
    neverSignedIn: "no sign-in known",
    invited: (time) => `invited, link valid until ${time}`,
    noPassword: "no password, and no valid link",
    you: "you",
    declared: "defined in the catalogue's file",
    invite: "Invite",
    emailHint: "The address for signing in.",
    link: (name) => `Pass this link on to ${name}:`,
    linkHint: (time) => `It sets the password once, until ${time}, and is not shown again.`,
    mailed: (name) => `${name} gets a mail with a link for setting a password.`,
    copyLink: "Copy the link",
    newLink: "New link",
    unsure: "No answer came. Look at the list before you try again.",
    remove: "Remove",
    removed: (name) => `${name} was removed.`,
    changed: (name, role) => `${name} is now ${role}.`,
    none: "No user yet.",
  },
  ended: {
    remove: (name) => `Remove ${name} from this account?`,
    raise: (name, role) =>
      `Make ${name} ${role}? Sessions and an open link of ${name} end; a password that was set by a link may have to be set again.`,
    lower: (name, role) => `Make ${name} ${role}?`,
    made: (name) => `${name} made these, and other people's programs may use them. Choose what ends, too:`,
    tokens: (count, names) => `API tokens (${count}): ${names}`,
    shares: (count, names) => `shared links (${count}): ${names}`,
    removeNow: "Remove",
    lowerNow: "Change the role",
    cancel: "Cancel",
  },
  tokens: {
    title: "API tokens",
    hint: "For programs. A token has the rights of a viewer or an editor, and never manages users.",
    none: "No API tokens.",
    name: "Name",
    days: "Days of validity",
    daysHint: "1 to 3,650; empty: it does not expire.",
    wrongDays: "Expected a whole number from 1 to 3,650.",
    make: "Create a token",
    made: (name) => `Token ${name}:`,
    madeHint: "Copy it now, it is not shown again.",
    copy: "Copy the token",
    by: (name) => `made by ${name}`,
    unknownMaker: "maker unknown",
    lastUse: (time) => `last used ${time}`,
    unused: "not used yet",
    until: (time) => `until ${time}`,
    forever: "does not expire",
    end: "End",
    endAsked: (name) => `Programs that use ${name} stop working. End it?`,
    ended: (name) => `${name} has ended.`,
  },
  settings: {
    person: "You",
    language: "Language",
    password: "Password",
    current: "Current password",
    changePassword: "Change the password",
    passwordChanged: "The password is changed. You are signed out in all other browsers.",
    account: "Account",
    accountName: "Name of the account",
    timezone: "Reporting time zone",
    timezoneHint: "Days of reports begin at midnight in this zone. Budgets and flights use UTC days.",
    currency: (code) => `Amounts are in ${code}.`,
    confirmed: (email) => `Your e-mail address ${email} is confirmed.`,
    unconfirmed: (email) => `Your e-mail address ${email} is not confirmed yet.`,
    confirm: "Send a link for confirming it",
    confirmationSent: (email) => `A mail to ${email} is on its way. Its link works for three days.`,
  },
  secondFactor: {
    title: "Second factor",
    hint: "Signing in then also needs a code of an authenticator app on your phone.",
    networkHint:
      "Your password alone opens all accounts of your network. Protect it by a second factor: codes of an authenticator app on your phone.",
    dismiss: "Not now",
    begin: "Set up a second factor",
    scan: "Scan this with an authenticator app, then type the code that the app shows. You are then signed out in all other browsers.",
    qrCode: "QR code with the secret beside it",
    secret: "Or type this secret in the app:",
    copySecret: "Copy the secret",
    code: "Code of the app",
    orRecovery: "Or a recovery code.",
    confirm: "Switch on",
    isOn: (left) =>
      `On. ${left === 1 ? "One recovery code is" : `${left || "No"} recovery codes are`} left for a lost phone.`,
    codes: "Recovery codes",
    codesHint:
      "Keep these codes where you find them without your phone. Each signs in once, and they are not shown again.",
    copyCodes: "Copy the codes",
    saveCodes: "Save as file",
    newCodes: "New recovery codes",
    off: "Switch off",
    has: "second factor",
    reset: "Reset second factor",
    resetAsked: (name) => `${name} then signs in with the password alone. Reset the second factor?`,
    wasReset: (name) => `${name} signs in without a second factor now, and is signed out everywhere.`,
  },
  changes: {
    title: "What changed",
    person: "Person",
    everybody: "Everybody",
    kind: "Kind",
    every: "Everything",
    kinds: {
      accounts: "Accounts",
      sites: "Sites",
      zones: "Zones",
      campaigns: "Campaigns",
      creatives: "Creatives",
      users: "Users",
      tokens: "API tokens",
      links: "Links for passwords",
      shares: "Shared links",
      sessions: "Sign-ins",
      subscriptions: "Reports by mail",
    },
    from: "First day",
    to: "Last day",
    only: (kind, id) => `Only ${kind} #${id}`,
    all: "Show all changes",
    none: "No changes.",
    ways: { interface: "signed in", token: "by API token", file: "by file", command: "by command" },
    open: (name) => `Open ${name}`,
    undo: "Undo",
    undoOf: (sentence) => `Undo: ${sentence}`,
    undoMany: (count) => `Set ${count} entries back?`,
    overwritten: (fields) => `Changed again since: ${fields}. Overwrite the newer values?`,
    undone: (count) => `Undone in ${count} ${count === "1" ? "entry" : "entries"}.`,
    nothingToUndo: "Nothing to undo: the former values are set already.",
    gone: "no longer there",
    notUndone: (name, reason) => `Not undone in ${name}: ${reason}`,
    more: (count) => `and ${count} more`,
  },
  access: {
    roles: { viewer: "viewer", editor: "editor", owner: "owner" },
    sentence: (author, action) => `${author} ${action}.`,
    refused: (count, name) => `${count} wrong ${count === 1 ? "password" : "passwords"} for ${name}.`,
    codeMissing: (count, name) =>
      `${count} ${count === 1 ? "sign-in" : "sign-ins"} with the right password of ${name}, but without a code.`,
    invited: (name, role) => `invited ${name} as ${role}`,
    added: (name, role) => `added ${name} as ${role}`,
    removed: (name) => `removed ${name}`,
    changedRole: (name, role, before) => `made ${name} ${role} (was ${before})`,
    changedPassword: (name) => `changed the password of ${name}`,
    changedOwnPassword: "changed their own password",
    removedPassword: (name) => `removed the password of ${name}`,
    changedUsername: (name, username) => `set the sign-in name of ${name} to ${username}`,
    signedOut: (name) => `signed ${name} out everywhere`,
    changed: (name) => `changed ${name}`,
    madeToken: (name, role) => `made the API token ${name} (${role})`,
    endedToken: (name) => `ended the API token ${name}`,
    madeLink: (name) => `made a link with which ${name} sets a password`,
    forgottenLink: (name) => `Someone asked for a new password as ${name}.`,
    forgottenLinkEnded: (name) => `A link for a forgotten password of ${name} ended.`,
    usedLink: "used the link for setting a password",
    endedLink: (name) => `ended the link with which ${name} sets a password`,
    madeShare: (name) => `shared reports by the link ${name}`,
    endedShare: (name) => `ended the shared link ${name}`,
    subscribed: (name, when) => `subscribed to the report ${name} by mail (${when})`,
    every: { day: "daily", week: "on Mondays", month: "on the 1st" },
    unsubscribed: (name) => `ended the mails with the report ${name}`,
    browser: (browser = "an unknown browser", system, country) =>
      [system ? `${browser} on ${system}` : browser, country].filter(Boolean).join(", "),
    signedIn: (where) => `signed in with ${where}`,
    endedSession: (name, where) => `signed ${name} out of ${where}`,
    endedOwnSession: (where) => `signed out of ${where}`,
    secondFactor: {
      on: "switched the second factor on",
      off: "switched the second factor off",
      codes: "made new recovery codes",
      used: "used a recovery code",
      reset: (name) => `reset the second factor of ${name}`,
    },
  },
  accounts: {
    active: "Active",
    suspended: "Suspended",
    objects: "Objects",
    month: "Revenue or cost this month",
    campaigns: (count) => (count === 1 ? "1 campaign" : `${count} campaigns`),
    inventory: (sites, zones) =>
      `${sites === 1 ? "1 site" : `${sites} sites`}, ${zones === 1 ? "1 zone" : `${zones} zones`}`,
    searched: "Name, role, state or id",
    none: "Your network has no publishers and advertisers yet.",
    add: "New account",
    ownerName: "Name of the first owner",
    ownerEmail: "E-mail address of the first owner",
    ownerHint: "Leave both empty to invite users later.",
    wrongTimezone: "Choose a time zone of the list.",
    wrongEmail: "Expected an e-mail address.",
    created: (name) => `${name} was created`,
    joined: (name) => `${name} signs in with the password that is set already.`,
    unfinished: (reason) =>
      `${reason} Check the time zone and the users on the account's page, and invite the owner there.`,
    open: "Open the account",
    campaignsStop: (count) => (count === 1 ? "1 campaign stops." : `${count} campaigns stop.`),
    zonesStop: (count) => (count === 1 ? "1 zone gets no ads." : `${count} zones get no ads.`),
    campaignsRun: "Its campaigns run again.",
    zonesRun: "Its zones get ads again.",
    readOnly: "Users and API tokens of the account only read.",
    whenSuspended: (consequence) => `When suspended: ${consequence}`,
    whileSuspended: (consequence) => `When no longer suspended: ${consequence}`,
    suspendAsked: (name) => `Suspend ${name}?`,
    endAsked: (name) => `End the suspension of ${name}?`,
  },
};
