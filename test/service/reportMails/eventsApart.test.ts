/** A node with Redis and without ClickHouse, which knows only its own events. */
import { expect, test, vi } from "vitest";
import { AlertMails } from "../../../src/service/alerts/alertMails.ts";
import { RegularMails } from "../../../src/service/mail/regularMailSchedule.ts";
import type { RedisStatus } from "../../../src/service/redis/openRedis.ts";
import { SubscriptionMails } from "../../../src/service/reportMails/subscriptionMails.ts";
import { hashPassword } from "../../../src/service/signing/passwords.ts";
import { PASSWORD, PeopleService } from "../support/people.ts";

const STATUS: RedisStatus = {
  isAway: false,
  problem: undefined,
  refusals: new Map(),
  outages: 0,
  isDataLost: false,
  clockProblem: undefined,
};

vi.mock(import("../../../src/service/engines.ts"), async (load) => {
  const engines = await load();
  const openEngines: typeof engines.openEngines = async (startup) => ({
    ...(await engines.openEngines(startup)),
    redisStatus: () => STATUS,
  });
  return { ...engines, openEngines };
});

test("a node with only its own events mails no reports and says so, but what needs a user", async () => {
  let look: (() => Promise<void>) | undefined;
  vi.spyOn(RegularMails.prototype, "start").mockImplementation(function (this: RegularMails) {
    look = () => this.look();
  });
  const [reports, alerts] = [SubscriptionMails, AlertMails].map(({ prototype }) =>
    vi.spyOn(prototype, "list"),
  );
  const request = {
    role: "publisher",
    period: "7d",
    query: { group_by: ["day"] },
    view: "?period=7d",
    title: "Revenue",
  };
  const since = "2026-11-01T00:00:00.000Z";
  const ann = {
    id: 7,
    email: "ann@site.example",
    name: "Ann",
    password: await hashPassword(PASSWORD),
    emailConfirmed: true,
    accounts: [{ account: 2, role: "viewer" }],
    subscriptions: [{ id: "a", account: 2, every: "day", request, since }],
  };
  const people = await PeopleService.start(
    { smtp: "smtp://127.0.0.1:1", origin: "https://ads.example" },
    { users: [ann] },
  );
  const token = await people.signIn("ann@site.example");
  for (const [path, body] of [
    ["/v2/user/report", request],
    ["/v2/user/subscriptions", { every: "week", request }],
  ] as const)
    expect(await people.send(token, "POST", path, body)).toMatchObject({
      status: 409,
      text: expect.stringContaining('"events-apart"'),
    });
  expect((await people.send(token, "GET", "/v2/user/subscriptions")).json.result).toMatchObject([
    { id: "a", stopped: "events-apart" },
  ]);

  expect(await people.send(token, "PATCH", "/v2/user", { alerts: true })).toMatchObject({ status: 204 });
  const { user } = (await people.send(token, "GET", "/v2/account")).json;
  expect([user.canReceiveAlerts, user.canReceiveReports]).toEqual([true, undefined]);

  await look?.();
  expect([reports?.mock.calls.length, alerts?.mock.calls.length]).toEqual([0, 1]);
});
