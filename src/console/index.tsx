/** Opens the console over the page, once, and keeps it up to date until it is closed. */
import { App } from "./App.tsx";
import css from "./console.css";
import { collectEvidence } from "./evidence.ts";
import { readModel } from "./model.ts";
import { render } from "./render.ts";
import { NAME, subscribe, type TagState } from "./slots.ts";
import type { Ui } from "./state.ts";
import * as texts from "./texts.ts";

/** Milliseconds between two looks at what has no event: sizes, what covers a zone, what has come near. */
const POLL_INTERVAL = 1000;

/** Pixels that the panel takes from the side it is docked to. */
const PANEL_REACH = 444;

/** The element of the console that is open. */
let openHost: HTMLElement | undefined;

/** Called by the tag. Opening it again brings the focus to the one that is open. */
export function open(tagState: TagState): void {
  if (openHost) {
    openHost.focus();
    return;
  }
  const focusedBefore = document.activeElement;
  const { host, root } = createHost();
  openHost = host;
  const ui: Ui = { side: "right", height: "full" };
  const update = createUpdates(draw);
  const set = (change: Partial<Ui>) => {
    Object.assign(ui, change);
    update();
  };
  const { evidence, stop } = watchPage(tagState, update);
  const actions = {
    set,
    show: (el: Element) => showZone(el, ui, set),
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
    // A frame that was asked for before it was closed.
    if (openHost !== host) return;
    // Redrawing may move the button that is pressed from under the pointer, and its click would be lost.
    if (host.matches(":active")) {
      update();
      return;
    }
    attach(host);
    const focused = root.activeElement;
    render(<App {...actions} {...ui} {...readModel(tagState, evidence)} />, root);
    // An element that is moved loses the focus.
    if (focused !== root.activeElement) focus(focused);
  }
  draw();
  host.focus();
}

function createHost() {
  const host = document.createElement(NAME);
  // Open: developers and their tools look into it, and nothing in it is secret.
  const root = host.attachShadow({ mode: "open", delegatesFocus: true });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  return { host, root };
}

/** Draws once in a frame, however often it is asked to. */
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

/** Calls back whenever something may look different, until it is stopped. */
function watchPage(tagState: TagState, update: () => void) {
  const evidence = collectEvidence(update);
  const unsubscribe = subscribe(tagState, update);
  const polling = setInterval(update, POLL_INTERVAL);
  // Scroll events do not bubble, so they are caught on their way down.
  window.addEventListener("scroll", update, true);
  const stop = () => {
    evidence.stop();
    unsubscribe();
    clearInterval(polling);
    window.removeEventListener("scroll", update, true);
  };
  return { evidence, stop };
}

/** Scrolls a zone into view and moves out of its way: to the other side, or below what is too wide for that. */
function showZone(el: Element, ui: Ui, set: (change: Partial<Ui>) => void): void {
  const { left, right } = el.getBoundingClientRect();
  const fits = { left: left >= PANEL_REACH, right: right <= innerWidth - PANEL_REACH };
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

/** SVG and MathML have elements that take the focus, too. */
function focus(element: Element | null): void {
  if (element && "focus" in element && typeof element.focus === "function") element.focus();
}

/** Puts it above everything, outside the body, again when an application has replaced the document's content. */
function attach(host: HTMLElement): void {
  if (host.isConnected) return;
  host.popover = "manual";
  document.documentElement.append(host);
  host.showPopover?.();
}

/**
 * By a selection, because insecure pages have no other clipboard: https://w3c.github.io/clipboard-apis/#dom-navigator-clipboard
 * False when the browser does not allow it.
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
