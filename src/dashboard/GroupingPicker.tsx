/** Up to four groupings, in their order. */
import { GROUPINGS, type Grouping, MAX_GROUPINGS, namesFor } from "../protocol/statistics.ts";
import { Icon } from "./Icon.tsx";
import { Popover } from "./Popover.tsx";
import type { View } from "./view.ts";

export interface GroupingPickerProps {
  view: View;
  set(changes: Partial<View>): void;
}

export function GroupingPicker({ view, set }: GroupingPickerProps) {
  const { groupings } = view;
  const put = (at: number, grouping: Grouping) => set({ groupings: groupings.with(at, grouping) });
  return (
    <div class="groupings">
      <h2>By</h2>
      {groupings.map((grouping, at) => (
        <span class="chip" key={grouping}>
          <Popover
            title={`Grouping ${at + 1}`}
            buttonClass="chip-label"
            label={
              <>
                <b>{GROUPINGS[grouping].label}</b>
                <Icon name="down" />
              </>
            }
          >
            {(close) => <Choices view={view} current={grouping} pick={(each) => [put(at, each), close()]} />}
          </Popover>
          {groupings.length > 1 && (
            <button
              type="button"
              class="chip-remove"
              aria-label={`Do not group by ${GROUPINGS[grouping].label}`}
              onClick={() => set({ groupings: groupings.filter((each) => each !== grouping) })}
            >
              <Icon name="close" />
            </button>
          )}
        </span>
      ))}
      {groupings.length < MAX_GROUPINGS && (
        <Popover title="Group by more" buttonClass="button button-icon" label={<Plus />}>
          {(close) => (
            <Choices view={view} pick={(each) => [set({ groupings: [...groupings, each] }), close()]} />
          )}
        </Popover>
      )}
    </div>
  );
}

function Plus() {
  return (
    <>
      <Icon name="plus" />
      <span class="visually-hidden">Group by more</span>
    </>
  );
}

interface ChoicesProps {
  view: View;
  current?: Grouping;
  pick(grouping: Grouping): void;
}

function Choices({ view, current, pick }: ChoicesProps) {
  const free = namesFor(GROUPINGS, view.role).filter(
    (each) => each === current || !view.groupings.includes(each),
  );
  return (
    <ul class="menu">
      {free.map((each) => (
        <li key={each}>
          <button type="button" aria-pressed={each === current} onClick={() => pick(each)}>
            {GROUPINGS[each].label}
          </button>
        </li>
      ))}
    </ul>
  );
}
