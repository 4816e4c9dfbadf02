/**
 * Addresses of visitors: whose request it is, and the forms in which an address may be kept.
 */
import ipaddr from "ipaddr.js";

/** Connections stay, so the same addresses come again and again. */
const REMEMBERED = 10_000;
const normal = new Map<string, string>();

/** A bare address in its shortest form, IPv4 in IPv6 as IPv4; undefined when it is none. */
export function normalAddress(text: string): string | undefined {
  const known = normal.get(text);
  if (known !== undefined) return known;
  const address = parseAddress(text);
  if (normal.size >= REMEMBERED) normal.clear();
  // A text that is no address can be of any length.
  if (address) normal.set(text, address);
  return address;
}

function parseAddress(text: string): string | undefined {
  const trimmed = text.trim();
  // The parser also takes IPv4 in octal and with fewer parts, which others read differently.
  if (!ipaddr.IPv6.isValid(trimmed) && !ipaddr.IPv4.isValidFourPartDecimal(trimmed)) return undefined;
  const parsed = ipaddr.process(trimmed);
  return parsed.kind() === "ipv6" ? withoutZone(parsed as ipaddr.IPv6) : parsed.toString();
}

function withoutZone(address: ipaddr.IPv6): string {
  return new ipaddr.IPv6(address.parts).toString();
}

/** Whose addresses in X-Forwarded-For are believed. */
export type TrustedProxies = (address: string) => boolean;

export function trustedProxies(networks: readonly string[]): TrustedProxies {
  if (networks.length === 0) return () => false;
  const ranges = networks.map((network) => {
    if (ipaddr.isValidCIDR(network)) return ipaddr.parseCIDR(network);
    const single = ipaddr.process(network);
    return [single, single.kind() === "ipv4" ? 32 : 128] as [ipaddr.IPv4 | ipaddr.IPv6, number];
  });
  return (address) => {
    const parsed = ipaddr.process(address);
    return ranges.some(([range, bits]) => range.kind() === parsed.kind() && parsed.match([range, bits]));
  };
}

/**
 * The address of whoever sent the request. X-Forwarded-For is read from the right, as far as it was written by proxies
 * that are trusted: what stands left of the first other address is that one's own claim.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | undefined,
  trusted: TrustedProxies,
): string {
  let address = normalAddress(peer) ?? "0.0.0.0";
  if (!forwardedFor || !trusted(address)) return address;
  for (const hop of forwardedFor.split(",").reverse()) {
    const next = normalAddress(withoutPort(hop.trim()));
    if (next === undefined) return address;
    address = next;
    if (!trusted(address)) return address;
  }
  return address;
}

/** Some proxies write `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(hop);
  if (bracketed) return bracketed[1] ?? hop;
  return hop.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1");
}

/** What a limit counts by: an IPv4 address, or the /64 that one IPv6 customer has. */
export function limitKey(address: string): string {
  if (!address.includes(":")) return address;
  return `${(ipaddr.parse(address) as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":")}::/64`;
}

/** What a log may hold: without the part that names one visitor. */
export function truncated(address: string): string {
  if (!address.includes(":")) return address.replace(/\.\d+$/, ".0");
  return `${(ipaddr.parse(address) as ipaddr.IPv6).parts
    .slice(0, 3)
    .map((part) => part.toString(16))
    .join(":")}::`;
}
