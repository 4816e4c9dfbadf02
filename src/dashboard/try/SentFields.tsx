import { useTexts } from "../texts/management.ts";
import { Field } from "../ui/fields.tsx";
import type { Sent } from "./visit.ts";

interface SentFieldsProps {
  sent: Sent;
  set(changes: Partial<Sent>): void;
}

/** What a zone sends with its request. */
export function SentFields({ sent, set }: SentFieldsProps) {
  const { try: texts } = useTexts();
  return (
    <div class="grid">
      <Field
        label={texts.keywords}
        hint={texts.keywordsHint}
        value={sent.keywords}
        onInput={(keywords) => set({ keywords })}
      />
      <Field
        label={texts.targeting}
        hint={texts.targetingHint}
        value={sent.targeting}
        onInput={(targeting) => set({ targeting })}
      />
    </div>
  );
}
