/** The secret that nodes share. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { restoreSecret, shareSecret } from "../../../src/service/redis/redisIdentity.ts";
import { createSecret, encodeSecret, writeSecret } from "../../../src/service/signing/secret.ts";
import { useEmptyFolder } from "../../support/folder.ts";

/** Creates a Redis without a secret. With `others`, another node stores that secret first. */
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

test("the first node creates the secret and stores it in its folder and Redis", async () => {
  const redis = createRedis();
  const secret = await shareSecret(redis, folder);
  expect(await readSecret()).toBe(encodeSecret(secret));
  expect(await shareSecret(redis, folder)).toEqual(secret);
});

test("a node without a secret uses the one that another node stored first", async () => {
  const others = createSecret();
  expect(await shareSecret(createRedis(others), folder)).toEqual(others);
  expect(await readSecret()).toBe(encodeSecret(others));
});

test("a node with a secret refuses a Redis with another one and keeps its own", async () => {
  const own = createSecret();
  await writeSecret(folder, own);
  await expect(shareSecret(createRedis(createSecret()), folder)).rejects.toThrow(
    "is not the secret of the nodes on this Redis",
  );
  expect(await readSecret()).toBe(encodeSecret(own));
});

test("a secret is restored to a Redis that lost it, but does not replace another one", async () => {
  const secret = createSecret();
  expect(await restoreSecret(createRedis(), secret)).toBe(true);
  expect(await restoreSecret(createRedis(createSecret()), secret)).toBe(false);
});
