import { expect, test } from "vitest";
import {
  isOwnAddress,
  isPublicAddress,
  matchNetworks,
  normalizeAddress,
  parseNetwork,
  toCustomerNetwork,
  truncateAddress,
} from "../../../src/service/net/address.ts";

test.each([
  ["192.0.2.1", "192.0.2.1"],
  [" 192.0.2.1 ", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:DB8:0:0::1", "2001:db8::1"],
  ["fe80::1%eth0", "fe80::1"],
  ["192.0.2", undefined],
  ["0300.0.2.1", undefined],
  ["192.0.2.256", undefined],
  ["localhost", undefined],
  ["", undefined],
])("the address %s is normalized to %s", (text, expected) => {
  expect(normalizeAddress(text)).toBe(expected);
  expect(normalizeAddress(text)).toBe(expected);
});

test("the customer network of an IPv4 address is the address, of an IPv6 address its /64", () => {
  expect(toCustomerNetwork("192.0.2.1")).toBe("192.0.2.1");
  expect(toCustomerNetwork("2001:db8:1:2:aaaa::1")).toBe(toCustomerNetwork("2001:db8:1:2::9"));
  expect(toCustomerNetwork("2001:db8:1:2::9")).toBe("2001:db8:1:2::/64");
  expect(toCustomerNetwork("2001:db8:ab:cd:ef::9")).toBe("2001:db8:ab:cd::/64");
  expect(toCustomerNetwork("2001:db8:1:2::9")).not.toBe(toCustomerNetwork("2001:db8:1:3::9"));
});

test("logged addresses are truncated to /24 for IPv4 and to /48 for IPv6", () => {
  expect(truncateAddress("192.0.2.77")).toBe("192.0.2.0");
  expect(truncateAddress("203.0.113.5")).toBe("203.0.113.0");
  expect(truncateAddress("::ffff:192.0.2.77")).toBe("192.0.2.0");
  expect(truncateAddress("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1::");
  expect(truncateAddress("2001:db8:fe:dc::")).toBe("2001:db8:fe::");
});

test.each([
  ["192.0.2.1", true],
  ["192.0.2.2", false],
  ["10.255.0.1", true],
  ["11.0.0.1", false],
  ["2001:db8::1", true],
  ["2001:db8::2", false],
  ["2001:db9:1::", true],
  ["::ffff:10.0.0.1", true],
  ["::", false],
  ["0.0.0.1", false],
])("whether a list of IPv4 and IPv6 networks matches %s: %s", (address, expected) => {
  const networks = ["192.0.2.1", "10.0.0.0/8", "2001:db8::1", "2001:db9::/32"];
  expect(matchNetworks(networks)(address)).toBe(expected);
});

test("an empty list of networks matches no address", () => {
  expect(["192.0.2.1", "::1", ""].map(matchNetworks([]))).toEqual([false, false, false]);
});

test.each([
  ["10.0.0.1", "10.0.0.1/32"],
  ["10.0.0.1/8", "10.0.0.1/8"],
  ["::1", "::1/128"],
  ["2001:db8::/32", "2001:db8::/32"],
  ["fe80::1%eth0", "fe80::1/128"],
  ["::ffff:127.0.0.1", "127.0.0.1/32"],
  ["::ffff:127.0.0.0/104", "127.0.0.0/8"],
  ["::ffff:0:0/96", "0.0.0.0/0"],
  ["::ffff:10.0.0.0/8", undefined],
  ["10", undefined],
  ["10/8", undefined],
  ["10.0/8", undefined],
  ["010.0.0.0/8", undefined],
  ["0x0a.0.0.0/8", undefined],
  ["10.0.0.0/", undefined],
  ["10.0.0.0/33", undefined],
  ["10.0.0.0/8/8", undefined],
  ["10.0.0.0/-1", undefined],
  ["::1/129", undefined],
  ["[::1]", undefined],
  ["localhost", undefined],
  ["/8", undefined],
  ["", undefined],
])("the network %s is read as %s", (text, expected) => {
  expect(parseNetwork(text)?.join("/")).toBe(expected);
});

test("a network of IPv4-mapped IPv6 addresses matches IPv4 addresses", () => {
  const isLocal = matchNetworks(["::ffff:127.0.0.0/104"]);
  expect(["127.0.0.1", "127.9.9.9", "128.0.0.1", "::1"].map(isLocal)).toEqual([true, true, false, false]);
  expect(() => matchNetworks(["10"])).toThrow("10 is neither an address nor a network.");
});

test.each([
  ["8.8.8.8", true],
  ["2001:503:ba3e::2:30", true],
  ["::ffff:8.8.8.8", true],
  ["10.0.0.1", false],
  ["127.0.0.1", false],
  ["100.64.0.1", false],
  ["169.254.169.254", false],
  ["168.63.129.16", false],
  ["::ffff:168.63.129.16", false],
  ["fd00::1", false],
  ["::1", false],
])("the address %s is public: %s", (address, isPublic) => {
  expect([isPublicAddress(address), isOwnAddress(address)]).toEqual([isPublic, !isPublic]);
});

test.each(["64:ff9b::808:808", "2002:808:808::1", "2001:0:808:808::1", "192.0.2.1", "240.0.0.1"])(
  "the address %s of special use is neither public nor in the operator's network",
  (address) => {
    expect([isPublicAddress(address), isOwnAddress(address)]).toEqual([false, false]);
  },
);
