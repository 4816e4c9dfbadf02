/** Creatives of a campaign with their images, states and numbers. */
import type { Creative } from "../../protocol/management.ts";
import type { Shown } from "../../statistics/index.ts";
import { useAccounts, useCreatives } from "../app/managementData.ts";
import { useSharedPeriod } from "../app/useSharedPeriod.ts";
import { linkTo } from "../objects/addresses.ts";
import { useFileColumns } from "../objects/fileColumns.ts";
import { requestNumbers } from "../objects/ObjectNumbers.tsx";
import { usePerformanceColumns } from "../objects/performanceColumns.ts";
import { findViewSpan } from "../reports/requests.ts";
import { useTexts } from "../texts/management.ts";
import { CsvButton } from "../ui/CsvButton.tsx";
import type { EntryColumn } from "../ui/entryColumn.ts";
import { Link } from "../ui/Link.tsx";
import { Table } from "../ui/Table.tsx";
import { CreativeImage } from "./CreativeImage.tsx";

export function CreativeList({ campaign }: { campaign: Shown<"campaigns"> }) {
  const { id, variations } = campaign;
  const hasForm = useCreatives(id).shown !== undefined;
  const { objects } = useTexts();
  const period = useSharedPeriod("advertiser");
  const days = findViewSpan(period.view, period.moment);
  const request = requestNumbers({ kind: "campaign_id", id }, days, period);
  const numbers = usePerformanceColumns<Creative>("variation_id", period, request);
  const columns = [...useColumns(), ...numbers];
  const fileColumns = useFileColumns<Creative>("variation_id", days, [
    { grouping: "campaign_id", readId: () => id, entries: [campaign] },
    { grouping: "advertiser_id", readId: () => campaign.account, entries: useAccounts().shown?.data },
  ]);
  return (
    <section class="card" aria-label={objects.creatives}>
      <div class="row loose card-head">
        <h2>{objects.creatives}</h2>
        <div class="end">
          {/* The form above is complete once the creatives are loaded; a button would move with it. */}
          {hasForm && (
            <CsvButton
              file="creatives"
              days={days}
              columns={columns}
              fileColumns={fileColumns}
              rows={variations}
            />
          )}
        </div>
      </div>
      <Table
        class="list"
        columns={columns.map(({ read, cell, total: _, ...column }) => ({
          ...column,
          cell: cell ?? ((creative: Creative) => read?.(creative)),
        }))}
        rows={variations}
        readKey={(creative) => creative.id}
      />
    </section>
  );
}

function useColumns(): EntryColumn<Creative>[] {
  const { campaigns: texts } = useTexts();
  const nameState = useCreativeState();
  return [
    {
      key: "name",
      label: texts.name,
      isHeading: true,
      read: ({ name, size }) => name || size,
      cell: (creative) => (
        <span class="row creative">
          <CreativeImage size={creative.size} image={creative.image} alt="" />
          <span class="creative-name">
            <Link class="deeper" to={linkTo("variation_id", creative.id)}>
              {creative.name || creative.size}
            </Link>
            <span class="hint">
              #{creative.id}
              {creative.name && creative.name !== creative.size && ` · ${creative.size}`}
            </span>
          </span>
        </span>
      ),
    },
    {
      key: "state",
      label: texts.state,
      read: nameState,
      cell: (creative) => <CreativeState {...creative} />,
    },
    { key: "weight", label: texts.weight, isNumber: true, read: ({ weight }) => weight },
  ];
}

type Reviewed = Pick<Creative, "active" | "review">;

function useCreativeState(): (creative: Reviewed) => string {
  const { campaigns: texts, approvals } = useTexts();
  return ({ active, review }) => {
    if (!active) return texts.states.paused;
    return review === "approved" ? texts.states.running : approvals.states[review];
  };
}

export function CreativeState(creative: Reviewed) {
  const name = useCreativeState();
  const isRunning = creative.active && creative.review === "approved";
  return <span class={`state state-${isRunning ? "running" : "waiting"}`}>{name(creative)}</span>;
}
