/**
 * Definition of the ad placement interface: its requests and responses.
 *
 * Each shape is a table of fields. The types below, the service's checks and its OpenAPI document derive from these
 * tables. The tag imports only types and bounds, so the tables are not in its bundle. Both sides treat what arrives as
 * `unknown` until it is checked.
 */
export declare const MAX_ZONES = 100;
/** Default maximum size of a request in bytes of UTF-8. */
export declare const MAX_BODY = 65536;
export declare const MAX_USER_ID = 256;
export declare const MAX_USER_AGENT = 2048;
export declare const MAX_REFERER = 16384;
/** E-mail address as Base64. */
export declare const MAX_EMAIL = 1024;
export declare const MAX_CONSENT = 16384;
/**
 * A TC string of TCF 2, or none: a core of version 2 with its fixed fields, at least 44 characters, then any segments, at
 * most `MAX_CONSENT` characters. Times of creation and change are from 2017 to 2055 (O to Z), and two capitals are the
 * language, so that no word of a consent manager is one.
 * https://github.com/InteractiveAdvertisingBureau/GDPR-Transparency-and-Consent-Framework/blob/master/TCFv2/IAB%20Tech%20Lab%20-%20Consent%20string%20and%20vendor%20list%20formats%20v2.md
 */
export declare const TC_STRING: RegExp;
/**
 * A TC string with consent to purpose 1, to store and read information on the device: bit 152 of the core, the third bit
 * of character 25.
 */
export declare const TC_PURPOSE_1: RegExp;
/** A TC string with consent to purpose 7, to measure the performance of ads: bit 158, the third bit of character 26. */
export declare const TC_PURPOSE_7: RegExp;
/** Buyer uids as Base64. */
export declare const MAX_BUYERUIDS = 16384;
/** Keywords of a zone. */
export declare const MAX_KEYWORDS = 8192;
/** All keywords of a request; the same text of several zones counts once. */
export declare const MAX_REQUEST_KEYWORDS = 16384;
/** Keys of `custom_targeting`. */
export declare const MAX_KEYS = 50;
export declare const MAX_KEY = 128;
export declare const MAX_VALUE = 1024;
/** Format of a text beyond its type. */
export type TextFormat = "address" | "language" | "base64" | "base64-json";
interface Described {
    readonly required?: boolean;
    readonly description?: string;
}
/** Field of a request, by the type of its value. */
export type RequestField = Described & 
/** Lengths in characters. A longer text is a validation error. */
({
    readonly type: "string";
    readonly format?: TextFormat;
    readonly maxLength: number;
    /** Characters of all different values in one request. */
    readonly maxTotal?: number;
} | {
    readonly type: "integer";
    readonly values?: readonly number[];
    readonly minimum?: number;
}
/** `mayBeEmpty`: an empty object or list counts as absent, although a field is required. */
 | {
    readonly type: "object";
    readonly fields: RequestFields;
    readonly mayBeEmpty?: boolean;
}
/** Any keys with text values; lengths in characters. */
 | {
    readonly type: "map";
    readonly maxKeys: number;
    readonly maxKeyLength: number;
    readonly maxValueLength: number;
} | {
    readonly type: "list";
    readonly fields: RequestFields;
    readonly most: number;
});
export type RequestFields = Readonly<Record<string, RequestField>>;
export type Field = RequestField | (Described & ({
    readonly type: "string";
} | {
    readonly type: "literal";
    readonly value: string;
} | {
    readonly type: "object";
    readonly fields: Fields;
}));
export type Fields = Readonly<Record<string, Field>>;
type ValueOf<F extends Field> = F extends {
    type: "string";
} ? string : F extends {
    type: "integer";
    values: readonly (infer V)[];
} ? V : F extends {
    type: "integer";
} ? number : F extends {
    type: "literal";
    value: infer V;
} ? V : F extends {
    type: "object";
    fields: infer T extends Fields;
} ? ObjectOf<T> : F extends {
    type: "map";
} ? Record<string, string> : F extends {
    type: "list";
    fields: infer T extends Fields;
} ? ObjectOf<T>[] : never;
type Required<T extends Fields> = {
    [K in keyof T]: T[K] extends {
        required: true;
    } ? K : never;
}[keyof T];
/** Type of the object that a table of fields describes. */
type ObjectOf<T extends Fields> = {
    [K in Required<T>]: ValueOf<T[K]>;
} & {
    [K in Exclude<keyof T, Required<T>>]?: ValueOf<T[K]>;
};
/** `user.gdpr`. */
declare const GDPR_FIELDS: {
    /** 1 when the visitor is under GDPR, 0 when the caller believes the visitor is not. */
    readonly gdpr: {
        readonly type: "integer";
        readonly values: readonly [0, 1];
        readonly required: true;
        readonly description: "1 if GDPR applies to the visitor, 0 if not.";
    };
    /** Any text: what is no TC string gives no consent. */
    readonly consent: {
        readonly type: "string";
        readonly maxLength: 16384;
        readonly description: "TC string of TCF 2. With `gdpr` 1, the visitor's data is used only if its core consents to purpose 1.";
    };
};
/** `user`: the visitor. The tag never sends `ip`; a server call must. */
export declare const USER_FIELDS: {
    readonly id: {
        readonly type: "string";
        readonly maxLength: 256;
        readonly description: "Id by which frequency caps count.";
    };
    readonly ip: {
        readonly type: "string";
        readonly maxLength: 64;
        readonly format: "address";
        readonly description: "Required unless the caller is a browser.";
    };
    /** User agent: browser or app, device and operating system. */
    readonly ua: {
        readonly type: "string";
        readonly maxLength: 2048;
        readonly description: "User agent; the request's header when absent.";
    };
    /** `xx` or `xx-yy`, lower case. */
    readonly language: {
        readonly type: "string";
        readonly maxLength: 16;
        readonly format: "language";
        readonly description: "`xx` or `xx-yy`.";
    };
    /** Address of the page that shows the ad; its words are matched when a zone has no keywords. */
    readonly referer: {
        readonly type: "string";
        readonly maxLength: 16384;
        readonly description: "Address of the page; its words are matched when a zone has no keywords.";
    };
    /** E-mail address as Base64 of its UTF-8 bytes. */
    readonly el: {
        readonly type: "string";
        readonly maxLength: 1024;
        readonly format: "base64";
        readonly description: "E-mail address.";
    };
    readonly gdpr: {
        readonly type: "object";
        readonly fields: {
            /** 1 when the visitor is under GDPR, 0 when the caller believes the visitor is not. */
            readonly gdpr: {
                readonly type: "integer";
                readonly values: readonly [0, 1];
                readonly required: true;
                readonly description: "1 if GDPR applies to the visitor, 0 if not.";
            };
            /** Any text: what is no TC string gives no consent. */
            readonly consent: {
                readonly type: "string";
                readonly maxLength: 16384;
                readonly description: "TC string of TCF 2. With `gdpr` 1, the visitor's data is used only if its core consents to purpose 1.";
            };
        };
        readonly mayBeEmpty: true;
        readonly description: "An empty object or list counts as absent.";
    };
    /** Base64 of a JSON list of buyer uids. */
    readonly buyeruids: {
        readonly type: "string";
        readonly maxLength: 16384;
        readonly format: "base64-json";
        readonly description: "List of buyer uids.";
    };
};
/** Entry of `zones`: a place on the page. */
export declare const ZONE_FIELDS: {
    /** Positive safe integer. */
    readonly id: {
        readonly type: "integer";
        readonly required: true;
    };
    readonly sub: {
        readonly type: "integer";
    };
    /** Comma separated. Absent to match the words of the page's address. */
    readonly keywords: {
        readonly type: "string";
        readonly maxLength: 8192;
        readonly maxTotal: 16384;
        readonly description: "Comma separated. At most 16,384 characters in all zones of a request; equal texts count once.";
    };
    readonly custom_targeting: {
        readonly type: "map";
        readonly maxKeys: 50;
        readonly maxKeyLength: 128;
        readonly maxValueLength: 1024;
        readonly description: "An empty list counts as an empty object.";
    };
};
/** Body of `POST /v1/placement`. */
export declare const REQUEST_FIELDS: {
    readonly user: {
        readonly type: "object";
        readonly fields: {
            readonly id: {
                readonly type: "string";
                readonly maxLength: 256;
                readonly description: "Id by which frequency caps count.";
            };
            readonly ip: {
                readonly type: "string";
                readonly maxLength: 64;
                readonly format: "address";
                readonly description: "Required unless the caller is a browser.";
            };
            /** User agent: browser or app, device and operating system. */
            readonly ua: {
                readonly type: "string";
                readonly maxLength: 2048;
                readonly description: "User agent; the request's header when absent.";
            };
            /** `xx` or `xx-yy`, lower case. */
            readonly language: {
                readonly type: "string";
                readonly maxLength: 16;
                readonly format: "language";
                readonly description: "`xx` or `xx-yy`.";
            };
            /** Address of the page that shows the ad; its words are matched when a zone has no keywords. */
            readonly referer: {
                readonly type: "string";
                readonly maxLength: 16384;
                readonly description: "Address of the page; its words are matched when a zone has no keywords.";
            };
            /** E-mail address as Base64 of its UTF-8 bytes. */
            readonly el: {
                readonly type: "string";
                readonly maxLength: 1024;
                readonly format: "base64";
                readonly description: "E-mail address.";
            };
            readonly gdpr: {
                readonly type: "object";
                readonly fields: {
                    /** 1 when the visitor is under GDPR, 0 when the caller believes the visitor is not. */
                    readonly gdpr: {
                        readonly type: "integer";
                        readonly values: readonly [0, 1];
                        readonly required: true;
                        readonly description: "1 if GDPR applies to the visitor, 0 if not.";
                    };
                    /** Any text: what is no TC string gives no consent. */
                    readonly consent: {
                        readonly type: "string";
                        readonly maxLength: 16384;
                        readonly description: "TC string of TCF 2. With `gdpr` 1, the visitor's data is used only if its core consents to purpose 1.";
                    };
                };
                readonly mayBeEmpty: true;
                readonly description: "An empty object or list counts as absent.";
            };
            /** Base64 of a JSON list of buyer uids. */
            readonly buyeruids: {
                readonly type: "string";
                readonly maxLength: 16384;
                readonly format: "base64-json";
                readonly description: "List of buyer uids.";
            };
        };
        readonly required: true;
    };
    /** Requested zones, at least one; answered by position. */
    readonly zones: {
        readonly type: "list";
        readonly fields: {
            /** Positive safe integer. */
            readonly id: {
                readonly type: "integer";
                readonly required: true;
            };
            readonly sub: {
                readonly type: "integer";
            };
            /** Comma separated. Absent to match the words of the page's address. */
            readonly keywords: {
                readonly type: "string";
                readonly maxLength: 8192;
                readonly maxTotal: 16384;
                readonly description: "Comma separated. At most 16,384 characters in all zones of a request; equal texts count once.";
            };
            readonly custom_targeting: {
                readonly type: "map";
                readonly maxKeys: 50;
                readonly maxKeyLength: 128;
                readonly maxValueLength: 1024;
                readonly description: "An empty list counts as an empty object.";
            };
        };
        readonly most: 100;
        readonly required: true;
    };
};
/** `data` of a zone result of type `banner`. */
declare const BANNER_FIELDS: {
    readonly url: {
        readonly type: "string";
        readonly required: true;
        readonly description: "Click address.";
    };
    readonly impression: {
        readonly type: "string";
        readonly required: true;
        readonly description: "Impression tracking address.";
    };
    readonly image: {
        readonly type: "string";
        readonly required: true;
        readonly description: "Address of the image.";
    };
    /** CSS pixels. Beyond the specification, sent by real networks and by our service. */
    readonly width: {
        readonly type: "integer";
        readonly minimum: 1;
        readonly description: "CSS pixels.";
    };
    readonly height: {
        readonly type: "integer";
        readonly minimum: 1;
        readonly description: "CSS pixels.";
    };
};
/** Filled entry of the response's `zones`. */
export declare const RESULT_FIELDS: {
    readonly idzone: {
        readonly type: "integer";
        readonly minimum: 1;
        readonly required: true;
    };
    readonly type: {
        readonly type: "literal";
        readonly value: "banner";
        readonly required: true;
    };
    readonly data: {
        readonly type: "object";
        readonly fields: {
            readonly url: {
                readonly type: "string";
                readonly required: true;
                readonly description: "Click address.";
            };
            readonly impression: {
                readonly type: "string";
                readonly required: true;
                readonly description: "Impression tracking address.";
            };
            readonly image: {
                readonly type: "string";
                readonly required: true;
                readonly description: "Address of the image.";
            };
            /** CSS pixels. Beyond the specification, sent by real networks and by our service. */
            readonly width: {
                readonly type: "integer";
                readonly minimum: 1;
                readonly description: "CSS pixels.";
            };
            readonly height: {
                readonly type: "integer";
                readonly minimum: 1;
                readonly description: "CSS pixels.";
            };
        };
        readonly required: true;
    };
};
/** `user.gdpr`: what the caller knows about the visitor's consent. */
export interface Gdpr extends ObjectOf<typeof GDPR_FIELDS> {
}
export interface User extends ObjectOf<typeof USER_FIELDS> {
}
export interface ZoneRequest extends ObjectOf<typeof ZONE_FIELDS> {
}
export interface AdRequest {
    user: User;
    zones: ZoneRequest[];
}
export interface BannerData extends ObjectOf<typeof BANNER_FIELDS> {
}
export interface ZoneResult extends ObjectOf<typeof RESULT_FIELDS> {
}
/** Response to a processed request, also when some zones failed. */
export interface AdResponse {
    /** Results in the order of the request's zones, one per zone; null for a zone without an ad. */
    zones: (ZoneResult | null)[];
    /** Messages by the zero-based position of the failed zone. */
    errors: Record<string, string[]>;
}
export {};
