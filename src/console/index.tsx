/** Opens the console over the page, once, and keeps it up to date until it is closed. */
import { render } from "preact";
import { App, type Console, type Ui } from "./App.tsx";
import css from "./console.css";
import { type Inside, listen } from "./inside.ts";
import { modelOf } from "./model.ts";
import { texts } from "./texts.ts";
import { watchWorld } from "./world.ts";

/** Milliseconds until what nobody tells of is looked at anew: sizes, what lies over a zone, what has come near. */
const GLANCE = 1000;

let shown: HTMLElement | undefined;

/** Called by the tag. Opening it again brings the focus to the one that is open. */
export function open(inside: Inside): void {
  if (shown) {
    shown.focus();
    return;
  }
  const before = document.activeElement as HTMLElement | null;
  const host = document.createElement("zonetag-console");
  const root = host.attachShadow({ mode: "closed", delegatesFocus: true });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  shown = host;

  const ui: Ui = { tab: "zones", filter: undefined, said: "", marked: undefined };
  let waiting = 0;
  const update = () => {
    waiting ||= requestAnimationFrame(draw);
  };
  const set = (change: Partial<Ui>) => {
    Object.assign(ui, change);
    update();
  };
  const world = watchWorld(update);
  const glance = setInterval(update, GLANCE);
  const ends = [
    listen(inside, update),
    world.stop,
    // What scrolls tells its own document alone, on the way down.
    on(window, ["scroll", "resize", "visibilitychange"], update),
    on(host, ["click", "keydown"], (event) => event.stopPropagation()),
  ];

  const actions: Omit<Console, "model"> = {
    ui,
    set,
    refresh(target) {
      inside.tag.refresh(target);
      set({ said: texts.refreshed });
    },
    copy: (text, said = texts.copied) => set({ said: copy(text, root) ? said : texts.notCopied }),
    close() {
      for (const end of ends) end();
      clearInterval(glance);
      cancelAnimationFrame(waiting);
      render(null, root);
      host.remove();
      shown = undefined;
      before?.focus?.();
    },
  };

  function draw(): void {
    waiting = 0;
    place(host);
    render(<App {...actions} model={modelOf(inside, world, host)} />, root);
  }
  draw();
  host.focus();
}

/** Above everything, outside the body, and back again when an application has drawn the page anew. */
function place(host: HTMLElement): void {
  if (host.isConnected) return;
  host.popover = "manual";
  document.documentElement.append(host);
  host.showPopover?.();
}

function on(target: EventTarget, types: string[], act: (event: Event) => void): () => void {
  const capture = target === window;
  for (const type of types) target.addEventListener(type, act, capture);
  return () => {
    for (const type of types) target.removeEventListener(type, act, capture);
  };
}

/** By a selection, as insecure pages have no other clipboard. False when the browser does not allow it. */
function copy(text: string, root: ShadowRoot): boolean {
  const before = root.activeElement as HTMLElement | null;
  const area = root.appendChild(document.createElement("textarea"));
  area.value = text;
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  before?.focus();
  return done;
}
