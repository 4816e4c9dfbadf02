/**
 * The live panel of the demo: what happened since this page was loaded, from the tag's own events and nothing else. The
 * counts include zones of routes that were left; the table has the zones that are there.
 */
import { render } from "preact";

interface Row {
  zoneId: number;
  size: string;
  state: "pending" | "filled" | "empty" | "error";
  message: string;
  impressions: number;
  viewable: boolean;
  clicks: number;
}

type ZoneEvent = CustomEvent<{ zoneId: number; message?: string }>;

const rows = new Map<Element, Row>();
const counts = { requests: 0, ads: 0, impressions: 0, clicks: 0 };
let isRequestCounted = false;

/** What each event changes in its zone's row, and in the counts. */
const CHANGES: Record<string, (row: Row, detail: ZoneEvent["detail"]) => void> = {
  request: (row) => {
    row.state = "pending";
    countRequest();
  },
  filled: (row) => {
    row.state = "filled";
    counts.ads++;
  },
  empty: (row) => {
    row.state = "empty";
  },
  error: (row, { message }) => {
    row.state = "error";
    row.message = message ?? "";
  },
  impression: (row) => {
    row.impressions++;
    counts.impressions++;
  },
  viewable: (row) => {
    row.viewable = true;
  },
  click: (row) => {
    row.clicks++;
    counts.clicks++;
  },
};

/** Zones of one request dispatch their events in the same task. */
function countRequest(): void {
  if (!isRequestCounted) counts.requests++;
  isRequestCounted = true;
  queueMicrotask(() => {
    isRequestCounted = false;
  });
}

function listen(name: string, change: (typeof CHANGES)[string]): void {
  document.addEventListener(`zonetag:${name}`, (event) => {
    const { target, detail } = event as ZoneEvent;
    if (!(target instanceof Element)) return;
    change(findRow(target, detail.zoneId), detail);
    draw();
  });
}

function findRow(element: Element, zoneId: number): Row {
  const row: Row = rows.get(element) ?? {
    zoneId,
    size: element.getAttribute("data-size") ?? "",
    state: "pending",
    message: "",
    impressions: 0,
    viewable: false,
    clicks: 0,
  };
  rows.set(element, row);
  return row;
}

function Panel({ list }: { list: Row[] }) {
  return (
    <details>
      <summary>
        <b>zonetag</b>
        <Count of={counts.requests} one="request" />
        <Count of={counts.ads} one="ad" />
        <Count of={counts.impressions} one="impression" />
        <Count of={counts.clicks} one="click" />
      </summary>
      <table>
        <caption>Zones of this page, in the order of their requests</caption>
        <thead>
          <tr>
            <th scope="col">Zone</th>
            <th scope="col">Size</th>
            <th scope="col">State</th>
            <th scope="col">Events</th>
          </tr>
        </thead>
        <tbody>
          {list.map((row) => (
            <ZoneRow {...row} />
          ))}
        </tbody>
      </table>
    </details>
  );
}

function Count({ of, one }: { of: number; one: string }) {
  return (
    <span>
      {of} {of === 1 ? one : `${one}s`}
    </span>
  );
}

function ZoneRow({ zoneId, size, state, message, impressions, viewable, clicks }: Row) {
  const events = [
    impressions && (impressions > 1 ? `${impressions} impressions` : "impression"),
    viewable && "viewable",
    clicks && (clicks > 1 ? `${clicks} clicks` : "click"),
    message,
  ];
  return (
    <tr>
      <th scope="row">{zoneId}</th>
      <td>{size.replace("x", " × ")}</td>
      <td>
        <span class={`state ${state}`}>{state}</span>
      </td>
      <td>{events.filter(Boolean).join(", ")}</td>
    </tr>
  );
}

/** Zones of routes that were left go from the table with their elements. */
function draw(): void {
  for (const element of rows.keys()) if (!element.isConnected) rows.delete(element);
  const root = document.querySelector(".panel");
  if (root) render(<Panel list={[...rows.values()]} />, root);
}

for (const [name, change] of Object.entries(CHANGES)) listen(name, change);
document.addEventListener("DOMContentLoaded", draw);
