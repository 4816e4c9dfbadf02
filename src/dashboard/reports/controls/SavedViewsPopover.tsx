/** Saved views: open, remove, and save the current one. */
import { useState } from "preact/hooks";
import type { SavedView } from "../../../protocol/account.ts";
import type { Statistics } from "../../../statistics/statistics.ts";
import { type Account, listRoles } from "../../app/session.ts";
import { useLocale } from "../../texts/locale.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Link } from "../../ui/Link.tsx";
import { RemovableList } from "../../ui/RemovableList.tsx";
import type { View } from "../view.ts";
import { readView, writeView } from "../view.ts";
import { useSavedViews } from "./useSavedViews.ts";

interface SavedViewsPopoverProps {
  account: Account;
  client: Statistics;
  view: View;
  go(view: View): void;
  close(): void;
}

export function SavedViewsPopover({ account, client, view, go, close }: SavedViewsPopoverProps) {
  const { views: texts } = useLocale().texts;
  const { kind, id, access } = account.details;
  const mayChange = access !== "viewer";
  const { views: loaded, problem, ...views } = useSavedViews(client, id, mayChange);
  const saved = loaded ?? [];
  const [removed, setRemoved] = useState<SavedView>();
  const remove = (name: string) => {
    setRemoved(saved.find((each) => each.name === name));
    views.remove(name);
  };
  const undo = () => {
    if (removed) views.save(removed);
    setRemoved(undefined);
  };
  const save = (name: string) => {
    setRemoved(undefined);
    views.save({ name, view: writeView(view, kind) });
  };
  const open = (address: string) => {
    go(readView(address, { roles: listRoles(account), kind }).view);
    close();
  };
  return (
    <div class="stack popover-content">
      {loaded?.length === 0 && <p class="hint">{texts.empty}</p>}
      <RemovableList
        label={texts.title}
        items={saved.map(({ name, view: address }) => ({
          key: name,
          content: (
            <Link class="cut" to={address} onFollow={() => open(address)}>
              {name}
            </Link>
          ),
          ...(mayChange && { remove: { label: texts.remove(name), content: <Icon name="trash" /> } }),
        }))}
        onRemove={remove}
      />
      <p role="status">
        {removed && (
          <>
            {texts.removed(removed.name)}{" "}
            <button type="button" class="button" onClick={undo}>
              {texts.undo}
            </button>
          </>
        )}
      </p>
      <p class="problem" role="alert">
        {problem}
      </p>
      {mayChange && <SaveForm onSave={save} />}
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
    <form class="row save-form" onSubmit={submit}>
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
