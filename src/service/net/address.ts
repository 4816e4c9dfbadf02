/**
 * Addresses of visitors: which one sent a request, and the forms in which an address may be kept.
 */
import ipaddr from "ipaddr.js";
import { BoundedMap } from "../values/boundedMap.ts";

/** Connections are kept alive, so the same addresses come again and again. */
const normalized = new BoundedMap<string, string>(10_000);

/** A bare address in its shortest form, IPv4 in IPv6 as IPv4; undefined when the text is no address. */
export function normalizeAddress(text: string): string | undefined {
  const known = normalized.get(text);
  if (known !== undefined) return known;
  const address = parseAddress(text);
  // A text that is no address can be of any length.
  if (address) normalized.set(text, address);
  return address;
}

function parseAddress(text: string): string | undefined {
  const trimmed = text.trim();
  // The parser also takes IPv4 in octal and with fewer parts, which others read differently.
  if (!ipaddr.IPv6.isValid(trimmed) && !ipaddr.IPv4.isValidFourPartDecimal(trimmed)) return undefined;
  const parsed = ipaddr.process(trimmed);
  return parsed instanceof ipaddr.IPv6 ? withoutZone(parsed) : parsed.toString();
}

function withoutZone(address: ipaddr.IPv6): string {
  return new ipaddr.IPv6(address.parts).toString();
}

/** Whether an address belongs to a set of networks. */
export type AddressMatcher = (address: string) => boolean;

/** `networks`: addresses, and networks such as `10.0.0.0/8`. */
export function matchNetworks(networks: readonly string[]): AddressMatcher {
  if (networks.length === 0) return () => false;
  const ranges = networks.map((network): [ipaddr.IPv4 | ipaddr.IPv6, number] => {
    if (ipaddr.isValidCIDR(network)) return ipaddr.parseCIDR(network);
    const single = ipaddr.process(network);
    return [single, single.kind() === "ipv4" ? 32 : 128];
  });
  return (address) => {
    const parsed = ipaddr.process(address);
    return ranges.some(([range, bits]) => range.kind() === parsed.kind() && parsed.match([range, bits]));
  };
}

/**
 * The address of the client. X-Forwarded-For is read from the right, as far as trusted proxies wrote it: everything left
 * of the first address that is no trusted proxy was written by that client, and can be forged:
 * https://www.rfc-editor.org/rfc/rfc7239#section-8.1
 */
export function readClientAddress(
  peer: string,
  forwardedFor: string | undefined,
  trusted: AddressMatcher,
): string {
  let address = normalizeAddress(peer) ?? "0.0.0.0";
  if (!forwardedFor || !trusted(address)) return address;
  for (const hop of forwardedFor.split(",").reverse()) {
    const next = normalizeAddress(withoutPort(hop.trim()));
    if (next === undefined) return address;
    address = next;
    if (!trusted(address)) return address;
  }
  return address;
}

/** Some proxies write `192.0.2.1:4711` or `[2001:db8::1]:4711`, as https://www.rfc-editor.org/rfc/rfc7239#section-6 has it. */
function withoutPort(hop: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(hop);
  if (bracketed) return bracketed[1] ?? hop;
  return hop.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1");
}

/** The network that one customer has: an IPv4 address, or an IPv6 /64. */
export function toCustomerNetwork(address: string): string {
  if (!address.includes(":")) return address;
  return `${ipaddr.IPv6.parse(address)
    .parts.slice(0, 4)
    .map((part) => part.toString(16))
    .join(":")}::/64`;
}

/** An address as logs may hold it: without the part that identifies one visitor. */
export function truncateAddress(address: string): string {
  if (!address.includes(":")) return address.replace(/\.\d+$/, ".0");
  return `${ipaddr.IPv6.parse(address)
    .parts.slice(0, 3)
    .map((part) => part.toString(16))
    .join(":")}::`;
}
