/** Ads that a zone shows now, for networks. */
import type { Shown } from "../../statistics/index.ts";
import { usePageAnswer } from "../app/answers.ts";
import { useCountries, useData } from "../app/managementData.ts";
import { useTexts } from "../texts/management.ts";
import { parseLanguage, USER_AGENTS } from "./visit.ts";
import { Outcome } from "./ZoneLine.tsx";

export function ZonePreview({ zone }: { zone: Shown<"zones"> }) {
  const { try: texts } = useTexts();
  const { client, management } = useData();
  const countries = useCountries();
  const language = parseLanguage(navigator.language);
  const user = { ua: USER_AGENTS.desktop, ...(language && { language }) };
  const answer = usePageAnswer(client, `preview ${zone.id} ${zone.version}`, () =>
    management.explain({ user, zones: [{ id: zone.id }] }),
  );
  const explained = answer.shown?.data.zones[0];
  return (
    <section class="card" aria-label={texts.running}>
      <h2>{texts.running}</h2>
      <p class="hint">{texts.runningHint}</p>
      <div class="stack tight zone-preview">
        {explained && (
          <Outcome
            campaigns={explained.campaigns}
            size={zone.size}
            sharing={[]}
            isOpen={false}
            countries={countries}
          />
        )}
      </div>
    </section>
  );
}
