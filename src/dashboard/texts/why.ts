/** Texts on empty requests, loaded with the code that shows them. */
import type { LimitReason, UnfilledReason } from "../../protocol/unfilled.ts";
import type { Language } from "./locale.ts";

export interface WhyTexts {
  title: string;
  /** `12,400 of 40,000 requests stayed empty.` */
  empty(unfilled: string, requests: string): string;
  none(requests: string): string;
  /** Reasons, each written after its share; `name`: the campaign of a limit, or the country. */
  reasons: Record<UnfilledReason, (name: string | undefined) => string>;
  unknown: string;
  others: string;
  /** Remedies, for networks. */
  actions: Record<UnfilledReason, string>;
  askNetwork: string;
  days: { today: string; yesterday: string };
  /** Requests that a campaign missed because of one of its limits. */
  missed(day: string, requests: string, limit: string, first: string): string;
  limits: Record<LimitReason, string>;
  dailyBudget: string;
  notIncluded: string;
  raise: Record<LimitReason, string>;
  spentAt(amount: string, span: string): string;
  notSpent(amount: string): string;
}

const widen = "Widen a campaign's targeting.";

const en: WhyTexts = {
  title: "Empty requests",
  empty: (unfilled, requests) => `${unfilled} of ${requests} requests stayed empty:`,
  none: (requests) => `All ${requests} requests got an ad.`,
  reasons: {
    suspended: () => "account suspended",
    network: () => "no active campaign",
    variations: () => "no creative of the zone's size",
    "targeting.sites": () => "no campaign for this site",
    "targeting.zones": () => "no campaign for this zone",
    "targeting.categories": () => "no campaign for the site's category",
    blockedAdvertisers: () => "advertiser blocked by the site",
    flight: () => "no campaign on that day",
    "targeting.times": () => "no campaign at that hour",
    "targeting.countries": (name) => `no campaign for ${name ?? "the visitor's country"}`,
    "targeting.regions": () => "no campaign for the visitor's region",
    "targeting.languages": () => "no campaign for the visitor's language",
    "targeting.deviceTypes": () => "no campaign for the visitor's device",
    "targeting.operatingSystems": () => "no campaign for the visitor's operating system",
    "targeting.browsers": () => "no campaign for the visitor's browser",
    consent: () => "targeting that needs the visitor's consent",
    "targeting.custom": () => "no campaign for the zone's custom keys",
    keywords: () => "no campaign with a matching keyword",
    negativeKeywords: () => "negative keywords",
    frequency: (name) => (name ? `frequency cap of ${name} reached` : "frequency cap reached"),
    caps: (name) => (name ? `impression cap of ${name} reached` : "impression cap reached"),
    budget: (name) => (name ? `budget of ${name} spent` : "budget spent"),
    spread: (name) => (name ? `${name} spread over the day` : "campaign spread over the day"),
  },
  unknown: "reason not recorded",
  others: "other reasons",
  actions: {
    suspended: "Only the network can end this.",
    network: "Create or resume a campaign.",
    variations: "Add a creative of this size.",
    "targeting.sites": "Add the site to a campaign.",
    "targeting.zones": "Add the zone to a campaign.",
    "targeting.categories": "Add the category to a campaign.",
    blockedAdvertisers: "Unblock an advertiser in the site's settings.",
    flight: "Extend a campaign's days.",
    "targeting.times": "Add hours to a campaign.",
    "targeting.countries": "Add the country to a campaign.",
    "targeting.regions": widen,
    "targeting.languages": widen,
    "targeting.deviceTypes": widen,
    "targeting.operatingSystems": widen,
    "targeting.browsers": widen,
    consent: "Run a campaign that targets nothing finer than countries.",
    "targeting.custom": "Run a campaign without these keys, or send others.",
    keywords: "Run a campaign without keywords, or add some.",
    negativeKeywords: "Remove a negative keyword.",
    frequency: "Raise the frequency cap.",
    caps: "Raise the impression cap.",
    budget: "Raise the budget.",
    spread: "Raise the budget or cap, or switch off even delivery.",
  },
  askNetwork: "Your network can change this.",
  days: { today: "Today", yesterday: "Yesterday" },
  missed: (day, requests, limit, first) =>
    `${day} ${limit} alone kept it from at least ${requests} empty requests, the first at about ${first}.`,
  limits: {
    frequency: "its frequency cap",
    caps: "its impression cap",
    budget: "its budget",
    spread: "its even delivery over the day",
  },
  dailyBudget: "its daily budget",
  notIncluded: "Days are UTC days. Requests that another campaign filled are not included.",
  raise: {
    frequency: "Raise the frequency cap to get them.",
    caps: "Raise the impression cap to get them.",
    budget: "Raise the budget to get them.",
    spread: "Raise the budget or cap, or switch off even delivery, to get them.",
  },
  spentAt: (amount, span) => `Yesterday ${amount} would have been spent at about ${span}.`,
  notSpent: (amount) => `Yesterday ${amount} would not have been spent.`,
};

const widenDe = "Weite das Targeting einer Kampagne aus.";

const de: WhyTexts = {
  title: "Leere Anfragen",
  empty: (unfilled, requests) => `${unfilled} von ${requests} Anfragen blieben leer:`,
  none: (requests) => `Alle ${requests} Anfragen bekamen eine Anzeige.`,
  reasons: {
    suspended: () => "Konto gesperrt",
    network: () => "keine aktive Kampagne",
    variations: () => "kein Werbemittel in der Größe der Zone",
    "targeting.sites": () => "keine Kampagne für diese Website",
    "targeting.zones": () => "keine Kampagne für diese Zone",
    "targeting.categories": () => "keine Kampagne für die Kategorie der Website",
    blockedAdvertisers: () => "Werbekunde von der Website gesperrt",
    flight: () => "keine Kampagne an diesem Tag",
    "targeting.times": () => "keine Kampagne zu dieser Stunde",
    "targeting.countries": (name) =>
      name ? `keine Kampagne für ${name}` : "keine Kampagne für das Land des Besuchers",
    "targeting.regions": () => "keine Kampagne für die Region des Besuchers",
    "targeting.languages": () => "keine Kampagne für die Sprache des Besuchers",
    "targeting.deviceTypes": () => "keine Kampagne für das Gerät des Besuchers",
    "targeting.operatingSystems": () => "keine Kampagne für das Betriebssystem des Besuchers",
    "targeting.browsers": () => "keine Kampagne für den Browser des Besuchers",
    consent: () => "Targeting, das eine Einwilligung braucht",
    "targeting.custom": () => "keine Kampagne für die eigenen Schlüssel der Zone",
    keywords: () => "keine Kampagne mit passendem Stichwort",
    negativeKeywords: () => "ausschließende Stichwörter",
    frequency: (name) => (name ? `Frequency Cap von ${name} erreicht` : "Frequency Cap erreicht"),
    caps: (name) => (name ? `Obergrenze von ${name} erreicht` : "Obergrenze erreicht"),
    budget: (name) => (name ? `Budget von ${name} ausgegeben` : "Budget ausgegeben"),
    spread: (name) => (name ? `${name} über den Tag verteilt` : "Kampagne über den Tag verteilt"),
  },
  unknown: "Grund nicht erfasst",
  others: "andere Gründe",
  actions: {
    suspended: "Nur das Netzwerk kann das aufheben.",
    network: "Lege eine Kampagne an oder setze eine fort.",
    variations: "Füge ein Werbemittel dieser Größe hinzu.",
    "targeting.sites": "Nimm die Website in eine Kampagne auf.",
    "targeting.zones": "Nimm die Zone in eine Kampagne auf.",
    "targeting.categories": "Nimm die Kategorie in eine Kampagne auf.",
    blockedAdvertisers: "Entsperre einen Werbekunden in den Einstellungen der Website.",
    flight: "Verlängere die Laufzeit einer Kampagne.",
    "targeting.times": "Nimm weitere Stunden in eine Kampagne auf.",
    "targeting.countries": "Nimm das Land in eine Kampagne auf.",
    "targeting.regions": widenDe,
    "targeting.languages": widenDe,
    "targeting.deviceTypes": widenDe,
    "targeting.operatingSystems": widenDe,
    "targeting.browsers": widenDe,
    consent: "Nutze eine Kampagne, die höchstens nach Ländern auswählt.",
    "targeting.custom": "Nutze eine Kampagne ohne diese Schlüssel, oder sende andere.",
    keywords: "Nutze eine Kampagne ohne Stichwörter, oder füge welche hinzu.",
    negativeKeywords: "Entferne ein ausschließendes Stichwort.",
    frequency: "Erhöhe den Frequency Cap.",
    caps: "Erhöhe die Obergrenze.",
    budget: "Erhöhe das Budget.",
    spread: "Erhöhe Budget oder Obergrenze, oder schalte die Verteilung über den Tag ab.",
  },
  askNetwork: "Das kann dein Netzwerk ändern.",
  days: { today: "Heute", yesterday: "Gestern" },
  missed: (day, requests, limit, first) =>
    `${day} blieben allein wegen ${limit} mindestens ${requests} Anfragen leer, die erste gegen ${first}.`,
  limits: {
    frequency: "des Frequency Caps",
    caps: "der Obergrenze für Einblendungen",
    budget: "des Budgets",
    spread: "der Verteilung über den Tag",
  },
  dailyBudget: "des Tagesbudgets",
  notIncluded: "Tage in UTC. Anfragen, die eine andere Kampagne bekam, zählen nicht dazu.",
  raise: {
    frequency: "Mit einem höheren Frequency Cap bekommt sie diese Anfragen.",
    caps: "Mit einer höheren Obergrenze bekommt sie diese Anfragen.",
    budget: "Mit einem höheren Budget bekommt sie diese Anfragen.",
    spread: "Mit höherem Budget, höherer Obergrenze oder ohne Verteilung bekommt sie diese Anfragen.",
  },
  spentAt: (amount, span) => `Gestern wären ${amount} gegen ${span} ausgegeben gewesen.`,
  notSpent: (amount) => `Gestern wären ${amount} nicht ausgegeben worden.`,
};

export const WHY_TEXTS: Record<Language, WhyTexts> = { en, de };
