/** The story of a page: collect → request → send → read → render → count. */
import type { Gdpr } from "../protocol/placement.ts";
import { reserve } from "./box.ts";
import { readConsent } from "./consent.ts";
import { adopt, renderers, type Zone } from "./placeholder.ts";
import { complain, note, notes } from "./record.ts";
import { composeRequest } from "./request.ts";
import { readResponse } from "./response.ts";
import { readValues } from "./settings.ts";
import { after, exchange, flush } from "./transport.ts";
import type { Failure, PageValues, Renderer, Result, Values } from "./zone.ts";

const SELECTOR = "[data-zone-id],[data-zoneid]";

export type Target = Element | number | undefined;

/** Placeholders under the tag's care; null for one that the page has taken back. */
const zones = new Map<Element, Zone | null>();
let settings: Values;
let loadConsole: () => Promise<{ open(inside: object): void }>;
let keys = 0;
let begun = false;
let busy = false;

const all = () => [...zones.values()].filter((zone): zone is Zone => !!zone);

/** Calls `act` with the placeholders in a tree, the root included, in document order. */
function eachPlaceholder(root: Node, act: (el: HTMLElement) => void): void {
  const el = root as HTMLElement;
  if (el.matches?.(SELECTOR)) act(el);
  if (el.firstElementChild) el.querySelectorAll<HTMLElement>(SELECTOR).forEach(act);
}

function claim(el: HTMLElement) {
  const own = readValues(el.attributes, complain);
  const zone = adopt(el, Object.setPrototypeOf(own, settings), ++keys, pump);
  zones.set(el, zone);
  reserve(el.getRootNode() as Document, own.size);
}

// — when

function due() {
  const wanted = document.hidden === true ? [] : all().filter(({ wanted }) => wanted);
  const loaded =
    document.readyState !== "loading" || settings.manual != null || (!begun && zones.size >= settings.zones!);
  const judged = wanted.every(({ near }) => near != null);
  return wanted.filter(({ near, media }) => loaded && judged && near && (!media || media.matches));
}

async function pump() {
  if (busy) return;
  busy = true;
  await (begun && after(0));
  if (due()[0]) {
    const gdpr = await readConsent(settings);
    const batch = due().sort((a, b) => (a.el.compareDocumentPosition(b.el) & 2) - 1);
    begun = true;
    while (batch[0]) request(batch.splice(0, 100), gdpr);
  }
  busy = false;
}

// — request, send, read

async function request(batch: Zone[], gdpr: Gdpr | undefined) {
  const address = /^http/.test(location.href) ? location.href : document.referrer;
  const settle = batch.map((zone) => zone.request());
  let answer: Result[] | Failure;
  try {
    const body = composeRequest(batch, settings, gdpr, navigator, address);
    note("sent", body);
    answer = await exchange(settings, body, (text, status) => {
      note("received", { status, text });
      return readResponse(text, batch);
    });
  } catch (error) {
    answer = { code: "config", message: `${error}` };
  }
  for (const [at, end] of settle.entries()) {
    // Many zones are shown a few in a task, so that the page can answer its reader in between.
    if (at && at % 20 === 0) await after(0);
    end(Array.isArray(answer) ? answer[at]! : answer);
  }
}

// — calls

const matching = (target: Target) =>
  all().filter(({ el, id }) => target === undefined || id === target || (target as Element).contains?.(el));

function visit(el: HTMLElement) {
  if (el.isConnected) {
    if (!zones.has(el) && settings.manual == null) claim(el);
  } else {
    zones.get(el)?.release();
    zones.delete(el);
  }
}

function scan(root: Node = document) {
  new MutationObserver((records) => {
    for (const { addedNodes, removedNodes } of records)
      for (const node of [...removedNodes, ...addedNodes]) eachPlaceholder(node, visit);
  }).observe(root, { childList: true, subtree: true });
  eachPlaceholder(root, (el) => zones.get(el) || claim(el));
}

/** What `window.zonetag` and `createZonetag` give. */
export interface Zonetag {
  /** Runs functions with the tag, at once. */
  push(...functions: ((z: Zonetag) => void)[]): void;
  /** Page-level values for the next requests. */
  set(values: PageValues): void;
  /** Looks for placeholders now, below a root or in the whole document. */
  scan(root?: Node): void;
  /** Requests again: an element, a zone id, or all. */
  refresh(target?: Target): void;
  /** Gives placeholders back as the publisher wrote them, until `scan` or `refresh` names them again. */
  destroy(target?: Target): void;
  /** Registers a renderer for another ad type. */
  render(type: string, renderer: Renderer): void;
  /** Opens the console. */
  console(): Promise<void>;
}

export const tag = {
  push(...functions: ((z: Zonetag) => void)[]) {
    for (const run of functions)
      try {
        run(tag);
      } catch (error) {
        console.error(error);
      }
  },
  set({ targeting, ...values }: PageValues) {
    Object.assign(settings, values);
    Object.assign(settings.targeting, targeting);
  },
  scan,
  refresh(target?: Target) {
    if ((target as Element)?.matches) scan(target as Element);
    for (const zone of matching(target)) zone.again();
  },
  destroy(target?: Target) {
    for (const zone of matching(target)) {
      zone.release();
      zones.set(zone.el, null);
    }
  },
  render(type: string, renderer: Renderer) {
    renderers.set(type, renderer);
  },
  async console() {
    try {
      (await loadConsole()).open({ settings, zones, notes, tag });
    } catch (error) {
      complain(`console.js: ${error}`);
    }
  },
} as Zonetag;

/** `load` imports the console, from where the page has it. */
export function prepare(values: Values, load: typeof loadConsole) {
  loadConsole = load;
  settings = values;
  settings.credentials ||= "omit";
}

export function start() {
  if (/[?&]zonetag_console/.test(location.search)) tag.console();
  if (!settings.endpoint) return complain("data-endpoint: expected the full address of the ad service");
  addEventListener("DOMContentLoaded", pump);
  addEventListener("pagehide", () => flush(1e3));
  addEventListener("visibilitychange", () => {
    pump();
    for (const zone of all()) zone.look();
  });
  if (settings.manual == null) scan();
  const { endpoint: href } = settings;
  if (document.readyState === "loading")
    document.head.append(
      Object.assign(document.createElement("link"), { rel: "preconnect", href, crossOrigin: "" }),
    );
}
