/** Reads the reports of each node for the publisher of `aCatalogueObject`. */
import { hashToken } from "../../../src/service/signing/passwords.ts";
import type { ServiceCluster } from "../cluster.ts";

const TOKEN = "of the publisher";

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

/** Everything so far. */
export async function askReport({ nodes }: ServiceCluster, at: number): Promise<Response> {
  const origin = nodes[at]?.origin ?? "";
  const headers = { "Content-Type": "application/json" };
  const login = await fetch(`${origin}/v2/login`, {
    method: "POST",
    headers,
    body: JSON.stringify({ api_token: TOKEN }),
  });
  const { token } = (await login.json()) as { token: string };
  return fetch(`${origin}/v2/statistics/p/global`, {
    method: "POST",
    headers: { ...headers, Authorization: `Bearer ${token}` },
    body: JSON.stringify({ group_by: [], projection: { base: ["impressions", "clicks", "ad_requests"] } }),
  });
}

export async function readReport(cluster: ServiceCluster, at: number): Promise<Report | undefined> {
  const answer = (await (await askReport(cluster, at)).json()) as { result?: Report[] };
  return answer.result?.[0];
}
