import { Findings } from "./Findings.tsx";
import type { ZoneView } from "./model.ts";
import type { SlotState } from "./slots.ts";
import type { Console } from "./state.ts";
import * as texts from "./texts.ts";

export function Zones(console: Console) {
  const { zones, findings, filter, set } = console;
  const filterButton = (label: string, count: number, state?: SlotState) => {
    const isPressed = filter === state;
    return (
      (count > 0 || isPressed) && (
        <button type="button" aria-pressed={isPressed} onClick={() => set({ filter: state })}>
          {label} <small>{count}</small>
        </button>
      )
    );
  };
  return (
    <>
      <Findings findings={findings} />
      <fieldset aria-label={texts.filters} hidden={!zones.length}>
        {filterButton(texts.all, zones.length)}
        {(Object.keys(texts.states) as SlotState[]).map((name) =>
          filterButton(texts.states[name], zones.filter(({ state }) => state === name).length, name),
        )}
      </fieldset>
      {zones.map((zone) => (
        <Zone key={zone.el} zone={zone} {...console} />
      ))}
    </>
  );
}

/** A zone's state and problems. Its sizes and timeline are folded, if it is filled. */
function Zone({ zone, filter, dashboard, toggled, set, show, refresh }: Console & { zone: ZoneView }) {
  const { el, id, state, sizes, moments, findings } = zone;
  const highlight = () => set({ highlighted: el });
  const unhighlight = () => set({ highlighted: undefined });
  const isOpen = toggled.has(el) === (state === "filled");
  return (
    <article
      class={`zone ${state}`}
      hidden={!!filter && state !== filter}
      onMouseEnter={highlight}
      onMouseLeave={unhighlight}
      onFocusIn={highlight}
      onFocusOut={unhighlight}
    >
      <h3>
        <button type="button" title={texts.show} onClick={() => show(el)}>
          <b>{texts.zone(id)}</b> {texts.states[state]}
        </button>
      </h3>
      {dashboard && Number(id) > 0 && (
        <a
          href={`${dashboard}?place=inventory&zone=${Number(id)}`}
          target="_blank"
          rel="noopener"
          aria-label={texts.openDashboard(id)}
        >
          {texts.dashboard}
        </a>
      )}
      <button
        type="button"
        aria-label={texts.refreshZone(id)}
        title={texts.refresh}
        onClick={() => refresh(el)}
      >
        ↻
      </button>
      <button
        type="button"
        aria-label={texts.details(id)}
        aria-expanded={isOpen}
        onClick={() => set({ toggled: toggled.delete(el) ? toggled : toggled.add(el) })}
      >
        {isOpen ? "▴" : "▾"}
      </button>
      <Findings findings={findings} />
      <p hidden={!isOpen}>{sizes}</p>
      <ol hidden={!isOpen}>
        {moments.map(({ type, at }) => (
          <li>
            {texts.moments[type]} <small>{texts.formatTime(at)}</small>
          </li>
        ))}
      </ol>
    </article>
  );
}
