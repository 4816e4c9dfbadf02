/** State that is a part of the address, so that Back, a reload and a bookmark keep it. */
import { useRouter } from "./router.ts";

/** Empty when the address lacks the part. `also`: parts that are removed when this one changes. */
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
