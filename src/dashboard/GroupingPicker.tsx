/** Up to four groupings, in their order. */
import { useRef, useState } from "preact/hooks";
import { type Grouping, MAX_GROUPINGS } from "../protocol/statistics.ts";
import type { Page } from "./Dashboard.tsx";
import { listSections } from "./groups.ts";
import { Icon } from "./Icon.tsx";
import { useLocale } from "./locale.ts";
import { Popover } from "./Popover.tsx";

export function GroupingPicker({ view, moment, set }: Pick<Page, "view" | "moment" | "set">) {
  const { texts, nameGrouping } = useLocale();
  const { groupings, role } = view;
  const frame = useRef<HTMLDivElement>(null);
  const remove = (grouping: Grouping) => {
    set({ groupings: groupings.filter((each) => each !== grouping) });
    frame.current?.querySelector<HTMLElement>(".chip-label")?.focus();
  };
  const listChoices = (current?: Grouping) =>
    listSections(role, moment.viewer.kind).map(([section, names]): [string, Grouping[]] => [
      texts.table.sections[section],
      names.filter((each) => each === current || !groupings.includes(each)),
    ]);
  return (
    <div class="groupings" ref={frame}>
      <h2>{texts.table.by}</h2>
      {groupings.map((grouping, at) => (
        <span class="chip" key={at}>
          <Popover
            title={texts.table.grouping(at + 1)}
            buttonClass="chip-label"
            label={
              <>
                <b>{nameGrouping(grouping)}</b>
                <Icon name="down" />
              </>
            }
          >
            {(close) => (
              <GroupingMenu
                sections={listChoices(grouping)}
                current={grouping}
                onPick={(each) => {
                  set({ groupings: groupings.with(at, each) });
                  close();
                }}
              />
            )}
          </Popover>
          {groupings.length > 1 && (
            <button
              type="button"
              class="chip-remove"
              aria-label={texts.table.removeGrouping(nameGrouping(grouping))}
              onClick={() => remove(grouping)}
            >
              <Icon name="close" />
            </button>
          )}
        </span>
      ))}
      {groupings.length < MAX_GROUPINGS && (
        <Popover
          title={texts.table.addGrouping}
          buttonClass="button button-icon"
          label={
            <>
              <Icon name="plus" />
              <span class="visually-hidden">{texts.table.addGrouping}</span>
            </>
          }
        >
          {(close) => (
            <GroupingMenu
              sections={listChoices()}
              onPick={(each) => {
                close();
                if (groupings.length + 1 === MAX_GROUPINGS)
                  frame.current?.querySelector<HTMLElement>(".chip-label")?.focus();
                set({ groupings: [...groupings, each] });
              }}
            />
          )}
        </Popover>
      )}
    </div>
  );
}

export interface GroupingMenuProps<G extends Grouping> {
  /** Titles, with what stands under each. */
  sections: [string, G[]][];
  current?: G;
  onPick(grouping: G): void;
}

export function GroupingMenu<G extends Grouping>({ sections, current, onPick }: GroupingMenuProps<G>) {
  const { texts, nameGrouping } = useLocale();
  const [text, setText] = useState("");
  const matches = (name: Grouping) => nameGrouping(name).toLowerCase().includes(text.trim().toLowerCase());
  const found = sections
    .map(([title, names]): [string, G[]] => [title, names.filter(matches)])
    .filter(([, names]) => names.length > 0);
  const pickFirst = (event: KeyboardEvent) => {
    const first = found[0]?.[1][0];
    if (event.key === "Enter" && text.trim() && first) onPick(first);
  };
  return (
    <div class="grouping-menu">
      <input
        type="search"
        aria-label={texts.filters.findGrouping}
        placeholder={texts.filters.findGrouping}
        data-focus
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={pickFirst}
      />
      <div class="menu-sections">
        {found.map(([title, names]) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset's border and legend would have to be undone
          <div key={title} role="group" aria-label={title}>
            <p class="menu-title" aria-hidden="true">
              {title}
            </p>
            <ul class="menu">
              {names.map((name) => (
                <li key={name}>
                  <button type="button" aria-pressed={name === current} onClick={() => onPick(name)}>
                    {nameGrouping(name)}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <p class="hint" role="status">
        {found.length === 0 && texts.filters.noMatch}
      </p>
    </div>
  );
}
