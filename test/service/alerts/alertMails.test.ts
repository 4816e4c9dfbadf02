/** When the mail "what needs you" is sent, to whom, and what is remembered. */
import { expect, test } from "vitest";
import type { Activity } from "../../../src/protocol/management.ts";
import { AlertMails } from "../../../src/service/alerts/alertMails.ts";
import { parseCatalogue } from "../../../src/service/catalogue/catalogue.ts";
import { listApprovals } from "../../../src/service/management/approvals.ts";
import { indexPeople, NOBODY } from "../../../src/service/people/people.ts";
import type { User } from "../../../src/service/people/peopleSchema.ts";
import { runAtOnce } from "../../../src/service/runtime/slices.ts";
import { DAY_MS } from "../../../src/service/values/day.ts";
import { aNetwork, aNetworkCampaign, CREATIVE, NETWORK } from "../support/catalogue.ts";
import { createMarks } from "./support.ts";

/** Half past seven in Berlin, when all mails of the day are due. */
const MORNING = Date.parse("2026-11-30T06:30:00Z");
const MINUTE = 60_000;
const TOLD = "told to user 7 in 1";

const ANN: User = {
  id: 7,
  email: "ann@site.example",
  emailConfirmed: true,
  name: "Ann",
  accounts: [{ account: 1, role: "editor" }],
  alerts: [1],
};

const ACCOUNTS = NETWORK.map((one) => ({ ...one, timezone: "Europe/Berlin" }));
const waiting = { id: 50, name: "Winter", ...CREATIVE, review: "waiting", sentAt: "2026-11-29T10:00:00Z" };

function aCatalogueWith(accounts: object[] = ACCOUNTS) {
  return parseCatalogue(aNetwork({ accounts, campaigns: [aNetworkCampaign(5, { variations: [waiting] })] }));
}

/** A source that has run for a day, whose state the test changes. */
async function start(user: Partial<User> = {}) {
  const marks = createMarks();
  const state = {
    now: MORNING,
    users: [{ ...ANN, ...user }],
    catalogue: aCatalogueWith(),
    isSilent: false,
    isAway: false,
    switchedOff: [] as number[][],
    onActivity: () => {},
  };
  const source = new AlertMails({
    people: () => ({
      ...NOBODY,
      ...indexPeople(new Map(state.users.map((one) => [one.id, one])), new Map()),
    }),
    catalogue: () => state.catalogue,
    management: {
      activity: async ({ role }): Promise<Activity> => {
        if (state.isAway) throw new Error("The store is away.");
        state.onActivity();
        const last = state.isSilent ? "2026-11-28T00:00:00.000Z" : "2026-11-30T06:00:00.000Z";
        const zone = { id: 1, requests: state.isSilent ? 0 : 3, filled: 0, last_request: last };
        return { zones: role === "advertiser" ? [] : [zone], campaigns: [], sizes: [] };
      },
      approvals: async (viewer, page) => runAtOnce(listApprovals(viewer, state.catalogue, page)),
    },
    marks,
    isStoring: () => true,
    switchOff: async (...ids) => void state.switchedOff.push(ids),
    writeEnd: (user, id) => `https://ads.example/v2/unsubscribe/${user}.${id}`,
    origin: "https://ads.example",
    now: () => state.now,
  });
  /** Lets the service run until a moment. */
  const runUntil = async (time: number) => {
    for (; state.now < time; state.now = Math.min(time, state.now + 30 * MINUTE))
      await source.list(state.now);
  };
  state.now -= DAY_MS + 30 * MINUTE;
  await runUntil(MORNING);
  const list = () => source.list(state.now);
  const listKeys = async () => (await list()).map(({ key }) => key);
  const writeOnly = async () => {
    const [mail] = await list();
    if (!mail) throw new Error("No mail is due.");
    return { mail, written: await mail.write() };
  };
  /** Writes and sends the mail of the day. Resolves with its subject; undefined if there is nothing to send. */
  const send = async () => {
    const { mail, written } = await writeOnly();
    if (written) await mail.onSent?.();
    return written?.subject;
  };
  const recall = () => JSON.parse(marks.all.get(TOLD) ?? "{}");
  return { state, marks, source, runUntil, list, listKeys, writeOnly, send, recall };
}

/** A source that has looked once before. */
async function startAfterLook(user?: Partial<User>) {
  const started = await start(user);
  expect(await started.send()).toBeUndefined();
  return started;
}

const SILENT = "No requests for a day: Top";

test("a mail is due from seven o'clock of the account's time zone, within half an hour, until midnight", async () => {
  const { list, state } = await start();
  const [mail, ...others] = await list();
  expect(mail).toMatchObject({ key: "needs of user 7 in 1", period: "2026-11-30" });
  const { due = 0, until } = mail ?? {};
  expect(others).toEqual([]);
  expect(due).toBeGreaterThanOrEqual(Date.parse("2026-11-30T06:00:00Z"));
  expect(due).toBeLessThan(Date.parse("2026-11-30T06:30:00Z"));
  expect(until).toBe(Date.parse("2026-11-30T23:00:00Z"));
  state.now = due - 1;
  expect(await list()).toEqual([]);
  state.now = due;
  expect(await list()).toMatchObject([{ due }]);
});

test("mails of several users are not due at the same time", async () => {
  const { list, state } = await start();
  state.users = [1, 2, 3, 4].map((id) => ({ ...ANN, id }));
  expect(new Set((await list()).map(({ due }) => due)).size).toBe(4);
});

test.each<[string, Partial<User>]>([
  ["without the switch", { alerts: [] }],
  ["whose address is not confirmed", { emailConfirmed: undefined }],
  ["without an address", { email: undefined, username: "ann" }],
  ["without a role in the account", { accounts: [{ account: 2, role: "owner" }] }],
  ["of an account that the catalogue lacks", { alerts: [9], accounts: [{ account: 9, role: "owner" }] }],
])("a user %s gets no mail", async (_, user) => {
  const { listKeys } = await start(user);
  expect(await listKeys()).toEqual([]);
});

test("mails rest while the account is suspended, and its memory is kept", async () => {
  const { state, send, listKeys, source } = await startAfterLook({
    alerts: [2],
    accounts: [{ account: 2, role: "viewer" }],
  });
  const before = state.catalogue;
  state.catalogue = aCatalogueWith(ACCOUNTS.map((one) => ({ ...one, suspended: one.id === 2 })));
  expect(await listKeys()).toEqual([]);
  expect(source.isKept("told to user 7 in 2")).toBe(true);
  state.catalogue = before;
  state.isSilent = true;
  expect(await send()).toBe(SILENT);
});

test("a silent zone is told once, and again after it came back", async () => {
  const { state, send, runUntil } = await startAfterLook();
  const subjects: unknown[] = [];
  for (const isSilent of [true, true, false, true]) {
    await runUntil(state.now + DAY_MS);
    state.isSilent = isSilent;
    subjects.push(await send());
  }
  expect(subjects).toEqual([SILENT, undefined, undefined, SILENT]);
});

test("the first look, and the first one after a lost memory, only record", async () => {
  const { state, marks, send, recall } = await start();
  state.isSilent = true;
  expect(await send()).toBeUndefined();
  expect(recall()).toEqual({
    silent: ["1"],
    late: [],
    finished: [],
    waiting: ["50 2026-11-29T10:00:00Z"],
  });
  marks.all.delete(TOLD);
  expect(await send()).toBeUndefined();
  expect(recall().silent).toEqual(["1"]);
});

test("a mail that was not sent is not remembered, and the next attempt says the same", async () => {
  const { state, send, writeOnly, recall } = await startAfterLook();
  state.isSilent = true;
  expect((await writeOnly()).written?.subject).toBe(SILENT);
  expect(recall().silent).toEqual([]);
  expect(await send()).toBe(SILENT);
  expect(recall().silent).toEqual(["1"]);
});

test("without events no mail is written, and nothing is remembered", async () => {
  const { state, send, recall } = await startAfterLook();
  Object.assign(state, { isAway: true, isSilent: true });
  await expect(send()).rejects.toThrow("The store is away.");
  expect(recall().silent).toEqual([]);
});

test("a zone is not silent because the service stood still", async () => {
  const { state, send, runUntil } = await startAfterLook();
  state.isSilent = true;
  state.now += DAY_MS;
  expect(await send()).toBeUndefined();
  await runUntil(state.now + DAY_MS);
  expect(await send()).toBe(SILENT);
});

test("a refused mail switches the mails about this account off", async () => {
  const { state, writeOnly, recall } = await startAfterLook();
  state.isSilent = true;
  await (await writeOnly()).mail.onRefused?.();
  expect([state.switchedOff, recall().silent]).toEqual([[[7, 1]], []]);
});

test.each([
  ["viewer", false],
  ["editor", true],
  ["owner", true],
] as const)("a waiting creative is told to a network's %s: %s", async (role, isTold) => {
  const { state, send } = await start({ accounts: [{ account: 1, role }] });
  const { catalogue } = state;
  state.catalogue = parseCatalogue(aNetwork({ accounts: ACCOUNTS }));
  await send();
  state.catalogue = catalogue;
  expect(await send()).toBe(isTold ? "A creative waits for approval: Winter" : undefined);
});

test("an advertiser is not told of its own waiting creatives, nor of zones", async () => {
  const { state, send } = await startAfterLook({
    alerts: [3],
    accounts: [{ account: 3, role: "owner" }],
  });
  state.isSilent = true;
  expect(await send()).toBeUndefined();
});

test("a user of the network gets mails about a member's account", async () => {
  const { state, send } = await startAfterLook({ alerts: [2] });
  state.isSilent = true;
  expect(await send()).toBe(SILENT);
});

test.each<[string, Partial<User>, string | undefined]>([
  ["a user of a network", {}, "switch to Network first"],
  ["a user of a network, in a member's account,", { alerts: [2] }, "switch to Publisher first"],
  ["a German user of two accounts", { language: "de" }, "Wechsle zuerst zu Network"],
  ["a user of one account", { accounts: [{ account: 2, role: "viewer" }], alerts: [2] }, undefined],
])("%s reads to which account to switch: %j", async (_, user, hint) => {
  const { state, writeOnly } = await startAfterLook(user);
  state.isSilent = true;
  const { text } = (await writeOnly()).written ?? {};
  if (hint) expect(text).toContain(hint);
  else expect(text).not.toContain("switch to");
});

test("a user who is removed while the problems are searched gets no mail", async () => {
  const { state, send } = await startAfterLook();
  state.isSilent = true;
  state.onActivity = () => {
    state.users = [];
  };
  expect(await send()).toBeUndefined();
});

test("a user who may no longer approve gets no mail with the creatives that were searched before", async () => {
  const { state, send } = await start({ accounts: [{ account: 1, role: "owner" }] });
  const { catalogue } = state;
  state.catalogue = parseCatalogue(aNetwork({ accounts: ACCOUNTS }));
  await send();
  Object.assign(state, { catalogue, isSilent: true });
  state.onActivity = () => {
    state.users = [{ ...ANN, accounts: [{ account: 1, role: "viewer" }] }];
  };
  expect(await send()).toBeUndefined();
  expect(await send()).toBe(SILENT);
});

test("the mail goes to the confirmed address in the user's language, and the log names no address", async () => {
  const { state, writeOnly } = await startAfterLook({ language: "de" });
  state.isSilent = true;
  expect((await writeOnly()).written).toMatchObject({
    to: "ann@site.example",
    language: "de",
    about: "needs of user 7 in 1",
    headers: {
      "List-Unsubscribe": "<https://ads.example/v2/unsubscribe/7.alerts-1>",
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  });
});

test("marks are kept while the switch is on", async () => {
  const { state, marks, source } = await startAfterLook();
  marks.all.set("needs of user 7 in 1", "2026-11-30");
  await marks.keep((key) => source.isKept(key));
  expect([...marks.all.keys()].sort()).toEqual(["needs of user 7 in 1", "run without a break", TOLD]);
  state.users = [{ ...ANN, alerts: [2] }];
  await marks.keep((key) => source.isKept(key));
  expect([...marks.all.keys()]).toEqual(["run without a break"]);
  expect(source.isKept("report 3 of user 7")).toBe(false);
});
