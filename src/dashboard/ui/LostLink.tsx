/** Names the objects of an address that do not exist, or that the account may not see. */
import { useRouter } from "../app/router.ts";
import { useLocale } from "../texts/locale.ts";

/** `names`: parameters of the address whose objects were not found. */
export function LostLink({ names }: { names: readonly string[] }) {
  const { texts } = useLocale();
  const asked = new URLSearchParams(useRouter().search);
  const parts = names.filter((name) => asked.has(name)).map((name) => `${name}=${asked.get(name)}`);
  if (parts.length === 0) return null;
  return (
    <p class="panel problem" role="alert">
      {texts.unknownParts(parts.join(", "))}
    </p>
  );
}
