/** Reads the reports of each node for the publisher of `aCatalogueObject`. */
import { hashToken } from "../../../src/service/signing/passwords.ts";
import type { ServiceCluster } from "../cluster.ts";

const TOKEN = "publisher";
const DAY_MS = 86_400_000;

/** Accounts of the catalogue; the publisher has an API token. */
export const ACCOUNTS = {
  accounts: [
    { id: 1, name: "Publisher", role: "publisher", apiTokens: [hashToken(TOKEN)] },
    { id: 2, name: "Advertiser", role: "advertiser" },
  ],
};

export interface Report {
  impressions: number;
  clicks: number;
  ad_requests: number;
}

/** Requests a report of all events. Sends the API token directly, since sign-in needs Redis. */
export function askReport({ nodes }: ServiceCluster, at: number): Promise<Response> {
  return fetch(`${nodes[at]?.origin}/v2/statistics/p/global`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify({
      group_by: [],
      // The clock of a node that dated events may have been days off.
      filter: { date_from: toDay(-7), date_to: toDay(7) },
      projection: { base: ["impressions", "clicks", "ad_requests"] },
    }),
  });
}

export async function readReport(cluster: ServiceCluster, at: number): Promise<Report | undefined> {
  const answer = (await (await askReport(cluster, at)).json()) as { result?: Report[] };
  return answer.result?.[0];
}

const toDay = (ahead: number) => new Date(Date.now() + ahead * DAY_MS).toISOString().slice(0, 10);
