/** The story of a page: collect → request → send → read → render → count. */
import { type Gdpr, MAX_ZONES } from "../protocol/placement.ts";
import { make } from "./banner.ts";
import { reserve } from "./box.ts";
import { readConsent } from "./consent.ts";
import { adopt, renderers, type Zone } from "./placeholder.ts";
import { complain, notes } from "./record.ts";
import { composeRequest } from "./request.ts";
import { type Attributes, readValues } from "./settings.ts";
import { after } from "./time.ts";
import { exchange, flush } from "./transport.ts";
import type { PageValues, Renderer, Values } from "./zone.ts";

export type Target = Element | number | undefined;

/** Placeholders under the tag's care; null for one that the page has taken back. */
const zones = new Map<Element, Zone | null>();
let settings: Values;
let watcher: MutationObserver;
let loadConsole: () => Promise<{ open(inside: object): void }>;
let begun = false;
let busy = false;

/** The zones that a target names; all without one. */
const matching = (target?: Target) =>
  [...zones.values()].filter(
    (zone) => zone && (names(target, zone.own) || (target as Element).contains?.(zone.el)),
  ) as Zone[];

/** Whether it is all, or the number of the zone. */
const names = (target: Target, own: Values) => target == null || own.zoneid === +(target as number);

// — when

/** The zones to request now; none while one that may belong to them does not know yet. */
const due = () => {
  const open = matching().filter((zone) => zone.due() !== false);
  return (document.readyState !== "loading" || (!begun && zones.size >= settings.zones!)) &&
    document.hidden !== true &&
    (document as { prerendering?: boolean }).prerendering !== true &&
    open.every((zone) => zone.due())
    ? open
    : [];
};

const pump = async () => {
  if (busy) return;
  busy = true;
  await (begun && after());
  if (due()[0]) {
    const gdpr = await readConsent(settings);
    const batch = due().sort((a, b) => (a.el.compareDocumentPosition(b.el) & 2) - 1);
    begun = true;
    while (batch[0]) {
      const part = batch.splice(0, MAX_ZONES);
      const answer = ask(part, gdpr);
      part.forEach((zone, at) => zone.request(answer, at));
    }
  }
  busy = false;
};

const ask = async (batch: Zone[], gdpr: Gdpr | undefined) => {
  // Once its zones have told that they are requested.
  await null;
  return exchange(settings, composeRequest(batch, settings, gdpr, navigator));
};

// — where

/** Lets go of the placeholders in a tree that left the page; takes the new ones up, and if `asked` those given back. */
const visit = (root: Node, asked?: boolean) => {
  const take = (el: HTMLElement) => {
    const zone = zones.get(el);
    if (!el.isConnected) {
      zone?.release();
      zones.delete(el);
    } else if (settings.endpoint && !zone && (asked || (zone !== null && settings.manual == null))) {
      const own = readValues(el, settings);
      zones.set(el, adopt(el, own, pump));
      reserve(el.getRootNode() as Document, own.size);
    }
  };
  const { zoneId, zoneid } = (root as HTMLElement).dataset || {};
  // Not what it matches: a form may have a field of that name.
  if ((zoneId ?? zoneid) != null) take(root as HTMLElement);
  (root as ParentNode).querySelectorAll?.<HTMLElement>("[data-zone-id],[data-zoneid]").forEach(take);
};

const scan = (root: Node = document) => {
  watcher.observe(root, { childList: true, subtree: true });
  visit(root, true);
};

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
    for (const name in targeting) settings[`target-${name}`] = targeting[name];
  },
  scan,
  refresh(target?: Target) {
    if ((target as Element)?.matches) scan(target as Element);
    // Those given back are asked for as they are now.
    for (const [el, zone] of zones) if (!zone && names(target, readValues(el, settings))) visit(el, true);
    matching(target).forEach((zone) => zone.again());
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
  console: () =>
    loadConsole()
      .then(({ open }) => open({ settings, zones, notes, tag }))
      .catch((error) => complain(`console.js: ${error}`)),
} as Zonetag;

/**
 * Takes care of the page from now on. `load` imports the console, from where the page has it; `queue` is what the page
 * wanted to do before.
 */
export const start = (
  from: Attributes | null,
  load: typeof loadConsole,
  queue: Parameters<Zonetag["push"]>,
) => {
  loadConsole = load;
  settings = readValues(from, null);
  settings.credentials ||= "omit";
  watcher = new MutationObserver((records) => {
    for (const { addedNodes, removedNodes } of records)
      for (const node of [...removedNodes, ...addedNodes]) visit(node);
  });
  tag.push(...queue);
  if (/zonetag_console/.test(location.href)) tag.console();
  const { endpoint: href, manual } = settings;
  // One that is wrong has been complained of.
  if (!href) return from?.getAttribute("data-endpoint") ?? complain("data-endpoint is missing");
  addEventListener("pagehide", flush);
  for (const type of ["DOMContentLoaded", "visibilitychange", "prerenderingchange"])
    document.addEventListener(type, () => {
      pump();
      matching().forEach((zone) => zone.blink());
    });
  if (manual == null) scan();
  // A request that leaves at once opens its connection itself.
  after().then(
    () => begun || document.head?.append(make("link", { rel: "preconnect", href, crossOrigin: "" })),
  );
};
