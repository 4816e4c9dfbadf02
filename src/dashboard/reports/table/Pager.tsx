/** Page numbers and rows per page of the table. */

import { useLocale } from "../../texts/locale.ts";
import { Icon } from "../../ui/Icon.tsx";
import type { Page } from "../page.ts";
import type { ReportAnswer } from "../queries.ts";
import { ROW_COUNTS, type View } from "../view.ts";

interface PagerProps extends Pick<Page, "set"> {
  view: View;
  table: ReportAnswer;
  onTurn(page: number): void;
}

export function Pager({ view, table, onTurn, set }: PagerProps) {
  const locale = useLocale();
  const { texts, formatCount } = locale;
  const { count = 0 } = table.shown?.data.request_metadata ?? {};
  const { page, rows } = table.shown?.about.view ?? view;
  const end = Math.min(page * rows, count);
  const range = end
    ? texts.table.range(formatCount((page - 1) * rows + 1), formatCount(end), formatCount(count))
    : "";
  const last = Math.max(1, Math.ceil(count / view.rows));
  return (
    <div class="row pager">
      <label class="row rows">
        <span>{texts.table.rows}</span>
        <select value={view.rows} onChange={(event) => set({ rows: Number(event.currentTarget.value) })}>
          {ROW_COUNTS.map((rows) => (
            <option key={rows}>{rows}</option>
          ))}
        </select>
      </label>
      <p role="status">{table.isLoading ? texts.loading : range}</p>
      {last > 1 && <Pages page={view.page} last={last} onTurn={onTurn} />}
    </div>
  );
}

interface PagesProps {
  page: number;
  last: number;
  onTurn(page: number): void;
}

export function Pages({ page: current, last, onTurn }: PagesProps) {
  const { texts, formatCount } = useLocale();
  return (
    <nav class="row pages" aria-label={texts.table.pages}>
      <button
        type="button"
        class="button button-icon"
        aria-label={texts.table.previous}
        disabled={current === 1}
        onClick={() => onTurn(current - 1)}
      >
        <Icon name="left" />
      </button>
      {listPages(current, last).map((page, at) =>
        page === undefined ? (
          <span key={`gap ${at}`}>…</span>
        ) : (
          <button
            type="button"
            key={page}
            class="button button-plain page-number"
            aria-label={texts.table.page(formatCount(page))}
            aria-current={page === current ? "page" : undefined}
            onClick={() => onTurn(page)}
          >
            {formatCount(page)}
          </button>
        ),
      )}
      <button
        type="button"
        class="button button-icon"
        aria-label={texts.table.next}
        disabled={current >= last}
        onClick={() => onTurn(current + 1)}
      >
        <Icon name="right" />
      </button>
    </nav>
  );
}

/** Lists the first and last page, and those around the current one; undefined for a gap. */
function listPages(current: number, last: number): (number | undefined)[] {
  if (last === 1) return [];
  const near = [1, current - 1, current, current + 1, last].filter((page) => page >= 1 && page <= last);
  const pages = [...new Set(near)].sort((a, b) => a - b);
  return pages.flatMap((page, at) =>
    at > 0 && page - (pages[at - 1] ?? 0) > 1 ? [undefined, page] : [page],
  );
}
