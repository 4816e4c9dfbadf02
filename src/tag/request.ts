/** Composes the request from slots and visitor values, field by field as the placement interface defines it. */
import type { AdRequest, Gdpr } from "../protocol/placement.ts";
import type { Values } from "./attributes.ts";
import { attempt, create, page } from "./globals.ts";
import { encode, toBytes } from "./text.ts";
import type { Slot } from "./types.ts";

/** Properties of the browser that a request contains. */
export interface Browser {
  userAgent: string;
  /** Language; missing where the page has replaced the property. */
  language: string | null | undefined;
  globalPrivacyControl?: boolean;
}

/**
 * Composes the body for slots with these values, in the given order. Personal fields are left out under Global Privacy
 * Control, and under GDPR without a consent string. Documents written by a script (`about:srcdoc`, `blob:`) have no
 * address of their own; for these the address of the parent is used, which is their `referrer`.
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
 * Converts `zh-Hant-TW` to `zh-tw`: language and region of a language tag
 * (https://www.rfc-editor.org/rfc/rfc5646#section-2.1). Returns undefined for a language without a two-letter code.
 */
const readLanguage = (tag: string | null | undefined) =>
  /^([a-z]{2})\b(?:-[a-z]{3,4}\b)*(-[a-z]{2}\b)?/i.exec(`${tag}`)?.slice(1).join("").toLowerCase();

const readKeywords = (list?: string) => list?.match(/[^\s,]([^,]*[^\s,])?/g)?.join();

const readTargeting = (values: Record<string, unknown>) => {
  let targeting: Record<string, unknown> | undefined;
  // `for…in` includes the inherited page-level values.
  for (const name in values)
    if (name.startsWith("target-")) {
      targeting ??= create(null) as Record<string, unknown>;
      targeting[name.slice(7)] = values[name];
    }
  return targeting;
};

/** Part of the address that each mode sends. Regular expressions, because pages replace `URL`. */
const REFERERS: Record<string, RegExp> = {
  path: /^https?:[^?#]*/,
  full: /^https?:[^#]*/,
  origin: /^https?:..[^/?#]*/,
};

/**
 * Returns the part of the page's address that the mode allows, or the address given as mode; never credentials or
 * fragment.
 */
const readReferer = (address: string, mode = "path") => {
  const allowed = REFERERS[mode];
  return allowed ? address.match(allowed)?.[0].replace(/\/\/[^/?#]*@/, "//") : mode;
};

const toBase64 = (text?: string) =>
  text ? attempt(() => page.btoa(page.String.fromCharCode(...toBytes(text)))) : undefined;
