/** Exports all pages of the table as one file, with progress and a cancel button. */
import { useEffect, useRef, useState } from "preact/hooks";
import { explainError } from "../../texts/errors.ts";
import { useLocale } from "../../texts/locale.ts";
import { Icon } from "../../ui/Icon.tsx";
import type { TableExport } from "./exportTable.ts";

const FORMATS = ["CSV", "NDJSON", "Parquet"];

export function ExportButton(props: TableExport) {
  const { count } = props;
  const locale = useLocale();
  const { texts } = locale;
  const [format, setFormat] = useState("CSV");
  const [done, setDone] = useState<number>();
  const [problem, setProblem] = useState("");
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function start(): Promise<void> {
    const controller = new AbortController();
    running.current = controller;
    setProblem("");
    setDone(0);
    try {
      const { exportTable } = await import("../popovers.ts");
      await exportTable(props, format, locale, controller.signal, setDone);
    } catch (error) {
      if (!controller.signal.aborted) setProblem(explainError(error, locale));
    } finally {
      setDone(undefined);
    }
  }

  if (done !== undefined)
    return <ExportProgress done={done} count={count} onCancel={() => running.current?.abort()} />;
  return (
    <div class="row export">
      {problem && (
        <span class="problem" role="alert">
          {problem}
        </span>
      )}
      <button type="button" class="button" disabled={count === 0} onClick={start}>
        <Icon name="download" />
        {texts.export.button} {format}
      </button>
      <select
        aria-label={texts.export.format}
        value={format}
        onChange={({ currentTarget }) => setFormat(currentTarget.value)}
      >
        {FORMATS.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </div>
  );
}

interface ExportProgressProps {
  /** Exported rows. */
  done: number;
  count: number;
  onCancel(): void;
}

function ExportProgress({ done, count, onCancel }: ExportProgressProps) {
  const { texts, formatCount } = useLocale();
  return (
    <div class="row export">
      <label>
        <span class="hint">{texts.export.done(formatCount(done), formatCount(count))}</span>
        <progress max={Math.max(1, count)} value={done} aria-label={texts.export.progress} />
      </label>
      <button type="button" class="button" onClick={onCancel}>
        {texts.cancel}
      </button>
    </div>
  );
}
