/**
 * Publisher's share in percent: `0.705` is 70.5. Shifts digits instead of calculating, so that nothing is rounded.
 * Pure.
 */
import { type AmountFormat, isAmount } from "../texts/typedAmounts.ts";

/** Writes `70.5` for `0.705`. */
export function writePercent(share: string, amounts: AmountFormat): string {
  const [whole = "0", decimals = ""] = share.split(".");
  const digits = decimals.padEnd(2, "0");
  const percent = String(Number(whole + digits.slice(0, 2)));
  const rest = digits.slice(2).replace(/0+$/, "");
  return amounts.write(rest ? `${percent}.${rest}` : percent);
}

/** Reads `0.705` from `70.5`; undefined unless it is a percentage up to 100 with at most four decimals. */
export function parsePercent(text: string, amounts: AmountFormat): string | undefined {
  const percent = amounts.read(text.replace(/%\s*$/, ""));
  if (!isAmount(percent) || Number(percent) > 100) return undefined;
  const [whole = "", decimals = ""] = percent.split(".");
  if (decimals.length > 4) return undefined;
  const digits = whole.padStart(3, "0").slice(-3);
  const rest = `${digits.slice(1)}${decimals}`.replace(/0+$/, "");
  return rest ? `${digits[0]}.${rest}` : digits.charAt(0);
}
