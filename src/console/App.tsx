import type { ComponentChildren } from "preact";
import { PagePart } from "./PagePart.tsx";
import { composeReport } from "./problemReport.ts";
import { Requests } from "./Requests.tsx";
import type { Console } from "./state.ts";
import * as texts from "./texts.ts";
import { ZoneFrame } from "./ZoneFrame.tsx";
import { Zones } from "./Zones.tsx";

export function App(console: Console) {
  const { verdict, zones, exchanges, highlighted, status, refresh, copy } = console;
  return (
    <>
      {highlighted && <ZoneFrame el={highlighted} />}
      <section class={`panel ${console.side} ${console.height}`} aria-label={texts.title}>
        <header>
          <h1>{texts.title}</h1>
          <WindowButtons {...console} />
          <h2>
            {verdict.split(", ").map((part, at, all) => [
              at > 0 && " ",
              <span>
                {part}
                {at < all.length - 1 && ","}
              </span>,
            ])}
          </h2>
          <div class="tools">
            <button type="button" onClick={() => refresh()}>
              {texts.refreshAll}
            </button>
            <button
              type="button"
              onClick={({ currentTarget }) =>
                copy(composeReport(currentTarget.getRootNode(), exchanges), texts.reported)
              }
            >
              {texts.report}
            </button>
            <span role="status">{status}</span>
          </div>
        </header>
        <Part name={texts.parts.zones} count={zones.length} open>
          <Zones {...console} />
        </Part>
        <Part name={texts.parts.requests} count={exchanges.length}>
          <Requests {...console} />
        </Part>
        <Part name={texts.parts.page}>
          <PagePart {...console} />
        </Part>
      </section>
    </>
  );
}

/** "Close" is the first button, because the console's first focusable element gets the focus on opening. */
function WindowButtons({ side, height, set, close }: Console) {
  const isMinimised = height === "minimised";
  return (
    <div class="window">
      <button type="button" aria-label={texts.close} onClick={close}>
        ×
      </button>
      <button
        type="button"
        aria-label={texts.minimise}
        aria-pressed={isMinimised}
        onClick={() => set({ height: isMinimised ? "full" : "minimised" })}
      >
        –
      </button>
      <button
        type="button"
        class="dock"
        aria-label={texts.dock}
        onClick={() => set({ side: side === "left" ? "right" : "left" })}
      >
        ⇄
      </button>
    </div>
  );
}

/** A section of the panel; one is open at a time. */
function Part({
  name,
  count,
  open,
  children,
}: {
  name: string;
  count?: number;
  open?: boolean;
  children: ComponentChildren;
}) {
  return (
    <details name="part" open={open}>
      <summary>
        {name} <small>{count || ""}</small>
      </summary>
      {children}
    </details>
  );
}
