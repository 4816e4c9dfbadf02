import { useLocale } from "../texts/locale.ts";

/** Names parts of the address that were not understood. */
export function UnknownParts({ parts }: { parts: readonly string[] }) {
  const { texts } = useLocale();
  if (parts.length === 0) return null;
  return (
    <p class="panel problem" role="alert">
      {texts.unknownParts(parts.join(", "))}
    </p>
  );
}
