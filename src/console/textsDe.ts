/** Every text of the console in German. The build of `console-de.js` puts this file in the place of `texts.ts`. */
import type { Gdpr } from "../protocol/placement.ts";
import { formatTag } from "./formatTag.ts";
import type * as en from "./texts.ts";

type Words = en.Words;
type Measure = en.Measure;

const format = (number: number) => Math.round(number).toLocaleString("de");
const plural = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;

export const language: string = "de";
export const title = "zonetag-Konsole";
export const close = "Schließen";
export const minimise = "Verkleinern";
export const dock = "Auf die andere Seite";
export const parts: typeof en.parts = { zones: "Zonen", requests: "Anfragen", page: "Seite" };
export const all = "Alle";
export const refresh = "Neu anfragen";
export const refreshZone = (id: string) => `Zone ${id} neu anfragen`;
export const refreshAll = "Alle neu anfragen";
export const refreshed = "Neu angefragt.";
export const report = "Bericht kopieren";
export const reported = "Bericht kopiert, ohne persönliche Daten.";
export const copy = "Kopieren";
export const copyCurl = "Als curl kopieren";
export const copied = "Kopiert.";
export const notCopied = "Der Browser hat das Kopieren nicht erlaubt.";
export const show = "Auf der Seite zeigen";
export const dashboard = "Dashboard";
export const details = (id: string) => `Einzelheiten zu Zone ${id}`;
export const openDashboard = (id: string) => `Zone ${id} im Dashboard`;
export const noRequests = "Noch keine Anfragen.";
export const filters = "Zonen nach Zustand";
export const sizes = (reserved: string | undefined, shown: string, requests: number) =>
  `${reserved ? `${reserved} reserviert, ` : ""}${shown} gezeigt${requests > 1 ? `, ${requests}-mal angefragt` : ""}`;
export const zone = (id: string) => `Zone ${id}`;
export const formatTime = (time: number) => `${format(time)} ms`;
export const reportHeading = "Anzeigen auf";
export const redacted = "[ausgelassen]";

export const states: typeof en.states = {
  error: "Problem",
  empty: "Keine Anzeige",
  idle: "Nicht angefragt",
  waiting: "Wartet",
  pending: "Angefragt",
  filled: "Gefüllt",
  media: "Anderer Bildschirm",
};

export const moments: typeof en.moments = {
  found: "Gefunden",
  request: "Angefragt",
  answered: "Beantwortet",
  filled: "Bild geladen",
  empty: "Keine Anzeige",
  error: "Problem",
  removed: "Von der Seite entfernt",
  impression: "Einblendung",
  lost: "Einblendung abgelehnt",
  viewable: "Sichtbar",
  click: "Klick",
};

const CLOSE = "Schließe ihn mit </div>; ein Schrägstrich in <div … /> schließt nicht.";

export const waits: typeof en.waits = {
  endpoint: [
    "Nicht angefragt: Das Skript hat kein gültiges data-endpoint.",
    "Trage die Adresse ein, die du von deinem Werbenetzwerk hast.",
  ],
  manual: ["Nicht angefragt: Die Seite hat es noch nicht verlangt.", "Rufe zonetag.scan() auf."],
  shadow: [
    "Nicht angefragt: Der Platzhalter ist in einem Shadow Root.",
    "Rufe zonetag.scan(root) mit diesem Root auf.",
  ],
  "given-back": [
    "Nicht angefragt: Die Seite hat den Platz mit destroy() zurückgenommen.",
    "Rufe scan() oder refresh() auf.",
  ],
  far: [
    "Noch nicht angefragt: Der Platz ist weit vom sichtbaren Bereich entfernt.",
    "Ein höheres data-lazy fragt ihn früher an.",
  ],
  unseen: [
    "Noch nicht angefragt: Der Platz ist verborgen.",
    "Er wird angefragt, sobald die Seite ihn zeigt.",
  ],
  media: [
    "Nicht angefragt: Sein data-media passt nicht.",
    "Diese Anzeige ist für eine andere Bildschirmbreite gedacht.",
  ],
  unmatchable: [
    "Nicht angefragt: Sein data-media kann nie zutreffen.",
    "Suche nach einer fehlenden Einheit oder Klammer.",
  ],
  loading: ["Noch nicht angefragt: Die Seite lädt noch.", "Mit data-zones geschieht es früher."],
  hidden: [
    "Noch nicht angefragt: Die Seite wird vorab geladen, oder ihr Tab ist im Hintergrund.",
    "Hole den Tab in den Vordergrund.",
  ],
  consent: [
    "Noch nicht angefragt: Die Einwilligung des Besuchers steht aus.",
    "Beantworte den Einwilligungsdialog, oder warte data-consent-timeout ab.",
  ],
};
export const soon = "Wird gleich angefragt.";
export const unanswered = "Noch keine Antwort.";
export const replied = (status: string) => `Der Werbedienst hat mit ${status} geantwortet.`;
export const loading = "Das Bild der Anzeige lädt.";
export const retry = (milliseconds: number) => `Neuer Versuch in ${Math.ceil(milliseconds / 1000)} s.`;
export const kept: Words = ["Die letzte Anfrage brachte nichts, daher bleibt die frühere Anzeige."];

const TELL = "Sage es deinem Werbenetzwerk.";
const SEND = "Schicke deinem Werbenetzwerk einen Bericht.";
const CHECK = "Prüfe data-endpoint.";
const SEARCHING = "Ursache wird gesucht …";

export const codes: typeof en.codes = {
  "invalid-zone": (_, __, id) => [
    `Nicht angefragt: „${id}“ ist keine Zonen-ID.`,
    "Trage die Zahl ein, die du von deinem Werbenetzwerk hast.",
  ],
  "unknown-zone": (_, __, id) => [
    `Der Werbedienst hat keine Zone „${id}“.`,
    "Vergleiche sie mit deinem Konto beim Werbenetzwerk.",
  ],
  network: () => ["Der Werbedienst war nicht erreichbar.", SEARCHING],
  timeout: (_, timeout) => [
    `Der Werbedienst hat nicht innerhalb von ${timeout} ms geantwortet.`,
    "Sage es deinem Werbenetzwerk, oder erhöhe data-timeout.",
  ],
  http: (message) => [
    replied(message),
    / 5/.test(message) ? TELL : / 413/.test(message) ? "Zu groß: Kürze data-keywords." : CHECK,
  ],
  "rate-limited": () => [
    "Der Werbedienst hatte zu viele Anfragen von deiner Adresse.",
    "Deine Seite ist in Ordnung. Frage später neu an.",
  ],
  "invalid-response": (message) =>
    /HTTP/.test(message)
      ? ["Die Antwort stammt nicht von einem Werbedienst.", `${CHECK} Die Antwort steht unter „Anfragen“.`]
      : ["Die Antwort enthält nichts für diese Zone.", SEND],
  rejected: (message) => [`Der Werbedienst hat die Anfrage abgelehnt: ${message}`, TELL],
  zone: (message) => [`Der Werbedienst meldet: „${message}“`, SEND],
  "unsafe-url": (message) => [
    `Die Anzeige hat eine unsichere Adresse: ${message}`,
    "Melde die Kampagne deinem Werbenetzwerk.",
  ],
  "unsupported-type": (message) => [
    `Der Anzeigentyp „${message}“ braucht einen Renderer.`,
    "Bitte dein Werbenetzwerk um Banner, oder füge mit render() einen hinzu.",
  ],
  renderer: (message) => [
    `Der Renderer der Seite ist gescheitert: ${message}`,
    "Korrigiere die Funktion, die render() bekommt.",
  ],
  unfit: (name) => [
    `In <${name}> lässt sich keine Anzeige zeigen.`,
    "Setze data-zone-id an ein <div> oder <ins>.",
  ],
  content: (name) => [
    `Der Platzhalter enthält <${name}>, einen Teil der Seite. Deshalb wird keine Anzeige gezeigt.`,
    CLOSE,
  ],
  large: (size) => [
    `Der Platzhalter enthält ${size.replace(/(\d+)[\d.]*x(\d+).*/, "$1×$2")} Pixel der Seite, zu viel für Ersatzinhalt. Deshalb wird keine Anzeige gezeigt.`,
    CLOSE,
  ],
  long: () => [
    "Der Platzhalter enthält ein Passwortfeld, mehr als zwei Textfelder oder mehr als 300 Zeichen Text. Deshalb wird keine Anzeige gezeigt.",
    CLOSE,
  ],
  unsent: () => ["Die Anfrage wäre größer als 64 KiB.", "Kürze data-keywords und data-target-…."],
  image: (message) => [`Das Bild der Anzeige ließ sich nicht laden: ${message}`, SEARCHING],
};

export const noCampaign = (by: string): Words => [
  `Keine Kampagne passt zu ${by}.`,
  "Deine Seite ist in Ordnung. Mit allgemeineren Stichwörtern finden sich vielleicht mehr Anzeigen.",
];
export const byKeywords = (keywords: string) => `den Stichwörtern „${keywords}“`;
export const byAddress = (address: string) =>
  `den Wörtern der Seitenadresse ${address} (die Zone hat keine Stichwörter)`;
export const byTargeting = (by: string, pairs: string) => `${by} zusammen mit ${pairs}`;

export const rejected = (where: string, message: string, isOwn: boolean): Words => [
  `Der Werbedienst hat ${where} abgelehnt: „${message}“`,
  `${isOwn ? "Korrigiere das" : "Sage es deinem Werbenetzwerk"}: Es verhindert jede Anzeige derselben Anfrage.`,
];
export const nameAttribute = (name: string, id: number) => `${name} der Zone ${id}`;

const BLOCKERS = "Schalte Werbeblocker aus und frage neu an.";

export const diagnoses: typeof en.diagnoses = {
  policy: (host, what, directive) => [
    `Die Content Security Policy der Seite blockiert ${what} (${directive}).`,
    `Nimm ${host} in ${directive} auf.`,
  ],
  corp: (host, what) => [
    `Die Cross-Origin-Embedder-Policy (COEP) der Seite blockiert ${what}.`,
    `${host} muss Cross-Origin-Resource-Policy: cross-origin senden.`,
  ],
  offline: () => ["Der Browser ist offline.", "Stelle die Verbindung her, und frage dann neu an."],
  mixed: (_, what) => [
    `Die Seite verwendet https, ${what} nicht (Mixed Content).`,
    "Verwende eine https-Adresse in data-endpoint oder in der Kampagne.",
  ],
  credentials: (host) => [
    `${host} erlaubt data-credentials="include" nicht: Sein Access-Control-Allow-Origin ist *.`,
    "Entferne data-credentials, oder bitte dein Werbenetzwerk, die Origin dieser Seite zuzulassen.",
  ],
  cors: (host) => [
    `${host} antwortet, aber diese Seite darf es nicht lesen.`,
    "Prüfe den Pfad in data-endpoint. Sonst muss der Werbedienst Access-Control-Allow-Origin senden.",
  ],
  address: (host) => [
    `${host} antwortet, aber nicht auf die Anzeigenanfrage: Wahrscheinlich blockiert sie eine Erweiterung.`,
    BLOCKERS,
  ],
  host: (host) => [
    `${host} ist nicht erreichbar: von einer Erweiterung blockiert, ausgefallen oder falsch geschrieben.`,
    `${CHECK} ${BLOCKERS}`,
  ],
  broken: (host) => [
    `Das Bild der Anzeige auf ${host} ist beschädigt, fehlt oder wird von einer Erweiterung blockiert.`,
    "Wenn es auch in einem neuen Tab nicht lädt, melde die Kampagne deinem Werbenetzwerk.",
  ],
  late: (_, what) => [
    `Vorhin scheiterte ${what} oder war zu langsam. Jetzt kommt eine Antwort.`,
    "Frage die Zone neu an.",
  ],
};
export const subjects: typeof en.subjects = {
  network: "",
  image: "das Bild der Anzeige auf ",
  impression: "die Einblendung auf ",
};
export const redirected = (host: string, url: string): Words => [
  `${host} leitet auf ${url} weiter; dabei geht die Anzeigenanfrage verloren.`,
  "Wenn das der Werbedienst ist, trage die Adresse in data-endpoint ein.",
];
export const lost = (host: string): Words => [
  `Die Einblendung hat ${host} nicht erreicht: blockiert von der Policy der Seite, einer Erweiterung oder dem Netz.`,
  BLOCKERS,
];

/** Rules of the tag's attributes, as its messages name them. */
const RULES: readonly [english: RegExp, german: string][] = [
  [/^a whole number from (\d+) to (\d+)$/, "eine ganze Zahl von $1 bis $2"],
  [/^a whole number from (\d+)$/, "eine ganze Zahl ab $1"],
  [/^a whole number$/, "eine ganze Zahl"],
  [/^an https address$/, "eine https-Adresse"],
  [/^width x height$/, "Breite x Höhe"],
  [/^always or nothing$/, "always oder nichts"],
  [/^path, full, origin or an https address$/, "path, full, origin oder eine https-Adresse"],
  [/^(\w+) or (\w+)$/, "$1 oder $2"],
  [/^text$/, "ein Text"],
];

export const wrongValue = (name: string, value: string, expected: string): Words => {
  const [english, german] = RULES.find(([rule]) => rule.test(expected)) ?? [/^$/, ""];
  return [
    `${name}="${value}" ist nicht gültig und wird ignoriert.`,
    `Erwartet: ${expected.replace(english, german)}.`,
  ];
};
export const sampleValue = (name: string, value: string): Words => [
  `${name}="${value}" ist ein Beispielwert.`,
  "Trage einen eigenen ein, oder entferne ihn.",
];
export const unknown = (name: string, meant: string, where?: string): Words => [
  `Das Tag hat kein Attribut ${name}, daher wird es ignoriert${where ? `: ${where}` : "."}`,
  `Meinst du ${meant}?`,
];
export const plainly = (meant: string) => `${meant}, mit einfachen Bindestrichen`;
export const unfilled = (name: string, value: string): Words => [
  `${name}="${value}" ist eine Vorlage, die nicht ausgefüllt wurde.`,
  "Trage einen eigenen Wert ein, oder entferne sie.",
];
export const untyped = (name: string, value: string, character: string): Words => [
  `${name}="${value}" enthält ${character}.`,
  "Tippe es neu.",
];
export const invisible = "ein unsichtbares Zeichen";
export const misplaced = (name: string, isOfScript: boolean): Words => [
  `${name} gehört an ${isOfScript ? "das Skript" : "einen Platzhalter"}, daher wird es ignoriert.`,
  "Verschiebe es dorthin.",
];

export const late = (name: string): Words => [
  `${name} wurde geändert, nachdem die Zone angefragt wurde.`,
  "Setze es vorher, oder rufe refresh() auf.",
];

export const boxes: typeof en.boxes = {
  removed: () => [
    "Die Seite hat die Anzeige oder ihren Link entfernt, daher bleibt der Platz leer.",
    "refresh() fragt eine neue an.",
  ],
  moved: (value, size) => [
    `Die Seite hat sich um ${value} verschoben (Layout Shift), als diese Zone gefüllt wurde: ${size ? "Die Seite verbirgt sie, solange sie leer ist" : "Sie hat kein data-size"}.`,
    size ? "Suche nach :empty in ihrem Stil." : "Setze data-size.",
  ],
  larger: (banner, box) => [
    `Das Banner (${banner}) ist größer als sein Platz und wird deshalb mit ${box} gezeigt.`,
    "Vergrößere den Platz, oder bitte dein Werbenetzwerk um seine Größe.",
  ],
  smaller: (banner, box) => [
    `Das Banner (${banner}) ist viel kleiner als sein Platz (${box}).`,
    "Bitte dein Werbenetzwerk um diese Größe, oder ändere data-size.",
  ],
  covered: (tag) => [`Etwas verdeckt die Anzeige: ${tag}`, "Verschiebe das, sonst sieht sie niemand."],
  blocked: (name) => [
    `Der Platz wird nicht dargestellt, und Werbeblocker verbergen Elemente mit dem Namen „${name}“.`,
    "Benenne ihn um, oder schalte Werbeblocker aus.",
  ],
  unclickable: (by) => [`Ein Klick auf die Anzeige bewirkt nichts: ${by}`, "Ändere das."],
};

export const hidden = (el: Element, by: string): Words => [
  `Die Seite verbirgt die Anzeige (${by}), daher zählt keine Einblendung: ${formatTag(el)}`,
  "Sie zählt, sobald das geändert ist.",
];
export const hiders: typeof en.hiders = {
  closed: "geschlossen",
  unslotted: "ein Shadow Root ohne <slot>",
  offPage: "eine Position außerhalb der Seite",
  size: (size, isDeclared) => `Größe ${size}${isDeclared ? "" : ", kein data-size"}`,
  sandbox: (value) => `Die Sandbox des Frames blockiert Links: ${value}`,
};

export const pages: typeof en.pages = {
  noZones: () => [
    "Kein Element hat data-zone-id.",
    "Füge den Code deines Werbenetzwerks ein. Werbeblocker können ihn entfernen.",
  ],
  pasted: (_, code) => [
    `Der Anzeigencode steht als Text auf der Seite und bewirkt nichts: ${code}`,
    "Füge ihn als HTML ein.",
  ],
  noConsent: () => [
    "Die Consent-Plattform hat nicht geantwortet, daher wurden Anzeigen ohne Einwilligung angefragt.",
    "Prüfe sie, oder erhöhe data-consent-timeout.",
  ],
  twice: (count) => [
    `Das Skript des Tags steht ${count}-mal auf der Seite.`,
    "Entferne alle außer dem ersten.",
  ],
  repeated: (count, id) => [
    `Zone ${id} steht ${count}-mal auf der Seite.`,
    "Verwende für jeden Platz eine eigene Zone.",
  ],
};

export const noVerdict = "Keine Anzeigenzonen auf dieser Seite";
export const verdict: typeof en.verdict = {
  filled: (count, all) => `${count} von ${all} gefüllt`,
  unseen: (count) => `${count} nicht zu sehen`,
  unopened: (count) => `${count} nicht anklickbar`,
  empty: (count) => `${count} ohne Anzeige`,
  "wrong-id": (count) => plural(count, "falsche ID", "falsche IDs"),
  network: (count) => `${count} nicht erreicht`,
  timeout: (count) => `${count} ohne rechtzeitige Antwort`,
  image: (count) => plural(count, "defektes Bild", "defekte Bilder"),
  rejected: (count) => `${count} abgelehnt`,
  error: (count) => `${count} gescheitert`,
  pending: (count) => `${count} angefragt`,
  waiting: (count) => plural(count, "wartet", "warten"),
  idle: (count) => `${count} nicht angefragt`,
  media: (count) => `${count} für einen anderen Bildschirm`,
};

export const tag = (entry: PerformanceResourceTiming | undefined): Measure => [
  "Tag",
  entry
    ? `${entry.encodedBodySize ? `${format(entry.transferSize)} Bytes` : "Größe unbekannt, geladen"} in ${formatTime(entry.duration)}`
    : "Teil der Seite",
];
export const countRequests = (tag: number, ads: number, images: number, impressions: number): Measure => [
  "Netzwerkanfragen",
  `${tag + ads + images + impressions}: Tag ${tag}, Anzeigen ${ads}, Bilder ${images}, Einblendungen ${impressions}`,
];
export const compareShifts = (ads: string, page: string): Measure => [
  "Layout Shift durch Anzeigen",
  `${ads} von ${page} der Seite`,
];
export const countViewable = (viewable: number, all: number): Measure => [
  "Sichtbare Einblendungen",
  all ? `${viewable} von ${all} (${Math.round((viewable / all) * 100)} %)` : "noch keine",
];
export const browser = (name: string, view: string): Measure => ["Browser", `${name}, ${view}`];

export const exchange: typeof en.exchange = {
  title: (at, zones) => `Anfrage ${at}, ${plural(zones, "Zone", "Zonen")}`,
  sent: "Gesendet",
  received: "Empfangen",
  consent: (gdpr: Gdpr | undefined) =>
    gdpr ? `DSGVO: ${gdpr.gdpr}, Einwilligung: „${gdpr.consent}“` : "DSGVO: nicht gesendet",
  status: (status, time) => (status ? `HTTP ${status} in ${time}` : `keine Antwort, nach ${time}`),
  again: "(zweiter Versuch)",
};
