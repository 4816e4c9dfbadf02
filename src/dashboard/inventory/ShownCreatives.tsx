/** Creatives that ran on a site in the last seven days, whose advertisers can be blocked there. */
import { useState } from "preact/hooks";
import type { ShownCreative } from "../../protocol/management.ts";
import type { Shown } from "../../statistics/index.ts";
import { usePageAnswer } from "../app/answers.ts";
import { Editing } from "../app/editing.tsx";
import { useAccounts, useData, useSites } from "../app/managementData.ts";
import { CreativeImage } from "../campaigns/CreativeImage.tsx";
import { useRefreshHistory } from "../objects/History.tsx";
import { useLocale } from "../texts/locale.ts";
import { createNumberFormats } from "../texts/numberFormats.ts";
import { type Column, Table } from "../ui/Table.tsx";
import { useSaving } from "../ui/useSaving.ts";
import { readHost } from "./readHost.ts";
import { SHOWN_TEXTS, type ShownTexts } from "./shownTexts.ts";

const MOST_SHOWN = 50;

export function ShownCreatives({ site }: { site: Shown<"sites"> }) {
  const locale = useLocale();
  const texts = SHOWN_TEXTS[locale.language];
  const { client, management } = useData();
  const answer = usePageAnswer(client, `shown creatives ${site.id}`, (signal) =>
    management.shownCreatives(site.id, { limit: MOST_SHOWN }, { signal }),
  );
  const blocking = useBlocking(site, texts);
  const columns = useColumns(site, texts, blocking.toggle);
  if (!answer.shown || answer.isStale) return null;
  const { count, entries } = answer.shown.data;
  return (
    <section class="card" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <p class="hint">
        {count === 0 ? texts.none : texts.hint}{" "}
        {count > entries.length && texts.first(locale.formatCount(entries.length), locale.formatCount(count))}
      </p>
      <p role="status">{blocking.outcome}</p>
      <p class="problem" role="alert">
        {blocking.problem}
      </p>
      {entries.length > 0 && (
        <Table class="list shown-list" columns={columns} rows={entries} readKey={(creative) => creative.id} />
      )}
    </section>
  );
}

type Advertiser = ShownCreative["advertiser"];

/** Blocks and unblocks advertisers on the site, and tells what happened. */
function useBlocking(site: Shown<"sites">, texts: ShownTexts) {
  const { sites: entries } = useData().management;
  const sites = useSites();
  const refreshHistory = useRefreshHistory({ kind: "sites", id: site.id });
  const saving = useSaving();
  const [outcome, setOutcome] = useState("");
  const toggle = async ({ id, name }: Advertiser) => {
    const { blockedAdvertisers: blocked } = site;
    const isBlocked = blocked.includes(id);
    if (!isBlocked && !confirm(texts.blockAsked(name, site.name))) return;
    const blockedAdvertisers = isBlocked ? blocked.filter((each) => each !== id) : [...blocked, id];
    setOutcome("");
    const isDone = await saving.run(async () => void (await entries.change(site, { blockedAdvertisers })));
    if (isDone) setOutcome((isBlocked ? texts.unblocked : texts.blocked)(name));
    // Also after a conflict: the button applies to the version that is shown.
    sites.ask();
    refreshHistory();
  };
  const problem = [saving.message, ...Object.values(saving.problems)].filter(Boolean).join(" ");
  return { toggle, outcome, problem };
}

function useColumns(
  site: Shown<"sites">,
  texts: ShownTexts,
  onToggle: (advertiser: Advertiser) => Promise<void>,
): Column<ShownCreative>[] {
  const { tag, currency, formatCount, formatValue } = useLocale();
  const owner = useAccounts().shown?.data.find(({ id }) => id === site.account);
  // A network may have another currency than the site's publisher, in whose currency the revenue is.
  const revenue = createNumberFormats(tag, owner?.currency ?? currency);
  return [
    {
      key: "creative",
      label: texts.creative,
      isHeading: true,
      cell: (creative) => <Picture creative={creative} texts={texts} />,
    },
    { key: "landing", label: texts.landing, cell: ({ url }) => <Landing url={url} /> },
    {
      key: "advertiser",
      label: texts.advertiser,
      cell: ({ advertiser }) => {
        const action = site.blockedAdvertisers.includes(advertiser.id) ? texts.unblock : texts.block;
        return (
          <span class="row">
            {advertiser.name}
            <Editing>
              <button
                type="button"
                class="button"
                aria-label={texts.named(action, advertiser.name)}
                onClick={() => void onToggle(advertiser)}
              >
                {action}
              </button>
            </Editing>
          </span>
        );
      },
    },
    {
      key: "impressions",
      label: texts.impressions,
      isNumber: true,
      cell: (row) => formatCount(row.impressions),
    },
    { key: "clicks", label: texts.clicks, isNumber: true, cell: (row) => formatCount(row.clicks) },
    {
      key: "rate",
      label: texts.rate,
      isNumber: true,
      cell: ({ clicks, impressions }) => formatValue((100 * clicks) / impressions, "percent"),
    },
    {
      key: "revenue",
      label: texts.revenue,
      isNumber: true,
      cell: (row) => revenue.formatValue(row.revenue, "money"),
    },
  ];
}

function Picture({ creative: { id, image, size }, texts }: { creative: ShownCreative; texts: ShownTexts }) {
  const [failed, setFailed] = useState<string>();
  return (
    // Errors of images do not bubble.
    <span class="row shown-picture" onErrorCapture={() => setFailed(image)}>
      {failed === image ? (
        <span class="hint">{texts.noPicture}</span>
      ) : (
        <CreativeImage size={size} image={image} alt="" />
      )}
      <span class="hint">
        #{id} · {size}
      </span>
    </span>
  );
}

function Landing({ url }: { url: string }) {
  const host = readHost(url);
  if (!host) return <>{url}</>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {host}
    </a>
  );
}
