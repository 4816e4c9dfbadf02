/** Reads the reports of each node for the publisher of `aCatalogueObject`. */
import { hashToken } from "../../../src/service/signing/passwords.ts";
import type { ServiceCluster } from "../cluster.ts";

const TOKEN = "publisher";

/** The catalogue's accounts, of which the publisher can sign in. */
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

/** Everything so far. The API token is sent itself: a node without Redis signs nobody in. */
export function askReport({ nodes }: ServiceCluster, at: number): Promise<Response> {
  return fetch(`${nodes[at]?.origin}/v2/statistics/p/global`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify({ group_by: [], projection: { base: ["impressions", "clicks", "ad_requests"] } }),
  });
}

export async function readReport(cluster: ServiceCluster, at: number): Promise<Report | undefined> {
  const answer = (await (await askReport(cluster, at)).json()) as { result?: Report[] };
  return answer.result?.[0];
}
