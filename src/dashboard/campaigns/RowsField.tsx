/** Part of a form with any number of rows, which can be added and removed. */
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { useTexts } from "../texts/management.ts";
import { Icon } from "../ui/Icon.tsx";

interface RowsFieldProps<T> {
  label: string;
  hint: string;
  /** Problem of the list as a whole. */
  problem?: string | undefined;
  rows: readonly T[];
  onChange(rows: T[]): void;
  isDisabled: boolean;
  rowClass: string;
  /** Label of the button that adds a row. */
  add: string;
  /** Number of first rows that cannot be removed; none by default. */
  fixed?: number;
  /** Maximum number of rows; no limit by default. */
  most?: number;
  /** Row that is added. */
  empty: T;
  nameRow(row: T, at: number): string;
  children(row: T, at: number, change: (changes: Partial<T>) => void): ComponentChildren;
}

export function RowsField<T>(props: RowsFieldProps<T>) {
  const { label, hint, problem, rows, onChange, isDisabled, rowClass, add, empty, nameRow, children } = props;
  const { fixed = 0, most = Number.POSITIVE_INFINITY } = props;
  const { campaigns: texts } = useTexts();
  const addButton = useRef<HTMLButtonElement>(null);
  return (
    <fieldset class="stack tight start group-field" disabled={isDisabled}>
      <legend>{label}</legend>
      <p class="hint">{hint}</p>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {rows.map((row, at) => (
        <div class={`rows-field-row ${rowClass}`} key={at}>
          {children(row, at, (changes) => onChange(rows.with(at, { ...row, ...changes })))}
          {at >= fixed && (
            <button
              type="button"
              class="button button-plain button-icon"
              aria-label={texts.remove(nameRow(row, at))}
              onClick={() => {
                // The button is removed with its row, and would lose the focus.
                addButton.current?.focus();
                onChange(rows.toSpliced(at, 1));
              }}
            >
              <Icon name="trash" />
            </button>
          )}
        </div>
      ))}
      {rows.length < most && (
        <button type="button" class="button" ref={addButton} onClick={() => onChange([...rows, empty])}>
          <Icon name="plus" />
          {add}
        </button>
      )}
    </fieldset>
  );
}
