/**
 * What is known of a visitor from address, user agent and language, as far as consent allows: for targeting, for events,
 * and for the tokens of the decisions.
 */
import { readAcceptLanguage } from "../net/acceptLanguage.ts";
import type { Locate } from "../net/geo.ts";
import type { DimensionValues } from "../store/store.ts";
import { BoundedMap } from "../values/boundedMap.ts";
import { languages } from "../values/dimensions.ts";
import { omitUndefined } from "../values/object.ts";
import type { VisitorTraits } from "./campaignIndex.ts";
import { readUserAgent, UNKNOWN_USER_AGENT } from "./userAgent.ts";

export interface Visitor extends VisitorTraits {
  device: number | undefined;
  /** The dimension values of the visitor's events. */
  values: DimensionValues;
}

/** What requests say of a visitor. */
export interface VisitorClues {
  address: string;
  userAgent: string;
  /** `user.language`, or an `Accept-Language` header. */
  language: string | undefined;
  /** Without it, nothing but the country is used. */
  hasConsent: boolean;
}

/** Looking an address up takes longer than deciding a zone; a visitor asks for several pages. */
const CACHED_VISITORS = 20_000;
/** Of a header that are looked at. */
const MOST_CHARACTERS = 1024;

export class Visitors {
  readonly #locate: Locate;
  readonly #regions: ReadonlyMap<string, number>;
  readonly #visitors = new BoundedMap<string, Visitor>(CACHED_VISITORS);

  /** `regions`: ids of the catalogue's regions, by ISO 3166-2 code. */
  constructor(locate: Locate, regions: ReadonlyMap<string, number>) {
    this.#locate = locate;
    this.#regions = regions;
  }

  find({ address, userAgent, language = "", hasConsent }: VisitorClues): Visitor {
    const cut = {
      ...{ address, hasConsent, language: language.slice(0, MOST_CHARACTERS) },
      userAgent: userAgent.slice(0, MOST_CHARACTERS),
    };
    const key = hasConsent ? [address, cut.language, cut.userAgent].join(" ") : address;
    return this.#visitors.getOrCompute(key, () => this.#read(cut));
  }

  #read({ address, userAgent, language, hasConsent }: VisitorClues & { language: string }): Visitor {
    const { country, subdivision } = this.#locate(address);
    const agent = hasConsent ? readUserAgent(userAgent) : UNKNOWN_USER_AGENT;
    const region = hasConsent && subdivision ? this.#regions.get(subdivision) : undefined;
    const { browser, operatingSystem, device, deviceType } = agent;
    const traits = {
      ...{ country, region, browser, operatingSystem, device, deviceType },
      language: hasConsent ? findLanguage(language) : undefined,
    };
    return { ...traits, values: toVisitorValues(traits) };
  }
}

export function toVisitorValues(visitor: VisitorTraits & { device: number | undefined }): DimensionValues {
  return omitUndefined({
    country_iso: visitor.country,
    region_id: visitor.region,
    language_id: visitor.language,
    browser_id: visitor.browser,
    device_id: visitor.device,
    device_type_id: visitor.deviceType,
    operating_system_id: visitor.operatingSystem,
  });
}

/** The most wanted language that has a two-letter code. */
function findLanguage(text: string): number | undefined {
  for (const primary of readAcceptLanguage(text)) {
    const id = languages.id(primary);
    if (id !== undefined) return id;
  }
  return undefined;
}
