/** Views that a person keeps by name, in this browser. */
import { useState } from "preact/hooks";
import { Icon } from "./Icon.tsx";
import { useLocale } from "./locale.ts";
import { followLink } from "./navigation.ts";
import { Popover } from "./Popover.tsx";
import { type Account, listRoles } from "./session.ts";
import { readView, type View, writeView } from "./view.ts";

interface SavedView {
  name: string;
  /** Its query string. */
  address: string;
}

export interface SavedViewsProps {
  account: Account;
  view: View;
  go(view: View): void;
}

export function SavedViews({ account, view, go }: SavedViewsProps) {
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
  const open = (address: string) =>
    go(readView(address, { roles: listRoles(account), kind, timezone: view.timezone }).view);
  return (
    <Popover
      title={texts.title}
      align="end"
      label={
        <>
          <Icon name="star" />
          <span>{texts.button}</span>
        </>
      }
    >
      {(close) => (
        <div class="form-panel">
          {saved.length === 0 && <p class="hint">{texts.empty}</p>}
          <ul class="saved">
            {saved.map(({ name, address }) => (
              <li key={name}>
                <a
                  href={address}
                  onClick={(event) =>
                    followLink(event, () => {
                      open(address);
                      close();
                    })
                  }
                >
                  {name}
                </a>
                <button
                  type="button"
                  class="button button-plain button-icon"
                  aria-label={texts.remove(name)}
                  onClick={(event) => {
                    event.currentTarget.closest(".form-panel")?.querySelector("input")?.focus();
                    change(saved.filter((each) => each.name !== name));
                  }}
                >
                  <Icon name="trash" />
                </button>
              </li>
            ))}
          </ul>
          <SaveForm onSave={save} />
        </div>
      )}
    </Popover>
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
