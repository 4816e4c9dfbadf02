/** Limits of the catalogue's fields, which forms check before they send them. */

/** Characters of a name or a keyword. */
export const MAX_TEXT = 500;
/** Words of a keyword; longer phrases would slow down every request. */
export const PHRASE_WORDS = 8;
/**
 * Characters of a normalized landing page, so that web servers in front of the service accept the `Location` header.
 */
export const MAX_LANDING_PAGE = 2048;
/** Entries of a list within an entry. */
export const MAX_VALUES = 1000;
export const MAX_CUSTOM_VALUES = 100;
export const MAX_CREATIVES = 100;
export const MAX_FREQUENCIES = 10;
export const MAX_FREQUENCY_IMPRESSIONS = 1000;
/** A year and a day. */
export const MAX_FREQUENCY_SECONDS = 366 * 86_400;
/** Either sign. */
export const MAX_PRIORITY = 1000;
export const MAX_WEIGHT = 1_000_000;
/** The cost of many clicks in a second must fit the store's decimals. */
export const MAX_PRICE = 1_000_000;
/** Decimals of a price. */
export const PRICE_PLACES = { cpm: 6, cpc: 9 } as const;
