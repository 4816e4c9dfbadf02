import type { ComponentChildren } from "preact";
import type { SlotState } from "./inside.ts";
import type { Model } from "./model.ts";
import { PagePart } from "./PagePart.tsx";
import { Requests } from "./Requests.tsx";
import { reportOf } from "./report.ts";
import * as texts from "./texts.ts";
import { Zones } from "./Zones.tsx";

/** What the person has chosen, and what was last said to them. */
export interface Ui {
  /** The only state of which zones are listed. */
  filter?: SlotState | undefined;
  said?: string;
  /** The zone that is framed on the page. */
  marked?: Element | undefined;
}

/** What every part of the console is given. */
export interface Console extends Model, Ui {
  set(change: Ui): void;
  /** Requests one zone again, or all. */
  refresh(target?: Element): void;
  /** Copies a text and says so. */
  copy(text: string, said?: string): void;
  close(): void;
}

export function App(console: Console) {
  const { verdict, zones, exchanges, findings, marked, said, refresh, copy, close } = console;
  return (
    <>
      {marked && <Frame el={marked} />}
      <section class="panel" aria-label={texts.title}>
        <header>
          <h1>{texts.title}</h1>
          <button type="button" class="close" aria-label={texts.close} onClick={close}>
            ×
          </button>
          <h2>{verdict}</h2>
          <div class="tools">
            <button type="button" onClick={() => refresh()}>
              {texts.refreshAll}
            </button>
            <button
              type="button"
              onClick={({ currentTarget }) =>
                copy(reportOf(currentTarget.getRootNode(), exchanges), texts.reported)
              }
            >
              {texts.report}
            </button>
            <span role="status">{said}</span>
          </div>
        </header>
        <Part name={texts.parts.zones} count={zones.length} open>
          <Zones {...console} />
        </Part>
        <Part name={texts.parts.requests} count={exchanges.length}>
          <Requests {...console} />
        </Part>
        <Part name={texts.parts.page} count={findings.length}>
          <PagePart {...console} />
        </Part>
      </section>
    </>
  );
}

/** One of the parts is open at a time. */
function Part({
  name,
  count,
  open,
  children,
}: {
  name: string;
  count: number;
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

/** Around a zone on the page. */
function Frame({ el }: { el: Element }) {
  const { left, top, width, height } = el.getBoundingClientRect();
  return <div class="frame" style={`left:${left}px;top:${top}px;width:${width}px;height:${height}px`} />;
}
