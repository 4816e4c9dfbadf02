/**
 * Keys of changes whose outcome is not known, so that repeating one resolves it: the service makes a change with a known
 * key once. They outlive a reload.
 */
import type { ServiceRequest, Statistics } from "../../statistics/index.ts";
import { readItem, writeItem } from "./tabStorage.ts";

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

/** Adds to each change a key that a repeated one shares. */
export function addKeys({ request }: Pick<Statistics, "request">): Pick<Statistics, "request"> {
  return {
    request: (change, call) => {
      if (!isChange(change)) return request(change, call);
      const name = JSON.stringify(change);
      const keys = readItem(STORED);
      const known: unknown = Reflect.get(keys, name);
      const idempotencyKey = typeof known === "string" ? known : createKey();
      writeItem(STORED, { ...keys, [name]: idempotencyKey });
      return request({ ...change, idempotencyKey }, call);
    },
  };
}

/** Forgets the keys once all changes of a form were answered: the same change would be another one. */
export function forgetKeys(): void {
  writeItem(STORED, {});
}
