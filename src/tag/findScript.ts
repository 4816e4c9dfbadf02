/** Finds the script element with the tag's settings. */

export type Script = Pick<HTMLScriptElement, "src" | "type" | "dataset">;

/**
 * Finds the element with the tag's settings among the page's scripts with an endpoint, `all`.
 *
 * It is the running one, which browsers name (`current`) but for modules. When that has no endpoint, it is one of the same
 * address: consent managers run a copy of what they block, without its attributes, and move addresses to `data-src`.
 * Without `current` it is one that is named as the tag, else the only one, unless it runs a file of its own, as another
 * vendor's does.
 */
export const findScript = <S extends Script>(
  current: S | null | undefined,
  all: S[],
): S | null | undefined => {
  const [only, another] = all;
  if (current?.dataset.endpoint) return current;
  const named = all.find(({ src, dataset }) => {
    const address = src || dataset.src || "none";
    return current ? current.src.endsWith(address) : /\bzonetag[^/]*\.js/.test(address);
  });
  return named ?? (current || another || (only?.src && only.type !== "module") ? current : only);
};
