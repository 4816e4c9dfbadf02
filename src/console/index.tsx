/** Opens the console over the page and updates it until it is closed. */
import { App } from "./App.tsx";
import css from "./console.css";
import { collectEvidence } from "./evidence.ts";
import { createModel } from "./model.ts";
import { render } from "./render.ts";
import { NAME, subscribe, type TagState } from "./slots.ts";
import type { Ui } from "./state.ts";
import * as texts from "./texts.ts";

/** Milliseconds between updates for changes without an event: sizes, covered zones, zones that came near. */
const POLL_INTERVAL = 1000;

/** Host element of the open console. */
let openHost: HTMLElement | undefined;

/** Opens the console for the tag, or focuses it if it is already open. */
export function open(tagState: TagState): void {
  if (openHost) {
    openHost.focus();
    return;
  }
  const focusedBefore = document.activeElement;
  const { host, root } = createHost();
  openHost = host;
  const ui: Ui = { side: "right", height: "full", toggled: new Set() };
  const update = createUpdates(draw);
  const set = (change: Partial<Ui>) => {
    Object.assign(ui, change);
    update();
  };
  const { evidence, stop } = watchPage(tagState, update);
  const actions = {
    set,
    show: (el: Element) => showZone(el, root, ui, set),
    refresh(target?: Element) {
      tagState.tag.refresh(target);
      set({ status: texts.refreshed });
    },
    copy: (text: string, status = texts.copied) =>
      set({ status: copyText(text, root) ? status : texts.notCopied }),
    close() {
      stop();
      host.remove();
      openHost = undefined;
      focus(focusedBefore);
    },
  };
  keepFromPage(host, actions.close);

  function draw(): void {
    // The frame may have been requested before the console was closed.
    if (openHost !== host) return;
    // A redraw could move the pressed button from under the pointer, and its click would be lost.
    if (host.matches(":active")) {
      update();
      return;
    }
    attach(host);
    const focused = root.activeElement;
    render(<App {...actions} {...ui} {...createModel(tagState, evidence)} />, root);
    // Moving an element takes its focus away.
    if (focused !== root.activeElement) focus(focused);
  }
  draw();
  host.focus();
}

function createHost() {
  const host = document.createElement(NAME);
  host.lang = texts.language;
  // The shadow root is open, so that developers and their tools can inspect it; it contains no secrets.
  const root = host.attachShadow({ mode: "open", delegatesFocus: true });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  return { host, root };
}

/** Limits drawing to once per frame. */
function createUpdates(draw: () => void): () => void {
  let isScheduled = false;
  return () => {
    if (!isScheduled)
      requestAnimationFrame(() => {
        isScheduled = false;
        draw();
      });
    isScheduled = true;
  };
}

/** Calls `update` when the display may be outdated, until `stop`. */
function watchPage(tagState: TagState, update: () => void) {
  const evidence = collectEvidence(update);
  const unsubscribe = subscribe(tagState, update);
  const polling = setInterval(update, POLL_INTERVAL);
  // Scroll events do not bubble, so listen in the capture phase.
  window.addEventListener("scroll", update, true);
  const stop = () => {
    evidence.stop();
    unsubscribe();
    clearInterval(polling);
    window.removeEventListener("scroll", update, true);
  };
  return { evidence, stop };
}

/** Scrolls a zone into view and moves the panel off it: to the other side, or down for a zone that is too wide. */
function showZone(el: Element, root: ShadowRoot, ui: Ui, set: (change: Partial<Ui>) => void): void {
  // The panel and the gaps beside it.
  const reach = (root.querySelector("section")?.offsetWidth ?? 0) + 24;
  const { left, right } = el.getBoundingClientRect();
  const fits = { left: left >= reach, right: right <= innerWidth - reach };
  const side = fits[ui.side] ? ui.side : fits.left ? "left" : "right";
  set({ side, height: fits[side] ? "full" : "low" });
  el.scrollIntoView({ block: fits[side] ? "center" : "start" });
}

/** Keeps events in the console from the page. */
function keepFromPage(host: HTMLElement, close: () => void): void {
  host.onclick = (event) => event.stopPropagation();
  host.onkeydown = (event) => {
    event.stopPropagation();
    if (event.key === "Escape") close();
  };
}

/** Focuses an element; SVG and MathML elements can have the focus, too. */
function focus(element: Element | null): void {
  if (element && "focus" in element && typeof element.focus === "function") element.focus();
}

/** Puts the host above everything, outside the body. Called again when an application has replaced the document. */
function attach(host: HTMLElement): void {
  if (host.isConnected) return;
  host.popover = "manual";
  document.documentElement.append(host);
  host.showPopover?.();
}

/**
 * Copies a text, and returns false when the browser does not allow it. Uses a selection, because the Clipboard API is
 * missing on insecure pages: https://w3c.github.io/clipboard-apis/#dom-navigator-clipboard
 */
function copyText(text: string, root: ShadowRoot): boolean {
  const focused = root.activeElement;
  const area = root.appendChild(document.createElement("textarea"));
  area.value = text;
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  focus(focused);
  return isCopied;
}
