/** Problems of custom keys. The form names a key by its place, `custom.0.values`; the service by itself, `custom.plan.0`. */
import type { Problems } from "../ui/useSaving.ts";

/** Finds the service's problem of a key, or of one of its values. */
export function findKeyProblem(problems: Problems, key: string): string | undefined {
  const own = `custom.${key.trim()}`;
  const found = Object.keys(problems).find(
    (path) => path === own || (path.startsWith(`${own}.`) && /^\.\d+$/.test(path.slice(own.length))),
  );
  return found === undefined ? undefined : problems[found];
}
