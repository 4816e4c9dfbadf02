/** What an account without numbers does next. */
import type { Statistics } from "../../statistics/index.ts";
import { CopyButton } from "../CopyButton.tsx";
import { type Account, baseUrl } from "../session.ts";
import { useTexts } from "./texts.ts";

export interface FirstStepsProps {
  account: Account;
  client: Statistics;
}

export function FirstSteps({ account: { details } }: FirstStepsProps) {
  const { start } = useTexts();
  return (
    <section class="first-steps" aria-label={start.title}>
      <h2>{start.title}</h2>
      <p>{start[details.kind]}</p>
      {details.kind === "publisher" && <TagCode />}
    </section>
  );
}

function TagCode() {
  const { code } = useTexts();
  const script = `<script async src="${new URL("zonetag.js", baseUrl)}" data-endpoint="${new URL("v1/placement", baseUrl)}"></script>`;
  return (
    <>
      <h3>{code.script}</h3>
      <Code text={script} />
      <h3>{code.zone}</h3>
      <Code text={'<ins data-zone-id="101" data-size="300x250"></ins>'} />
    </>
  );
}

function Code({ text }: { text: string }) {
  const { code } = useTexts();
  return (
    <div class="code">
      <pre>
        <code>{text}</code>
      </pre>
      <CopyButton label={code.copy} createText={() => text} />
    </div>
  );
}
