/** Values that this tab keeps across a reload, such as unsaved form entries. Never passwords. */

const PREFIX = "zonetag.dashboard.";
let own = PREFIX;

/** Opens the entries of a user, and removes those of all others. Without a user: removes all. */
export function openTabStorage(user: string): void {
  own = `${PREFIX}${user} `;
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(PREFIX) && !key.startsWith(own)) sessionStorage.removeItem(key);
  } catch {
    // Storage is not available.
  }
}

export function loadItem(name: string): object {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(own + name) ?? "{}");
    return typeof stored === "object" && stored !== null ? stored : {};
  } catch {
    return {};
  }
}

/** Removes the item when the object is empty. */
export function writeItem(name: string, value: object): void {
  try {
    if (Object.keys(value).length === 0) sessionStorage.removeItem(own + name);
    else sessionStorage.setItem(own + name, JSON.stringify(value));
  } catch {
    // Without storage, or when it is full, a reload loses the value.
  }
}
