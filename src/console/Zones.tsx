import type { Console } from "./App.tsx";
import { Findings } from "./Findings.tsx";
import type { SlotState } from "./inside.ts";
import type { ZoneView } from "./model.ts";
import { texts } from "./texts.ts";

export function Zones(console: Console) {
  const { model, ui, set } = console;
  const { zones } = model;
  const shown = zones.filter(({ state }) => !ui.filter || state === ui.filter);
  const chip = (filter: SlotState | undefined, label: string, count: number) =>
    (count > 0 || filter === ui.filter) && (
      <button type="button" class="chip" aria-pressed={filter === ui.filter} onClick={() => set({ filter })}>
        {label} <small>{count}</small>
      </button>
    );
  return (
    <>
      <fieldset aria-label={texts.filters}>
        {chip(undefined, texts.all, zones.length)}
        {(Object.keys(texts.states) as SlotState[]).map((name) =>
          chip(name, texts.states[name], zones.filter(({ state }) => state === name).length),
        )}
      </fieldset>
      {!shown.length && <p class="nothing">{texts.noZones}</p>}
      <ul>
        {shown.map((zone) => (
          <Zone key={zone.key} zone={zone} {...console} />
        ))}
      </ul>
    </>
  );
}

function Zone({ zone, set, refresh }: Console & { zone: ZoneView }) {
  const { el, id, state, asked, shown, requests, moments, findings } = zone;
  const mark = () => set({ marked: el });
  const unmark = () => set({ marked: undefined });
  const sizes = [asked && texts.asked(asked), texts.shown(shown), requests > 1 && texts.times(requests)];
  const show = () => el.scrollIntoView({ block: innerWidth < 600 ? "start" : "center" });
  return (
    <li
      class={`zone ${state}`}
      onMouseEnter={mark}
      onMouseLeave={unmark}
      onFocusCapture={mark}
      onBlurCapture={unmark}
    >
      <button type="button" class="name" title={texts.show} onClick={show}>
        <b>{texts.zone(id)}</b> <span>{texts.states[state]}</span>
        <small>{sizes.filter(Boolean).join(", ")}</small>
      </button>
      <button type="button" class="again" aria-label={texts.refreshZone(id)} onClick={() => refresh(el)}>
        {texts.refresh}
      </button>
      <Findings findings={findings} />
      <ol>
        {moments.map(({ type, at }) => (
          <li key={type + at}>
            {texts.moments[type]} <small>{texts.ms(at)}</small>
          </li>
        ))}
      </ol>
    </li>
  );
}
