/** Searchable menu of groupings in sections. */
import { useState } from "preact/hooks";
import type { Grouping } from "../../../protocol/statistics.ts";
import { useLocale } from "../../texts/locale.ts";
import { fold } from "../../ui/fold.ts";

interface GroupingMenuProps<G extends Grouping> {
  /** Titles with their groupings. */
  sections: [string, G[]][];
  current?: G;
  onPick(grouping: G): void;
}

export function GroupingMenu<G extends Grouping>({ sections, current, onPick }: GroupingMenuProps<G>) {
  const { texts, nameGrouping } = useLocale();
  const [text, setText] = useState("");
  const matches = (name: Grouping) => fold(nameGrouping(name)).includes(fold(text));
  const found = sections
    .map(([title, names]): [string, G[]] => [title, names.filter(matches)])
    .filter(([, names]) => names.length > 0);
  const pickFirst = (event: KeyboardEvent) => {
    const first = found[0]?.[1][0];
    if (event.key === "Enter" && !event.isComposing && text.trim() && first) onPick(first);
  };
  return (
    <div class="stack tight popover-content grouping-menu">
      <input
        type="search"
        aria-label={texts.filters.find}
        placeholder={texts.filters.find}
        data-focus
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={pickFirst}
      />
      <div class="menu-sections">
        {found.map(([title, names]) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset's border and legend would have to be undone
          <div key={title} role="group" aria-label={title}>
            <p class="hint" aria-hidden="true">
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
