/**
 * Currencies of accounts. The schema accepts any three letters, because the service starts with an older catalogue that
 * has an unknown code, but such a code is not saved again.
 */
import { flatMapSliced, type Sliced } from "../runtime/slices.ts";
import { type EntriesById, listChanged } from "./entriesById.ts";
import type { FoundProblem } from "./problemPath.ts";
import type { CatalogueData } from "./schema.ts";

/** Currencies of ISO 4217 in use, without precious metals, test codes and `XXX`. https://www.iso.org/iso-4217 */
const CURRENCIES = new Set(
  `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE
  CHF CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD
  HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD
  MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR
  RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH
  UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG`.split(/\s+/),
);

export function isCurrency(code: string): boolean {
  return CURRENCIES.has(code);
}

/** Finds unknown currencies, with their paths in the catalogue. `before`: the earlier catalogue, whose codes are accepted. */
export function findUnknownCurrencies({ data }: EntriesById, before?: EntriesById): Sliced<FoundProblem[]> {
  const changed = listChanged(data.accounts, before?.data.accounts);
  return flatMapSliced(changed, ([at, { id, currency }]) =>
    isCurrency(currency) || before?.accounts.get(id)?.currency === currency
      ? []
      : [{ keys: ["accounts", at, "currency"], problem: { code: "currency" } }],
  );
}

/** Lists the different currencies of a network's members. */
export function listMemberCurrencies(
  { accounts }: Pick<CatalogueData, "accounts">,
  network: number,
  role?: string,
): string[] {
  const members = accounts.filter((other) => other.network === network && (!role || other.role === role));
  return [...new Set(members.map(({ currency }) => currency))];
}
