/** Requests for the reasons why requests got no ad, also usable without the client of the management interface. */
import type { CampaignUnfilled, Days, ZoneUnfilled } from "../protocol/management.js";
import type { Statistics } from "./client.js";
import type { CallOptions } from "./types.js";
type Client = Pick<Statistics, "request">;
export declare function requestZoneUnfilled(client: Client, zone: number, { from, to }: Days, call?: CallOptions): Promise<ZoneUnfilled>;
export declare function requestCampaignUnfilled(client: Client, campaign: number, call?: CallOptions): Promise<CampaignUnfilled>;
export {};
