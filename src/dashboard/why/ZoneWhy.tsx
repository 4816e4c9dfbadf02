/** Reasons why requests of a zone stayed empty in the chosen period, each with its remedy. */
import type { Days, ZoneUnfilled } from "../../protocol/management.ts";
import type { AccountKind } from "../../protocol/statistics.ts";
import type { Statistics } from "../../statistics/statistics.ts";
import { requestZoneUnfilled } from "../../statistics/unfilled.ts";
import { usePageAnswer } from "../app/answers.ts";
import { CAMPAIGNS } from "../app/router.ts";
import { linkTo } from "../objects/addresses.ts";
import { useLocale } from "../texts/locale.ts";
import { formatShares } from "../texts/shares.ts";
import type { WhyTexts } from "../texts/why.ts";
import { Link } from "../ui/Link.tsx";
import { useWhyTexts } from "./useWhyTexts.ts";

interface ZoneWhyProps {
  client: Statistics;
  /** Kind of the signed-in account. */
  kind: AccountKind;
  zone: { id: number; site: number };
  days: Days;
}

type Reason = ZoneUnfilled["reasons"][number];

/** Maximum reasons in the list; the others are added up. */
const MOST_SHOWN = 5;

export function ZoneWhy({ client, kind, zone, days }: ZoneWhyProps) {
  const texts = useWhyTexts();
  const locale = useLocale();
  const answer = usePageAnswer(client, `unfilled zone ${zone.id} ${days.from} ${days.to}`, (signal) =>
    requestZoneUnfilled(client, zone.id, days, { signal }),
  );
  const found = answer.shown?.data;
  if (!found || answer.isStale || found.requests === 0) return null;
  const { requests, reasons } = found;
  const unfilled = addRequests(reasons);
  const shown = reasons.slice(0, reasons.length > MOST_SHOWN ? MOST_SHOWN - 1 : MOST_SHOWN);
  const rest = addRequests(reasons.slice(shown.length));
  const shares = formatShares([...shown.map((each) => each.requests), rest], locale);
  return (
    <section class="card" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      {unfilled === 0 && <p>{texts.none(locale.formatCount(requests))}</p>}
      {unfilled > 0 && <p>{texts.empty(locale.formatCount(unfilled), locale.formatCount(requests))}</p>}
      <ul class="stack tight">
        {shown.map((each, at) => (
          <li key={JSON.stringify(each)}>
            <b>{shares[at]}</b> <Words {...each} />{" "}
            <span class="hint">
              <Action reason={each.reason} kind={kind} zone={zone} campaign={each.campaign} />
            </span>
          </li>
        ))}
        {rest > 0 && (
          <li>
            <b>{shares[shown.length]}</b> {texts.others}
          </li>
        )}
      </ul>
    </section>
  );
}

function addRequests(reasons: readonly Reason[]): number {
  return reasons.reduce((sum, { requests }) => sum + requests, 0);
}

function Words({ reason, campaign, country }: Reason) {
  const texts = useWhyTexts();
  const { nameCountry } = useLocale();
  if (!reason) return <>{texts.unknown}</>;
  const place = country && (nameCountry(country.country_short_name) ?? country.country_long_name);
  return <>{texts.reasons[reason](campaign?.name ?? place)}</>;
}

interface ActionProps extends Pick<ZoneWhyProps, "kind" | "zone"> {
  reason: Reason["reason"];
  campaign: Reason["campaign"] | undefined;
}

/** Remedy with a link to its page. Publishers can only change the settings of their site. */
function Action({ reason, kind, zone, campaign }: ActionProps) {
  const texts = useWhyTexts();
  if (!reason) return null;
  if (reason === "blockedAdvertisers")
    return <Link to={linkTo("site_id", zone.site)}>{texts.actions[reason]}</Link>;
  if (kind !== "network") return <>{texts.askNetwork}</>;
  // Only limits name a campaign.
  const address = campaign ? `${linkTo("campaign_id", campaign.id)}&step=budget` : findAddress(reason);
  return <Link to={address}>{texts.actions[reason]}</Link>;
}

function findAddress(reason: keyof WhyTexts["actions"]): string {
  return reason === "network" ? `${CAMPAIGNS}&new=1` : CAMPAIGNS;
}
