/** Button that copies a text and reports the outcome. */
import { useEffect, useState } from "preact/hooks";
import { useLocale } from "../texts/locale.ts";
import { Icon } from "./Icon.tsx";

const SHOWN_MS = 2_500;

export function CopyButton({ label, createText }: { label: string; createText(): string }) {
  const { share } = useLocale().texts;
  const [result, setResult] = useState<"copied" | "failed">();
  useEffect(() => {
    if (!result) return;
    const timer = setTimeout(() => setResult(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(createText());
      setResult("copied");
    } catch {
      setResult("failed");
    }
  };
  return (
    <>
      <button type="button" class="button" onClick={copy}>
        <Icon name={result === "copied" ? "check" : "copy"} />
        <span>{label}</span>
      </button>
      <span class={result === "failed" ? "problem" : "visually-hidden"} role="status">
        {result && share[result]}
      </span>
    </>
  );
}
