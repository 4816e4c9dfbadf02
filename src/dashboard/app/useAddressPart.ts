/** State that is a part of the address, so that Back, a reload and a bookmark keep it. */
import { useRouter } from "./router.ts";

/** Empty where the address does not have it. `also`: other parts that a change of this one ends. */
export function useAddressPart(
  name: string,
  also: readonly string[] = [],
): [string, (value: string) => void] {
  const { search, replace } = useRouter();
  const set = (value: string) => {
    const parts = new URLSearchParams(search);
    for (const each of [name, ...also]) parts.delete(each);
    if (value) parts.set(name, value);
    replace(`?${parts}`);
  };
  return [new URLSearchParams(search).get(name) ?? "", set];
}
