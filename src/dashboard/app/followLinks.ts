/** Links whose fragment has a token, opened in a tab that shows the dashboard: the browser changes only the address. */

/** Fragments of links: to a shared view, for the set-up, for setting a password, and those of mails. */
const LINK = /#\w+=/;

/** Whether an address shows another page than the tab's, and not only another place on it. */
export function isOtherPage({ oldURL, newURL }: Pick<HashChangeEvent, "oldURL" | "newURL">): boolean {
  return LINK.test(newURL) || (LINK.test(oldURL) && !newURL.includes("#"));
}

/** Loads the page of such a link, and on Back the one before it. The browser asks first if there are edits. */
export function followLinks(): void {
  addEventListener("hashchange", (event) => isOtherPage(event) && location.reload());
}
