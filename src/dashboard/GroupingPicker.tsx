/** Up to four groupings, in their order. */
import { useRef } from "preact/hooks";
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
            {(panels, close) => (
              <panels.GroupingMenu
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
          {(panels, close) => (
            <panels.GroupingMenu
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
