/** TC strings of TCF 2 without vendors. */

/** Consents to no purpose. */
export const REFUSED = "CQZCrAAQZCrAAAKABBENBkEgAAAAAAAAAAYgAEAAAAAAAAAA";
/** Consents to all ten purposes. */
export const CONSENTED = "CQZCrAAQZCrAAAKABBENBkEgAP_AAAAAAAYgAEP8AAAAAAAA";
