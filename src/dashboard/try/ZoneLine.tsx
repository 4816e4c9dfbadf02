/** Result of a zone in a line: the campaigns that fit, and what excludes the others. */
import { useState } from "preact/hooks";
import type { CampaignExplanation } from "../../protocol/management.ts";
import type { Country } from "../../protocol/statistics.ts";
import { useTexts } from "../texts/management.ts";
import { Candidates } from "./Candidates.tsx";
import { Excluded } from "./Excluded.tsx";
import { SentFields } from "./SentFields.tsx";
import type { Result } from "./useTrial.ts";
import type { Sent } from "./visit.ts";

interface ZoneLineProps {
  result: Result;
  /** Other zones of the page that can show the same campaigns. */
  sharing: readonly string[];
  /** Whether no other zone was tried. */
  isOnly: boolean;
  countries: readonly Country[];
  /** Edited values; undefined where they cannot be edited. */
  edit: Partial<Sent> | undefined;
  onEdit(changes: Partial<Sent>): void;
}

export function ZoneLine({ result, sharing, isOnly, countries, edit, onEdit }: ZoneLineProps) {
  const { try: texts } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const { zone, campaigns, media } = result;
  return (
    <section class="zone-line" aria-label={zone.name}>
      <div>
        <h2>{zone.name}</h2>
        <span class="hint">
          #{zone.id} · {zone.size}
        </span>
      </div>
      <div class="stack tight">
        {campaigns ? (
          <Outcome
            campaigns={campaigns}
            size={zone.size}
            sharing={sharing}
            isOpen={isOnly}
            countries={countries}
          />
        ) : (
          <p class="hint">{texts.otherScreen(media ?? "")}</p>
        )}
      </div>
      {edit && (
        <button
          type="button"
          class="button button-plain"
          aria-expanded={isOpen}
          aria-label={texts.editZone(zone.name)}
          onClick={() => setOpen(!isOpen)}
        >
          {texts.edit}
        </button>
      )}
      {edit && isOpen && (
        <fieldset class="group-field stack tight zone-line-wide">
          <legend class="visually-hidden">{texts.zone(zone.id)}</legend>
          <SentFields sent={{ ...result, ...edit }} set={onEdit} />
          <div class="row">
            <button type="submit" class="button">
              {texts.again}
            </button>
          </div>
        </fieldset>
      )}
    </section>
  );
}

interface OutcomeProps {
  campaigns: readonly CampaignExplanation[];
  size: string;
  sharing: readonly string[];
  /** Whether the reasons of an empty zone are unfolded. */
  isOpen: boolean;
  countries: readonly Country[];
}

export function Outcome({ campaigns, size, sharing, isOpen, countries }: OutcomeProps) {
  const { try: texts } = useTexts();
  const isEmpty = campaigns.every(({ chance }) => chance === 0);
  const excluded = campaigns.filter((each) => each.excluded.length > 0);
  return (
    <>
      {campaigns.length === 0 && <p class="hint">{texts.noCampaigns}</p>}
      {campaigns.length > 0 && isEmpty && <p>{texts.empty}</p>}
      <Candidates campaigns={campaigns} size={size} isAlone={sharing.length === 0} />
      {sharing.length > 0 && <p class="hint">{texts.shares(sharing.join(", "))}</p>}
      {excluded.length > 0 && (
        <Excluded campaigns={excluded} isOpen={isOpen && isEmpty} countries={countries} />
      )}
    </>
  );
}
