/** Addresses of images and landing pages, as the tag, the catalogue and forms accept them. */

/**
 * Parses a URL; undefined when it is invalid. `URL.canParse` of Node 20 refuses names such as `müller.example` once V8 has
 * optimized its caller, because its fast path reads Latin-1 strings as UTF-8.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && parseUrl(text) !== undefined;
}

/** Whether the tag accepts a normalized address. The tag refuses user info and a quotation mark in the host. */
export function isSafeAddress(address: string): boolean {
  // A path on the service itself.
  if (address.startsWith("/")) return true;
  const url = parseUrl(address);
  return url !== undefined && url.username === "" && url.password === "" && !url.host.includes('"');
}
