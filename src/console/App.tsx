import type { SlotState } from "./inside.ts";
import type { Model } from "./model.ts";
import { PagePart } from "./PagePart.tsx";
import { Requests } from "./Requests.tsx";
import { reportOf } from "./report.ts";
import { texts } from "./texts.ts";
import { Zones } from "./Zones.tsx";

/** What the person has chosen, and what was last said to them. */
export interface Ui {
  tab: keyof typeof texts.tabs;
  /** The only state of which zones are listed. */
  filter: SlotState | undefined;
  said: string;
  /** The zone that is framed on the page. */
  marked: Element | undefined;
}

/** What every part of the console is given. */
export interface Console {
  model: Model;
  ui: Ui;
  set(change: Partial<Ui>): void;
  /** Requests one zone again, or all. */
  refresh(target?: Element): void;
  /** Copies a text and says so. */
  copy(text: string, said?: string): void;
  close(): void;
}

export function App(console: Console) {
  const { model, ui, refresh, copy, close } = console;
  return (
    <>
      {ui.marked && <Frame el={ui.marked} />}
      <section class="panel" aria-label={texts.title} onKeyDown={({ key }) => key === "Escape" && close()}>
        <header>
          <h1>{texts.title}</h1>
          <button type="button" class="close" aria-label={texts.close} onClick={close}>
            ×
          </button>
          <p class="verdict">{model.verdict}</p>
          <div class="tools">
            <button type="button" onClick={() => refresh()}>
              {texts.refreshAll}
            </button>
            <button type="button" onClick={() => copy(reportOf(model), texts.reported)}>
              {texts.report}
            </button>
            <span role="status">{ui.said}</span>
          </div>
        </header>
        <Tabs {...console} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
        <div class="part" role="tabpanel" id="part" aria-labelledby={ui.tab} tabIndex={0} key={ui.tab}>
          {ui.tab === "zones" && <Zones {...console} />}
          {ui.tab === "requests" && <Requests {...console} />}
          {ui.tab === "page" && <PagePart {...console} />}
        </div>
      </section>
    </>
  );
}

/** Around a zone on the page. */
function Frame({ el }: { el: Element }) {
  const { left, top, width, height } = el.getBoundingClientRect();
  return <div class="frame" style={`left:${left}px;top:${top}px;width:${width}px;height:${height}px`} />;
}

function Tabs({ model, ui, set }: Console) {
  const counts = {
    zones: model.zones.length,
    requests: model.exchanges.length,
    page: model.findings.length,
  };
  const names = Object.keys(counts) as Ui["tab"][];
  const move = ({ key, currentTarget }: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: 2 }[key];
    if (!step) return;
    const next = (names.indexOf(ui.tab) + step) % 3;
    set({ tab: names[next] as Ui["tab"] });
    ((currentTarget as Element).children[next] as HTMLElement).focus();
  };
  return (
    <div class="tabs" role="tablist" onKeyDown={move}>
      {names.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={tab}
          aria-selected={tab === ui.tab}
          aria-controls="part"
          tabIndex={tab === ui.tab ? 0 : -1}
          onClick={() => set({ tab })}
        >
          {texts.tabs[tab]} <small>{counts[tab] || ""}</small>
        </button>
      ))}
    </div>
  );
}
