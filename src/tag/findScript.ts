/** Finds the script element with the tag's settings. */

export type Script = Pick<HTMLScriptElement, "src" | "type" | "dataset">;

/**
 * Finds the element with the tag's settings among the page's scripts with an endpoint, `all`.
 *
 * Normally this is `current`, the running script, which browsers report except for modules. If `current` has no
 * endpoint, it is the script with the same address: consent managers run a copy of a blocked script without its
 * attributes, and move the address to `data-src`. Without `current`, it is the script whose file is named like the tag,
 * else the only script, unless that script loads another vendor's file.
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
