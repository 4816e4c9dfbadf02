/** Opens the console over the page, once, and keeps it up to date until it is closed. */
import { render } from "preact";
import { App, type Ui } from "./App.tsx";
import css from "./console.css";
import { type Inside, listen, NAME } from "./inside.ts";
import { modelOf } from "./model.ts";
import * as texts from "./texts.ts";
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
  const host = document.createElement(NAME);
  // Open: developers and their tools look into it, and nothing in it is secret.
  const root = host.attachShadow({ mode: "open", delegatesFocus: true });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  shown = host;

  const ui: Ui = {};
  let waiting = false;
  const update = () => {
    if (!waiting) requestAnimationFrame(draw);
    waiting = true;
  };
  const set = (change: Ui) => {
    Object.assign(ui, change);
    update();
  };
  const world = watchWorld(update);
  const unlisten = listen(inside, update);
  const glance = setInterval(update, GLANCE);
  // What scrolls tells its own document alone, on the way down.
  window.addEventListener("scroll", update, true);

  const actions = {
    set,
    refresh(target?: Element) {
      inside.tag.refresh(target);
      set({ said: texts.refreshed });
    },
    copy: (text: string, said = texts.copied) => set({ said: copy(text, root) ? said : texts.notCopied }),
    close() {
      world.stop();
      unlisten();
      clearInterval(glance);
      window.removeEventListener("scroll", update, true);
      host.remove();
      shown = undefined;
      before?.focus?.();
    },
  };
  // The page hears nothing of what is done in here.
  host.onclick = (event) => event.stopPropagation();
  host.onkeydown = (event) => {
    event.stopPropagation();
    if (event.key === "Escape") actions.close();
  };

  function draw(): void {
    waiting = false;
    // What was on its way when it was closed does not bring it back.
    if (shown !== host) return;
    place(host);
    render(<App {...actions} {...ui} {...modelOf(inside, world)} />, root);
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
