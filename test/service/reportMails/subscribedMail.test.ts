// @programs Starts services whose schedule looks for due mails every 30 seconds, with real mail servers.
/** A subscription from the request to the mail, and to its end by the mail's address or by the mail server. */
import type { SMTPServerOptions } from "smtp-server";
import { expect, test } from "vitest";
import { hashPassword } from "../../../src/service/signing/passwords.ts";
import { DAY_MS } from "../../../src/service/values/day.ts";
import { PASSWORD, PeopleService } from "../support/people.ts";
import { refuseWith, startSmtp } from "../support/smtp.ts";

const SUBSCRIPTIONS = "/v2/user/subscriptions";
const ANN = "ann@a.example";
const REQUEST = {
  role: "publisher",
  period: "7d",
  compare: "previous",
  query: { group_by: ["day"] },
  view: "?period=7d",
  title: "Days & <sizes> evil.example",
};
const LONG = { timeout: 120_000 };
const SOON = { timeout: 90_000, interval: 500 };

async function start(options?: SMTPServerOptions) {
  const box = await startSmtp(options);
  const user = {
    id: 7,
    email: ANN,
    name: "Ann",
    language: "de",
    password: await hashPassword(PASSWORD),
    emailConfirmed: true,
    accounts: [{ account: 2, role: "viewer" }],
  };
  const people = await PeopleService.start(
    { smtp: box.url, origin: "https://ads.example" },
    { users: [user] },
  );
  const body = { every: "day", request: REQUEST };
  const subscribe = async () =>
    (await people.send(await people.signIn(ANN), "POST", SUBSCRIPTIONS, body)).json.result;
  const list = async () => (await people.send(await people.signIn(ANN), "GET", SUBSCRIPTIONS)).json.result;
  return { box, people, subscribe, list };
}

test("a mail comes the next day, and a POST to its address ends the subscription", LONG, async () => {
  const { box, people, subscribe, list } = await start();
  await subscribe();
  people.service.clock.time += DAY_MS;
  await expect.poll(() => box.mails.length, SOON).toBe(1);
  const [mail] = box.mails;
  const [source = ""] = box.sources.map((text) => text.replace(/\r\n[ \t]+/g, " "));
  expect(mail?.to).toMatchObject({ text: ANN });
  expect(mail?.subject).toContain("Days & <sizes> evil. example: 14.–20. November 2026");
  expect(mail?.text).toContain(
    "Du bekommst diese E-Mail jeden Tag, weil du sie auf ads.example abonniert hast.",
  );
  expect(mail?.html).toContain("Days &amp; &lt;sizes&gt; evil. example");
  expect(source).toContain("\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n");
  const [, address = ""] = /^List-Unsubscribe: <(https:[^>]+)>\r$/m.exec(source) ?? [];
  expect(mail?.html).toContain(`<a href="${address}">Diese E-Mails beenden</a>`);
  const own = address.replace("https://ads.example", people.service.origin);
  expect((await fetch(own)).status).toBe(200);
  expect(await list()).toHaveLength(1);
  const form = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
  expect((await fetch(own, { method: "POST", body: form })).status).toBe(204);
  expect(await list()).toEqual([]);
});

test(
  "a mail that the mail server refuses for good ends the subscription, which can be made anew",
  LONG,
  async () => {
    const { box, people, subscribe, list } = await start({
      onRcptTo: (_address, _session, done) => done(refuseWith(550, "No such user")),
    });
    const { id } = await subscribe();
    people.service.clock.time += DAY_MS;
    await expect.poll(list, SOON).toMatchObject([{ id, stopped: "refused" }]);
    expect(box.mails).toEqual([]);
    const made = await subscribe();
    expect(await list()).toEqual([made]);
    expect(made.id).not.toBe(id);
  },
);
