/** Button that copies a text and reports the outcome. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useLocale } from "../texts/locale.ts";
import { Icon } from "./Icon.tsx";

const SHOWN_MS = 2_500;

export function CopyButton({ label, createText }: { label: string; createText(): string }) {
  const { share } = useLocale().texts;
  const [isCopied, setCopied] = useState(false);
  /** The text that could not be copied. */
  const [left, setLeft] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  useLayoutEffect(() => field.current?.select(), [left]);
  const copy = async () => {
    const text = createText();
    setLeft(undefined);
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Pages over plain http have no clipboard.
      setLeft(text);
    }
  };
  return (
    <>
      <button type="button" class="button" onClick={copy}>
        <Icon name={isCopied ? "check" : "copy"} />
        <span>{label}</span>
      </button>
      <span class={left ? "problem" : "visually-hidden"} role="status">
        {left ? share.failed : isCopied && share.copied}
      </span>
      {left && <textarea class="to-copy" ref={field} readOnly rows={2} aria-label={label} value={left} />}
    </>
  );
}
