/** Names in a popover, each with a button that removes it if the reader may. */
import type { ComponentChildren } from "preact";

interface RemovableListProps {
  label: string;
  items: {
    key: string;
    content: ComponentChildren;
    remove?: { label: string; content: ComponentChildren };
  }[];
  onRemove(key: string): void;
}

export function RemovableList({ label, items, onRemove }: RemovableListProps) {
  if (items.length === 0) return null;
  return (
    <ul class="saved" aria-label={label}>
      {items.map(({ key, content, remove }) => (
        <li key={key}>
          {content}
          {remove && (
            <button
              type="button"
              class={`button button-plain ${typeof remove.content === "string" ? "" : "button-icon"}`}
              aria-label={remove.label}
              onClick={(event) => {
                // The button is removed with its row, and would lose the focus.
                event.currentTarget.closest(".popover-content")?.querySelector("input")?.focus();
                onRemove(key);
              }}
            >
              {remove.content}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
