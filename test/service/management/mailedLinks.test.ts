// @long Takes more than five seconds of processor time.
/** Invitations, new passwords and confirmations by mail, through a real mail server. */
import type { SMTPServerOptions } from "smtp-server";
import { expect, test } from "vitest";
import { MailedLinks } from "../../../src/service/management/mailedLinks.ts";
import { ChangeRefused } from "../../../src/service/management/refusal.ts";
import { LINK_LIFE } from "../../../src/service/management/users.ts";
import { createLimits } from "../../../src/service/net/rateLimiter.ts";
import type { Settings } from "../../../src/service/settings.ts";
import { DAY_MS } from "../../../src/service/values/day.ts";
import { PeopleService } from "../support/people.ts";
import { type Mailbox, refuseWith, startSmtp } from "../support/smtp.ts";

const NO_LIMITS = {
  limitWindow: 1000,
  limitIp: 0,
  limitUser: 0,
  limitStatisticsIp: 0,
  limitStatisticsUser: 0,
  clickLimits: [],
};

async function start(options?: SMTPServerOptions, settings?: Partial<Settings>) {
  const box = await startSmtp(options);
  const people = await PeopleService.start({ smtp: box.url, origin: "https://ads.example", ...settings });
  return { box, people, owner: await people.signIn("publisher") };
}

/** Finds the link in the text part of the latest mail. */
function findLink({ mails }: Mailbox): string {
  return /https:\S+/.exec(mails.at(-1)?.text ?? "")?.[0] ?? "";
}

test("an invitation is mailed in the user's language, and whoever invites does not get the link", async () => {
  const { box, people, owner } = await start();
  const { status, json } = await people.invite(owner, { language: "de" });
  expect([status, json.result]).toEqual([
    201,
    {
      id: 4,
      email: "ann@site.example",
      name: "Ann",
      language: "de",
      role: "editor",
      hasPassword: false,
      link_expires_at: json.result.expires_at,
      expires_at: new Date(people.service.clock.time + LINK_LIFE).toISOString(),
      mail: { state: "sent" },
    },
  ]);
  const [mail] = box.mails;
  expect(mail?.to).toMatchObject({ text: "ann@site.example" });
  expect(mail?.subject).toBe("Einladung zu Publisher auf ads.example");
  expect(mail?.text).toContain("Publisher lädt dich zum Konto Publisher auf ads.example ein.");
  const link = findLink(box);
  expect(link).toMatch(/^https:\/\/ads\.example\/dashboard\/#password=[\w-]{32}$/);
  expect(mail?.html).toContain(`href="${link}"`);
});

test("a mailed link that is used confirms the address", async () => {
  const { box, people, owner } = await start();
  await people.invite(owner);
  expect((await people.send(owner, "GET", "/v2/users")).json.result[1]).not.toHaveProperty("emailConfirmed");
  expect((await people.usePassword(findLink(box))).status).toBe(200);
  expect((await people.send(owner, "GET", "/v2/users")).json.result[1]).toMatchObject({
    email: "ann@site.example",
    emailConfirmed: true,
  });
  const ann = await people.signIn("ann@site.example");
  const { json } = await people.send(ann, "GET", "/v2/account");
  expect(json.user).toMatchObject({ id: 4, emailConfirmed: true });
});

test("a link that was handed over confirms no address", async () => {
  const people = await PeopleService.start();
  await people.join("publisher");
  const { json } = await people.send(await people.signIn("publisher"), "GET", "/v2/users");
  expect(json.result[1]).not.toHaveProperty("emailConfirmed");
});

test("a new link for a user with a password is mailed, and the old password stays until it is used", async () => {
  const { box, people, owner } = await start();
  await people.invite(owner);
  await people.usePassword(findLink(box));
  const { status, json } = await people.send(owner, "POST", "/v2/users/4/link");
  expect([status, json.result]).toEqual([
    201,
    { mail: { state: "sent" }, expires_at: new Date(people.service.clock.time + LINK_LIFE).toISOString() },
  ]);
  expect(box.mails.map(({ subject }) => subject)).toEqual([
    "Invitation to Publisher on ads.example",
    "New password for ads.example",
  ]);
  expect((await people.logIn("ann@site.example")).status).toBe(200);
  await people.usePassword(findLink(box), "another password");
  expect((await people.logIn("ann@site.example")).status).toBe(401);
});

test("a user without an e-mail address, and a command on the machine, get the link as before", async () => {
  const { box, people } = await start();
  const network = await people.signIn("network");
  const { json } = await people.send(network, "POST", "/v2/users/2/link");
  expect(json.result.link).toMatch("https://ads.example/dashboard/#password=");
  expect(json.result).not.toHaveProperty("mail");
  expect(box.mails).toEqual([]);
});

test("a user who is added to another account and keeps the password gets a notice instead of a link", async () => {
  const { box, people } = await start();
  const network = await people.signIn("network");
  await people.invite(network, { account: 2 });
  await people.usePassword(findLink(box));
  const add = { user: 4, role: "viewer", account: 3 };
  const { json } = await people.send(network, "POST", "/v2/users", add);
  expect(json.result).toMatchObject({ hasPassword: true });
  await expect.poll(() => box.mails.length).toBe(2);
  expect(box.mails[1]?.subject).toBe("You now have access to Second publisher on ads.example");
});

test("a user without a password who is added to another account gets a new invitation to it", async () => {
  const { box, people } = await start();
  const network = await people.signIn("network");
  await people.invite(network, { account: 2 });
  const { json } = await people.send(network, "POST", "/v2/users", { user: 4, role: "viewer", account: 3 });
  expect(json.result).toMatchObject({ mail: { state: "sent" } });
  expect(json.result).not.toHaveProperty("link");
  expect(box.mails[1]?.subject).toBe("Invitation to Second publisher on ads.example");
});

test.each([
  [550, "mail-refused", "The mail was not sent: the mail server refuses this address. Correct it."],
  [451, "mail-failed", expect.stringContaining("cannot be used at the moment")],
])(
  "a mail refused with %d is reported as %s, and the link can be asked for again",
  async (code, reason, message) => {
    let isRefused = true;
    const { box, people, owner } = await start({
      onRcptTo: (_, __, done) => done(isRefused ? refuseWith(code, "no") : null),
    });
    const { status, json } = await people.invite(owner);
    expect([status, json.result.mail]).toEqual([
      201,
      { state: "failed", message, codes: [{ code: reason }] },
    ]);
    expect(json.result).not.toHaveProperty("link");
    isRefused = false;
    const again = await people.send(owner, "POST", "/v2/users/4/link");
    expect(again.json.result.mail).toEqual({ state: "sent" });
    expect((await people.usePassword(findLink(box))).status).toBe(200);
  },
);

test("mails are limited by address, and an open invitation stays valid when the limit is reached", async () => {
  const { box, people, owner } = await start();
  await people.invite(owner);
  const again = () => people.send(owner, "POST", "/v2/users/4/link");
  for (let sent = 1; sent < 5; sent++) expect((await again()).status).toBe(201);
  const { status, json, headers } = await again();
  expect([status, json.message, headers.get("Retry-After")]).toEqual([
    429,
    "Enough mails have been sent for a day. Try again in 24 h.",
    "86400",
  ]);
  expect(box.mails).toHaveLength(5);
  // Another account has its own limit.
  await people.send(owner, "DELETE", "/v2/users/4");
  const other = await people.signIn("Other@net.example");
  expect((await people.invite(other)).status).toBe(201);
  await people.send(other, "DELETE", "/v2/users/5");
  expect((await people.invite(owner)).status).toBe(429);
  people.service.clock.time += DAY_MS;
  expect((await people.invite(await people.signIn("publisher"))).status).toBe(201);
  expect((await people.usePassword(findLink(box))).status).toBe(200);
});

test("all accounts together send twenty mails a day to an address", async () => {
  const limits = createLimits({ ...NO_LIMITS, limitKeys: 100 });
  const mailer = { send: async () => "sent" as const, close: async () => {} };
  const mails = new MailedLinks({ mailer, limits, host: "ads.example" });
  for (let sent = 0; sent < 20; sent++) await mails.count(1 + (sent % 4), "ann@site.example");
  await expect(mails.count(5, "ann@site.example")).rejects.toThrow(ChangeRefused);
  await mails.count(5, "ben@site.example");
});

test("refused requests, and a user added with a password, count as no mail", async () => {
  const { box, people, owner } = await start();
  const network = await people.signIn("network");
  await people.invite(network, { account: 2 });
  await people.usePassword(findLink(box));
  for (let at = 0; at < 6; at++) {
    expect((await people.invite(owner)).status).toBe(409);
    const again = await people.send(network, "POST", "/v2/users", { user: 4, role: "viewer", account: 2 });
    expect(again.status).toBe(409);
    const add = { user: 4, role: "viewer", account: 3 };
    expect((await people.send(network, "POST", "/v2/users", add)).status).toBe(201);
    expect((await people.send(network, "DELETE", "/v2/users/4?account=3")).status).toBe(204);
  }
  for (let sent = 0; sent < 5; sent++)
    expect((await people.send(owner, "POST", "/v2/users/4/link")).status).toBe(201);
  for (let sent = 0; sent < 4; sent++)
    expect((await people.send(network, "POST", "/v2/users/4/link")).status).toBe(201);
});

test("an open invitation is not replaced by an account that does not manage the user", async () => {
  const { box, people, owner } = await start();
  await people.invite(owner);
  const stranger = await people.signIn("Other@net.example");
  expect((await people.invite(stranger)).status).toBe(409);
  expect((await people.send(stranger, "POST", "/v2/users/4/link")).status).toBe(404);
  expect((await people.send(stranger, "POST", "/v2/users", { user: 4, role: "viewer" })).status).toBe(404);
  expect(box.mails).toHaveLength(1);
  expect((await people.usePassword(findLink(box))).status).toBe(200);
});

test("names with markup are text in both parts of a mail", async () => {
  const { box, people } = await start();
  const network = await people.signIn("network");
  await people.send(network, "PATCH", "/v2/accounts/2", { name: "<img src=x> & Söhne" });
  await people.invite(network, { account: 2, name: "<b>Ann</b>" });
  const [mail] = box.mails;
  expect(mail?.subject).toBe("Invitation to <img src=x> & Söhne on ads.example");
  expect(mail?.text).toMatch(/^Hello <b>Ann<\/b>,/);
  expect(mail?.html).not.toMatch(/<img|<b>/);
});

/** Reads the token of the confirmation in the latest mail. */
const findToken = (box: Mailbox) => findLink(box).split("#confirm=")[1] ?? "";
const confirm = (people: PeopleService, token: string) =>
  people.send("", "POST", "/v2/confirmation", { token });

test("a user who exists already confirms the address by a link that is mailed on request", async () => {
  const { box, people } = await start();
  const user = await people.signIn("other@net.example");
  const ask = () => people.send(user, "POST", "/v2/user/confirmation");
  const canConfirm = async () => (await people.send(user, "GET", "/v2/account")).json.user.canConfirmEmail;
  expect(await canConfirm()).toBe(true);
  expect(await ask()).toMatchObject({ status: 200, json: { result: { state: "sent" } } });
  expect(box.mails[0]).toMatchObject({
    subject: "Confirm your e-mail address for ads.example",
    to: { text: "other@net.example" },
  });
  expect(await confirm(people, findToken(box))).toMatchObject({
    status: 200,
    json: { username: "other@net.example" },
  });
  expect((await people.send(user, "GET", "/v2/user")).json.user.emailConfirmed).toBe(true);
  expect(await canConfirm()).toBeUndefined();
  expect(await ask()).toMatchObject({
    status: 409,
    json: { message: "Your e-mail address is confirmed already." },
  });
  // A second click, or a scanner's, changes nothing.
  expect((await confirm(people, findToken(box))).status).toBe(200);
});

test("a confirmation ends after three days, with its user, and cannot be forged or used for a password", async () => {
  const { box, people, owner } = await start();
  const user = await people.signIn("other@net.example");
  await people.send(user, "POST", "/v2/user/confirmation");
  const token = findToken(box);
  expect((await people.usePassword(`#password=${token}`)).status).toBe(403);
  expect((await confirm(people, `${token.slice(0, -2)}xx`)).status).toBe(403);
  expect((await confirm(people, owner)).status).toBe(403);
  people.service.clock.time += LINK_LIFE;
  expect(await confirm(people, token)).toMatchObject({
    status: 403,
    json: { message: "This link is no longer valid. Have another one sent from your account." },
  });
});

test("guessed confirmations delay the address like failed sign-ins", async () => {
  const { people } = await start();
  for (let at = 0; at < 5; at++) expect((await confirm(people, "x")).status).toBe(403);
  expect((await confirm(people, "x")).status).toBe(429);
});

test("a user name cannot be confirmed, and nothing can without a mail server", async () => {
  const { people, owner } = await start();
  expect(await people.send(owner, "POST", "/v2/user/confirmation")).toMatchObject({
    status: 409,
    json: { message: "You sign in with a user name. Only e-mail addresses can be confirmed." },
  });
  const isOffered = async (at: PeopleService, token: string) =>
    "canConfirmEmail" in (await at.send(token, "GET", "/v2/account")).json.user;
  expect(await isOffered(people, owner)).toBe(false);
  const silent = await PeopleService.start();
  const user = await silent.signIn("other@net.example");
  expect(await isOffered(silent, user)).toBe(false);
  expect(await silent.send(user, "POST", "/v2/user/confirmation")).toMatchObject({
    status: 409,
    json: { message: "This service sends no mails." },
  });
});

test("a mail server without an origin stops the start with the reason", async () => {
  const { url } = await startSmtp();
  await expect(PeopleService.start({ smtp: url })).rejects.toThrow("--smtp needs --origin");
});
