/**
 * Definition of the ad placement interface: its requests and responses.
 *
 * Each shape is a table of fields. The types below, the service's checks and its OpenAPI document derive from these
 * tables. The tag imports only types and bounds, so the tables are not in its bundle. Both sides treat what arrives as
 * `unknown` until it is checked.
 */

export const MAX_ZONES = 100;

/** Default maximum size of a request in bytes of UTF-8. */
export const MAX_BODY = 65_536;

// Bounds of texts, in characters (code points) for the service; the tag counts UTF-16 code units, never fewer. Constants, because the tag keeps to them without the tables below.
export const MAX_USER_ID = 256;
export const MAX_USER_AGENT = 2048;
export const MAX_REFERER = 16_384;
/** E-mail address as Base64. */
export const MAX_EMAIL = 1024;
export const MAX_CONSENT = 16_384;
/**
 * A TC string of TCF 2, or none: a core of version 2 with its fixed fields, at least 44 characters, then any segments, at
 * most `MAX_CONSENT` characters. Times of creation and change are from 2017 to 2055 (O to Z), and two capitals are the
 * language, so that no word of a consent manager is one.
 * https://github.com/InteractiveAdvertisingBureau/GDPR-Transparency-and-Consent-Framework/blob/master/TCFv2/IAB%20Tech%20Lab%20-%20Consent%20string%20and%20vendor%20list%20formats%20v2.md
 */
export const TC_STRING = /^(C([O-Z][\w-]{5}){2}[\w-]{5}[A-Z]{2}[\w-]{24}[\w.-]{0,16340})?$/;
/**
 * A TC string with consent to purpose 1, to store and read information on the device: bit 152 of the core, the third bit
 * of character 25.
 */
export const TC_PURPOSE_1 = /^.{25}[I-PYZa-fo-v4-9_-]/;
/** A TC string with consent to purpose 7, to measure the performance of ads: bit 158, the third bit of character 26. */
export const TC_PURPOSE_7 = /^.{26}[I-PYZa-fo-v4-9_-]/;
/** Buyer uids as Base64. */
export const MAX_BUYERUIDS = 16_384;
/** Keywords of a zone. */
export const MAX_KEYWORDS = 8192;
/** All keywords of a request; the same text of several zones counts once. */
export const MAX_REQUEST_KEYWORDS = 16_384;
/** Keys of `custom_targeting`. */
export const MAX_KEYS = 50;
export const MAX_KEY = 128;
export const MAX_VALUE = 1024;

/** Format of a text beyond its type. */
export type TextFormat = "address" | "language" | "base64" | "base64-json";

interface Described {
  readonly required?: boolean;
  readonly description?: string;
}

/** Field of a request, by the type of its value. */
export type RequestField = Described &
  /** Lengths in characters. A longer text is a validation error. */
  (
    | {
        readonly type: "string";
        readonly format?: TextFormat;
        readonly maxLength: number;
        /** Characters of all different values in one request. */
        readonly maxTotal?: number;
      }
    | { readonly type: "integer"; readonly values?: readonly number[]; readonly minimum?: number }
    /** `mayBeEmpty`: an empty object or list counts as absent, although a field is required. */
    | { readonly type: "object"; readonly fields: RequestFields; readonly mayBeEmpty?: boolean }
    /** Any keys with text values; lengths in characters. */
    | {
        readonly type: "map";
        readonly maxKeys: number;
        readonly maxKeyLength: number;
        readonly maxValueLength: number;
      }
    | { readonly type: "list"; readonly fields: RequestFields; readonly most: number }
  );

export type RequestFields = Readonly<Record<string, RequestField>>;

export type Field =
  | RequestField
  | (Described &
      (
        | { readonly type: "string" }
        | { readonly type: "literal"; readonly value: string }
        | { readonly type: "object"; readonly fields: Fields }
      ));

export type Fields = Readonly<Record<string, Field>>;

type ValueOf<F extends Field> = F extends { type: "string" }
  ? string
  : F extends { type: "integer"; values: readonly (infer V)[] }
    ? V
    : F extends { type: "integer" }
      ? number
      : F extends { type: "literal"; value: infer V }
        ? V
        : F extends { type: "object"; fields: infer T extends Fields }
          ? ObjectOf<T>
          : F extends { type: "map" }
            ? Record<string, string>
            : F extends { type: "list"; fields: infer T extends Fields }
              ? ObjectOf<T>[]
              : never;

type Required<T extends Fields> = { [K in keyof T]: T[K] extends { required: true } ? K : never }[keyof T];

/** Type of the object that a table of fields describes. */
type ObjectOf<T extends Fields> = { [K in Required<T>]: ValueOf<T[K]> } & {
  [K in Exclude<keyof T, Required<T>>]?: ValueOf<T[K]>;
};

/** `user.gdpr`. */
const GDPR_FIELDS = {
  /** 1 when the visitor is under GDPR, 0 when the caller believes the visitor is not. */
  gdpr: {
    type: "integer",
    values: [0, 1],
    required: true,
    description: "1 if GDPR applies to the visitor, 0 if not.",
  },
  /** Any text: what is no TC string gives no consent. */
  consent: {
    type: "string",
    maxLength: MAX_CONSENT,
    description:
      "TC string of TCF 2. With `gdpr` 1, the visitor's data is used only if its core consents to purpose 1.",
  },
} as const satisfies RequestFields;

/** `user`: the visitor. The tag never sends `ip`; a server call must. */
export const USER_FIELDS = {
  id: { type: "string", maxLength: MAX_USER_ID, description: "Id by which frequency caps count." },
  ip: {
    type: "string",
    maxLength: 64,
    format: "address",
    description: "Required unless the caller is a browser.",
  },
  /** User agent: browser or app, device and operating system. */
  ua: {
    type: "string",
    maxLength: MAX_USER_AGENT,
    description: "User agent; the request's header when absent.",
  },
  /** `xx` or `xx-yy`, lower case. */
  language: { type: "string", maxLength: 16, format: "language", description: "`xx` or `xx-yy`." },
  /** Address of the page that shows the ad; its words are matched when a zone has no keywords. */
  referer: {
    type: "string",
    maxLength: MAX_REFERER,
    description: "Address of the page; its words are matched when a zone has no keywords.",
  },
  /** E-mail address as Base64 of its UTF-8 bytes. */
  el: { type: "string", maxLength: MAX_EMAIL, format: "base64", description: "E-mail address." },
  gdpr: {
    type: "object",
    fields: GDPR_FIELDS,
    mayBeEmpty: true,
    description: "An empty object or list counts as absent.",
  },
  /** Base64 of a JSON list of buyer uids. */
  buyeruids: {
    type: "string",
    maxLength: MAX_BUYERUIDS,
    format: "base64-json",
    description: "List of buyer uids.",
  },
} as const satisfies RequestFields;

/** Entry of `zones`: a place on the page. */
export const ZONE_FIELDS = {
  /** Positive safe integer. */
  id: { type: "integer", required: true },
  sub: { type: "integer" },
  /** Comma separated. Absent to match the words of the page's address. */
  keywords: {
    type: "string",
    maxLength: MAX_KEYWORDS,
    maxTotal: MAX_REQUEST_KEYWORDS,
    description:
      "Comma separated. At most 16,384 characters in all zones of a request; equal texts count once.",
  },
  custom_targeting: {
    type: "map",
    maxKeys: MAX_KEYS,
    maxKeyLength: MAX_KEY,
    maxValueLength: MAX_VALUE,
    description: "An empty list counts as an empty object.",
  },
} as const satisfies RequestFields;

/** Body of `POST /v1/placement`. */
export const REQUEST_FIELDS = {
  user: { type: "object", fields: USER_FIELDS, required: true },
  /** Requested zones, at least one; answered by position. */
  zones: { type: "list", fields: ZONE_FIELDS, most: MAX_ZONES, required: true },
} as const satisfies RequestFields;

/** `data` of a zone result of type `banner`. */
const BANNER_FIELDS = {
  url: { type: "string", required: true, description: "Click address." },
  impression: { type: "string", required: true, description: "Impression tracking address." },
  image: { type: "string", required: true, description: "Address of the image." },
  /** CSS pixels. Beyond the specification, sent by real networks and by our service. */
  width: { type: "integer", minimum: 1, description: "CSS pixels." },
  height: { type: "integer", minimum: 1, description: "CSS pixels." },
} as const satisfies Fields;

/** Filled entry of the response's `zones`. */
export const RESULT_FIELDS = {
  idzone: { type: "integer", minimum: 1, required: true },
  type: { type: "literal", value: "banner", required: true },
  data: { type: "object", fields: BANNER_FIELDS, required: true },
} as const satisfies Fields;

/** `user.gdpr`: what the caller knows about the visitor's consent. */
export interface Gdpr extends ObjectOf<typeof GDPR_FIELDS> {}

export interface User extends ObjectOf<typeof USER_FIELDS> {}

export interface ZoneRequest extends ObjectOf<typeof ZONE_FIELDS> {}

export interface AdRequest {
  user: User;
  zones: ZoneRequest[];
}

export interface BannerData extends ObjectOf<typeof BANNER_FIELDS> {}

export interface ZoneResult extends ObjectOf<typeof RESULT_FIELDS> {}

/** Response to a processed request, also when some zones failed. */
export interface AdResponse {
  /** Results in the order of the request's zones, one per zone; null for a zone without an ad. */
  zones: (ZoneResult | null)[];
  /** Messages by the zero-based position of the failed zone. */
  errors: Record<string, string[]>;
}
