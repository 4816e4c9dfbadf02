/** Composes the request from slots and visitor values, field by field as the placement interface defines it. */
import {
  type AdRequest,
  type Gdpr,
  MAX_BUYERUIDS,
  MAX_EMAIL,
  MAX_KEY,
  MAX_KEYS,
  MAX_KEYWORDS,
  MAX_REFERER,
  MAX_REQUEST_KEYWORDS,
  MAX_USER_AGENT,
  MAX_USER_ID,
  MAX_VALUE,
  TC_PURPOSE_1,
} from "../protocol/placement.ts";
import { attempt, create, page } from "./globals.ts";
import { reportOnce } from "./record.ts";
import { encode, toBytes } from "./text.ts";
import type { Slot, Values } from "./types.ts";

/** Properties of the browser that a request contains. */
export interface Browser {
  userAgent: string;
  /** Language; missing where the page has replaced the property. */
  language: string | null | undefined;
  globalPrivacyControl?: boolean;
}

/** Reports a text that exceeds its bound and returns undefined, or returns the text. */
const limit = (name: string, text: string | undefined, most: number): string | undefined => {
  if (!text?.[most]) return text;
  reportOnce(`${name}: expected at most ${most} characters`);
  return undefined;
};

/**
 * Finds the address that the visitor sees. Documents without their own (`about:srcdoc`, `blob:`) have that of the page
 * around them, or the `referrer` where there is none or a sandbox hides it. Not `baseURI`, which `<base>` changes in both
 * documents.
 */
export const findAddress = (frame: Pick<Window, "location" | "parent"> = page): string =>
  attempt(() => {
    const { location, parent } = frame;
    return /^http/.test(location.href) ? location.href : parent !== frame && findAddress(parent);
  }) || document.referrer;

/**
 * Composes the body for slots with these values, in the given order; undefined if their keywords exceed the bound of a
 * request. Leaves out what exceeds a bound of the interface. Personal fields are left out under Global Privacy Control,
 * and under GDPR without consent to purpose 1.
 */
export const composeRequest = (
  slots: Pick<Slot, "values">[],
  settings: Values,
  gdpr: Gdpr | undefined,
  address: string,
  { userAgent, language, globalPrivacyControl }: Browser,
): string | undefined => {
  const mayIdentify = !globalPrivacyControl && (!gdpr?.gdpr || TC_PURPOSE_1.test(`${gdpr.consent}`));
  const personal: Values = mayIdentify ? settings : {};
  const zones = slots.map(({ values }) => ({
    id: Number(values.zoneId),
    sub: values.sub && +values.sub,
    keywords: joinKeywords(values.keywords) || joinKeywords(settings.keywords),
    custom_targeting: joinTargeting(values),
  }));
  const texts = zones.map(({ keywords }) => keywords);
  if (texts.filter((text, at) => texts.indexOf(text) === at).join("").length > MAX_REQUEST_KEYWORDS)
    return undefined;
  return encode({
    user: {
      id: limit("data-user-id", personal.userId, MAX_USER_ID),
      ua: limit("user agent", userAgent, MAX_USER_AGENT),
      language: findLanguage(language),
      referer: limit("data-referer", trimReferer(address, settings.referer), MAX_REFERER),
      el: limit("email", toBase64(personal.email), MAX_EMAIL),
      gdpr,
      buyeruids: limit("buyeruids", toBase64(personal.buyeruids), MAX_BUYERUIDS),
    },
    zones,
  } satisfies { [K in keyof AdRequest]: unknown });
};

/**
 * Converts `zh-Hant-TW` to `zh-tw`: language and region of a language tag
 * (https://www.rfc-editor.org/rfc/rfc5646#section-2.1). Returns undefined for a language without a two-letter code.
 */
const findLanguage = (tag: string | null | undefined) =>
  /^([a-z]{2})\b(?:-[a-z]{3,4}\b)*(-[a-z]{2}\b)?/i.exec(`${tag}`)?.slice(1).join("").toLowerCase();

/** Reads the list without blanks. Cuts a list that is too long after a word. */
const joinKeywords = (list?: string): string | undefined => {
  const text = list?.match(/[^\s,]([^,]*[^\s,])?/g)?.join();
  return (
    limit("data-keywords", text, MAX_KEYWORDS) ??
    // Includes the next character, which shows whether a word ends here.
    (text && joinKeywords(text.slice(0, MAX_KEYWORDS + 1).replace(/[^\s,]*$/, "")))
  );
};

const joinTargeting = (values: Record<string, string | undefined>) => {
  let targeting: Record<string, string> | undefined;
  let left = MAX_KEYS;
  // `for…in` includes the inherited page-level values, after the slot's own.
  for (const name in values)
    if (name.startsWith("target-")) {
      const key = name.slice(7);
      const value = values[name] as string;
      targeting ??= create(null) as Record<string, string>;
      if (left && !key[MAX_KEY] && !value[MAX_VALUE]) {
        targeting[key] = value;
        left--;
      } else
        reportOnce(
          `data-${name.slice(0, 60)}: expected at most ${MAX_KEYS} keys of ${MAX_KEY} characters, values of ${MAX_VALUE}`,
        );
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
const trimReferer = (address: string, mode = "path") => {
  const allowed = REFERERS[mode];
  return allowed ? address.match(allowed)?.[0].replace(/\/\/[^/?#]*@/, "//") : mode;
};

const toBase64 = (text?: string) =>
  text ? attempt(() => page.btoa(page.String.fromCharCode(...toBytes(text)))) : undefined;
