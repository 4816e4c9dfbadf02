/** Links to the dashboard's pages for setting up the service and for setting a password. */

/** `origin`: origin of the dashboard. The token is in the fragment, which is not sent to servers or logged. */
export function writePageLink(page: "setup" | "password", token: string, origin: string): string {
  return `${origin}/dashboard/#${page}=${token}`;
}
