/** What excludes campaigns from a zone. */
import type { CampaignExplanation } from "../../protocol/management.ts";
import type { Country } from "../../protocol/statistics.ts";
import { translate } from "../texts/errors.ts";
import { useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";

interface ExcludedProps {
  campaigns: readonly CampaignExplanation[];
  isOpen: boolean;
  countries: readonly Country[];
}

export function Excluded({ campaigns, isOpen, countries }: ExcludedProps) {
  const { try: texts } = useTexts();
  const locale = useLocale();
  const nameCountries = (text: string) =>
    text.replace(/\b[A-Z]{3}\b/g, (code) => {
      const country = countries.find(({ iso3 }) => iso3 === code);
      return country ? (locale.nameCountry(country.iso2) ?? country.name) : code;
    });
  const explain = ({ rule, reason, problem }: CampaignExplanation["excluded"][number]) => {
    const text = translate(
      { message: reason, ...(problem && { code: problem.code, parameters: problem }) },
      locale,
    );
    return rule.endsWith("countries") ? nameCountries(text) : text;
  };
  return (
    <details open={isOpen}>
      <summary>{texts.why(campaigns.length)}</summary>
      <ul class="stack tight">
        {campaigns.map(({ id, name, excluded }) => (
          <li key={id}>
            <b>{name}</b> {excluded.map(explain).join(" ")}
          </li>
        ))}
      </ul>
    </details>
  );
}
