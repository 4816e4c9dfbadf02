/** The secret that nodes share. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { restoreSecret, shareSecret } from "../../../src/service/redis/redisIdentity.ts";
import { createSecret, encodeSecret, writeSecret } from "../../../src/service/signing/secret.ts";
import { useEmptyFolder } from "../../support/folder.ts";

/** A Redis that has no secret at first; another node is faster with `others`. */
function createRedis(others?: Buffer) {
  let known: string | null = null;
  const send = async ([command, , value]: readonly (string | Buffer)[]) => {
    if (command === "SET") known ??= others ? encodeSecret(others) : String(value);
    return known;
  };
  return { send };
}

const folder = useEmptyFolder();
const readSecret = async () => (await readFile(join(folder, "secret"), "utf8")).trim();

test("the secret of the first node becomes that of Redis", async () => {
  const redis = createRedis();
  const secret = await shareSecret(redis, folder);
  expect(await readSecret()).toBe(encodeSecret(secret));
  expect(await shareSecret(redis, folder)).toEqual(secret);
});

test("a node without a secret takes the one of a node that was faster", async () => {
  const others = createSecret();
  expect(await shareSecret(createRedis(others), folder)).toEqual(others);
  expect(await readSecret()).toBe(encodeSecret(others));
});

test("a node with a secret refuses the one of a node that was faster, and keeps its own", async () => {
  const own = createSecret();
  await writeSecret(folder, own);
  await expect(shareSecret(createRedis(createSecret()), folder)).rejects.toThrow(
    "is not the secret of the nodes on this Redis",
  );
  expect(await readSecret()).toBe(encodeSecret(own));
});

test("a secret is restored to a Redis that lost it, unless it has another one", async () => {
  const secret = createSecret();
  expect(await restoreSecret(createRedis(), secret)).toBe(true);
  expect(await restoreSecret(createRedis(createSecret()), secret)).toBe(false);
});
