/** Localized formats of numbers: values, headlines, axis labels, changes. */
import { createFigureFormats } from "../../protocol/figures.ts";
import type { Unit } from "../../protocol/statistics.ts";

/** Numbers from this one on are abbreviated: ten digits side by side do not fit. */
const LONG = 1e9;
/** Maximum characters of an amount with decimals in a headline. */
const LONGEST = 12;
/** Amounts from this one on are abbreviated on a chart's axis. */
const LONG_TICK = 1e5;

export function createNumberFormats(tag: string, currency: string) {
  const number = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(tag, options);
  const money = { style: "currency", currency, currencyDisplay: "narrowSymbol" } as const;
  const { moneyDecimals, ...figures } = createFigureFormats(tag, currency);
  const { formatValue } = figures;
  const long = number({ notation: "compact", maximumFractionDigits: 2 });
  const longMoney = number({ ...money, notation: "compact", maximumFractionDigits: 2 });
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
    ...figures,
    formatFigure,
    formatTicks: createTickFormat(number, money, moneyDecimals),
    hasDecimals: moneyDecimals > 0,
    currency,
    decimalComma: number({ minimumFractionDigits: 1 }).format(0.5).includes(","),
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
