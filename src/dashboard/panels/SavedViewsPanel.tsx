/** Saved views: to open, to remove, and the one of the moment to save. */
import { useState } from "preact/hooks";
import { Icon } from "../Icon.tsx";
import { useLocale } from "../locale.ts";
import { followLink } from "../navigation.ts";
import { type Account, listRoles } from "../session.ts";
import { readView, type View, writeView } from "../view.ts";
import { RemovableList } from "./RemovableList.tsx";

interface SavedView {
  name: string;
  /** Its query string. */
  address: string;
}

export interface SavedViewsPanelProps {
  account: Account;
  view: View;
  go(view: View): void;
  close(): void;
}

export function SavedViewsPanel({ account, view, go, close }: SavedViewsPanelProps) {
  const { views: texts } = useLocale().texts;
  const { id, kind } = account.details;
  const [saved, setSaved] = useState(() => readSaved(id));
  const change = (next: SavedView[]) => {
    writeSaved(id, next);
    setSaved(next);
  };
  const save = (name: string) => {
    const others = saved.filter((each) => each.name !== name);
    change([...others, { name, address: writeView(view, kind) }]);
  };
  const open = (address: string) => {
    go(readView(address, { roles: listRoles(account), kind, timezone: view.timezone }).view);
    close();
  };
  return (
    <div class="form-panel">
      {saved.length === 0 && <p class="hint">{texts.empty}</p>}
      <RemovableList
        label={texts.title}
        items={saved.map(({ name, address }) => ({
          key: name,
          content: (
            <a href={address} onClick={(event) => followLink(event, () => open(address))}>
              {name}
            </a>
          ),
          remove: { label: texts.remove(name), content: <Icon name="trash" /> },
        }))}
        onRemove={(name) => change(saved.filter((each) => each.name !== name))}
      />
      <SaveForm onSave={save} />
    </div>
  );
}

function SaveForm({ onSave }: { onSave(name: string): void }) {
  const { views: texts } = useLocale().texts;
  const [name, setName] = useState("");
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (name.trim()) onSave(name.trim());
    setName("");
  };
  return (
    <form class="save-form" onSubmit={submit}>
      <label class="field">
        <span>{texts.name}</span>
        <input
          value={name}
          maxLength={60}
          onInput={(event) => setName(event.currentTarget.value)}
          data-focus
        />
      </label>
      <button type="submit" class="button" disabled={!name.trim()}>
        {texts.save}
      </button>
    </form>
  );
}

function createKey(account: number): string {
  return `zonetag.dashboard.views.${account}`;
}

function readSaved(account: number): SavedView[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(createKey(account)) ?? "[]");
    return Array.isArray(saved) ? saved.filter(isSavedView) : [];
  } catch {
    return [];
  }
}

function isSavedView(value: unknown): value is SavedView {
  if (typeof value !== "object" || value === null || !("name" in value) || !("address" in value))
    return false;
  return typeof value.name === "string" && typeof value.address === "string";
}

function writeSaved(account: number, saved: readonly SavedView[]): void {
  try {
    localStorage.setItem(createKey(account), JSON.stringify(saved));
  } catch {
    // Without storage the views last until the reload.
  }
}
