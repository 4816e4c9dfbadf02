/** What an account without numbers does next. */
import type { Statistics } from "../statistics/index.ts";
import { CopyButton } from "./CopyButton.tsx";
import { useLocale } from "./locale.ts";
import { type Account, baseUrl } from "./session.ts";

export interface FirstStepsProps {
  account: Account;
  client: Statistics;
}

export function FirstSteps({ account: { details } }: FirstStepsProps) {
  const { start } = useLocale().texts;
  return (
    <section class="first-steps" aria-label={start.title}>
      <h2>{start.title}</h2>
      <p>{start[details.kind]}</p>
      {details.kind === "publisher" && <TagCode />}
    </section>
  );
}

function TagCode() {
  const { start } = useLocale().texts;
  const script = `<script async src="${new URL("zonetag.js", baseUrl)}" data-endpoint="${new URL("v1/placement", baseUrl)}"></script>`;
  return (
    <>
      <h3>{start.script}</h3>
      <Code text={script} />
      <h3>{start.zones}</h3>
      <Code text={'<ins data-zone-id="101" data-size="300x250"></ins>'} />
    </>
  );
}

function Code({ text }: { text: string }) {
  const { start } = useLocale().texts;
  return (
    <div class="code">
      <pre>
        <code>{text}</code>
      </pre>
      <CopyButton label={start.copy} createText={() => text} />
    </div>
  );
}
