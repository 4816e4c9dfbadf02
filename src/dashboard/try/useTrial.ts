/** Tries a page: finds its zones, and asks the service about each. */
import { useState } from "preact/hooks";
import { isWebAddress } from "../../protocol/addresses.ts";
import type { CampaignExplanation } from "../../protocol/management.ts";
import type { Management, Shown } from "../../statistics/index.ts";
import { StatisticsError } from "../../statistics/statistics.ts";
import { useData, useSites, useZones } from "../app/managementData.ts";
import { explainRefusal } from "../texts/errors.ts";
import { useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";
import { type Saving, useSaving } from "../ui/useSaving.ts";
import {
  composeReferer,
  DEFAULT_REFERER,
  findReferer,
  findZones,
  type PageZone,
  parseTargeting,
} from "./pageZones.ts";
import { chooseZones, USER_AGENTS, type Visit } from "./visit.ts";

export interface Result {
  zone: Shown<"zones">;
  campaigns: CampaignExplanation[];
}

interface Trial {
  /** Undefined before the first trial. */
  found: { lead: string; results: Result[] } | undefined;
  saving: Saving;
  /** Whether the account's zones are loaded. */
  isReady: boolean;
  /** Reads the page unless its zones are known, and resolves with what was read. */
  run(visit: Visit): Promise<Pick<Visit, "zones" | "referer">>;
}

/** A zone with the values that its page sends. */
interface Placeholder extends Omit<PageZone, "id"> {
  zone: Shown<"zones">;
}

export function useTrial(): Trial {
  const { try: texts, campaigns } = useTexts();
  const { management } = useData();
  const locale = useLocale();
  const [sites, zones] = [useSites(), useZones()];
  const saving = useSaving();
  const [found, setFound] = useState<Trial["found"]>();

  /** Finds the zones of the page, or a message when there are none. */
  const read = async ({ address, readFrom, zones: known, referer }: Visit) => {
    if (address === readFrom) return { placed: known, referer, note: "" };
    try {
      const { html } = await management.readPage(address);
      const placed = findZones(html);
      return { placed, referer: findReferer(html), note: placed.length > 0 ? "" : texts.noPlaceholders };
    } catch (error) {
      if (!(error instanceof StatisticsError)) throw error;
      return {
        placed: [],
        referer: DEFAULT_REFERER,
        note: texts.notRead(explainRefusal(error, locale)),
      };
    }
  };

  const choose = (visit: Visit, placed: readonly PageZone[]): { chosen: Placeholder[]; lead: string } => {
    const all = zones.shown?.data ?? [];
    if (placed.length > 0) {
      const byId = new Map(all.map((zone) => [zone.id, zone]));
      const chosen = placed.flatMap(({ id, ...more }) => {
        const zone = byId.get(id);
        return zone ? [{ zone, ...more }] : [];
      });
      const foreign = placed.filter(({ id }) => !byId.has(id)).map(({ id }) => `#${id}`);
      const unknown = foreign.length > 0 ? ` ${texts.notYours(foreign.join(", "))}` : "";
      return { chosen, lead: texts.ofPage + unknown };
    }
    const { keywords, targeting } = visit;
    const { chosen, site } = chooseZones(visit.address, sites.shown?.data ?? [], all);
    const lead = site === undefined ? texts.ofAll(chosen.length) : texts.ofSite(site);
    return {
      chosen: chosen.map((zone) => ({ zone, keywords, targeting })),
      lead: chosen.length > 0 ? lead : texts.noZones,
    };
  };

  const run: Trial["run"] = async (visit) => {
    if (!isWebAddress(visit.address)) {
      saving.refuse({ address: campaigns.wrongAddress }, "");
      return visit;
    }
    let { zones: placed, referer } = visit;
    await saving.run(async () => {
      const page = await read(visit);
      ({ placed, referer } = page);
      const { chosen, lead } = choose(visit, placed);
      const results = await explain(management, { ...visit, referer }, chosen);
      setFound({ lead: [page.note, lead].filter(Boolean).join(" "), results });
    });
    return { zones: placed, referer };
  };
  return { found, saving, isReady: zones.shown !== undefined, run };
}

/** Asks the service which campaigns fit each zone, and what excludes the others. */
async function explain(
  management: Management,
  { address, referer, country, device, language }: Visit,
  chosen: readonly Placeholder[],
): Promise<Result[]> {
  if (chosen.length === 0) return [];
  const explained = await management.explain({
    user: {
      referer: composeReferer(address, referer),
      ua: USER_AGENTS[device],
      ...(language && { language }),
    },
    zones: chosen.map(({ zone: { id }, keywords, targeting }) => {
      const custom = parseTargeting(targeting);
      return { id, ...(keywords.trim() && { keywords }), ...(custom && { custom_targeting: custom }) };
    }),
    ...(country && { country }),
  });
  return chosen.flatMap(({ zone }, at) => {
    const answer = explained.zones[at];
    return answer ? [{ zone, campaigns: answer.campaigns }] : [];
  });
}
