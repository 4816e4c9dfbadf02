import { type TargetingName } from "./targeting.js";
/** Limits that the excluded campaign reached, in the order of the steps. Events with these reasons name the campaign. */
export declare const LIMIT_REASONS: readonly ["frequency", "caps", "budget", "spread"];
export type LimitReason = (typeof LIMIT_REASONS)[number];
/**
 * Other steps. suspended: the zone's account is suspended. network: no campaign of the zone's network. variations: no approved creative of the zone's size.
 * consent: campaigns are restricted by a value that the visitor did not consent to use.
 */
declare const OTHER_REASONS: readonly ["suspended", "network", "variations", "blockedAdvertisers", "flight", "targeting.times", "consent", "targeting.custom", "keywords", "negativeKeywords"];
export type UnfilledReason = LimitReason | (typeof OTHER_REASONS)[number] | `targeting.${TargetingName}`;
export declare function nameDimension(name: TargetingName): `targeting.${TargetingName}`;
export declare const UNFILLED_REASONS: readonly UnfilledReason[];
export {};
