/** Buttons that change all chosen entries by one request, and undo it by another. */
import { useState } from "preact/hooks";
import type { BulkKind, EntryChange, EntryVersion } from "../../protocol/management.ts";
import type { BulkEntries } from "../../statistics/index.ts";
import { useTexts } from "../texts/management.ts";
import { useSaving } from "./useSaving.ts";

export interface Changeable extends EntryVersion {
  name: string;
  deleted: boolean;
}

/** `E`: entry that decides whether the action is offered. */
export interface BulkAction<K extends BulkKind, E = Changeable> {
  label: string;
  /** `3 paused.` */
  describe(count: number): string;
  patch: EntryChange<K>;
  /** Patch that undoes the action. */
  inverse: EntryChange<K>;
  /** Whether the action would change an entry. */
  isNeeded(entry: E): boolean;
}

export interface BulkActionsProps<K extends BulkKind, E extends Changeable> {
  chosen: readonly E[];
  actions: readonly BulkAction<K, E>[];
  entries: Pick<BulkEntries<K>, "bulk">;
  /** Loads the list again. */
  onChanged(): void;
}

/** A change that can be undone. */
interface Made<K extends BulkKind> {
  text: string;
  /** Versions after the change. */
  seen: readonly EntryVersion[];
  inverse: EntryChange<K>;
}

/** Maximum refused entries that are listed. */
const MOST_LISTED = 5;

/** Changes the chosen entries, undoes the last change, and lists refused entries. */
function useBulkChange<K extends BulkKind, E extends Changeable>(props: BulkActionsProps<K, E>) {
  const { chosen, entries, onChanged } = props;
  const saving = useSaving();
  const [made, setMade] = useState<Made<K>>();
  const [sent, setSent] = useState<readonly string[]>([]);
  const run = async (work: () => Promise<Made<K> | undefined>) => {
    setMade(undefined);
    await saving.run(async () => setMade(await work()));
    onChanged();
  };
  const change = (action: BulkAction<K, E>) => {
    const needed = chosen.filter(action.isNeeded);
    setSent(needed.map(({ name }) => name));
    return run(async () => {
      const seen = await entries.bulk(needed, action.patch);
      return { text: action.describe(seen.length), seen, inverse: action.inverse };
    });
  };
  const undo = ({ seen, inverse }: Made<K>) => run(async () => void (await entries.bulk(seen, inverse)));
  const refused = Object.entries(saving.problems).map(([path, reason]) => {
    const name = sent[Number(path.split(".")[1])] ?? "";
    return { path, text: `${name}: ${reason}` };
  });
  return { made, saving, refused, change, undo };
}

export function BulkActions<K extends BulkKind, E extends Changeable>(props: BulkActionsProps<K, E>) {
  const { chosen, actions } = props;
  const { form } = useTexts();
  const { made, saving, refused, change, undo } = useBulkChange(props);
  return (
    <div class="bulk">
      {chosen.length > 0 && (
        <div class="row loose page-facts">
          <span>{form.chosen(chosen.length)}</span>
          {actions.map((action) => (
            <button
              type="button"
              class="button"
              key={action.label}
              aria-disabled={saving.isBusy || !chosen.some(action.isNeeded)}
              onClick={() => chosen.some(action.isNeeded) && change(action)}
            >
              {action.label}
            </button>
          ))}
        </div>
      )}
      <p role="status">
        {made && (
          <>
            {made.text}{" "}
            <button type="button" class="button" onClick={() => undo(made)}>
              {form.undo}
            </button>
          </>
        )}
      </p>
      <div class="problem" role="alert">
        {saving.message}
        <ul>
          {refused.slice(0, MOST_LISTED).map(({ path, text }) => (
            <li key={path}>{text}</li>
          ))}
        </ul>
        {refused.length > MOST_LISTED && form.more(refused.length - MOST_LISTED)}
      </div>
    </div>
  );
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
