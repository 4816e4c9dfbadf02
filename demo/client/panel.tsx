/** The live panel of the demo: what happened on this page, from the tag's own events and nothing else. */
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
const root = Object.assign(document.createElement("aside"), { className: "panel" });
root.setAttribute("aria-label", "What the ad tag did on this page");
let requests = 0;
let counted = false;

/** What each event changes in its zone's row. */
const CHANGES: Record<string, (row: Row, detail: ZoneEvent["detail"]) => void> = {
  request: (row) => {
    row.state = "pending";
    countRequest();
  },
  filled: (row) => {
    row.state = "filled";
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

/** Zones that go out together announce it in one task, so a request is counted once a task. */
function countRequest(): void {
  if (!counted) requests++;
  counted = true;
  queueMicrotask(() => {
    counted = false;
  });
}

function listen(name: string, change: (typeof CHANGES)[string]): void {
  document.addEventListener(`zonetag:${name}`, (event) => {
    const { target, detail } = event as ZoneEvent;
    if (!(target instanceof Element)) return;
    change(rowOf(target, detail.zoneId), detail);
    draw();
  });
}

function rowOf(element: Element, zoneId: number): Row {
  const size = element.getAttribute("data-size") ?? "";
  const row = rows.get(element) ?? {
    ...{ zoneId, size, state: "pending", message: "" },
    ...{ impressions: 0, viewable: false, clicks: 0 },
  };
  rows.set(element, row as Row);
  return row as Row;
}

function Panel({ list }: { list: Row[] }) {
  const filled = list.filter(({ state }) => state === "filled").length;
  const sum = (pick: (row: Row) => number) => list.reduce((total, row) => total + pick(row), 0);
  return (
    <details>
      <summary>
        <b>zonetag</b>
        <Count of={requests} one="request" />
        <Count of={filled} one="ad" />
        <Count of={sum((row) => row.impressions)} one="impression" />
        <Count of={sum((row) => row.clicks)} one="click" />
      </summary>
      <table>
        <caption>Zones of this page, in the order of their requests</caption>
        <thead>
          <tr>
            <th scope="col">Zone</th>
            <th scope="col">Size</th>
            <th scope="col">State</th>
            <th scope="col">Happened</th>
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
  const happened = [
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
      <td>{happened.filter(Boolean).join(", ")}</td>
    </tr>
  );
}

/** Zones of routes that were left are dropped with their elements. */
function draw(): void {
  for (const element of rows.keys()) if (!element.isConnected) rows.delete(element);
  render(<Panel list={[...rows.values()]} />, root);
}

for (const [name, change] of Object.entries(CHANGES)) listen(name, change);
document.addEventListener("DOMContentLoaded", () => {
  document.body.append(root);
  draw();
});
