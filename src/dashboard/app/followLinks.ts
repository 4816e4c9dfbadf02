/** Links whose fragment has a token, opened in a tab that shows the dashboard: the browser changes only the address. */

/** URL fragments of links: to a shared view, for confirming an address, for the set-up and for setting a password. */
const LINK = /#(share|confirm|setup|password)=/;

/** Whether an address shows another page than the tab's, and not only another place on it. */
export function isOtherPage({ oldURL, newURL }: Pick<HashChangeEvent, "oldURL" | "newURL">): boolean {
  return LINK.test(newURL) || (LINK.test(oldURL) && !newURL.includes("#"));
}

/** Loads the page of such a link, and on Back the one before it. The browser asks first if there are edits. */
export function followLinks(): void {
  addEventListener("hashchange", (event) => isOtherPage(event) && location.reload());
}
