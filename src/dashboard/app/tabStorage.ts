/** What this tab keeps across a reload, such as unsaved entries of forms. Never passwords. */

let account = "";

/** Names whose entries are read and written: the next user of the tab finds nothing of them. */
export function openTabStorage(id: number | string): void {
  account = String(id);
}

function createKey(name: string): string {
  return `zonetag.dashboard.${account}.${name}`;
}

export function readItem(name: string): object {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(createKey(name)) ?? "{}");
    return typeof stored === "object" && stored !== null ? stored : {};
  } catch {
    return {};
  }
}

/** An empty object is forgotten. */
export function writeItem(name: string, value: object): void {
  try {
    if (Object.keys(value).length === 0) sessionStorage.removeItem(createKey(name));
    else sessionStorage.setItem(createKey(name), JSON.stringify(value));
  } catch {
    // Without storage, or with a full one, it is lost by a reload.
  }
}
