/** Notices: mails to users about changes of their access by others. */
import { beforeEach, expect, test, vi } from "vitest";
import { parseCatalogue } from "../../../src/service/catalogue/catalogue.ts";
import { askService } from "../../../src/service/control/commandSocket.ts";
import type { Mail, MailOutcome } from "../../../src/service/mail/mailer.ts";
import { Notices } from "../../../src/service/management/notices.ts";
import { type Asking, BY_COMMAND } from "../../../src/service/management/peopleChanges.ts";
import { createLimits } from "../../../src/service/net/rateLimiter.ts";
import { indexPeople } from "../../../src/service/people/people.ts";
import type { User } from "../../../src/service/people/peopleSchema.ts";
import { hashPassword } from "../../../src/service/signing/passwords.ts";
import { DAY_MS } from "../../../src/service/values/day.ts";
import { PASSWORD, PeopleService } from "../support/people.ts";
import { startSmtp } from "../support/smtp.ts";

const NOON = Date.parse("2026-11-30T12:00:00Z");
const CATALOGUE = parseCatalogue({
  accounts: [
    { id: 1, name: "Network", role: "network", timezone: "Europe/Berlin" },
    { id: 2, name: "Daily <News>", role: "publisher", network: 1, timezone: "Europe/Berlin" },
    { id: 3, name: "Second", role: "publisher", network: 1 },
  ],
  sites: [],
  zones: [],
  campaigns: [],
});
const HASH = await hashPassword(PASSWORD);
const FACTOR = { secret: "s", lastStep: 1, recovery: [] };
const LINK = { digest: "d", expires: "2026-12-03T12:00:00Z", maker: 8, account: 2 };
const ANN: User = {
  id: 7,
  email: "ann@site.example",
  name: "Ann",
  password: HASH,
  emailConfirmed: true,
  accounts: [{ account: 2, role: "editor" }],
  secondFactor: FACTOR,
};
const BEN: User = {
  id: 8,
  email: "ben@site.example",
  name: "Ben",
  accounts: [{ account: 2, role: "owner" }],
};
const BY_BEN: Asking = { account: CATALOGUE.accounts.get(2), user: BEN.id, way: "interface" };

let time = NOON;
let mails: Mail[];
const send = vi.fn(async (mail: Mail): Promise<MailOutcome> => {
  mails.push(mail);
  return "sent";
});

beforeEach(() => {
  time = NOON;
  mails = [];
  send.mockClear();
});

function createNotices(log = { error: vi.fn() }) {
  const users = new Map([ANN, BEN].map((user) => [user.id, user]));
  const windows = { limitWindow: 1000, limitKeys: 1000, clickLimits: [] };
  const none = { limitIp: 0, limitUser: 0, limitStatisticsIp: 0, limitStatisticsUser: 0 };
  return new Notices({
    mailer: { send },
    limits: createLimits({ ...windows, ...none }, () => time),
    people: () => ({ ...indexPeople(users, new Map()), taken: new Set() }),
    catalogue: () => CATALOGUE,
    now: () => time,
    log,
    host: "ads.example",
    link: "https://ads.example/dashboard/",
  });
}

/** Changes the user, and resolves with the mails that follow. */
async function change(after: Partial<User> | undefined, asking: Asking, before: Partial<User> = {}) {
  const notices = createNotices();
  const user = { ...ANN, ...before };
  notices.send(user, after && { ...user, ...after }, asking);
  await notices.waitForMails();
  return mails;
}

test.each<[string, Partial<User> | undefined, Asking, string, string]>([
  [
    "a higher role",
    { accounts: [{ account: 2, role: "owner" }] },
    BY_BEN,
    "Your role in Daily <News> on ads.example was changed",
    "On 30 November 2026 at 13:00 CET, Ben (account Daily <News>) changed your role in the account Daily <News> on ads.example from editor to owner.",
  ],
  [
    "another account",
    { accounts: [...ANN.accounts, { account: 3, role: "viewer" }] },
    { account: CATALOGUE.accounts.get(1), way: "interface" },
    "You now have access to Second on ads.example",
    "On 30 November 2026 at 12:00 UTC, an owner of the account Network added you to the account Second on ads.example. Your role is viewer.",
  ],
  [
    "the end of the last access",
    undefined,
    BY_BEN,
    "You no longer have access to Daily <News> on ads.example",
    "removed you from the account Daily <News> on ads.example. Your role was editor.",
  ],
  [
    "a second factor that is reset",
    { secondFactor: undefined, signInsEnded: 1 },
    BY_BEN,
    "Your second factor on ads.example was switched off",
    "Ben (account Daily <News>) switched off your second factor on ads.example.",
  ],
  [
    "a second factor that a command resets",
    { secondFactor: undefined, signInsEnded: 1 },
    BY_COMMAND,
    "Your second factor on ads.example was switched off",
    "a command on the server switched off your second factor",
  ],
  [
    "a link that a command prints",
    { link: { ...LINK, maker: undefined, account: undefined } },
    BY_COMMAND,
    "A link for a new password was made on ads.example",
    "a command on the server made a link",
  ],
  [
    "a used link of an owner",
    { password: "new" },
    { user: ANN.id, way: "interface", account: CATALOGUE.accounts.get(2), link: LINK },
    "Your password on ads.example was changed",
    "a new password was set for you on ads.example, with a link made by Ben (account Daily <News>).",
  ],
  [
    "a used link of a command",
    { password: "new" },
    {
      user: ANN.id,
      way: "interface",
      account: CATALOGUE.accounts.get(2),
      link: { digest: "d", expires: "" },
    },
    "Your password on ads.example was changed",
    "with a link made by a command on the server.",
  ],
])("%s sends a notice with author, account and time", async (_, after, asking, subject, sentence) => {
  const [mail, ...others] = await change(after, asking);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: "ann@site.example", subject, language: "en" });
  expect(mail?.text).toContain(sentence);
  expect(mail?.text).toContain("https://ads.example/dashboard/");
  expect(mail?.html).not.toContain("<News>");
});

test("a change of several rights sends one notice about each", async () => {
  const accounts = [{ account: 3, role: "owner" as const }];
  await change({ accounts, password: undefined }, { ...BY_BEN, account: CATALOGUE.accounts.get(1) });
  expect(mails.map(({ subject }) => subject)).toEqual([
    "Your password on ads.example was removed",
    "You no longer have access to Daily <News> on ads.example",
    "You now have access to Second on ads.example",
  ]);
});

test.each<[string, Partial<User> | undefined, Asking, Partial<User>?]>([
  [
    "what the user changes",
    { password: "new", secondFactor: undefined, accounts: [] },
    { ...BY_BEN, user: 7 },
  ],
  ["the end of the user's own membership", undefined, { ...BY_BEN, user: 7 }],
  ["a used link for a forgotten password", { password: "new" }, { ...BY_BEN, user: 7, link: undefined }],
  ["a new hash of the same password", { password: "new" }, {}],
  ["a used code", { secondFactor: { ...FACTOR, lastStep: 2 } }, {}],
  ["a mailed link", { link: { ...LINK, mailed: true } }, BY_BEN],
  ["a link for a user without a password", { link: LINK }, BY_BEN, { password: undefined }],
  ["a new name", { name: "Anna" }, BY_BEN],
  ["a user without an e-mail address", undefined, BY_BEN, { email: undefined, username: "ann" }],
  ["an open invitation", undefined, BY_BEN, { password: undefined, emailConfirmed: undefined }],
])("%s sends no notice", async (_, after, asking, before) => {
  expect(await change(after, asking, before)).toEqual([]);
});

test("a user whose password was removed gets notices at a confirmed address", async () => {
  expect(await change(undefined, BY_BEN, { password: undefined })).toHaveLength(1);
});

test("a change of the address is told to the earlier one", async () => {
  const [mail] = await change(
    { email: "eve@evil.example", accounts: [{ account: 2, role: "viewer" }] },
    BY_BEN,
  );
  expect(mail?.to).toBe("ann@site.example");
});

test("a notice is in the user's language, and names in it are cleaned", async () => {
  const by = { ...BY_BEN, account: CATALOGUE.accounts.get(1) };
  const [mail] = await change({ secondFactor: undefined }, by, {
    language: "de",
    name: "Ann\r\nhttps://evil.example",
  });
  expect(mail?.text).toMatch(/^Hallo Ann https: evil\. example,\n/);
  expect(mail?.text).toContain(
    "Am 30. November 2026 um 13:00 MEZ hat Ben (Konto Network) deinen zweiten Faktor",
  );
});

test("five notices a day of one kind by one account are sent, and the fifth says so", async () => {
  const notices = createNotices();
  const toggle = (asking: Asking) => {
    const roles = (["viewer", "owner"] as const).map((role) => ({
      ...ANN,
      accounts: [{ account: 2, role }],
    }));
    for (let at = 0; at < 20; at++) notices.send(roles[at % 2] ?? ANN, roles[(at + 1) % 2], asking);
    return notices.waitForMails();
  };
  await toggle(BY_BEN);
  expect(mails.map(({ text }) => text.includes("send no mail in the next 24 hours"))).toEqual([
    false,
    false,
    false,
    false,
    true,
  ]);
  // Neither other kinds nor changes by others are limited by that.
  notices.send(ANN, { ...ANN, secondFactor: undefined }, BY_BEN);
  await toggle(BY_COMMAND);
  expect(mails).toHaveLength(11);
  time += DAY_MS;
  await toggle(BY_BEN);
  expect(mails).toHaveLength(16);
});

test("a mail that failed does not count", async () => {
  const notices = createNotices();
  send.mockResolvedValueOnce("failed").mockResolvedValueOnce("failed").mockResolvedValueOnce("refused");
  for (let at = 0; at < 9; at++) {
    notices.send(ANN, { ...ANN, secondFactor: undefined }, BY_BEN);
    await notices.waitForMails();
  }
  // Two failed, one was refused, four were sent.
  expect([send.mock.calls.length, mails.length]).toEqual([7, 4]);
});

test("a change does not wait for its mail, and an error is logged only", async () => {
  const log = { error: vi.fn() };
  const notices = createNotices(log);
  send.mockImplementationOnce(() => new Promise(() => {}));
  const off = { ...ANN, secondFactor: undefined };
  notices.send(ANN, off, BY_BEN);
  await notices.waitForMails();
  send.mockImplementationOnce(() => {
    throw new Error("no");
  });
  notices.send(ANN, off, BY_BEN);
  await notices.waitForMails();
  expect(log.error).toHaveBeenCalledOnce();
});

test("owners, the network and commands cause notices, and the user's own changes none", async () => {
  const box = await startSmtp();
  const accounts = [{ account: 2, role: "editor" }];
  const ann = { ...ANN, emailConfirmed: undefined, accounts, secondFactor: { ...FACTOR, recovery: [] } };
  const people = await PeopleService.start(
    { smtp: box.url, origin: "https://ads.example" },
    { users: [JSON.parse(JSON.stringify(ann))] },
  );
  const subjects = () => box.mails.map(({ subject }) => subject?.replace(" on ads.example", ""));
  const network = await people.signIn("network");
  await people.send(network, "DELETE", "/v2/users/7/second-factor");
  await people.send(await people.signIn("publisher"), "PATCH", "/v2/users/7", { role: "viewer" });
  await people.send(network, "POST", "/v2/users", { user: 7, role: "viewer", account: 3 });
  await people.send(network, "DELETE", "/v2/users/7?account=2");
  const { data } = people.service.settings;
  const link = await askService(data, "users", { action: "reset", email: "ann@site.example" });
  await people.usePassword(JSON.stringify(link).match(/https:[^"]+/)?.[0] ?? "", "another password");
  const own = await people.signIn("ann@site.example", { password: "another password" });
  const password = { currentPassword: "another password", password: "a third password" };
  expect((await people.send(own, "PATCH", "/v2/user", password)).status).toBe(200);
  // Two mails are sent at once, in any order.
  await expect.poll(() => box.mails.length).toBe(6);
  expect(subjects().sort()).toEqual([
    "A link for a new password was made",
    "You no longer have access to Publisher",
    "You now have access to Second publisher",
    "Your password was changed",
    "Your role in Publisher was changed",
    "Your second factor was switched off",
  ]);
});
