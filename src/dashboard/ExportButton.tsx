/** All pages of the table as one file, with progress and a way to stop. */
import { useEffect, useRef, useState } from "preact/hooks";
import { explainError } from "./errors.ts";
import { Icon } from "./Icon.tsx";
import { useLocale } from "./locale.ts";
import type { TableExport } from "./panels/exportTable.ts";

export function ExportButton(props: TableExport) {
  const { count } = props;
  const locale = useLocale();
  const { texts, formatCount } = locale;
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
      const { exportTable } = await import("./panels/index.ts");
      await exportTable(props, locale, controller.signal, setDone);
    } catch (error) {
      if (!controller.signal.aborted) setProblem(explainError(error, locale));
    } finally {
      setDone(undefined);
    }
  }

  if (done !== undefined) {
    return (
      <div class="export">
        <label>
          <span class="hint">{texts.export.done(formatCount(done), formatCount(count))}</span>
          <progress max={Math.max(1, count)} value={done} aria-label={texts.export.progress} />
        </label>
        <button type="button" class="button" onClick={() => running.current?.abort()}>
          {texts.cancel}
        </button>
      </div>
    );
  }
  return (
    <div class="export">
      {problem && (
        <span class="problem" role="alert">
          {problem}
        </span>
      )}
      <button type="button" class="button" disabled={count === 0} onClick={start}>
        <Icon name="download" />
        <span>
          {texts.export.button}
          <span class="wide">{texts.export.wide}</span>
        </span>
      </button>
    </div>
  );
}
