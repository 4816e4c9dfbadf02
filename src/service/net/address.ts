/** Reads, compares and truncates client addresses. */
import ipaddr from "ipaddr.js";
import { BoundedMap } from "../values/boundedMap.ts";

/** Maximum characters of an address; longer than any notation with a zone. */
const MAX_ADDRESS_LENGTH = 64;
/** Cache of normalized addresses, which repeat because connections are kept alive. */
const normalized = new BoundedMap<string>(10_000, MAX_ADDRESS_LENGTH);

/**
 * Normalizes an address without a port to its shortest form, IPv4-mapped IPv6 as IPv4; undefined when it is invalid.
 */
export function normalizeAddress(text: string): string | undefined {
  const known = normalized.get(text);
  if (known !== undefined) return known;
  const address = parseAddress(text);
  if (address) normalized.set(text, address);
  return address;
}

function parseAddress(text: string): string | undefined {
  const trimmed = text.trim();
  // The parser also accepts IPv4 in octal and with fewer parts, which other programs read differently.
  if (!ipaddr.IPv6.isValid(trimmed) && !ipaddr.IPv4.isValidFourPartDecimal(trimmed)) return undefined;
  const parsed = ipaddr.process(trimmed);
  return parsed instanceof ipaddr.IPv6 ? withoutZone(parsed) : parsed.toString();
}

function withoutZone(address: ipaddr.IPv6): string {
  return new ipaddr.IPv6(address.parts).toString();
}

/** Whether an address belongs to a set of networks. */
export type AddressMatcher = (address: string) => boolean;

/** Address of a network, and the number of bits that all its addresses share. */
type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/**
 * Parses an address, or a network such as `10.0.0.0/8`. IPv4-mapped IPv6 becomes IPv4, as in normalized addresses.
 * Undefined when no address could match.
 */
export function parseNetwork(text: string): Network | undefined {
  const [, address = "", length] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const normal = parseAddress(address);
  if (normal === undefined) return undefined;
  const parsed = ipaddr.parse(normal);
  const [size, mapping] = parsed.kind() === "ipv6" ? [128, 0] : [32, address.includes(":") ? 96 : 0];
  const bits = length === undefined ? size : Number(length) - mapping;
  return bits >= 0 && bits <= size ? [parsed, bits] : undefined;
}

/** `networks`: addresses and networks, as `parseNetwork` accepts them. */
export function matchNetworks(networks: readonly string[]): AddressMatcher {
  if (networks.length === 0) return () => false;
  const ranges = networks.map((network) => {
    const range = parseNetwork(network);
    if (!range) throw new Error(`${network} is neither an address nor a network.`);
    return range;
  });
  return (address) => {
    const parsed = ipaddr.process(address);
    return ranges.some(([range, bits]) => range.kind() === parsed.kind() && parsed.match([range, bits]));
  };
}

/** Address of Azure's own services, in a public range: https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16 */
const AZURE = "168.63.129.16";

/** Whether an address is reached over the internet. Addresses of special use are not, even if some are routed. */
export function isPublicAddress(address: string): boolean {
  const parsed = ipaddr.process(address);
  return parsed.range() === "unicast" && parsed.toString() !== AZURE;
}

const OWN_RANGES = ["private", "uniqueLocal", "loopback", "linkLocal", "carrierGradeNat"];

/** Whether an address may be that of a machine in the operator's own network. */
export function isOwnAddress(address: string): boolean {
  const parsed = ipaddr.process(address);
  return OWN_RANGES.includes(parsed.range()) || parsed.toString() === AZURE;
}

/** Returns the network of one customer: the IPv4 address, or the IPv6 /64. */
export function toCustomerNetwork(address: string): string {
  if (!address.includes(":")) return address;
  return `${ipaddr.IPv6.parse(address)
    .parts.slice(0, 4)
    .map((part) => part.toString(16))
    .join(":")}::/64`;
}

/** Truncates an address for logs, so that it does not identify a visitor. */
export function truncateAddress(text: string): string {
  const address = normalizeAddress(text) ?? text;
  if (!address.includes(":")) return address.replace(/\.\d+$/, ".0");
  return `${ipaddr.IPv6.parse(address)
    .parts.slice(0, 3)
    .map((part) => part.toString(16))
    .join(":")}::`;
}
