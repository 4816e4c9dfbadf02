/**
 * The ad placement interface as types: what a caller sends and what the service answers.
 *
 * Both sides share these shapes; each side still treats what arrives as `unknown` until one file has read it.
 */

/** `user.gdpr`: what the caller knows about the visitor's consent. */
export interface Gdpr {
  /** 1 when the visitor is under GDPR, 0 when the caller believes not. */
  gdpr: 0 | 1;
  /** Consent string as the IAB standards define it; may be empty. */
  consent: string;
}

/** `user`: whom the ad is for. The tag never sends `ip`; a server call must. */
export interface User {
  id?: string;
  ip?: string;
  /** User agent: browser or app, device and operating system. */
  ua?: string;
  /** `xx` or `xx-yy`, lower case. */
  language?: string;
  /** Address of the page that shows the ad; its words are matched when a zone has no keywords. */
  referer?: string;
  /** Base64 of the e-mail address's UTF-8 bytes. */
  el?: string;
  gdpr?: Gdpr;
  /** Base64 of a JSON list of buyer uids. */
  buyeruids?: string;
}

/** One entry of `zones`: a place on the page. */
export interface ZoneRequest {
  /** Positive safe integer. */
  id: number;
  sub?: number;
  /** Comma separated. Left out when the page's address is to be matched. */
  keywords?: string;
  custom_targeting?: Record<string, string>;
}

/** The body of `POST /v1/placement`. */
export interface AdRequest {
  user: User;
  /** At least one; answered by position. */
  zones: ZoneRequest[];
}

/** `data` of a zone result of type `banner`. */
export interface BannerData {
  /** Click address. */
  url: string;
  /** Impression tracking address. */
  impression: string;
  /** Address of the image. */
  image: string;
  /** CSS pixels. Beyond the specification, sent by real networks and by our service. */
  width?: number;
  height?: number;
}

/** One filled entry of the response's `zones`. */
export interface ZoneResult {
  idzone: number;
  type: "banner";
  data: BannerData;
}

/** The answer when the request was processed, also when some zones failed. */
export interface AdResponse {
  /** Same length and order as the request's zones; null where there is no ad. */
  zones: (ZoneResult | null)[];
  /** Messages by the failed zone's zero-based position. */
  errors: Record<string, string[]>;
}

/** The answer to a request that was refused as a whole: one object of one key (the field's path) a problem. */
export interface AdRefusal {
  errors: Record<string, string>[];
}

/** The most zones that one request carries. */
export const MAX_ZONES = 100;
