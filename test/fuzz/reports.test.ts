// @long Sends some thousand reports.
/** Fuzzes the reports of the statistics API. */
import fc from "fast-check";
import qs from "qs";
import { expect, test } from "vitest";
import { GROUPINGS, listNames, type Role } from "../../src/protocol/statistics.ts";
import { fact } from "../service/reports/arbitrary.ts";
import { useService } from "../service/statisticsRoutes/support.ts";
import { share } from "./cases.ts";
import { type FuzzedRequest, fuzzedRequest } from "./reportRequests.ts";

const MAX_QUERY = 8000;

const service = await useService();
await service.store.transaction(({ append }) => append(fc.sample(fact, { numRuns: 300, seed: 34 })));

function send({ username, role, request, byQuery, accept }: Omit<FuzzedRequest, "isValid" | "times">) {
  const path = `/v2/statistics/${role[0]}/global`;
  const options = { as: username, headers: { Accept: accept } };
  const query = byQuery && Object(request) === request ? qs.stringify(request) : "";
  // Longer query strings exceed the maximum size of request headers.
  return query !== "" && query.length < MAX_QUERY
    ? service.send(`${path}?${query}`, options)
    : service.send(path, { ...options, body: JSON.stringify(request) });
}

test("every report request returns 200, or 400 with a reason", async () => {
  await fc.assert(
    fc.asyncProperty(fuzzedRequest, async (asked) => {
      // A query string cannot contain empty lists, or numbers outside known fields.
      const isValid = asked.isValid && !asked.byQuery;
      const answers = await Promise.all(Array.from({ length: asked.times }, () => send(asked)));
      for (const { status, text } of answers)
        expect([status, text.length]).toEqual([answers[0]?.status, answers[0]?.text.length]);
      const [answer] = answers;
      if (!answer) throw new Error("The request was not sent.");
      expect([200, ...(isValid ? [] : [400])]).toContain(answer.status);
      if (answer.status === 400) expect(answer.json.errors.length).toBeGreaterThan(0);
      // NDJSON without records is an empty text.
      else if (!asked.accept.includes("ndjson")) expect(answer.text).not.toBe("");
    }),
    { ...share(1 / 50), verbose: 0 },
  );
}, 3_600_000);

test.each<Role>(["advertiser", "publisher"])(
  "a report by any two groupings of the %s side has rows",
  async (role) => {
    const names = listNames(GROUPINGS, role, "network");
    for (const [at, first] of names.entries()) {
      const pairs = names.slice(at + 1).map((second) =>
        send({
          username: "network-one",
          role,
          request: { group_by: [first, second], limit: 3, totals: 1, filter: { date_from: "2024-01-01" } },
          byQuery: false,
          accept: "application/json",
        }),
      );
      for (const { status, json } of await Promise.all(pairs)) {
        expect(status).toBe(200);
        expect(json.result.length).toBeGreaterThan(0);
      }
    }
  },
);
