/** Amounts in forms: the service has decimals such as `1234.5`, fields write them as the language does. */
import { useMemo } from "preact/hooks";
import { useLocale } from "./locale.ts";

/** A decimal for the service, or typed text that is not an amount. */
export type Amount = string | { typed: string };

const DECIMAL = /^\d{1,9}(\.\d{1,9})?$/;

export function isAmount(amount: Amount): amount is string {
  return typeof amount === "string" && DECIMAL.test(amount);
}

/** Returns the decimal, or the typed text that is not an amount. */
export function getTyped(amount: Amount): string {
  return typeof amount === "string" ? amount : amount.typed;
}

export type AmountFormat = ReturnType<typeof createAmountFormat>;

/** `currency`: code of the amounts, whose own sign is ignored; absent for other numbers. */
export function createAmountFormat(tag: string, currency?: string) {
  // Without "always", some languages group only from 10,000 on.
  const whole = new Intl.NumberFormat(tag, { numberingSystem: "latn", useGrouping: "always" });
  const parts = whole.formatToParts(1_234_567.5);
  const find = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? "";
  const [mark, group] = [find("decimal"), find("group")];

  // A code that is being typed can be incomplete.
  const signs = currency && /^[A-Z]{3}$/.test(currency) ? listSigns(tag, currency) : [];
  const normalize = (text: string): string => {
    const typed = toLatinDigits(text.trim());
    const folded = typed.toUpperCase();
    for (const sign of signs) {
      if (folded.startsWith(sign)) return typed.slice(sign.length).trim();
      if (folded.endsWith(sign)) return typed.slice(0, -sign.length).trim();
    }
    return typed;
  };

  /** Reads digits with the language's own separators, in the places where the language writes them. */
  const readOwn = (text: string): string | undefined => {
    const [digits = "", ...decimals] = text.split(mark);
    const plain = group ? unify(digits).replaceAll(unify(group), "") : digits;
    const amount = [plain, ...decimals].join(".");
    const isOwn = plain === digits || unify(whole.format(Number(plain))) === unify(digits);
    return isOwn && !plain.includes(".") && isAmount(amount) ? amount : undefined;
  };

  const write = (amount: Amount): string => {
    if (!isAmount(amount)) return getTyped(amount);
    const [digits, decimals] = amount.split(".");
    return whole.format(Number(digits)) + (decimals ? mark + decimals : "");
  };

  return {
    /** `1,234.50`, with all decimals. Text that is not an amount stays unchanged. */
    write,
    read: (text: string): Amount => {
      if (text.trim() === "") return "";
      const typed = normalize(text);
      return readOwn(typed) ?? readForeign(typed) ?? { typed: text };
    },
    /** Both readings of a text with a foreign separator: `1,234` and `1.234`. */
    listReadings: (text: string): [string, string] | undefined => {
      const [, digits = "", three = ""] = ENDS_ON_THREE.exec(normalize(text)) ?? [];
      return three ? [write(digits + three), write(`${digits}.${three}`)] : undefined;
    },
  };
}

/** Lists the signs of a currency, the longest first: `USD`, `US$` as where other dollars are used, `$`. */
function listSigns(tag: string, currency: string): string[] {
  const signs = [tag, "en-CA"].flatMap((locale) =>
    (["symbol", "narrowSymbol"] as const).map((currencyDisplay) => {
      const format = new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay });
      return format.formatToParts(0).find(({ type }) => type === "currency")?.value ?? currency;
    }),
  );
  return [currency, ...signs].map((sign) => sign.toUpperCase()).sort((a, b) => b.length - a.length);
}

const ENDS_ON_THREE = /^(\d{1,9})[.,](\d{3})$/;
const GROUPED = /^([1-9]\d{0,2}([.,' ])\d{3}(?:\2\d{3})*)(?:(?!\2)[.,](\d+))?$/;

/**
 * Reads another language's separators where they have one meaning: `2,5`, `.5`, `1 250.00`, `1.234,5`. A dot or comma before
 * the last three digits has two.
 */
function readForeign(text: string): string | undefined {
  if (ENDS_ON_THREE.test(text)) return undefined;
  const [, digits = "", , decimals] = GROUPED.exec(unify(text)) ?? [];
  const plain = digits.replaceAll(/\D/g, "") + (decimals ? `.${decimals}` : "");
  const amount = digits ? plain : text.replace(",", ".").replace(/^\./, "0.");
  return isAmount(amount) ? amount : undefined;
}

const DIGIT = /\p{Nd}/u;

/**
 * Keyboards of other scripts type their own digits, whatever the language of the page. Unicode has those of a script side
 * by side, from zero on: https://www.unicode.org/reports/tr44/#Numeric_Type
 */
function toLatinDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let before = 0;
    while (DIGIT.test(String.fromCodePoint(code - before - 1))) before++;
    return String(before % 10);
  });
}

/** Replaces the narrow spaces and typographic apostrophes that `Intl` writes by those that people type. */
function unify(text: string): string {
  return text.replace(/\s/g, " ").replaceAll("’", "'");
}

export function useAmounts(currency?: string): AmountFormat {
  const { tag } = useLocale();
  return useMemo(() => createAmountFormat(tag, currency), [tag, currency]);
}
