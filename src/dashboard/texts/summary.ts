/** Texts of the summary above the chart, loaded with it. */
import type { Explaining } from "../reports/summary/findings.ts";
import type { Language } from "./locale.ts";

interface Changed {
  up(percent: string, against: string): string;
  down(percent: string, against: string): string;
}

export interface SummaryTexts {
  quiet(against: string): string;
  /** A count that was zero in the compared days. */
  first: Record<"impressions" | "clicks", (count: string) => string>;
  impressions: Changed;
  ctr: Changed;
  since(day: string): string;
  /** Causes, as parts of a sentence. */
  causes: Record<Explaining, (name: string) => string>;
  member(cause: string, percent: string): string;
  mix(cause: string, now: string, before: string): string;
  end: string;
}

const en: SummaryTexts = {
  quiet: (against) => `Nothing unusual: impressions and CTR hardly changed ${against}.`,
  first: {
    impressions: (count) => `${count} impressions, none before.`,
    clicks: (count) => `${count} clicks, none before.`,
  },
  impressions: {
    up: (percent, against) => `Impressions rose ${percent} ${against}`,
    down: (percent, against) => `Impressions fell ${percent} ${against}`,
  },
  ctr: {
    up: (percent, against) => `The CTR rose ${percent} ${against}`,
    down: (percent, against) => `The CTR fell ${percent} ${against}`,
  },
  since: (day) => `, since ${day}`,
  causes: {
    site_id: (name) => `the site ${name}`,
    zone_id: (name) => `the zone ${name}`,
    campaign_id: (name) => `the campaign ${name}`,
    country_iso: (name) => name,
    device_type_id: (name) => `the device type ${name}`,
  },
  member: (cause, percent) => `: ${cause} explains ${percent} of the change.`,
  mix: (cause, now, before) =>
    `: ${cause} now has ${now} of the impressions instead of ${before}, while the rates themselves hardly changed.`,
  end: ".",
};

const de: SummaryTexts = {
  quiet: (against) => `Nichts Auffälliges: Einblendungen und Klickrate sind ${against} kaum verändert.`,
  first: {
    impressions: (count) => `${count} Einblendungen, zuvor keine.`,
    clicks: (count) => `${count} Klicks, zuvor keine.`,
  },
  impressions: {
    up: (percent, against) => `Die Einblendungen sind ${against} um ${percent} gestiegen`,
    down: (percent, against) => `Die Einblendungen sind ${against} um ${percent} gesunken`,
  },
  ctr: {
    up: (percent, against) => `Die Klickrate ist ${against} um ${percent} gestiegen`,
    down: (percent, against) => `Die Klickrate ist ${against} um ${percent} gesunken`,
  },
  since: (day) => `, und zwar seit ${day}`,
  causes: {
    site_id: (name) => `die Website ${name}`,
    zone_id: (name) => `die Zone ${name}`,
    campaign_id: (name) => `die Kampagne ${name}`,
    country_iso: (name) => name,
    device_type_id: (name) => `der Gerätetyp ${name}`,
  },
  member: (cause, percent) => ` – ${cause} erklärt ${percent} der Veränderung.`,
  mix: (cause, now, before) =>
    ` – ${cause} hat jetzt ${now} der Einblendungen statt ${before}, die Klickraten selbst sind kaum verändert.`,
  end: ".",
};

export const SUMMARY_TEXTS: Record<Language, SummaryTexts> = { en, de };
