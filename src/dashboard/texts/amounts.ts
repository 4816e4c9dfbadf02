/** Amounts in forms: decimals such as `1234.5` in the service, written in fields as the language writes them. */
import { useMemo } from "preact/hooks";
import { useLocale } from "./locale.ts";

/** A decimal as the service has it, or the text of a field that is none. */
export type Amount = string | { typed: string };

const DECIMAL = /^\d{1,9}(\.\d{1,9})?$/;

export function isAmount(amount: Amount): amount is string {
  return typeof amount === "string" && DECIMAL.test(amount);
}

export type AmountFormat = ReturnType<typeof createAmountFormat>;

export function createAmountFormat(tag: string) {
  // Without "always", some languages group only from 10,000 on.
  const whole = new Intl.NumberFormat(tag, { numberingSystem: "latn", useGrouping: "always" });
  const parts = whole.formatToParts(1_234_567.5);
  const find = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? "";
  const [mark, group] = [find("decimal"), find("group")];

  /** Reads digits with the language's own separators, in the places where the language writes them. */
  const readOwn = (text: string): string | undefined => {
    const [digits = "", ...decimals] = text.split(mark);
    const plain = group ? unify(digits).replaceAll(unify(group), "") : digits;
    const amount = [plain, ...decimals].join(".");
    const isOwn = plain === digits || unify(whole.format(Number(plain))) === unify(digits);
    return isOwn && !plain.includes(".") && isAmount(amount) ? amount : undefined;
  };

  const write = (amount: Amount): string => {
    if (!isAmount(amount)) return typeof amount === "string" ? amount : amount.typed;
    const [digits, decimals] = amount.split(".");
    return whole.format(Number(digits)) + (decimals ? mark + decimals : "");
  };

  return {
    /** `1,234.50`, with all decimals. A text that is no amount stays as it is. */
    write,
    /** A dot or a comma of another language is a decimal point, except before three digits, where it can group. */
    read: (text: string): Amount => {
      const typed = text.trim();
      if (typed === "") return "";
      const foreign = typed.replace(",", ".");
      return readOwn(typed) ?? (isAmount(foreign) && !ENDS_ON_THREE.test(typed) ? foreign : { typed: text });
    },
    /** What a text with a separator of another language can mean: `1,234` and `1.234`. */
    listReadings: (text: string): [string, string] | undefined => {
      const [, digits = "", three = ""] = ENDS_ON_THREE.exec(text.trim()) ?? [];
      return three ? [write(digits + three), write(`${digits}.${three}`)] : undefined;
    },
  };
}

const ENDS_ON_THREE = /^(\d{1,9})[.,](\d{3})$/;

/** People type a space or an apostrophe for what `Intl` writes as a narrow space or a typographic apostrophe. */
function unify(text: string): string {
  return text.replace(/\s/g, " ").replaceAll("’", "'");
}

export function useAmounts(): AmountFormat {
  const { tag } = useLocale();
  return useMemo(() => createAmountFormat(tag), [tag]);
}
