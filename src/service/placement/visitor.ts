/**
 * Traits of a visitor from address, user agent and language, as far as consent allows: for targeting, events and
 * tokens.
 */

import type { DimensionValues } from "../facts/eventStore.ts";
import { parseAcceptLanguage } from "../net/acceptLanguage.ts";
import type { Locate } from "../net/geo.ts";
import { BoundedMap } from "../values/boundedMap.ts";
import { omitUndefined } from "../values/object.ts";
import { languages } from "../values/visitorDimensions.ts";
import type { VisitorTraits } from "./dimensions.ts";
import { readUserAgent, UNKNOWN_USER_AGENT } from "./userAgent.ts";

export interface Visitor extends VisitorTraits {
  device: number | undefined;
  /** Dimension values of the visitor's events. */
  values: DimensionValues;
}

/** Data of a request that identifies traits of the visitor. */
interface VisitorClues {
  address: string;
  userAgent: string;
  /** `user.language`, or an `Accept-Language` header. */
  language: string | undefined;
  /** Whether all traits may be used; without consent, only the country is used. */
  hasConsent: boolean;
}

/**
 * Maximum cached visitors. Locating an address takes longer than deciding a zone, and visitors request several pages.
 */
const CACHED_VISITORS = 20_000;
/** Maximum characters of address, language and user agent together; longer ones are not worth the memory. */
const MAX_CACHED_LENGTH = 1024;

export class Visitors {
  readonly #locate: Locate;
  readonly #regions: ReadonlyMap<string, number>;
  readonly #visitors = new BoundedMap<Visitor>(CACHED_VISITORS, MAX_CACHED_LENGTH);

  /** `regions`: ids of the catalogue's regions, by ISO 3166-2 code. */
  constructor(locate: Locate, regions: ReadonlyMap<string, number>) {
    this.#locate = locate;
    this.#regions = regions;
  }

  find({ address, userAgent, language = "", hasConsent }: VisitorClues): Visitor {
    const key = hasConsent ? [address, language, userAgent].join(" ") : address;
    return this.#visitors.getOrCompute(key, () => this.#read({ address, userAgent, language, hasConsent }));
  }

  #read({ address, userAgent, language, hasConsent }: VisitorClues & { language: string }): Visitor {
    const { country, subdivision } = this.#locate(address);
    const agent = hasConsent ? readUserAgent(userAgent) : UNKNOWN_USER_AGENT;
    const region = hasConsent && subdivision ? this.#regions.get(subdivision) : undefined;
    const { browser, operatingSystem, device, deviceType } = agent;
    const traits = {
      country,
      region,
      browser,
      operatingSystem,
      device,
      deviceType,
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

/** Finds the most preferred language with a two-letter code. */
function findLanguage(text: string): number | undefined {
  for (const primary of parseAcceptLanguage(text)) {
    const id = languages.id(primary);
    if (id !== undefined) return id;
  }
  return undefined;
}
