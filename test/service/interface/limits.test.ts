/** The four rate limits, compared with a simple model and with their default values. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { issueToken } from "../../../src/service/accounts/login.ts";
import { getSignInName } from "../../../src/service/people/people.ts";
import { DEFAULT_SETTINGS } from "../../../src/service/settings.ts";
import { type Answer, CATALOGUE, PEOPLE, startService, useService } from "../statisticsRoutes/support.ts";

const { limitIp, limitUser, limitStatisticsIp, limitStatisticsUser } = DEFAULT_SETTINGS;
const REAL = { limitIp, limitUser, limitStatisticsIp, limitStatisticsUser };
const WINDOW = 60_000;

const rates = ({ headers }: Answer) =>
  ["Limit", "Remaining", "Reset"].map((name) => Number(headers.get(`X-Rate-Limit-${name}`) ?? Number.NaN));

interface Call {
  user: string | undefined;
  from: string;
  report: boolean;
  /** Milliseconds since the previous call. */
  after: number;
}

/** Keeps the times of all counted calls. Each call counts towards all of its limits or none. */
class Model {
  #counted: { time: number; keys: string[] }[] = [];
  readonly #limits: Record<string, number>;
  constructor(limits: Record<string, number>) {
    this.#limits = limits;
  }

  take({ user, from, report }: Call, time: number): { allowed: boolean; limit: number; remaining: number } {
    const keys = [`limitIp ${from}`];
    if (report) keys.push(`limitStatisticsIp ${from}`);
    if (user) keys.push(`limitUser ${user}`);
    if (user && report) keys.push(`limitStatisticsUser ${user}`);
    const left = (key: string) => {
      const used = this.#counted.filter((one) => one.time > time - WINDOW && one.keys.includes(key)).length;
      return (this.#limits[key.split(" ")[0] ?? ""] ?? 0) - used;
    };
    const full = keys.find((key) => left(key) <= 0);
    if (full) return { allowed: false, limit: this.#limits[full.split(" ")[0] ?? ""] ?? 0, remaining: 0 };
    this.#counted.push({ time, keys });
    const nearest = keys.reduce((a, b) => (left(b) < left(a) ? b : a));
    return { allowed: true, limit: this.#limits[nearest.split(" ")[0] ?? ""] ?? 0, remaining: left(nearest) };
  }
}

const call: fc.Arbitrary<Call> = fc.record({
  user: fc.constantFrom("publisher-one", "publisher-two", undefined),
  from: fc.constantFrom("192.0.2.1", "192.0.2.2", "2001:db8::1"),
  report: fc.boolean(),
  after: fc.oneof(fc.constantFrom(0, 1, WINDOW - 1, WINDOW), fc.integer({ min: 0, max: 20_000 })),
});

let clock = Date.parse("2026-11-20T12:00:00Z");
/** Service with the default limits, which are those of the specification. */
const service = await useService({ settings: REAL, now: () => clock });
const small = { limitIp: 6, limitUser: 5, limitStatisticsIp: 4, limitStatisticsUser: 3 };

test("for random calls by users and addresses, rate limits decide like the model", async () => {
  await using service = await startService({
    settings: { ...small, trustedProxies: ["127.0.0.1"] },
    now: () => clock,
  });
  const tokens = new Map<string, string>();
  const ask = ({ user, from, report }: Call) =>
    service.send(report ? "/v2/statistics/p/date?count=1" : "/collections/timezones", {
      headers: { "X-Forwarded-For": from, ...(user && { Authorization: `Bearer ${tokens.get(user)}` }) },
    });
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 25 }), async (calls) => {
      clock += 10 * WINDOW;
      const model = new Model(small);
      for (const user of PEOPLE.users.values()) {
        const account = CATALOGUE.accounts.get(user.accounts[0]?.account ?? 0);
        if (account)
          tokens.set(getSignInName(user), (await issueToken(account, service.context, { user })).token);
      }
      for (const one of calls) {
        clock += one.after;
        const { allowed, limit, remaining } = model.take(one, clock);
        const answer = await ask(one);
        const status = allowed ? (one.user ? 200 : 401) : 429;
        expect([answer.status, ...rates(answer).slice(0, 2)]).toEqual([status, limit, remaining]);
      }
    }),
    { numRuns: 20 },
  );
}, 60_000);

const report = (as: string | undefined) => service.send("/v2/statistics/p/date?count=1", { as });
const nextMinute = () => {
  clock += WINDOW;
};

/** Alternative names of one route. */
const REPORTS = [
  ...["/v2/statistics/p/date", "/v2/statistics/publisher/date", "/statistics/publisher/date"],
  ...["/statistics/p/date", "/v1/statistics/publisher/date", "/v1/statistics/p/date"],
];

test("a user gets 25 reports a minute over all names of the route, then 429 with the time to wait", async () => {
  nextMinute();
  for (let at = 0; at < 25; at++) {
    const path = `${REPORTS[at % REPORTS.length]}?count=1`;
    const answer = await service.send(path, { as: "publisher-one" });
    expect([answer.status, ...rates(answer).slice(0, 2)]).toEqual([200, 25, 24 - at]);
  }
  clock += 17_500;
  const refused = await report("publisher-one");
  expect(refused.status).toBe(429);
  expect(rates(refused)).toEqual([25, 0, 43]);
  expect(refused.headers.get("Retry-After")).toBe("43");
  expect(refused.json).toEqual({ message: "Too many requests. Try again in 43 seconds." });
  clock += 42_499;
  expect((await report("publisher-one")).status).toBe(429);
  clock += 1;
  expect((await report("publisher-one")).status).toBe(200);
});

test("an address gets 30 reports a minute over all its users", async () => {
  nextMinute();
  const users = ["publisher-one", "publisher-two", "publisher-three"];
  const statuses: number[] = [];
  for (let at = 0; at < 31; at++) statuses.push((await report(users[at % 3])).status);
  expect(statuses).toEqual([...Array(30).fill(200), 429]);
  expect(rates(await report("network-one"))[0]).toBe(30);
});

test("failed sign-ins under all names of the sign-in route count towards the delay", async () => {
  nextMinute();
  const names = ["/v2/login", "/v1/login", "/login"];
  const guess = (at: number) =>
    service.send(names[at % names.length] ?? "", { body: { api_token: `guess ${at}` } });
  const statuses: number[] = [];
  for (let at = 0; at < 8; at++) statuses.push((await guess(at)).status);
  expect(statuses.slice(0, 5)).toEqual(Array(5).fill(401));
  expect(new Set(statuses.slice(-2))).toEqual(new Set([429]));
});

test("rate limits also count unknown paths and failed sign-ins", async () => {
  nextMinute();
  const guess = () => service.send("/v2/login", { body: { username: "publisher-one", password: "guess" } });
  const first = await guess();
  expect([first.status, ...rates(first)]).toEqual([401, 150, 149, 60]);
  for (const path of ["/v2/nothing", "/statistics/advertiser/date"])
    expect(rates(await service.send(path))[1]).toBeGreaterThan(0);
  await Promise.all(Array.from({ length: 150 }, () => service.send("/v2/nothing")));
  expect((await guess()).status).toBe(429);
});
