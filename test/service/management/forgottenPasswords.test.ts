// @long Takes more than five seconds of processor time.
/** Links for a forgotten password, asked for by anyone who knows the address. */
import type { SMTPServerOptions } from "smtp-server";
import { expect, test, vi } from "vitest";
import { FORGOTTEN_LIFE } from "../../../src/service/management/forgottenPasswords.ts";

import { PeopleService } from "../support/people.ts";
import { type Mailbox, refuseWith, startSmtp } from "../support/smtp.ts";

const HOUR_MS = 3_600_000;

/** A user with a password, who was never reached by mail. */
const OTHER = "other@net.example";

async function start(settings = {}, onRcptTo?: SMTPServerOptions["onRcptTo"]) {
  const box = await startSmtp(onRcptTo && { onRcptTo });
  const people = await PeopleService.start({ smtp: box.url, origin: "https://ads.example", ...settings });
  return { box, people };
}

const ask = (people: PeopleService, email: string) =>
  people.send("", "POST", "/v2/password/forgotten", { email });

/** Waits for a number of mails. Resolves with the link of the latest one. */
async function waitForMails({ mails }: Mailbox, count: number): Promise<string> {
  await vi.waitFor(() => expect(mails).toHaveLength(count), { timeout: 5000 });
  return /https:\S+/.exec(mails.at(-1)?.text ?? "")?.[0] ?? "";
}

test("a mailed link sets a new password, ends all sessions and confirms the address", async () => {
  const { box, people } = await start();
  const before = await people.signIn(OTHER);
  const { status, text } = await ask(people, " OTHER@net.example ");
  expect([status, text]).toEqual([204, ""]);
  const link = await waitForMails(box, 1);
  expect(link).toMatch(/^https:\/\/ads\.example\/dashboard\/#password=[\w-]{32}$/);
  expect(box.mails[0]).toMatchObject({ subject: "New password for ads.example", to: { text: OTHER } });
  // Asking alone changes nothing for the user.
  expect((await people.send(before, "GET", "/v2/user")).status).toBe(200);
  expect((await people.usePassword(link, "another password")).json).toEqual({ username: OTHER });
  expect((await people.send(before, "GET", "/v2/user")).status).toBe(401);
  expect((await people.logIn(OTHER)).status).toBe(401);
  const after = await people.signIn(OTHER, { password: "another password" });
  expect((await people.send(after, "GET", "/v2/user")).json.user.emailConfirmed).toBe(true);
  expect((await people.usePassword(link, "a third password")).status).toBe(403);
});

test.each(["nobody@net.example", "Network@net.example"])(
  "the answer for %s, which no user has, is the same, and no mail is sent",
  async (email) => {
    const { box, people } = await start();
    const [known, unknown] = [await ask(people, OTHER), await ask(people, email)];
    const describe = ({ status, text, headers }: typeof known) => [status, text, [...headers.keys()].sort()];
    expect(describe(unknown)).toEqual(describe(known));
    await waitForMails(box, 1);
    // A later mail shows that the one to the unknown address was not just slow.
    await ask(people, OTHER);
    await waitForMails(box, 2);
    expect(box.mails.map(({ to }) => to)).toEqual([
      expect.objectContaining({ text: OTHER }),
      expect.objectContaining({ text: OTHER }),
    ]);
  },
);

test("the answer does not wait for the mail server, nor does it tell of one that is away", async () => {
  const people = await PeopleService.start({ smtp: "smtp://127.0.0.1:1", origin: "https://ads.example" });
  expect((await ask(people, OTHER)).status).toBe(204);
});

const read = (people: PeopleService, link: string) =>
  people.send("", "POST", "/v2/password/user", { token: link.split("#password=")[1] });

/** Waits until a link is no longer valid: a later one ends it after the mail server has answered. */
const waitForEnd = (people: PeopleService, link: string) =>
  vi.waitFor(async () => expect((await read(people, link)).status).toBe(403));

/** Invites Ann, who sets a password by the first mail. */
async function join(people: PeopleService, box: Mailbox): Promise<void> {
  await people.invite(await people.signIn("publisher"));
  expect((await people.usePassword(await waitForMails(box, 1))).status).toBe(200);
}

test("a user who never set a password gets no mail, so that the invitation ends with its maker", async () => {
  const { box, people } = await start();
  await people.invite(await people.signIn("publisher"));
  await waitForMails(box, 1);
  expect((await ask(people, "ann@site.example")).status).toBe(204);
  // A later mail shows that the one to the invited user was not just slow.
  await ask(people, OTHER);
  await waitForMails(box, 2);
  expect(box.mails.at(-1)).toMatchObject({ to: { text: OTHER } });
});

test.each(["the owner's", "the forgotten"])(
  "a link of an owner and one for a forgotten password are valid side by side, and both end with the use of %s",
  async (used) => {
    const { box, people } = await start();
    await join(people, box);
    expect((await people.send(await people.signIn("publisher"), "POST", "/v2/users/4/link")).status).toBe(
      201,
    );
    const reset = await waitForMails(box, 2);
    await ask(people, "ann@site.example");
    const forgotten = await waitForMails(box, 3);
    const [first, second] = used === "the forgotten" ? [forgotten, reset] : [reset, forgotten];
    expect((await people.usePassword(first, "another password")).status).toBe(200);
    expect((await people.usePassword(second, "a third password")).status).toBe(403);
  },
);

test("a link ends after a day, with a newer one, and when the user changes the password", async () => {
  const { box, people } = await start();
  await ask(people, OTHER);
  const first = await waitForMails(box, 1);
  await ask(people, OTHER);
  const second = await waitForMails(box, 2);
  await waitForEnd(people, first);
  const user = await people.signIn(OTHER);
  const change = { currentPassword: "a long password", password: "another password" };
  expect((await people.send(user, "PATCH", "/v2/user", change)).status).toBe(200);
  expect((await people.usePassword(second)).status).toBe(403);
  await ask(people, OTHER);
  const third = await waitForMails(box, 3);
  people.service.clock.time += FORGOTTEN_LIFE;
  expect((await people.usePassword(third)).status).toBe(403);
});

test("a user gets three mails a day whoever asks, the latest link stays valid, and invitations are not used up", async () => {
  const { box, people } = await start();
  const owner = await people.signIn("publisher");
  await join(people, box);
  for (let asked = 1; asked <= 5; asked++) {
    expect((await ask(people, "ann@site.example")).status).toBe(204);
    await waitForMails(box, 1 + Math.min(asked, 3));
  }
  const last = await waitForMails(box, 4);
  const made = await people.send(owner, "POST", "/v2/users/4/link");
  expect(made.json.result.mail).toEqual({ state: "sent" });
  expect(box.mails).toHaveLength(5);
  expect((await people.usePassword(last)).status).toBe(200);
});

test("a mail that fails neither ends the link that was sent before, nor counts", async () => {
  let isRefused = false;
  let refused = 0;
  const { box, people } = await start({}, (_, __, done) => {
    if (isRefused) refused++;
    done(isRefused ? refuseWith(451, "later") : null);
  });
  await ask(people, OTHER);
  const link = await waitForMails(box, 1);
  isRefused = true;
  for (let asked = 1; asked <= 4; asked++) {
    await ask(people, OTHER);
    await vi.waitFor(() => expect(refused).toBe(asked), { timeout: 5000 });
  }
  expect((await read(people, link)).status).toBe(200);
  isRefused = false;
  await ask(people, OTHER);
  const second = await waitForMails(box, 2);
  await waitForEnd(people, link);
  expect((await people.usePassword(second, "another password")).status).toBe(200);
});

test("a stop sends the mails of answered requests", async () => {
  const { box, people } = await start();
  await ask(people, OTHER);
  await people.service.stop();
  expect(box.mails).toHaveLength(1);
});

test("an address of a client asks twenty times an hour, also for addresses without a user", async () => {
  const { people } = await start();
  for (let asked = 1; asked <= 20; asked++)
    expect((await ask(people, `nobody${asked}@net.example`)).status).toBe(204);
  const { status, headers } = await ask(people, OTHER);
  expect([status, headers.get("Retry-After")]).toEqual([429, "3600"]);
  people.service.clock.time += HOUR_MS;
  expect((await ask(people, OTHER)).status).toBe(204);
});

test.each(["ann", "ann@site.example\r\nBcc: eve@evil.example", 7, ""])(
  "%j is refused as an address",
  async (email) => {
    const { people } = await start();
    expect(await people.send("", "POST", "/v2/password/forgotten", { email })).toMatchObject({ status: 400 });
  },
);

test("a user of a catalogue's file gets no mail, and without a mail server the answer says so", async () => {
  const box = await startSmtp();
  const settings = { smtp: box.url, origin: "https://ads.example" };
  const declared = await PeopleService.start(settings, { isDeclared: true });
  expect((await ask(declared, OTHER)).status).toBe(204);
  const silent = await PeopleService.start();
  expect(await ask(silent, OTHER)).toMatchObject({
    status: 409,
    json: { message: "This service sends no mails." },
  });
  expect(box.mails).toEqual([]);
});

test("owners see in the log of changes that a link was asked for and used, without an author", async () => {
  const { box, people } = await start();
  await ask(people, OTHER);
  await people.usePassword(await waitForMails(box, 1), "another password");
  const user = await people.signIn(OTHER, { password: "another password" });
  const { json } = await people.send(user, "GET", "/v2/changes?kind=links");
  expect(
    json.result.map(({ action, user: by }: { action: string; user?: object }) => [action, !!by]),
  ).toEqual([
    ["end", true],
    ["create", false],
  ]);
});
