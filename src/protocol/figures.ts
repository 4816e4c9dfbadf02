/** Figures as they are shown: formats of values and changes, for the dashboard and for mails. */
import type { Unit } from "./metrics.ts";

const NOTHING = "–";
/** Two decimals or two significant digits, whichever shows more of a small number: 53.18 and 0.0010. */
const TWO_DIGITS = {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  minimumSignificantDigits: 2,
  maximumSignificantDigits: 2,
  roundingPriority: "morePrecision",
} as const;

/** `tag`: BCP 47 language tag. */
export function createFigureFormats(tag: string, currency: string) {
  const number = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(tag, options);
  const money = { style: "currency", currency, currencyDisplay: "narrowSymbol" } as const;
  const numbers = {
    count: number({ maximumFractionDigits: 0 }),
    money: number(money),
    percent: number({ style: "percent", ...TWO_DIGITS }),
    milliseconds: number({ maximumFractionDigits: 0 }),
  };
  /** Zero for yen. */
  const moneyDecimals =
    numbers.money.formatToParts(0).find(({ type }) => type === "fraction")?.value.length ?? 0;
  const smallMoney = number({ ...money, maximumSignificantDigits: 2 });
  /** Amounts below this get two significant digits instead of the currency's decimals. 0.0996 becomes 0.10. */
  const small = moneyDecimals > 0 ? 0.0995 : 1;
  const change = number({ style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });

  /** Formats a metric; a dash when it is undefined. */
  function formatValue(value: number | undefined, unit: Unit): string {
    if (value === undefined || !Number.isFinite(value)) return NOTHING;
    if (unit === "percent") return numbers.percent.format(value / 100);
    if (unit === "milliseconds") return `${numbers.milliseconds.format(value)} ms`;
    const isSmall = unit === "money" && value !== 0 && Math.abs(value) < small;
    return (isSmall ? smallMoney : numbers[unit]).format(value);
  }

  return {
    formatValue,
    moneyDecimals,
    formatCount: (value: number) => numbers.count.format(value),
    formatChange: ({ percent, factor }: Change) =>
      factor === undefined ? change.format(percent / 100) : `× ${numbers.count.format(factor)}`,
  };
}

export interface Change {
  direction: "up" | "down" | "same";
  /** Absolute percentage of the earlier value. */
  percent: number;
  /** The value divided by the earlier one, where a percentage would be hard to read. */
  factor?: number;
}

/** Changes beyond this many percent have a factor. */
const MOST_PERCENT = 999;

/** Computes the change of a value; undefined when it would be meaningless. */
export function computeChange(value: number | undefined, before: number | undefined): Change | undefined {
  if (value === undefined || !before || !Number.isFinite(value / before)) return undefined;
  const percent = Math.abs((value - before) / before) * 100;
  const direction = percent < 0.05 ? "same" : value > before ? "up" : "down";
  return { direction, percent, ...(percent > MOST_PERCENT && { factor: value / before }) };
}
