import { timingSafeEqual } from "node:crypto";

/**
 * Compares two secrets. The time depends only on their lengths:
 * https://nodejs.org/api/crypto.html#cryptotimingsafeequala-b
 */
export function isSameText(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
