/** What the lists of entries share: a search, archived entries on request, and a table. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Field } from "./parts.tsx";
import { useTexts } from "./texts.ts";

interface Listed {
  id: number;
  name: string;
  deleted: boolean;
}

export interface Listing {
  search: string;
  setSearch(text: string): void;
  isArchivedShown: boolean;
  setArchivedShown(isShown: boolean): void;
  /** It has the name or the id that is searched for. */
  isWanted(entry: Pick<Listed, "id" | "name">): boolean;
  /** It is not archived, or archived ones are shown. */
  isHere(entry: Pick<Listed, "deleted">): boolean;
}

export function useListing(): Listing {
  const [search, setSearch] = useState("");
  const [isArchivedShown, setArchivedShown] = useState(false);
  const wanted = search.trim().toLowerCase();
  return {
    ...{ search, setSearch, isArchivedShown, setArchivedShown },
    isWanted: ({ id, name }) => name.toLowerCase().includes(wanted) || String(id) === wanted,
    isHere: ({ deleted }) => isArchivedShown || !deleted,
  };
}

interface ListBarProps {
  listing: Listing;
  hasArchived: boolean;
  /** What can be made here. */
  children: ComponentChildren;
}

export function ListBar({ listing, hasArchived, children }: ListBarProps) {
  const { form } = useTexts();
  return (
    <div class="place-bar">
      <div class="place-search">
        <Field label={form.find} type="search" value={listing.search} onInput={listing.setSearch} />
      </div>
      {hasArchived && (
        <label class="choice">
          <input
            type="checkbox"
            checked={listing.isArchivedShown}
            onChange={({ currentTarget }) => listing.setArchivedShown(currentTarget.checked)}
          />
          <span>{form.archived}</span>
        </label>
      )}
      <div class="place-actions">{children}</div>
    </div>
  );
}

interface EntryTableProps<T extends Listed> {
  headings: string[];
  entries: T[];
  /** Name and id of one, and what stands beside them. */
  children: (entry: T) => ComponentChildren;
}

export function EntryTable<T extends Listed>({ headings, entries, children }: EntryTableProps<T>) {
  return (
    <table class="list">
      <thead>
        <tr>
          {headings.map((heading) => (
            <th scope="col" key={heading}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id} class={entry.deleted ? "is-archived" : undefined}>
            {children(entry)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
