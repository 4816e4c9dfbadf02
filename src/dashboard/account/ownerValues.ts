/** Owner of a new site or campaign, as entered. Pure. */

export interface OwnerValues {
  /** Account id as text, or the key for a new account. Empty: the first account. */
  owner: string;
  /** Name of a new account. */
  ownerName: string;
  /** Currency of a new account. Undefined: the common one of the network's members, else the network's. */
  ownerCurrency: string | undefined;
}

export const NO_OWNER: OwnerValues = { owner: "", ownerName: "", ownerCurrency: undefined };

/** Reads a code of ISO 4217 in any case. */
export function parseCurrencyCode(text: string): string {
  return text.trim().toUpperCase();
}

export function isCode(text: string): boolean {
  return /^[A-Z]{3}$/.test(text);
}
