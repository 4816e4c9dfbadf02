/** Checks by `tsc` that the entry types of the client equal those of the catalogue. */
import type * as shown from "../../src/protocol/management.ts";
import type * as kept from "../../src/service/catalogue/schema.ts";

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;

export const same: [
  Same<shown.Site, kept.Site>,
  Same<shown.Zone, kept.Zone>,
  Same<shown.Campaign, kept.Campaign>,
  Same<shown.Creative, kept.Variation>,
  Same<shown.ManagedAccount, Omit<kept.Account, "password" | "apiTokens">>,
] = [true, true, true, true, true];

export const zone: shown.NewEntry<"zones"> = { site: 1, name: "Top", size: "728x90" };
export const patch: shown.EntryChange<"campaigns"> = { active: false, budget: { daily: "5" }, to: null };
// @ts-expect-error: a zone requires a size.
export const sizeless: shown.NewEntry<"zones"> = { site: 1, name: "Top" };
// @ts-expect-error: the account of a campaign cannot be changed.
export const moved: shown.EntryChange<"campaigns"> = { account: 2 };
