/** Zones and what is known of the visitor → the request, field by field as the placement interface defines it. */
import type { AdRequest, Gdpr } from "../protocol/placement.ts";
import type { Placement, Values } from "./zone.ts";

/** What of the browser goes into a request. */
interface Browser {
  userAgent: string;
  language: string;
  globalPrivacyControl?: boolean;
}

/**
 * The body of one batch, zones in the order given. `address` is the page's. Nothing personal goes out against the
 * browser's privacy signal, nor under GDPR without a consent string.
 */
export function composeRequest(
  zones: Placement[],
  settings: Values,
  gdpr: Gdpr | undefined,
  { userAgent, language, globalPrivacyControl }: Browser,
  address: string,
): string {
  const open = !globalPrivacyControl && (!gdpr?.gdpr || gdpr.consent);
  const { userId, "user-id": id, email, buyeruids } = open ? settings : ({} as Values);
  return encode({
    user: {
      id: userId ?? id,
      ua: userAgent,
      language: languageOf(language) || undefined,
      referer: refererOf(address, settings.referer) || undefined,
      el: email ? base64(email) : undefined,
      gdpr,
      buyeruids: buyeruids && base64(encode(buyeruids)),
    },
    zones: zones.map(({ id, own: { sub, keywords, targeting } }) => {
      const merged = { ...settings.targeting, ...targeting };
      return {
        id,
        sub,
        keywords: wordsOf(keywords) || wordsOf(settings.keywords) || undefined,
        custom_targeting: Object.keys(merged)[0] && merged,
      };
    }),
  } satisfies { [K in keyof AdRequest]: unknown });
}

const wordsOf = (list = "") =>
  `${list
    .trim()
    .split(/\s*,\s*/)
    .filter(Boolean)}`;

/** `zh-Hant-TW` → `zh-tw`; empty for what has no two-letter form. */
export const languageOf = (tag: string): string =>
  tag.replace(/^([a-z]{2})\b(?:.*(-[a-z]{2})\b)?.*|.*/i, "$1$2").toLowerCase();

/** What each mode leaves out. */
const BEYOND: Record<string, RegExp> = { path: /[?#].*/, full: /#.*/, origin: /\b\/.*/ };

/** As much of the page's address as the publisher lets out; never credentials or fragment. */
export const refererOf = (address: string, mode = "path"): string =>
  BEYOND[mode] ? address.replace(/\/\/[^/?#]*@/, "//").replace(BEYOND[mode], "") : mode;

const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/**
 * JSON of what is there. Reading each field from its holder passes over a `toJSON` that an old library put on arrays or
 * objects, which would send a list as a string.
 */
export const encode = (value: unknown): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, name) {
    return this[name];
  });
