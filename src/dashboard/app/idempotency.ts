/**
 * Idempotency keys of changes with an unknown outcome. The service applies a change with a known key only once, so a
 * retry is safe. The keys survive a reload.
 */
import type { ServiceRequest, Statistics } from "../../statistics/index.ts";
import { loadItem, writeItem } from "./tabStorage.ts";

const STORED = "unanswered";
const BYTES = 16;

function createKey(): string {
  // `randomUUID` exists only on https and localhost.
  return [...crypto.getRandomValues(new Uint8Array(BYTES))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

/** Whether repeating the request would create or change something twice. Images are stored by their content. */
function isChange({ method, path, body }: ServiceRequest): boolean {
  if (method === "PATCH") return path !== "/v2/user";
  return (
    method === "POST" && !(body instanceof Blob) && /^\/v2\/(accounts|sites|zones|campaigns)\b/.test(path)
  );
}

/** Changes that each running save has sent. */
const running = new Set<Set<string>>();

/** Returns the key of a change; a repeated change has the same one. */
export function findKey(change: object): string {
  const name = JSON.stringify(change);
  const keys = loadItem(STORED);
  const known: unknown = Reflect.get(keys, name);
  const key = typeof known === "string" ? known : createKey();
  writeItem(STORED, { ...keys, [name]: key });
  for (const names of running) names.add(name);
  return key;
}

/** Adds a key to each change. */
export function addKeys({ request }: Pick<Statistics, "request">): Pick<Statistics, "request"> {
  return {
    request: (change, call) =>
      request(isChange(change) ? { ...change, idempotencyKey: findKey(change) } : change, call),
  };
}

/**
 * Forgets the keys of a save once all its changes were answered: the same change sent later is a new one. Keys of other
 * saves are kept, because their outcome may be unknown.
 */
export async function forgetKeysAfter(save: () => Promise<void>): Promise<void> {
  const own = new Set<string>();
  running.add(own);
  try {
    await save();
  } finally {
    running.delete(own);
  }
  const others = [...running].flatMap((names) => [...names]);
  const isKept = ([name]: [string, unknown]) => !own.has(name) || others.includes(name);
  writeItem(STORED, Object.fromEntries(Object.entries(loadItem(STORED)).filter(isKept)));
}
