/** Every text of the dashboard in German. */
import { GROUPING_LABELS_DE, METRIC_LABELS_DE } from "../../protocol/labelsDe.ts";
import type { PeriodName } from "../reports/period.ts";
import type { Texts } from "./en.ts";
import { problems } from "./problemsDe.ts";

const periods: Record<PeriodName, string> = {
  today: "Heute",
  yesterday: "Gestern",
  "7d": "Letzte 7 Tage",
  "30d": "Letzte 30 Tage",
  "90d": "Letzte 90 Tage",
  week: "Diese Woche",
  month: "Dieser Monat",
  "last-month": "Letzter Monat",
  year: "Dieses Jahr",
};

export const de: Texts = {
  skip: "Zum Inhalt springen",
  loading: "Lädt …",
  close: "Schließen",
  cancel: "Abbrechen",
  tryAgain: "Erneut versuchen",

  pages: {
    title: "Hauptnavigation",
    statistics: "Statistik",
    inventory: "Inventar",
    campaigns: "Kampagnen",
    approvals: "Freigaben",
    accounts: "Konten",
    try: "Seite prüfen",
    people: "Benutzer und API-Token",
    settings: "Dein Konto",
    changes: "Was sich geändert hat",
  },

  signIn: {
    lead: "Melde dich bei deinem Konto an.",
    login: "E-Mail oder Benutzername",
    userName: "Benutzername",
    password: "Passwort",
    show: "Passwort anzeigen",
    apiToken: "API-Token",
    submit: "Anmelden",
    busy: "Anmeldung läuft …",
    useToken: "Mit API-Token anmelden",
    usePassword: "Mit Benutzername und Passwort anmelden",
    wrongPassword: "Benutzername oder Passwort ist falsch.",
    wrongToken: "Dieses API-Token ist nicht gültig.",
    linkEnded: "Dieser Link ist abgelaufen oder widerrufen. Bitte um einen neuen oder melde dich an.",
    ended: "Deine Sitzung ist abgelaufen. Melde dich an, um weiterzumachen, wo du warst.",
    forgotten: "Passwort vergessen?",
    waiting: (seconds) => `Der Dienst ist ausgelastet. Neuer Versuch in ${seconds} s.`,
    code: "Code aus deiner Authenticator-App",
    recoveryCode: "Wiederherstellungscode",
    useRecovery: "Wiederherstellungscode benutzen",
  },

  errors: {
    network: "Keine Verbindung zum Dienst.",
    timeout: "Der Dienst braucht zu lange für eine Antwort.",
    server: "Beim Dienst ist ein Fehler aufgetreten.",
    limit: "Zu viele Anfragen.",
    invalid: "Die Antwort des Dienstes ist nicht lesbar.",
    gone: "Das gibt es nicht mehr.",
    refused: (words) => `Der Dienst kann das nicht anzeigen: ${words}`,
    updating: (seconds) => `Die Zahlen aktualisieren sich in ${seconds} s.`,
  },

  problems,

  header: {
    account: {
      publisher: "Publisher-Konto",
      advertiser: "Werbekunden-Konto",
      network: "Netzwerk-Konto",
    },
    roles: { publisher: "Publisher", advertiser: "Werbekunden" },
    clock: (zone) => `Zeiten in ${zone}`,
    side: "Ansicht",
    settings: "Einstellungen",
    language: "Sprache",
    theme: "Darstellung",
    themes: { system: "Wie im System", light: "Hell", dark: "Dunkel" },
    signOut: "Abmelden",
    accounts: "Deine Konten",
    switch: "Wechseln",
    switchTo: (name) => `Zu ${name}`,
    switchedElsewhere: (name) =>
      `Du hast in einem anderen Tab zu ${name} gewechselt. Was du hier eingegeben hast, ist nicht gespeichert.`,
  },

  overview: {
    title: "Auf einen Blick",
    all: "Ganzes Konto, ohne Filter",
    versus: (what) => `ggü. ${what}`,
    byHour: (what, hour) => `${what} bis ${hour}`,
  },

  period: {
    title: "Zeitraum",
    names: periods,
    presets: "Zeiträume",
    from: "Von",
    to: "Bis",
    show: "Anzeigen",
    chooseBoth: "Wähle zwei Tage ab 1970.",
    wrongOrder: "Der letzte Tag liegt vor dem ersten.",
    tooLong: "Wähle höchstens drei Jahre.",
    compare: "Vergleichen mit",
    comparisons: {
      previous: "Vorheriger Zeitraum",
      weekday: "Gleiche Wochentage",
      year: "Gleiche Tage im Vorjahr",
      custom: "Eigene Tage",
      off: "Kein Vergleich",
    },
    comparedFrom: "Vergleich von",
    comparedTo: "Vergleich bis",
  },

  change: {
    up: "gestiegen um",
    down: "gefallen um",
    same: "unverändert",
    none: "kein Vergleichswert",
    noDataBefore: (day) => `Keine Daten vor dem ${day}`,
    tooEarly: "noch kein Vergleich",
  },

  filters: {
    title: "Filter",
    add: "Filter",
    addTitle: "Filter hinzufügen",
    edit: (name) => `Filter ${name}`,
    remove: (name) => `Filter ${name} entfernen`,
    include: "Einschließen",
    exclude: "Ausschließen",
    not: "nicht",
    find: "Nach Namen suchen",
    findValue: "Nach Name oder ID suchen",
    noMatch: "Nichts gefunden.",
    more: (count) => `${count} weitere. Tippe, um sie zu finden.`,
  },

  chart: {
    over: (metric) => `${metric} im Zeitverlauf`,
    points: (metric) => `${metric}, Punkt für Punkt`,
    open: "unvollständig",
    noData: "Keine Daten",
    asTable: "Als Tabelle anzeigen",
    tableOf: (metric) => `${metric} als Tabelle`,
    when: "Zeit",
    second: "Zweite Kennzahl",
    noSecond: "Keine zweite Kennzahl",
    drag: "Ziehe im Diagramm, um einen Zeitraum auszuwählen.",
  },

  table: {
    title: "Aufschlüsselung",
    by: "Nach",
    caption: (names) => `Nach ${names}`,
    total: "Gesamt",
    unknown: "Unbekannt",
    change: (metric) => `${metric}, Änderung`,
    empty: "In diesem Zeitraum wurde nichts gezählt.",
    emptyFiltered: "In diesem Zeitraum wurde mit diesen Filtern nichts gezählt.",
    removeFilters: "Filter entfernen",
    openPage: "Seite öffnen",
    rows: "Zeilen",
    range: (from, to, count) => `${from}–${to} von ${count}`,
    pages: "Seiten",
    page: (page) => `Seite ${page}`,
    previous: "Vorherige Seite",
    next: "Nächste Seite",
    grouping: (at) => `Gruppierung ${at}`,
    addGrouping: "Gruppierung hinzufügen",
    removeGrouping: (name) => `Gruppierung ${name} entfernen`,
    sections: {
      time: "Zeit",
      campaigns: "Kampagnen",
      inventory: "Inventar",
      audience: "Publikum",
    },
    sortBy: "Sortieren nach",
    reverse: "Reihenfolge umkehren",
    unsorted: "wie angelegt",
  },

  metrics: {
    title: "Kennzahlen",
    changes: "Änderungen",
    blocks: {
      base: { label: "Auslieferung", hint: "Einblendungen, Klicks und Geld" },
      rtb: { label: "Auktionen", hint: "Echtzeit-Auktionen" },
      video: { label: "Video", hint: "Gestartete und angesehene Videos" },
      wpn: { label: "Web-Push", hint: "Nachrichten und Abonnements" },
      goals: { label: "Ziele", hint: "Conversions nach einem Klick" },
    },
    labels: METRIC_LABELS_DE,
  },

  groupings: GROUPING_LABELS_DE,
  adblock: { adblock: "Mit Werbeblocker", standard: "Ohne Werbeblocker" },

  export: {
    button: "Export",
    format: "Dateiformat",
    done: (rows, all) => `${rows} von ${all}`,
    progress: "Geschriebene Zeilen",
    id: (name) => `${name}-ID`,
    code: (name) => `${name}-Code`,
  },

  share: {
    button: "Teilen",
    title: "Teilen",
    reading: (name) => `Geteilt: ${name}`,
    allDays: (days) => `${days} zeigen`,
    copied: "Link kopiert.",
    failed: "Der Browser erlaubt das Kopieren nicht. Der Text ist markiert: drücke Strg+C.",
  },

  views: {
    button: "Ansichten",
    title: "Gespeicherte Ansichten",
    empty: "Noch keine gespeicherten Ansichten.",
    name: "Name dieser Ansicht",
    save: "Speichern",
    remove: (name) => `Ansicht ${name} löschen`,
    removed: (name) => `${name} wurde gelöscht.`,
    undo: "Rückgängig",
  },

  live: { on: "Live", onHint: "Die Zahlen von heute aktualisieren sich automatisch.", off: "Nicht live" },

  unknownParts: (parts) => `Teile dieses Links passen nicht zu deinem Konto: ${parts}`,

  sources: { countries: "IP-Geolokalisierung nach Daten der", licences: "Lizenzen" },
};
