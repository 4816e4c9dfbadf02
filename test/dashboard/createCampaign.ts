/** A campaign with one creative, as the service returns it. */
import { NEW_CAMPAIGN } from "../../src/dashboard/campaigns/campaignValues.ts";
import type { Shown } from "../../src/statistics/index.ts";

export const CREATIVE: Shown<"creatives"> = {
  id: 30,
  version: "1",
  name: "Sale",
  size: "300x250",
  image: "/a.png",
  url: "https://shop.example/",
  weight: 1,
  active: true,
  review: "approved",
};

export function createCampaign(changes: Partial<Shown<"campaigns">> = {}): Shown<"campaigns"> {
  return {
    id: 3,
    version: "1",
    account: 2,
    name: "Trail socks",
    active: true,
    deleted: false,
    pricing: { model: "cpm", price: "1" },
    keywords: [],
    negativeKeywords: [],
    targeting: { ...NEW_CAMPAIGN.targeting, custom: {} },
    budget: {},
    caps: {},
    frequency: [],
    spread: "asap",
    priority: 0,
    weight: 1,
    variations: [CREATIVE],
    ...changes,
  };
}
