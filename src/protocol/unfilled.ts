/** Reasons why a request got no ad. The reason is the first step, in a fixed order, that left no campaign. */
import { listKeys } from "./tables.ts";
import { TARGETING, type TargetingName } from "./targeting.ts";

/** Limits that the excluded campaign reached, in the order of the steps. Events with these reasons name the campaign. */
export const LIMIT_REASONS = ["frequency", "caps", "budget", "spread"] as const;
export type LimitReason = (typeof LIMIT_REASONS)[number];

/**
 * Other steps. suspended: the zone's account is suspended. network: no campaign of the zone's network. variations: no approved creative of the zone's size.
 * consent: campaigns are restricted by a value that the visitor did not consent to use.
 */
const OTHER_REASONS = [
  ...(["suspended", "network", "variations", "blockedAdvertisers", "flight", "targeting.times"] as const),
  ...(["consent", "targeting.custom", "keywords", "negativeKeywords"] as const),
] as const;

export type UnfilledReason = LimitReason | (typeof OTHER_REASONS)[number] | `targeting.${TargetingName}`;

export function nameDimension(name: TargetingName): `targeting.${TargetingName}` {
  return `targeting.${name}`;
}

export const UNFILLED_REASONS: readonly UnfilledReason[] = [
  ...OTHER_REASONS,
  ...listKeys(TARGETING).map(nameDimension),
  ...LIMIT_REASONS,
];
