/** Host names as typed or pasted. Pure. */

/** Host names that the service accepts. */
const HOST = /^[a-z0-9.-]{1,253}$/;

/** Reads `news.example` from `https://News.example/path`. Other text is returned unchanged, for `isHost` to reject. */
export function parseHost(text: string): string {
  const typed = text.trim();
  const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
  return URL.canParse(address) ? new URL(address).hostname : typed;
}

export function isHost(text: string): boolean {
  return HOST.test(text);
}
