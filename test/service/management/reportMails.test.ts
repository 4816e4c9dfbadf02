/** Reports that users have mailed to themselves, through a real mail server. */
import type { SMTPServerOptions } from "smtp-server";
import * as v from "valibot";
import { expect, test } from "vitest";
import type { Mail, MailOutcome } from "../../../src/service/mail/mailer.ts";
import { ReportMails } from "../../../src/service/management/reportMails.ts";
import { createLimits } from "../../../src/service/net/rateLimiter.ts";
import { NOBODY } from "../../../src/service/people/people.ts";
import { userSchema } from "../../../src/service/people/peopleSchema.ts";
import { BusyError } from "../../../src/service/runtime/gate.ts";
import { DEFAULT_SETTINGS, type Settings } from "../../../src/service/settings.ts";
import { hashPassword } from "../../../src/service/signing/passwords.ts";
import { getOrMake } from "../../../src/service/values/getOrMake.ts";
import { defer } from "../../support/defer.ts";
import { CATALOGUE, findAccount } from "../statisticsRoutes/support.ts";
import { PASSWORD, PeopleService } from "../support/people.ts";
import { refuseWith, startSmtp } from "../support/smtp.ts";

const password = await hashPassword(PASSWORD);

const user = (id: number, name: string, account: number, more: object = {}) => ({
  id,
  email: `${name.toLowerCase()}@site.example`,
  name,
  password,
  emailConfirmed: true,
  accounts: [{ account, role: "viewer" }],
  ...more,
});

const USERS = [
  user(11, "Ann", 2),
  user(12, "Ben", 2, { emailConfirmed: undefined }),
  user(13, "Cleo", 1, { language: "de" }),
  user(14, "Dan", 1, { accounts: [{ account: 1, role: "owner" }] }),
];

const NO_ROWS = JSON.stringify({ request_metadata: { count: 0 }, result: [], result_total: {} });

const SITES = {
  role: "publisher",
  period: "7d",
  query: { group_by: ["site_id"] },
  view: "?role=publisher&period=7d",
  title: "Sites",
};

async function start(options?: SMTPServerOptions, settings: Partial<Settings> = {}) {
  const box = await startSmtp(options);
  const people = await PeopleService.start(
    { smtp: box.url, origin: "https://ads.example", ...settings },
    { users: USERS },
  );
  const tokens = new Map<string, Promise<string>>();
  const signIn = (name: string) =>
    getOrMake(tokens, name, () => people.signIn(`${name.toLowerCase()}@site.example`));
  const send = async (name: string, changes: object = {}) =>
    people.send(await signIn(name), "POST", "/v2/user/report", { ...SITES, ...changes });
  const readUser = async (name: string) =>
    (await people.send(await signIn(name), "GET", "/v2/account")).json.user;
  return { box, people, signIn, send, readUser };
}

test("a report goes to the user's own confirmed address only, in the user's language", async () => {
  const { box, send, readUser } = await start();
  expect(await readUser("Ann")).toHaveProperty("canReceiveReports", true);
  const { status, json } = await send("Ann");
  expect([status, json]).toEqual([200, { result: { state: "sent" } }]);
  expect(box.mails[0]?.to).toMatchObject({ text: "ann@site.example" });
  expect(box.mails[0]?.subject).toBe("Sites: 13 – 19 November 2026");
  expect(box.mails[0]?.text).toContain(
    "https://ads.example/dashboard/?role=publisher&period=2026-11-13..2026-11-19&compare=2026-11-06..2026-11-12",
  );
  await send("Cleo");
  expect(box.mails[1]?.text).toContain("Hallo Cleo,");
  expect(await readUser("Ben")).not.toHaveProperty("canReceiveReports");
  expect((await send("Ben")).json.message).toBe(
    "Confirm your e-mail address first, in your account's settings.",
  );
  expect(box.mails).toHaveLength(2);
});

test("a user who clicks fast gets one mail, and 20 reports a day; invalid requests do not count", async () => {
  const { box, people, signIn, send } = await start();
  for (const [changes, problem] of [
    [{ role: "advertiser" }, { "[role]": "Your account has no access to these numbers." }],
    [{ to: "eve@evil.example" }, { "[to]": "This field was not expected." }],
    [
      { query: { group_by: ["planet"] } },
      { "[query][group_by][0]": expect.stringMatching("^Expected one of: ") },
    ],
  ])
    expect((await send("Ann", changes)).json.errors).toEqual([problem]);
  const answers = await Promise.all([send("Ann"), send("Ann"), send("Ann")]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.json.message).toBe(
    "You asked for this report a moment ago. Try again in 30 seconds.",
  );
  people.service.clock.time += 30_000;
  expect((await send("Ann")).status).toBe(200);
  for (let at = 2; at < 20; at++) expect((await send("Ann", { title: `Report ${at}` })).status).toBe(200);
  const { status, headers, json: refusal } = await send("Ann", { title: "Another" });
  expect([status, headers.get("Retry-After"), refusal.message]).toEqual([
    ...[429, "86370", "Enough mails have been sent for a day. Try again in 24 h."],
  ]);
  // Other users and other mails have limits of their own.
  expect((await send("Cleo")).status).toBe(200);
  const { json } = await people.invite(await signIn("Dan"), { email: "eve@site.example" });
  expect(json.result.mail).toEqual({ state: "sent" });
  expect(box.mails).toHaveLength(22);
});

test("without a mail server, nobody receives reports", async () => {
  const people = await PeopleService.start({}, { users: USERS });
  const token = await people.signIn("ann@site.example");
  expect((await people.send(token, "GET", "/v2/account")).json.user).not.toHaveProperty("canReceiveReports");
  const { status, json } = await people.send(token, "POST", "/v2/user/report", SITES);
  expect([status, json.message]).toEqual([409, "This service sends no mails."]);
});

test("a mail that the mail server refuses is named as failed", async () => {
  const { send } = await start({ onRcptTo: (_, __, done) => done(refuseWith(550, "no such user")) });
  const { status, json } = await send("Ann");
  expect([status, json.result.state, json.result.codes]).toEqual([200, "failed", [{ code: "mail-refused" }]]);
});

/** Reports of users with faked parts. `open` runs a report. */
function fake({ open = async () => new Blob([NO_ROWS]).stream() } = {}) {
  const sent: Mail[] = [];
  const accept: ((outcome: MailOutcome) => void)[] = [];
  const users = new Map(USERS.map((one) => [one.id, v.parse(userSchema, one)]));
  const mails = new ReportMails({
    mailer: {
      send: (mail) => {
        sent.push(mail);
        return new Promise((resolve) => accept.push(resolve));
      },
      close: async () => {},
    },
    reportsOff: undefined,
    origin: "https://ads.example",
    limits: createLimits(DEFAULT_SETTINGS),
    people: () => ({ ...NOBODY, users }),
    catalogue: () => CATALOGUE,
    reports: { open },
    reportTimeout: 60_000,
    now: Date.now,
  });
  const send = (user: number, title: string) =>
    mails.send({ account: findAccount("publisher-two"), user }, { ...SITES, title });
  return { sent, accept, users, send };
}

test("what is not sent does not count: a busy service, a failed mail, and a repetition that is refused", async () => {
  const { send, sent, accept } = fake();
  const full = [send(11, "A"), send(11, "B"), send(11, "C"), send(11, "D")];
  await expect.poll(() => sent.length).toBe(2);
  await expect(send(11, "E")).rejects.toThrow(BusyError);
  const answerAll = async (sends: Promise<unknown>[]) => {
    for (let answered = 0; answered < sends.length; answered++) {
      await expect.poll(() => accept.length).toBeGreaterThan(answered);
      accept[answered]?.("failed");
    }
    expect(await Promise.all(sends)).toMatchObject(sends.map(() => ({ state: "failed" })));
    accept.length = 0;
  };
  await answerAll(full);
  for (let at = 0; at < 20; at++) await answerAll([send(11, "E")]);
  const sending = send(11, "E");
  for (let at = 0; at < 20; at++)
    await expect(send(11, "E")).rejects.toMatchObject({ problem: { code: "report-mail-repeated" } });
  await expect.poll(() => accept.length).toBe(1);
  accept[0]?.("sent");
  expect(await sending).toEqual({ state: "sent" });
  const last = send(11, "F");
  await expect.poll(() => accept.length).toBe(2);
  accept[1]?.("sent");
  expect(await last).toEqual({ state: "sent" });
});

test("a user who was removed while the report ran gets no mail", async () => {
  const [asked, answer] = [defer(), defer()];
  const open = async () => {
    asked.resolve();
    await answer.promise;
    return new Blob([NO_ROWS]).stream();
  };
  const { send, users, sent } = fake({ open });
  const sending = send(11, "A");
  await asked.promise;
  users.delete(11);
  answer.resolve();
  await expect(sending).rejects.toMatchObject({ problem: { code: "user-gone" } });
  expect(sent).toEqual([]);
});

test("a user who was removed during the wait for a turn gets no mail", async () => {
  const { send, users, sent, accept } = fake();
  // Two mails are written or sent at once.
  const running = [send(11, "A"), send(11, "B")];
  await expect.poll(() => sent.length).toBe(2);
  const waiting = send(11, "C");
  users.delete(11);
  for (const answer of accept) answer("sent");
  await expect(waiting).rejects.toMatchObject({ problem: { code: "user-gone" } });
  expect(await Promise.all(running)).toEqual([{ state: "sent" }, { state: "sent" }]);
  expect(sent.map(({ to, about }) => [to, about])).toEqual(
    Array(2).fill(["ann@site.example", "report of user 11"]),
  );
});
