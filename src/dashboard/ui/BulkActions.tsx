/** Bar below a list: changes all chosen entries in requests of up to 1,000, goes on after a failure, and undoes. */
import { useState } from "preact/hooks";
import { type BulkKind, type EntryChange, type EntryVersion, MAX_BULK } from "../../protocol/management.ts";
import type { BulkEntries } from "../../statistics/index.ts";
import { createKept } from "../app/createKept.ts";
import { useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";
import type { ManagementTexts } from "../texts/managementEn.ts";
import { Icon } from "./Icon.tsx";
import { useSaving } from "./useSaving.ts";

export interface Changeable extends EntryVersion {
  name: string;
  deleted: boolean;
}

/** `E`: entry that decides whether the action is offered. */
export interface BulkAction<K extends BulkKind, E = Changeable> {
  label: string;
  /** `3 paused.` */
  describe(count: string): string;
  patch: EntryChange<K>;
  /** Patch that undoes the action. */
  inverse: EntryChange<K>;
  /** Whether the action would change an entry. */
  isNeeded(entry: E): boolean;
}

export interface BulkActionsProps<K extends BulkKind, E extends Changeable> {
  /** Name of the list. */
  list: string;
  /** Rows of all pages. */
  rows: readonly E[];
  chosen: readonly E[];
  /** Number of rows on the page. */
  shownCount: number;
  /** Name that tells the entry apart. */
  name(entry: E): string;
  onChoose(rows: readonly E[], isChosen: boolean): void;
  actions: readonly BulkAction<K, NoInfer<E>>[];
  entries: Pick<BulkEntries<K>, "bulk">;
  /** Loads the list again. */
  onChanged(): void;
}

interface NamedVersion extends EntryVersion {
  name: string;
}

/** An action on many entries, or its undoing, in requests one after another. */
interface Work {
  /** Position in the list of actions. */
  action: number;
  isUndo: boolean;
  /** Entries with their versions after the change. */
  changed: readonly NamedVersion[];
  /** Entries that are not changed yet. */
  rest: readonly NamedVersion[];
  isRunning: boolean;
}

/** The last work of each list. It is kept while the user visits other pages, and can be undone after that. */
const useWork = createKept<Work | undefined>(undefined);

/** Maximum refused entries that are listed. */
const MOST_LISTED = 5;

/** Changes entries, undoes the last change, and finds out which entries were refused. */
function useBulkChange<K extends BulkKind, E extends Changeable>(props: BulkActionsProps<K, E>) {
  const { list, chosen, actions, entries, name, onChanged } = props;
  const saving = useSaving();
  const [work, setWork] = useWork(list);
  /** Entries of the last request. */
  const [sent, setSent] = useState<readonly NamedVersion[]>([]);
  const run = async (start: Omit<Work, "isRunning">) => {
    const action = actions[start.action];
    if (!action) return;
    let isFirst = false;
    // A second click can arrive before the bar is drawn as busy.
    setWork((latest) => {
      isFirst = !latest?.isRunning;
      return isFirst ? { ...start, isRunning: true } : latest;
    });
    if (!isFirst) return;
    const patch = start.isUndo ? action.inverse : action.patch;
    let current = start;
    await saving.run(async () => {
      while (current.rest.length > 0) {
        const part = current.rest.slice(0, MAX_BULK);
        setSent(part);
        const names = new Map(part.map((entry) => [entry.id, entry.name]));
        const versions = await entries.bulk(part, patch);
        const changed = versions.map((entry) => ({ ...entry, name: names.get(entry.id) ?? "" }));
        const rest = current.rest.slice(MAX_BULK);
        current = { ...current, changed: [...current.changed, ...changed], rest };
        setWork(() => ({ ...current, isRunning: true }));
      }
    });
    setWork(() => ({ ...current, isRunning: false }));
    onChanged();
  };
  const refused = Object.entries(saving.problems).flatMap(([path, reason]) => {
    const entry = sent[Number(path.split(".")[1])];
    return entry ? [{ id: entry.id, text: `${entry.name}: ${reason}` }] : [];
  });
  const refusedIds = new Set(refused.map(({ id }) => id));
  const rest = work?.rest.filter(({ id }) => !refusedIds.has(id)) ?? [];
  return {
    work,
    /** Entries to go on with after a failure. */
    rest,
    saving,
    refused,
    change: (action: BulkAction<K, E>) =>
      run({
        action: actions.indexOf(action),
        isUndo: false,
        changed: [],
        rest: chosen
          .filter(action.isNeeded)
          .map((entry) => ({ id: entry.id, version: entry.version, name: name(entry) })),
      }),
    goOn: (stopped: Work) => run({ ...stopped, rest }),
    undo: (done: Work) => run({ ...done, isUndo: true, changed: [], rest: done.changed }),
    dismiss: () => {
      saving.clear();
      setWork(() => undefined);
    },
  };
}

export function BulkActions<K extends BulkKind, E extends Changeable>(props: BulkActionsProps<K, E>) {
  const { chosen, actions, rows, shownCount, onChoose } = props;
  const { form } = useTexts();
  const { texts, formatCount } = useLocale();
  const bulk = useBulkChange(props);
  const { work, rest, saving, refused } = bulk;
  const isBusy = work?.isRunning ?? false;
  return (
    <div class="bulk" aria-busy={isBusy}>
      {chosen.length > 0 && (
        <div class="row loose">
          <span role="status">
            {(chosen.length === rows.length && rows.length > shownCount ? form.allChosen : form.chosen)(
              formatCount(chosen.length),
            )}
          </span>
          {chosen.length >= shownCount && chosen.length < rows.length && (
            <button type="button" class="button button-plain" onClick={() => onChoose(rows, true)}>
              {form.chooseEvery(formatCount(rows.length))}
            </button>
          )}
          {actions
            .filter(({ isNeeded }) => chosen.some(isNeeded))
            .map((action) => (
              <button
                type="button"
                class="button"
                key={action.label}
                aria-disabled={isBusy}
                onClick={() => bulk.change(action)}
              >
                {action.label}
              </button>
            ))}
          <button type="button" class="button button-plain" onClick={() => onChoose(chosen, false)}>
            {form.chooseNone}
          </button>
        </div>
      )}
      <div class="row loose">
        <p role="status">{work && describeWork(work, actions, form, formatCount)}</p>
        {work && !isBusy && (
          <>
            {rest.length > 0 && (
              <button type="button" class="button" onClick={() => bulk.goOn(work)}>
                {form.goOn(formatCount(rest.length))}
              </button>
            )}
            {!work.isUndo && work.changed.length > 0 && (
              <button type="button" class="button" onClick={() => bulk.undo(work)}>
                {form.undo}
              </button>
            )}
            <button
              type="button"
              class="button button-plain button-icon end"
              aria-label={texts.close}
              onClick={bulk.dismiss}
            >
              <Icon name="close" />
            </button>
          </>
        )}
      </div>
      <div class="problem" role="alert">
        {saving.message === form.unsure ? form.unsureMany : saving.message}
        <ul>
          {refused.slice(0, MOST_LISTED).map(({ id, text }) => (
            <li key={id}>{text}</li>
          ))}
        </ul>
        {refused.length > MOST_LISTED && form.more(refused.length - MOST_LISTED)}
      </div>
    </div>
  );
}

function describeWork<K extends BulkKind, E>(
  { action, isUndo, changed, rest, isRunning }: Work,
  actions: readonly BulkAction<K, E>[],
  form: ManagementTexts["form"],
  formatCount: (count: number) => string,
): string {
  const [done, open] = [formatCount(changed.length), formatCount(rest.length)];
  if (isRunning) return form.working(done, formatCount(changed.length + rest.length));
  if (rest.length > 0) return form.stopped(done, open);
  return isUndo ? form.undone(done) : (actions[action]?.describe(done) ?? "");
}

/** Archives and restores entries of any kind. */
export function useArchiveActions(): BulkAction<BulkKind>[] {
  const { form } = useTexts();
  return [
    {
      label: form.archive,
      describe: form.archivedMany,
      patch: { deleted: true },
      inverse: { deleted: false },
      isNeeded: ({ deleted }) => !deleted,
    },
    {
      label: form.restore,
      describe: form.restoredMany,
      patch: { deleted: false },
      inverse: { deleted: true },
      isNeeded: ({ deleted }) => deleted,
    },
  ];
}
