/**
 * HMAC-SHA-256 in half the time of the standard library's own, by its one-step digest where there is one.
 *
 * Every request has its signatures, and the objects that `createHmac` builds for each cost more than the digests.
 */
import * as crypto from "node:crypto";

const BLOCK = 64;
const DIGEST = 32;

/** Node 20.12 and later. */
type OneStep = (algorithm: string, data: Buffer, encoding: BufferEncoding) => string;
const oneStep = (crypto as { hash?: OneStep }).hash;

/** Signs texts with one key; signatures are Base64 for addresses. */
export type Signer = (text: string) => string;

export function createSigner(key: Buffer, digestOnce: OneStep | null = oneStep ?? null): Signer {
  if (!digestOnce || key.length > BLOCK) {
    return (text) => crypto.createHmac("sha256", key).update(text).digest("base64url");
  }
  // The definition: H(key ⊕ 5c… ‖ H(key ⊕ 36… ‖ text)), the key filled up with zeros to a block.
  const outer = Buffer.alloc(BLOCK + DIGEST, 0x5c);
  let inner = Buffer.alloc(BLOCK + 1024, 0x36);
  for (const [at, byte] of key.entries()) {
    outer[at] = byte ^ 0x5c;
    inner[at] = byte ^ 0x36;
  }
  return (text) => {
    const most = BLOCK + text.length * 3;
    if (most > inner.length) inner = Buffer.concat([inner.subarray(0, BLOCK)], most);
    const length = BLOCK + inner.write(text, BLOCK);
    // As a text of one character a byte: making a buffer would take twice as long as the digest.
    outer.write(digestOnce("sha256", inner.subarray(0, length), "latin1"), BLOCK, "latin1");
    return digestOnce("sha256", outer, "base64url");
  };
}
