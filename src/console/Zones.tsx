import type { Console } from "./App.tsx";
import { Findings } from "./Findings.tsx";
import type { SlotState } from "./inside.ts";
import type { ZoneView } from "./model.ts";
import * as texts from "./texts.ts";

export function Zones(console: Console) {
  const { zones, filter, set } = console;
  const chip = (label: string, count: number, only?: SlotState) => {
    const pressed = filter === only;
    return (
      (count > 0 || pressed) && (
        <button type="button" aria-pressed={pressed} onClick={() => set({ filter: only })}>
          {label} <small>{count}</small>
        </button>
      )
    );
  };
  return zones.length ? (
    <>
      <fieldset aria-label={texts.filters}>
        {chip(texts.all, zones.length)}
        {(Object.keys(texts.states) as SlotState[]).map((name) =>
          chip(texts.states[name], zones.filter(({ state }) => state === name).length, name),
        )}
      </fieldset>
      {zones.map((zone) => (
        <Zone zone={zone} {...console} />
      ))}
    </>
  ) : (
    <p>{texts.noZones}</p>
  );
}

function Zone({ zone, filter, set, refresh }: Console & { zone: ZoneView }) {
  const { el, id, state, sizes, moments, findings } = zone;
  const mark = () => set({ marked: el });
  const unmark = () => set({ marked: undefined });
  const show = () => el.scrollIntoView({ block: innerWidth < 600 ? "start" : "center" });
  return (
    <article
      class={`zone ${state}`}
      hidden={!!filter && state !== filter}
      onMouseEnter={mark}
      onMouseLeave={unmark}
      onFocusIn={mark}
      onFocusOut={unmark}
    >
      <h3>
        <button type="button" title={texts.show} onClick={show}>
          <b>{texts.zone(id)}</b> {texts.states[state]} <small>{sizes}</small>
        </button>
      </h3>
      <button type="button" aria-label={texts.refreshZone(id)} onClick={() => refresh(el)}>
        {texts.refresh}
      </button>
      <Findings findings={findings} />
      <ol>
        {moments.map(({ type, at }) => (
          <li>
            {texts.moments[type]} <small>{texts.ms(at)}</small>
          </li>
        ))}
      </ol>
    </article>
  );
}
