/** Arbitrary changes of a catalogue. */

import type { Put } from "../../../src/service/catalogue/document.ts";
import type { ChangeAuthor } from "../../../src/service/catalogue/liveCollection.ts";
import { type KeptLine, keepChange, type Position } from "../../../src/service/catalogue/logLine.ts";
import { aCampaign, type CampaignOptions } from "./catalogue.ts";

export function anAuthor(time = Date.parse("2026-11-20T12:00:00Z")): ChangeAuthor {
  return { account: { id: 1, name: "Network" }, request: "", time };
}

/** Adds a campaign, or replaces the one with its id. */
export function putCampaign(options: CampaignOptions): () => Put[] {
  return () => [{ list: "campaigns", entry: { ...aCampaign(options), id: options.id } }];
}

/** Creates changes that follow a position. Each adds the campaign with one of the ids. */
export function writeLines(after: Position, ids: readonly number[], name = "Campaign"): KeptLine[] {
  let { sequence, digest } = after;
  return ids.map((id) => {
    const entry = { ...aCampaign({ id, name }), id };
    const line = keepChange({
      format: 1,
      sequence: sequence + 1,
      id: `${name} ${id}`,
      previous: digest,
      time: "2026-11-20T12:00:00.000Z",
      account: { id: 1, name: "Network" },
      request: "",
      put: [{ list: "campaigns", id, owner: 2, entry }],
    });
    ({ sequence, digest } = line);
    return line;
  });
}
