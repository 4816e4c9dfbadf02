/** Returns the host of a web address; undefined for anything that a link must not open. */
export function readHost(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, host } = new URL(url);
  return protocol === "https:" || protocol === "http:" ? host : undefined;
}
