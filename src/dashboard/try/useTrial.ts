/** Tries a page: finds its zones, and asks the service about each. */
import { useRef, useState } from "preact/hooks";
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
import { matchesScreen, SCREENS } from "./screen.ts";
import { chooseZones, USER_AGENTS, type Visit } from "./visit.ts";

/** A zone with the values that its page sends. */
interface Placeholder extends Omit<PageZone, "id"> {
  zone: Shown<"zones">;
}

export interface Result extends Placeholder {
  /** Undefined for a zone that is not requested, because it is for another screen. */
  campaigns: CampaignExplanation[] | undefined;
}

/** The zones that were tried. */
export interface Found {
  /** What was tried. */
  visit: Visit;
  lead: string;
  /** Whether the zones were read from the page, so that one request contains all of them. */
  isPage: boolean;
  results: Result[];
}

interface Trial {
  /** Undefined before the first trial. */
  found: Found | undefined;
  saving: Saving;
  /** Whether the account's zones are loaded. */
  isReady: boolean;
  /** Reads the page, unless it was read before. */
  /** Resolves with false when it was refused or failed. */
  run(visit: Visit): Promise<boolean>;
  clear(): void;
}

interface Read {
  placed: PageZone[];
  referer: string;
  note: string;
}

export function useTrial(): Trial {
  const { try: texts, campaigns } = useTexts();
  const { management } = useData();
  const locale = useLocale();
  const [sites, zones] = [useSites(), useZones()];
  const saving = useSaving();
  const [found, setFound] = useState<Found>();
  const known = useRef<{ address: string; read: Read }>(undefined);

  /** Finds the zones of the page, or a message when there are none. */
  const read = async (address: string): Promise<Read> => {
    if (address === known.current?.address) return known.current.read;
    try {
      const { html } = await management.readPage(address);
      const placed = findZones(html);
      const read = { placed, referer: findReferer(html), note: "" };
      if (placed.length === 0) return { ...read, note: texts.noPlaceholders };
      known.current = { address, read };
      return read;
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
        return zone ? [{ zone, ...more, ...visit.edits[id] }] : [];
      });
      const foreign = placed.filter(({ id }) => !byId.has(id)).map(({ id }) => `#${id}`);
      const unknown = foreign.length > 0 ? ` ${texts.notYours(foreign.join(", "))}` : "";
      return { chosen, lead: texts.ofPage + unknown };
    }
    const { keywords, targeting } = visit;
    const { chosen, site } = chooseZones(visit.address, sites.shown?.data ?? [], all);
    const lead = site === undefined ? texts.ofAll(chosen.length) : texts.ofSite(site);
    return {
      chosen: chosen.map((zone) => ({ zone, keywords, targeting, media: undefined })),
      lead: chosen.length > 0 ? lead : texts.noZones,
    };
  };

  const run: Trial["run"] = async (visit) => {
    if (!isWebAddress(visit.address)) {
      saving.refuse({ address: campaigns.wrongAddress }, "");
      return false;
    }
    // Results of another address would be taken for those of this one.
    setFound((last) => (last?.visit.address === visit.address ? last : undefined));
    return saving.run(async () => {
      const { placed, referer, note } = await read(visit.address);
      const { chosen, lead } = choose(visit, placed);
      const results = await explain(management, visit, referer, chosen);
      const isPage = placed.length > 0;
      setFound({ visit, lead: [note, lead].filter(Boolean).join(" "), isPage, results });
    });
  };
  const clear = () => {
    setFound(undefined);
    saving.clear();
  };
  return { found, saving, isReady: zones.shown !== undefined, run, clear };
}

/** Asks the service which campaigns fit each zone, and what excludes the others. */
async function explain(
  management: Management,
  { address, country, device, language }: Visit,
  referer: string,
  chosen: readonly Placeholder[],
): Promise<Result[]> {
  const isMeant = ({ media }: Placeholder) => media === undefined || matchesScreen(media, SCREENS[device]);
  const requested = chosen.filter(isMeant);
  const answers = new Map<Placeholder, CampaignExplanation[]>();
  if (requested.length > 0) {
    const explained = await management.explain({
      user: {
        referer: composeReferer(address, referer),
        ua: USER_AGENTS[device],
        ...(language && { language }),
      },
      zones: requested.map(({ zone: { id }, keywords, targeting }) => {
        const custom = parseTargeting(targeting);
        return { id, ...(keywords.trim() && { keywords }), ...(custom && { custom_targeting: custom }) };
      }),
      ...(country && { country }),
    });
    for (const [at, each] of requested.entries()) answers.set(each, explained.zones[at]?.campaigns ?? []);
  }
  return chosen.map((each) => ({ ...each, campaigns: answers.get(each) }));
}
