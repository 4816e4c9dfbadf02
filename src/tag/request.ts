/** Slots and what is known of the visitor → the request, field by field as the placement interface defines it. */
import type { AdRequest, Gdpr } from "../protocol/placement.ts";
import type { Values } from "./attributes.ts";
import { attempt, create, page } from "./globals.ts";
import { encode, toBytes } from "./text.ts";
import type { Slot } from "./types.ts";

/** Properties of the browser that a request contains. */
export interface Browser {
  userAgent: string;
  /** Missing where the page has replaced it. */
  language: string | null | undefined;
  globalPrivacyControl?: boolean;
}

/**
 * The body for slots with these values, in the order given. Nothing personal goes out against the
 * browser's privacy signal, nor under GDPR without a consent string. A page that a script wrote has no address of its own
 * (`about:srcdoc`, `blob:`): the one around it counts, which is its `referrer`.
 */
export const composeRequest = (
  slots: Pick<Slot, "values">[],
  settings: Values,
  gdpr: Gdpr | undefined,
  href: string,
  referrer: string,
  { userAgent, language, globalPrivacyControl }: Browser,
): string => {
  const mayIdentify = !globalPrivacyControl && (!gdpr?.gdpr || gdpr.consent);
  const personal: Values = mayIdentify ? settings : {};
  return encode({
    user: {
      id: personal.userId,
      ua: userAgent,
      language: readLanguage(language),
      referer: readReferer(/^http/.test(href) ? href : referrer, settings.referer),
      el: toBase64(personal.email),
      gdpr,
      buyeruids: toBase64(personal.buyeruids),
    },
    zones: slots.map(({ values }) => ({
      id: Number(values.zoneId),
      sub: values.sub && +values.sub,
      keywords: readKeywords(values.keywords) || readKeywords(settings.keywords),
      custom_targeting: readTargeting(values),
    })),
  } satisfies { [K in keyof AdRequest]: unknown });
};

/**
 * `zh-Hant-TW` → `zh-tw`: language and region of a language tag (https://www.rfc-editor.org/rfc/rfc5646#section-2.1);
 * nothing for a language that has no two-letter form.
 */
const readLanguage = (tag: string | null | undefined) =>
  /^([a-z]{2})\b(?:-[a-z]{3,4}\b)*(-[a-z]{2}\b)?/i.exec(`${tag}`)?.slice(1).join("").toLowerCase();

const readKeywords = (list?: string) => list?.match(/[^\s,]([^,]*[^\s,])?/g)?.join();

const readTargeting = (values: Values) => {
  let targeting: Record<string, unknown> | undefined;
  // The page's pairs are inherited.
  for (const name in values)
    if (name.startsWith("target-")) {
      targeting ??= create(null) as Record<string, unknown>;
      targeting[name.slice(7)] = values[name as "target-"];
    }
  return targeting;
};

/** Part of the address that each mode sends. Patterns, since pages replace `URL`. */
const REFERERS: Record<string, RegExp> = {
  path: /^https?:[^?#]*/,
  full: /^https?:[^#]*/,
  origin: /^https?:..[^/?#]*/,
};

/**
 * As much of the page's address as the publisher lets out, or the address given instead; never credentials or fragment.
 */
const readReferer = (address: string, mode = "path") => {
  const allowed = REFERERS[mode];
  return allowed ? address.match(allowed)?.[0].replace(/\/\/[^/?#]*@/, "//") : mode;
};

const toBase64 = (text?: string) =>
  text ? attempt(() => page.btoa(page.String.fromCharCode(...toBytes(text)))) : undefined;
