/**
 * Definition of the ad placement interface: its requests and responses.
 *
 * Each shape is a table of fields. The types below, the service's checks and its OpenAPI document derive from these
 * tables. The tag imports only the types, so the tables are not in its bundle. Both sides treat what arrives as
 * `unknown` until it is checked.
 */

export const MAX_ZONES = 100;

/** Default maximum size of a request in bytes of UTF-8. */
export const MAX_BODY = 65_536;

/** Format of a text beyond its type. */
export type TextFormat = "address" | "language" | "base64" | "base64-json";

interface Described {
  readonly required?: boolean;
  readonly description?: string;
}

/** Field of a request, by the type of its value. */
export type RequestField = Described &
  /** `maxLength`: characters. A longer text is a validation error. */
  (
    | { readonly type: "string"; readonly format?: TextFormat; readonly maxLength: number }
    | { readonly type: "integer"; readonly values?: readonly number[]; readonly minimum?: number }
    | { readonly type: "object"; readonly fields: RequestFields }
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
    description: "1 when the visitor is under GDPR, 0 when the caller believes not.",
  },
  /** Consent string as the IAB standards define it; may be empty. */
  consent: {
    type: "string",
    maxLength: 16_384,
    description: "Consent string of the IAB's framework; empty: no consent.",
  },
} as const satisfies RequestFields;

/** `user`: the visitor. The tag never sends `ip`; a server call must. */
export const USER_FIELDS = {
  id: { type: "string", maxLength: 256, description: "Frequency caps count by it." },
  ip: {
    type: "string",
    maxLength: 64,
    format: "address",
    description: "Required of callers that are no browsers.",
  },
  /** User agent: browser or app, device and operating system. */
  ua: { type: "string", maxLength: 2048, description: "User agent; the request's header when absent." },
  /** `xx` or `xx-yy`, lower case. */
  language: { type: "string", maxLength: 16, format: "language", description: "`xx` or `xx-yy`." },
  /** Address of the page that shows the ad; its words are matched when a zone has no keywords. */
  referer: {
    type: "string",
    maxLength: 16_384,
    description: "Address of the page; its words are matched when a zone has no keywords.",
  },
  /** E-mail address as Base64 of its UTF-8 bytes. */
  el: { type: "string", maxLength: 1024, format: "base64", description: "E-mail address." },
  gdpr: { type: "object", fields: GDPR_FIELDS },
  /** Base64 of a JSON list of buyer uids. */
  buyeruids: {
    type: "string",
    maxLength: 16_384,
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
  keywords: { type: "string", maxLength: 8192, description: "Comma separated." },
  custom_targeting: {
    type: "map",
    maxKeys: 50,
    maxKeyLength: 128,
    maxValueLength: 1024,
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
