/**
 * The address bar and its history. Safari throws after 100 changes in 30 s, so typing changes the address once per pause,
 * and a refused change is repeated later. An open sheet has an entry of its own, so that Back closes it.
 */

/** Between two keys of one word. */
const PAUSE_MS = 400;
const RETRY_MS = 2_000;

/** Change of the current entry that is still to be made, and the address that it replaces. */
let pending: { search: string; from: string } | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Open sheet. */
let sheet: { close(): void } | undefined;
/** Whether the browser is on its way back from the entry of a closed sheet. */
let isReturning = false;
/** Address that was opened meanwhile. */
let next: string | undefined;

/** Returns the query string that the address bar has, or is about to have. */
export function readSearch(): string {
  return next ?? pending?.search ?? location.search;
}

/** Changes the current entry: at once, or after a pause while the focus is in a field. */
export function replaceSearch(search: string): void {
  replaceLater(search, PAUSE_MS);
  if (!document.activeElement?.matches("input, textarea")) flush();
}

function replaceLater(search: string, delay: number): void {
  pending = { search, from: location.search };
  clearTimeout(timer);
  timer = setTimeout(flush, delay);
}

/** Adds an entry. */
export function pushSearch(search: string): void {
  next = isReturning ? search : undefined;
  if (isReturning) return;
  flush();
  const isWritten = write(() => {
    if (!isSheetEntry()) return history.pushState(null, "", search + location.hash);
    // The page's new entry takes the place of the sheet's, which stays above it.
    history.replaceState(null, "", search + location.hash);
    if (sheet) addSheetEntry();
  });
  if (isWritten) forget();
  else replaceLater(search, RETRY_MS);
}

/** Adds an entry for a sheet, which Back closes. Returns a function for when it was closed otherwise. */
export function openSheet(close: () => void): () => void {
  const own = { close };
  sheet = own;
  flush();
  if (!isReturning) write(addSheetEntry);
  return () => {
    if (sheet === own) sheet = undefined;
    // The choice that closes a sheet may open an address in the same task.
    queueMicrotask(leaveSheetEntry);
  };
}

/** Calls `onMove` after Back, Forward and jumps. Returns a function that stops it. */
export function followHistory(onMove: () => void): () => void {
  const follow = () => {
    if (pending?.from !== location.search) forget();
    const left = isReturning ? undefined : sheet;
    isReturning = false;
    if (left) sheet = undefined;
    flush();
    if (next !== undefined) pushSearch(next);
    if (sheet) write(addSheetEntry);
    left?.close();
    leaveSheetEntry();
    onMove();
  };
  addEventListener("popstate", follow);
  addEventListener("pagehide", flush);
  leaveSheetEntry();
  return () => {
    removeEventListener("popstate", follow);
    removeEventListener("pagehide", flush);
  };
}

function addSheetEntry(): void {
  history.pushState({ isSheet: true }, "");
}

/** Leaves the entry of a closed sheet. Forward and a reload open it, too. */
function leaveSheetEntry(): void {
  if (sheet || isReturning || !isSheetEntry()) return;
  isReturning = true;
  history.back();
}

function isSheetEntry(): boolean {
  return history.state?.isSheet === true;
}

function flush(): void {
  // The page's entry, below that of the sheet, is changed once the sheet is closed.
  if (!pending || isSheetEntry()) return;
  const { search } = pending;
  if (write(() => history.replaceState(null, "", search + location.hash))) forget();
  else replaceLater(search, RETRY_MS);
}

function forget(): void {
  clearTimeout(timer);
  pending = undefined;
}

/** Returns whether the browser accepted the change. */
function write(change: () => void): boolean {
  try {
    change();
    return true;
  } catch {
    return false;
  }
}
