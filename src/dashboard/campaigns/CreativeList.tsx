/** Creatives of a campaign with their images, states and numbers. */
import type { Creative } from "../../protocol/management.ts";
import type { Shown } from "../../statistics/index.ts";
import { useSharedPeriod } from "../app/useSharedPeriod.ts";
import { linkTo } from "../objects/addresses.ts";
import { requestNumbers } from "../objects/ObjectNumbers.tsx";
import { usePerformanceColumns } from "../objects/performanceColumns.ts";
import { findViewSpan } from "../reports/requests.ts";
import { useTexts } from "../texts/management.ts";
import { Link } from "../ui/Link.tsx";
import { type Column, Table } from "../ui/Table.tsx";
import { CreativeImage } from "./CreativeImage.tsx";

export function CreativeList({ campaign: { id, variations } }: { campaign: Shown<"campaigns"> }) {
  const { campaigns: texts, objects } = useTexts();
  const period = useSharedPeriod("advertiser");
  const days = findViewSpan(period.view, period.moment);
  const request = requestNumbers({ kind: "campaign_id", id }, days, period);
  const numbers = usePerformanceColumns<Creative>("variation_id", period, request);
  const columns: Column<Creative>[] = [
    {
      key: "name",
      label: texts.name,
      isHeading: true,
      cell: (creative) => (
        <span class="row creative">
          <CreativeImage size={creative.size} image={creative.image} alt="" />
          <Link class="deeper" to={linkTo("variation_id", creative.id)}>
            {creative.name || creative.size}
          </Link>
          <span class="hint">
            #{creative.id}
            {creative.name && ` · ${creative.size}`}
          </span>
        </span>
      ),
    },
    { key: "state", label: texts.state, cell: (creative) => <CreativeState {...creative} /> },
    { key: "weight", label: texts.weight, isNumber: true, cell: ({ weight }) => weight },
    ...numbers.map(({ key, label, isStale = false, cell }) => ({
      key,
      label,
      isNumber: true,
      isStale,
      cell: (creative: Creative) => cell?.(creative),
    })),
  ];
  return (
    <section class="card" aria-label={objects.creatives}>
      <h2>{objects.creatives}</h2>
      <Table class="list" columns={columns} rows={variations} readKey={(creative) => creative.id} />
    </section>
  );
}

export function CreativeState({ active, review }: Pick<Creative, "active" | "review">) {
  const { campaigns: texts, approvals } = useTexts();
  const isApproved = review === "approved";
  return (
    <span class={`state state-${active && isApproved ? "running" : "waiting"}`}>
      {!active && texts.states.paused}
      {active && (isApproved ? texts.states.running : approvals.states[review])}
    </span>
  );
}
