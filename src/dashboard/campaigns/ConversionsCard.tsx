/** Card on a campaign's page that shows how its conversions are reported; loaded when it is opened. */
import { useState } from "preact/hooks";
import { createLazy } from "../app/createLazy.ts";
import { useTexts } from "../texts/management.ts";
import { LoadFailed } from "../ui/LoadFailed.tsx";
import type { ConversionSetUpProps } from "./ConversionSetUp.tsx";

const useSetUp = createLazy(() => import("./ConversionSetUp.tsx"));

export function ConversionsCard(props: ConversionSetUpProps) {
  const { conversions: texts } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const { module, hasFailed } = useSetUp(isOpen);
  return (
    <section class="card" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{texts.open}</summary>
        {isOpen && (module ? <module.ConversionSetUp {...props} /> : hasFailed && <LoadFailed />)}
      </details>
    </section>
  );
}
