/** Tooltip of a point in the chart. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { useLocale } from "../../texts/locale.ts";
import { computeChange } from "../metrics.ts";
import { countDays, WEEK_DAYS } from "../period.ts";
import type { Plot } from "./plot.ts";

interface TipProps {
  plot: Plot;
  at: number;
  second: string | undefined;
  /** Position of the point in pixels. */
  left: number;
}

const TIP_GAP = 12;

export function Tip({ plot: { points, before, unit, second: other }, at, second, left }: TipProps) {
  const locale = useLocale();
  const tip = useRef<HTMLDivElement>(null);
  // Beside the point where there is space, within the edges of the chart.
  useLayoutEffect(() => {
    const element = tip.current;
    const room = element?.parentElement?.clientWidth ?? 0;
    if (!element) return;
    const right = left + TIP_GAP;
    const beside = right + element.offsetWidth <= room ? right : left - TIP_GAP - element.offsetWidth;
    const most = Math.max(0, room - element.offsetWidth);
    element.style.left = `${Math.min(most, Math.max(0, beside))}px`;
  });
  const point = points[at];
  const was = before[at];
  if (!point) return null;
  // A week cut by the span may have fewer or more days than the week it is compared with.
  const isCut = [point, was].some(
    (each) => each?.to && countDays({ from: each.day, to: each.to }) < WEEK_DAYS,
  );
  const change = point.isOpen || isCut ? undefined : computeChange(point.value, was?.value);
  return (
    <div class="floating tip" ref={tip} aria-hidden="true">
      <p>
        <span>{locale.formatPoint(point).long}</span>
        <b>{locale.formatValue(point.value, unit)}</b>
      </p>
      {other && (
        <p>
          <span>{second}</span>
          <b>{locale.formatValue(other.points[at]?.value, other.unit)}</b>
        </p>
      )}
      {was && (
        <p class="tip-before">
          <span>{locale.formatPoint(was).long}</span>
          <b>{locale.formatValue(was.value, unit)}</b>
        </p>
      )}
      {point.isOpen && <small>{locale.texts.chart.open}</small>}
      {change && change.direction !== "same" && (
        <small>
          <i class={`arrow arrow-${change.direction}`} /> {locale.formatChange(change)}
        </small>
      )}
    </div>
  );
}
