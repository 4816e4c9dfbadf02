/** A click of campaign 1, as click ids contain it, about whose visitor nothing is known. */
import type { ClickId } from "../../../src/service/signing/clickIds.ts";

export function aClick(more: Partial<ClickId> & { clickedAt: number }): ClickId {
  return {
    epoch: 1,
    number: 7,
    decidedAt: more.clickedAt,
    zone: 1,
    campaign: 1,
    variation: 1,
    sub: undefined,
    visitor: {
      country: undefined,
      region: undefined,
      language: undefined,
      browser: undefined,
      operatingSystem: undefined,
      device: undefined,
      deviceType: undefined,
    },
    ...more,
  };
}
