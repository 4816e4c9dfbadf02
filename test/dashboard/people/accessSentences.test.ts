import { expect, test } from "vitest";
import { describeAccess } from "../../../src/dashboard/people/accessSentences.ts";
import { de as peopleDe } from "../../../src/dashboard/people/peopleDe.ts";
import { en as peopleEn } from "../../../src/dashboard/people/peopleEn.ts";
import { de } from "../../../src/dashboard/texts/managementDe.ts";
import { en } from "../../../src/dashboard/texts/managementEn.ts";
import type { AuditEntry } from "../../../src/protocol/people.ts";

const COMMON = {
  currency: "USD",
  isNetwork: false,
  nameCountry: (code: string) => (code === "DEU" ? "Germany" : code),
};
const ENGLISH = { ...COMMON, texts: en, people: peopleEn, tag: "en" };
const GERMAN = { ...COMMON, texts: de, people: peopleDe, tag: "de" };

const ENTRY: AuditEntry = {
  time: "2026-11-28T10:00:00Z",
  account: { id: 7, name: "Site" },
  user: { id: 3, name: "Ann" },
  way: "interface",
  action: "create",
  kind: "users",
  id: 9,
  owner: 7,
};
const BOB = { name: "Bob", username: "bob@site.example", role: "viewer" };
const FIREFOX = { user: 3, name: "Ann", browser: "Firefox", operating_system: "Linux", country: "DEU" };

test.each<[Partial<AuditEntry>, string, string]>([
  [
    { after: { ...BOB, role: "editor" } },
    "Ann invited bob@site.example as editor.",
    "Ann hat bob@site.example als Bearbeiter eingeladen.",
  ],
  [
    { way: "command", after: BOB },
    "Ann added bob@site.example as viewer.",
    "Ann hat bob@site.example als Betrachter hinzugefügt.",
  ],
  [{ action: "end", before: BOB }, "Ann removed Bob.", "Ann hat Bob entfernt."],
  [
    { action: "change", before: BOB, after: { ...BOB, role: "owner" } },
    "Ann made Bob owner (was viewer).",
    "Ann hat Bob zum Inhaber gemacht (zuvor Betrachter).",
  ],
  [
    { action: "change", before: BOB, after: { ...BOB, password: "changed", sessions: "ended" } },
    "Ann changed the password of Bob.",
    "Ann hat das Passwort von Bob geändert.",
  ],
  [
    { action: "change", id: 3, before: BOB, after: { ...BOB, password: "changed" } },
    "Ann changed their own password.",
    "Ann hat das eigene Passwort geändert.",
  ],
  [
    { action: "change", id: 3, before: BOB, after: { ...BOB, second_factor: "on", sessions: "ended" } },
    "Ann switched the second factor on.",
    "Ann hat den zweiten Faktor eingeschaltet.",
  ],
  [
    { action: "change", id: 3, before: BOB, after: { ...BOB, second_factor: "recovery code used" } },
    "Ann used a recovery code.",
    "Ann hat einen Wiederherstellungscode benutzt.",
  ],
  [
    { action: "change", before: BOB, after: { ...BOB, second_factor: "off", sessions: "ended" } },
    "Ann reset the second factor of Bob.",
    "Ann hat den zweiten Faktor von Bob zurückgesetzt.",
  ],
  [
    { action: "change", before: BOB, after: { ...BOB, password: "removed" } },
    "Ann removed the password of Bob.",
    "Ann hat das Passwort von Bob entfernt.",
  ],
  [
    { action: "change", before: BOB, after: { ...BOB, username: "b@site.example" } },
    "Ann set the sign-in name of Bob to b@site.example.",
    "Ann hat den Anmeldenamen von Bob auf b@site.example gesetzt.",
  ],
  [
    { action: "change", before: BOB, after: { ...BOB, sessions: "ended" } },
    "Ann signed Bob out everywhere.",
    "Ann hat Bob überall abgemeldet.",
  ],
  [{ action: "change", before: BOB, after: BOB }, "Ann changed Bob.", "Ann hat Bob geändert."],
  [
    { action: "refuse", count: 3, after: { name: "Ann" } },
    "3 wrong passwords for Ann.",
    "3 falsche Passwörter für Ann.",
  ],
  [
    { action: "refuse", count: 2, after: { name: "Ann", second_factor: "missing" } },
    "2 sign-ins with the right password of Ann, but without a code.",
    "2 Anmeldungen mit dem richtigen Passwort von Ann, aber ohne Code.",
  ],
  [{ action: "refuse", after: { name: "Ann" } }, "1 wrong password for Ann.", "1 falsches Passwort für Ann."],
  [
    { kind: "tokens", after: { name: "Nightly", role: "editor" } },
    "Ann made the API token Nightly (editor).",
    "Ann hat den API-Token Nightly angelegt (Bearbeiter).",
  ],
  [
    { kind: "tokens", action: "end", before: { name: "Nightly", role: "viewer" } },
    "Ann ended the API token Nightly.",
    "Ann hat den API-Token Nightly beendet.",
  ],
  [
    { kind: "links", after: BOB },
    "Ann made a link with which Bob sets a password.",
    "Ann hat einen Link angelegt, mit dem Bob ein Passwort setzt.",
  ],
  [
    { kind: "links", action: "end", before: BOB },
    "Ann ended the link with which Bob sets a password.",
    "Ann hat den Link beendet, mit dem Bob ein Passwort setzt.",
  ],
  [
    { kind: "links", action: "end", id: 3, before: BOB },
    "Ann used the link for setting a password.",
    "Ann hat den Link zum Setzen des Passworts benutzt.",
  ],
  [
    { kind: "shares", id: "s1", after: { name: "Agency" } },
    "Ann shared reports by the link Agency.",
    "Ann hat mit dem Link Agency Berichte geteilt.",
  ],
  [
    { kind: "shares", id: "s1", action: "end", before: {} },
    "Ann ended the shared link #s1.",
    "Ann hat den geteilten Link #s1 beendet.",
  ],
  [
    { kind: "subscriptions", id: "u1", after: { name: "Revenue", every: "week" } },
    "Ann subscribed to the report Revenue by mail (on Mondays).",
    "Ann hat den Bericht Revenue per E-Mail abonniert (montags).",
  ],
  [
    { kind: "subscriptions", id: "u1", action: "end", before: { name: "Revenue", every: "week" } },
    "Ann ended the mails with the report Revenue.",
    "Ann hat die E-Mails mit dem Bericht Revenue beendet.",
  ],
  [
    { kind: "sessions", id: "d", after: FIREFOX },
    "Ann signed in with Firefox on Linux, Germany.",
    "Ann hat sich mit Firefox unter Linux (Germany) angemeldet.",
  ],
  [
    { kind: "sessions", id: "d", after: { user: 3 } },
    "Ann signed in with an unknown browser.",
    "Ann hat sich mit einem unbekannten Browser angemeldet.",
  ],
  [
    { kind: "sessions", id: "d", action: "end", before: FIREFOX },
    "Ann signed out of Firefox on Linux, Germany.",
    "Ann hat sich von Firefox unter Linux (Germany) abgemeldet.",
  ],
  [
    { kind: "sessions", id: "d", action: "end", before: { ...FIREFOX, user: 4, name: "Bob" } },
    "Ann signed Bob out of Firefox on Linux, Germany.",
    "Ann hat Bob von Firefox unter Linux (Germany) abgemeldet.",
  ],
])("an entry of the audit log with %j has a sentence in both languages", (entry, english, german) => {
  const full = { ...ENTRY, ...entry } as AuditEntry;
  expect(describeAccess(full, ENGLISH)).toBe(english);
  expect(describeAccess(full, GERMAN)).toBe(german);
});

test.each<[Partial<AuditEntry>, string, string]>([
  [
    { after: { ...BOB, forgotten: true } },
    "Someone asked for a new password as Bob.",
    "Jemand hat als Bob ein neues Passwort verlangt.",
  ],
  [
    { action: "end", before: { ...BOB, forgotten: true } },
    "A link for a forgotten password of Bob ended.",
    "Ein Link für ein vergessenes Passwort von Bob ist beendet.",
  ],
])(
  "a link for a forgotten password without an author is described in both languages (%#)",
  (fields, english, german) => {
    const { user: _, ...anyone } = ENTRY;
    const entry: AuditEntry = { ...anyone, kind: "links", ...fields };
    expect([describeAccess(entry, ENGLISH), describeAccess(entry, GERMAN)]).toEqual([english, german]);
  },
);
