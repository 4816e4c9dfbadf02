/** Trying a page: which zones are asked about, and what the service says of each. */
import { useState } from "preact/hooks";
import type { CampaignExplanation } from "../../protocol/management.ts";
import type { Shown } from "../../statistics/index.ts";
import { useLocale } from "../locale.ts";
import { useData, useSites, useZones } from "./data.ts";
import { isAddress } from "./draft.ts";
import { type Saving, useSaving } from "./save.ts";
import { useTexts } from "./texts.ts";
import { chooseZones, USER_AGENTS, type Visit } from "./visit.ts";

export interface Result {
  zone: Shown<"zones">;
  campaigns: CampaignExplanation[];
}

export interface Trial {
  /** Undefined before anything was tried. */
  found: { lead: string; results: Result[] } | undefined;
  saving: Saving;
  /** The zones are known. */
  isReady: boolean;
  run(visit: Visit): Promise<void>;
}

export function useTrial(): Trial {
  const { try: texts } = useTexts();
  const { management } = useData();
  const { language } = useLocale();
  const [sites, zones] = [useSites(), useZones()];
  const saving = useSaving();
  const [found, setFound] = useState<Trial["found"]>();
  const explain = async ({ address, keywords, country, device }: Visit, chosen: Shown<"zones">[]) => {
    const explained = await management.explain({
      user: { referer: address, ua: USER_AGENTS[device], language },
      zones: chosen.map(({ id }) => ({ id, ...(keywords.trim() && { keywords }) })),
      ...(country && { country }),
    });
    return chosen.flatMap((zone, at) => {
      const answer = explained.zones[at];
      return answer ? [{ zone, campaigns: answer.campaigns }] : [];
    });
  };
  const run = async (visit: Visit) => {
    if (!isAddress(visit.address)) return saving.refuse({ address: texts.wrongAddress }, "");
    const { chosen, site } = chooseZones(visit.address, sites.shown?.data ?? [], zones.shown?.data ?? []);
    const lead = site === undefined ? texts.ofAll(chosen.length) : texts.ofSite(site);
    await saving.run(async () => {
      if (chosen.length === 0) return setFound({ lead: texts.noZones, results: [] });
      setFound({ lead, results: await explain(visit, chosen) });
    });
  };
  return { found, saving, isReady: zones.shown !== undefined, run };
}
