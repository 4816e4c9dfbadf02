/** Which mails of subscriptions are due, and whose rights still hold. */
import { expect, test, vi } from "vitest";
import { parseCatalogue } from "../../../src/service/catalogue/catalogue.ts";
import { RegularMails } from "../../../src/service/mail/regularMailSchedule.ts";
import { SINGLE_NODE } from "../../../src/service/mail/regularMails.ts";
import type { User } from "../../../src/service/people/peopleSchema.ts";
import { ReportMailRefused } from "../../../src/service/reportMails/reportMail.ts";
import { SubscriptionMails } from "../../../src/service/reportMails/subscriptionMails.ts";
import { DAY_MS, formatDay } from "../../../src/service/values/day.ts";

const NOW = Date.parse("2026-11-30T12:00:00Z");
const REQUEST = {
  title: "Revenue",
  view: "?period=7d",
  role: "publisher",
  query: { group_by: ["day"] },
  period: "7d",
  compare: "previous",
};
const SUBSCRIPTION = {
  id: "a-1",
  account: 2,
  every: "week" as const,
  request: REQUEST,
  since: "2026-11-01T00:00:00.000Z",
};
const KEY = "subscription a-1 of user 7";
const ANN: User = {
  id: 7,
  name: "Ann",
  email: "ann@site.example",
  emailConfirmed: true,
  accounts: [{ account: 2, role: "viewer" }],
  subscriptions: [SUBSCRIPTION],
};

function open(user: User | undefined, { account = {}, origin = "https://ads.example" } = {}) {
  const state = { user, account, now: NOW };
  const write = vi.fn(async (report: { user: User }) => ({
    to: report.user.email ?? "",
    language: "en" as const,
    subject: "Revenue",
    text: "1",
    html: "<p>1</p>",
    headers: { "X-Own": "1" },
  }));
  const endRefused = vi.fn(async () => {});
  const mails = new SubscriptionMails({
    people: () => ({ users: new Map(state.user && [[state.user.id, state.user]]) }),
    catalogue: () =>
      parseCatalogue({
        accounts: [
          { id: 1, name: "Network", role: "network" },
          { id: 2, name: "Site", role: "publisher", network: 1, ...state.account },
        ],
        sites: [],
        zones: [],
        campaigns: [],
      }),
    now: () => state.now,
    write,
    writeEnd: (user, id) => `${origin}/v2/unsubscribe/${user}.${id}`,
    endRefused,
  });
  const listFirst = async () => {
    const [first] = await mails.list(state.now);
    if (!first) throw new Error("No mail is due.");
    return first;
  };
  return { state, mails, write, endRefused, listFirst };
}

test("a due mail names subscription and period, and has the headers for ending it by a click", async () => {
  const { listFirst, write } = open(ANN);
  const mail = await listFirst();
  expect(mail).toMatchObject({ key: KEY, period: "2026-11-30" });
  const end = "https://ads.example/v2/unsubscribe/7.a-1";
  expect(await mail.write()).toMatchObject({
    to: "ann@site.example",
    about: KEY,
    headers: {
      "X-Own": "1",
      "List-Unsubscribe": `<${end}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  });
  expect(write).toHaveBeenCalledWith({
    user: ANN,
    account: expect.anything(),
    request: REQUEST,
    now: NOW,
    due: mail.due,
    closing: [
      "You get this mail every Monday because you subscribed to it on ads.example.",
      { link: end, label: "End these mails", isQuiet: true },
    ],
  });
});

test("without https, the header leads to the page only", async () => {
  const { listFirst } = open(ANN, { origin: "http://ads.example" });
  expect((await (await listFirst()).write())?.headers).toEqual({
    "X-Own": "1",
    "List-Unsubscribe": "<http://ads.example/v2/unsubscribe/7.a-1>",
  });
});

test("a user of the network gets the report of a member", async () => {
  const { listFirst } = open({ ...ANN, accounts: [{ account: 1, role: "viewer" }] });
  expect(await (await listFirst()).write()).toBeDefined();
});

const { subscriptions: _, ...UNSUBSCRIBED } = ANN;
const { emailConfirmed: __, ...UNCONFIRMED } = ANN;
test.each<[string, User | undefined, object]>([
  ["the user was removed", undefined, {}],
  ["the subscription has ended", UNSUBSCRIBED, {}],
  [
    "the mail server refused an earlier mail",
    { ...ANN, subscriptions: [{ ...SUBSCRIPTION, ended: "refused" }] },
    {},
  ],
  ["the user has no role in the account", { ...ANN, accounts: [{ account: 3, role: "owner" }] }, {}],
  ["the address is not confirmed", UNCONFIRMED, {}],
  ["the account is suspended", ANN, { suspended: true }],
  [
    "the report is one that this version refuses",
    { ...ANN, subscriptions: [{ ...SUBSCRIPTION, request: { ...REQUEST, title: "" } }] },
    {},
  ],
])("nothing is written if, after the mail was listed, %s", async (_, user, account) => {
  const { state, listFirst, write } = open(ANN);
  const mail = await listFirst();
  Object.assign(state, { user, account });
  expect(await mail.write()).toBeUndefined();
  expect(write).not.toHaveBeenCalled();
});

test("a report that the account no longer has is left out, and other failures are tried again", async () => {
  const { listFirst, write } = open(ANN);
  write.mockRejectedValueOnce(new ReportMailRefused([]));
  expect(await (await listFirst()).write()).toBeUndefined();
  write.mockRejectedValueOnce(new Error("The store is away."));
  await expect((await listFirst()).write()).rejects.toThrow("away");
});

test("a mail is dropped if the user left the account while it was written", async () => {
  const { state, listFirst, write } = open(ANN);
  const mail = await listFirst();
  const written = mail.write();
  state.user = { ...ANN, accounts: [{ account: 3, role: "owner" }] };
  expect(await written).toBeUndefined();
  expect(write).toHaveBeenCalledOnce();
});

test("ended subscriptions, those of unknown accounts and those before their first time have no mail", async () => {
  for (const change of [{ ended: "refused" as const }, { account: 9 }, { since: "2026-11-30T11:00:00.000Z" }])
    expect(await open({ ...ANN, subscriptions: [{ ...SUBSCRIPTION, ...change }] }).mails.list(NOW)).toEqual(
      [],
    );
});

test.each<[string, Partial<User>, object]>([
  ["the account is suspended", {}, { suspended: true }],
  ["the address is not confirmed", { emailConfirmed: undefined }, {}],
  ["another network has the account", { accounts: [{ account: 1, role: "owner" }] }, { network: undefined }],
])("while %s no mail is listed, and then it is due again", async (_, user, account) => {
  const { state, mails } = open({ ...ANN, ...user }, { account });
  expect(await mails.list(NOW)).toEqual([]);
  Object.assign(state, { user: ANN, account: {} });
  expect(await mails.list(NOW)).toMatchObject([{ key: KEY, period: "2026-11-30" }]);
});

test("marks are kept for subscriptions that go on", () => {
  const { state, mails } = open(ANN);
  expect(mails.isKept(KEY)).toBe(true);
  for (const key of ["subscription a-2 of user 7", "subscription a-1 of user 8", "alerts of user 7"])
    expect(mails.isKept(key)).toBe(false);
  state.user = { ...ANN, subscriptions: [{ ...SUBSCRIPTION, ended: "refused" }] };
  expect(mails.isKept(KEY)).toBe(false);
});

test("a mail is tried again for a day after its first attempt, also after a standstill", async () => {
  const { state, write, listFirst } = open(ANN);
  // The service stood still for three days.
  state.now += 3 * DAY_MS;
  const first = await listFirst();
  expect(first.until).toBeGreaterThan(state.now + 3 * DAY_MS);
  write.mockRejectedValue(new Error("The store is away."));
  await expect(first.write()).rejects.toThrow();
  const { until } = await listFirst();
  expect(until).toBe(state.now + DAY_MS);
  state.now += DAY_MS - 1;
  await expect((await listFirst()).write()).rejects.toThrow();
  expect((await listFirst()).until).toBe(until);
  // The next period begins anew.
  state.now += 7 * DAY_MS;
  expect((await listFirst()).until).toBeGreaterThan(state.now + DAY_MS);
});

test.each([
  ["America/Los_Angeles", "Pacific/Auckland"],
  ["Pacific/Auckland", "America/Los_Angeles"],
])("the schedule sends one mail a day when the account moves from %s to %s", async (before, after) => {
  const daily = { ...SUBSCRIPTION, every: "day" as const };
  const { state, mails } = open({ ...ANN, subscriptions: [daily] });
  state.now = Date.parse("2026-11-27T00:00:00Z");
  const marks = new Map<string, string>();
  const sent: string[] = [];
  const schedule = new RegularMails({
    sources: [mails],
    mailer: { send: async () => "sent" },
    claim: SINGLE_NODE,
    marks: {
      read: async (key) => marks.get(key),
      write: async (key, mark) => {
        marks.set(key, mark);
        sent.push(mark.split(" ")[1] ?? "");
      },
      keep: async () => {},
    },
    clock: { now: () => state.now, elapsed: () => state.now },
    log: { error: () => {}, warn: () => {} },
  });
  for (let hour = 0; hour < 5 * 24; hour++, state.now += 3_600_000) {
    state.account = { timezone: hour < 60 ? before : after };
    await schedule.look();
  }
  const first = Date.parse(sent[0] ?? "");
  expect(sent.length).toBeGreaterThan(4);
  expect(sent).toEqual(sent.map((_, at) => formatDay(first + at * DAY_MS)));
});

test("a refusal of the mail server ends the subscription", async () => {
  const { listFirst, endRefused } = open(ANN);
  await (await listFirst()).onRefused?.();
  expect(endRefused).toHaveBeenCalledWith(7, "a-1");
});
