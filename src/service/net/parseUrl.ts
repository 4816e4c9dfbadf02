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
