/** Requests for the reasons why requests got no ad, also usable without the client of the management interface. */
import type { CampaignUnfilled, Days, ZoneUnfilled } from "../protocol/management.ts";
import { createUnreadable, expectObject } from "./body.ts";
import type { Statistics } from "./client.ts";
import type { CallOptions } from "./types.ts";

type Client = Pick<Statistics, "request">;

export function requestZoneUnfilled(
  client: Client,
  zone: number,
  { from, to }: Days,
  call?: CallOptions,
): Promise<ZoneUnfilled> {
  return ask(client, `/v2/zones/${zone}/unfilled?from=${from}&to=${to}`, "reasons", call);
}

export function requestCampaignUnfilled(
  client: Client,
  campaign: number,
  call?: CallOptions,
): Promise<CampaignUnfilled> {
  return ask(client, `/v2/campaigns/${campaign}/unfilled`, "days", call);
}

/** Fetches an answer. Only its list is checked; the other fields are trusted to have their declared types. */
async function ask<T>({ request }: Client, path: string, list: string, call?: CallOptions): Promise<T> {
  const { result } = expectObject(await request({ method: "GET", path }, call));
  if (!Array.isArray(expectObject(result)[list])) throw createUnreadable(`a list of ${list}`);
  return result as T;
}
