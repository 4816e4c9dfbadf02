/**
 * Live panel of the demo: counts since the page was loaded, from the tag's own events only. The table has a row for
 * each current zone, and one for zones of earlier routes, so that it adds up to the counts.
 */
import { render } from "preact";

interface Counts {
  ads: number;
  impressions: number;
  clicks: number;
}

interface Row extends Counts {
  zoneId: number;
  size: string;
  state: "pending" | "filled" | "empty" | "error";
  message: string;
  viewable: boolean;
}

type ZoneEvent = CustomEvent<{ zoneId: number; message?: string }>;

const rows = new Map<Element, Row>();
/** Counts of zones whose routes were left. */
const earlier: Counts = { ads: 0, impressions: 0, clicks: 0 };
let requests = 0;
let isRequestCounted = false;

/** Changes of a zone's row, by event. */
const CHANGES: Record<string, (row: Row, detail: ZoneEvent["detail"]) => void> = {
  request: (row) => {
    row.state = "pending";
    countRequest();
  },
  filled: (row) => {
    row.state = "filled";
    row.ads++;
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
  },
  viewable: (row) => {
    row.viewable = true;
  },
  click: (row) => {
    row.clicks++;
  },
};

/** Counts requests: zones of one request dispatch their events in the same task. */
function countRequest(): void {
  if (!isRequestCounted) requests++;
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
    viewable: false,
    ads: 0,
    impressions: 0,
    clicks: 0,
  };
  rows.set(element, row);
  return row;
}

function addUp(list: Counts[]): Counts {
  const sum = (key: keyof Counts) => list.reduce((total, each) => total + each[key], 0);
  return { ads: sum("ads"), impressions: sum("impressions"), clicks: sum("clicks") };
}

function Panel({ list }: { list: Row[] }) {
  const counts = addUp([...list, earlier]);
  return (
    <details>
      <summary>
        <b>zonetag</b>
        <Count of={requests} one="request" />
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
          {earlier.ads > 0 && <EarlierRow />}
        </tbody>
      </table>
    </details>
  );
}

const plural = (of: number, one: string) => `${of} ${of === 1 ? one : `${one}s`}`;

function Count({ of, one }: { of: number; one: string }) {
  return <span>{plural(of, one)}</span>;
}

function EarlierRow() {
  const { ads, impressions, clicks } = earlier;
  const parts = [plural(ads, "ad"), plural(impressions, "impression"), clicks && plural(clicks, "click")];
  return (
    <tr>
      <td colSpan={3}>On earlier routes</td>
      <td>{parts.filter(Boolean).join(", ")}</td>
    </tr>
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

/** Draws the table. Zones of earlier routes leave it with their elements; their counts stay. */
function draw(): void {
  for (const [element, row] of rows) {
    if (element.isConnected) continue;
    Object.assign(earlier, addUp([earlier, row]));
    rows.delete(element);
  }
  const root = document.querySelector(".panel");
  if (root) render(<Panel list={[...rows.values()]} />, root);
}

for (const [name, change] of Object.entries(CHANGES)) listen(name, change);
document.addEventListener("DOMContentLoaded", draw);
