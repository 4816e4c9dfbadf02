/** Ordered list of up to four groupings. */
import { useRef } from "preact/hooks";
import { type Grouping, MAX_GROUPINGS } from "../../../protocol/statistics.ts";
import { useLocale } from "../../texts/locale.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Popover } from "../../ui/Popover.tsx";
import { listSections } from "../groups.ts";
import type { Page } from "../page.ts";

export function GroupingPicker({ view, moment, set }: Pick<Page, "view" | "moment" | "set">) {
  const { texts } = useLocale();
  const { groupings, role } = view;
  const frame = useRef<HTMLDivElement>(null);
  const focusFirst = () => frame.current?.querySelector<HTMLElement>(".chip-label")?.focus();
  const listChoices = (current?: Grouping) =>
    listSections(role, moment.viewer.kind).map(([section, names]): [string, Grouping[]] => [
      texts.table.sections[section],
      names.filter((each) => each === current || !groupings.includes(each)),
    ]);
  const remove = (grouping: Grouping) => {
    set({ groupings: groupings.filter((each) => each !== grouping) });
    focusFirst();
  };
  const add = (grouping: Grouping) => {
    // The button disappears once there are as many as possible.
    if (groupings.length + 1 === MAX_GROUPINGS) focusFirst();
    set({ groupings: [...groupings, grouping] });
  };
  return (
    <div class="row groupings" ref={frame}>
      <h2>{texts.table.by}</h2>
      {groupings.map((grouping, at) => (
        <GroupingChip
          key={at}
          title={texts.table.grouping(at + 1)}
          grouping={grouping}
          listChoices={() => listChoices(grouping)}
          onPick={(each) => set({ groupings: groupings.with(at, each) })}
          onRemove={groupings.length > 1 ? () => remove(grouping) : undefined}
        />
      ))}
      {groupings.length < MAX_GROUPINGS && <AddGrouping listChoices={() => listChoices()} onPick={add} />}
    </div>
  );
}

interface ChoiceProps {
  /** Groupings by section, computed when the menu opens. */
  listChoices(): [string, Grouping[]][];
  onPick(grouping: Grouping): void;
}

interface GroupingChipProps extends ChoiceProps {
  title: string;
  grouping: Grouping;
  /** Undefined for the only grouping. */
  onRemove: (() => void) | undefined;
}

function GroupingChip({ title, grouping, listChoices, onPick, onRemove }: GroupingChipProps) {
  const { texts, nameGrouping } = useLocale();
  return (
    <span class="chip">
      <Popover
        title={title}
        buttonClass="chip-label"
        label={
          <>
            <b>{nameGrouping(grouping)}</b>
            <Icon name="down" />
          </>
        }
      >
        {(popovers, close) => (
          <popovers.GroupingMenu
            sections={listChoices()}
            current={grouping}
            onPick={(each) => {
              onPick(each);
              close();
            }}
          />
        )}
      </Popover>
      {onRemove && (
        <button
          type="button"
          class="chip-remove"
          aria-label={texts.table.removeGrouping(nameGrouping(grouping))}
          onClick={onRemove}
        >
          <Icon name="close" />
        </button>
      )}
    </span>
  );
}

function AddGrouping({ listChoices, onPick }: ChoiceProps) {
  const { texts } = useLocale();
  return (
    <Popover
      title={texts.table.addGrouping}
      buttonClass="button button-icon"
      icon="plus"
      label={<span class="visually-hidden">{texts.table.addGrouping}</span>}
    >
      {(popovers, close) => (
        <popovers.GroupingMenu
          sections={listChoices()}
          onPick={(each) => {
            close();
            onPick(each);
          }}
        />
      )}
    </Popover>
  );
}
