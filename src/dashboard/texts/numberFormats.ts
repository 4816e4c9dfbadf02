/** Localized formats of numbers: values, headlines, axis labels, changes. */
import type { Unit } from "../../protocol/statistics.ts";
import type { Change } from "../reports/metrics.ts";

const NOTHING = "–";
/** Numbers from this one on are abbreviated: ten digits side by side do not fit. */
const LONG = 1e9;
/** Maximum characters of an amount with decimals in a headline. */
const LONGEST = 12;
/** Amounts from this one on are abbreviated on a chart's axis. */
const LONG_TICK = 1e5;
/** Two decimals or two significant digits, whichever shows more of a small number: 53.18 and 0.0010. */
const TWO_DIGITS = {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  minimumSignificantDigits: 2,
  maximumSignificantDigits: 2,
  roundingPriority: "morePrecision",
} as const;

export function createNumberFormats(tag: string, currency: string) {
  const number = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(tag, options);
  const money = { style: "currency", currency, currencyDisplay: "narrowSymbol" } as const;
  const numbers = {
    count: number({ maximumFractionDigits: 0 }),
    money: number(money),
    percent: number({ style: "percent", ...TWO_DIGITS }),
    milliseconds: number({ maximumFractionDigits: 0 }),
  };
  /** Zero for yen. */
  const moneyDecimals = numbers.money.resolvedOptions().maximumFractionDigits ?? 2;
  const smallMoney = number({ ...money, maximumSignificantDigits: 2 });
  /** Amounts below this get two significant digits instead of the currency's decimals. 0.0996 becomes 0.10. */
  const small = moneyDecimals > 0 ? 0.0995 : 1;
  const long = number({ notation: "compact", maximumFractionDigits: 2 });
  const longMoney = number({ ...money, notation: "compact", maximumFractionDigits: 2 });
  const change = number({ style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });

  /** Formats a metric; a dash when it is undefined. */
  function formatValue(value: number | undefined, unit: Unit): string {
    if (value === undefined || !Number.isFinite(value)) return NOTHING;
    if (unit === "percent") return numbers.percent.format(value / 100);
    if (unit === "milliseconds") return `${numbers.milliseconds.format(value)} ms`;
    const isSmall = unit === "money" && value !== 0 && Math.abs(value) < small;
    return (isSmall ? smallMoney : numbers[unit]).format(value);
  }

  const wholeMoney = number({ ...money, maximumFractionDigits: 0 });

  /** Like `formatValue`, shorter where it would be too long for a headline. */
  function formatFigure(value: number | undefined, unit: Unit): string {
    if (value === undefined || unit === "percent") return formatValue(value, unit);
    const size = Math.abs(value);
    if (size < LONG) {
      const text = formatValue(value, unit);
      return unit === "money" && size >= 1 && text.length > LONGEST ? wholeMoney.format(value) : text;
    }
    return (unit === "money" ? longMoney : long).format(value);
  }

  return {
    formatValue,
    formatFigure,
    formatTicks: createTickFormat(number, money, moneyDecimals),
    hasDecimals: moneyDecimals > 0,
    currency,
    decimalComma: number({ minimumFractionDigits: 1 }).format(0.5).includes(","),
    formatCount: (value: number) => numbers.count.format(value),
    formatChange: ({ percent, factor }: Change) =>
      factor === undefined ? change.format(percent / 100) : `× ${numbers.count.format(factor)}`,
  };
}

function createTickFormat(
  number: (options: Intl.NumberFormatOptions) => Intl.NumberFormat,
  money: Intl.NumberFormatOptions,
  moneyDecimals: number,
) {
  const tick = number({ notation: "compact", maximumFractionDigits: 3 });
  const percent = number({
    style: "percent",
    maximumFractionDigits: 3,
    maximumSignificantDigits: 2,
    roundingPriority: "morePrecision",
  });
  const longMoney = number({
    ...money,
    notation: "compact",
    minimumFractionDigits: 0,
    maximumFractionDigits: 2,
  });

  /** Formats axis labels. All amounts are whole, or all have the currency's decimals, or more if a tick needs them. */
  return function formatTicks(ticks: readonly number[], unit: Unit): string[] {
    if (unit === "percent") return ticks.map((value) => percent.format(value / 100));
    if (unit !== "money") return ticks.map((value) => tick.format(value));
    if (ticks.some((value) => Math.abs(value) >= LONG_TICK))
      return ticks.map((value) => longMoney.format(value));
    const needed = Math.max(...ticks.map(countDecimals));
    const digits = needed === 0 ? 0 : Math.max(needed, moneyDecimals);
    const amount = number({ ...money, minimumFractionDigits: digits, maximumFractionDigits: digits });
    return ticks.map((value) => amount.format(value));
  };
}

/** Counts the decimals of a number, up to six. */
function countDecimals(value: number): number {
  const text = value.toFixed(6).replace(/0+$/, "");
  return text.length - text.indexOf(".") - 1;
}
