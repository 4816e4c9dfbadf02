/** Zones and what is known of the visitor → the request, field by field as the placement interface defines it. */
import type { AdRequest, Gdpr } from "../protocol/placement.ts";
import { encode } from "./json.ts";
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
export const composeRequest = (
  zones: Placement[],
  settings: Values,
  gdpr: Gdpr | undefined,
  { userAgent, language, globalPrivacyControl }: Browser,
): string => {
  const open = !globalPrivacyControl && (!gdpr?.gdpr || gdpr.consent);
  const { userId, "user-id": id, email, buyeruids } = open ? settings : ({} as Values);
  return encode({
    user: {
      id: (userId ?? id)?.toString(),
      ua: userAgent,
      // `zh-Hant-TW` → `zh-tw`; nothing for what has no two-letter form.
      language: language.toLowerCase().replace(/([a-z]{2})\b(?:.*(-[a-z]{2})\b)?.*|.*/, "$1$2") || undefined,
      referer: refererOf(settings.referer),
      el: base64(email),
      gdpr,
      buyeruids: base64(buyeruids && encode(buyeruids)),
    },
    zones: zones.map(({ own }) => ({
      id: own.zoneid,
      sub: own.sub,
      keywords: wordsOf(own.keywords) || wordsOf(settings.keywords),
      custom_targeting: targetingOf(own),
    })),
  } satisfies { [K in keyof AdRequest]: unknown });
};

const wordsOf = (list?: string) => list?.match(/[^\s,]+(\s+[^\s,]+)*/g)?.join();

/** The zone's own and, key by key, the page's. */
const targetingOf = (values: Values) => {
  let targeting: Record<string, unknown> | undefined;
  for (const name in values)
    if (name.startsWith("target-")) targeting = { ...targeting, [name.slice(7)]: values[name as "target-"] };
  return targeting;
};

/**
 * As much of the page's address as the publisher lets out, or the one given instead; never credentials or fragment.
 * A frame that a script wrote has no address: the page around it counts.
 */
const refererOf = (mode = "path") => {
  const { origin, pathname, search } = location;
  const address = { origin, path: origin + pathname, full: origin + pathname + search }[mode] ?? mode;
  return /^http/.test(address) ? address : document.referrer.replace(/\?.*/, "") || undefined;
};

const base64 = (text: unknown) =>
  text ? btoa(String.fromCharCode(...new TextEncoder().encode(text as string))) : undefined;
