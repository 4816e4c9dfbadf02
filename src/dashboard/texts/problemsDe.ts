/** German sentences for problems of reports, sign-in and saved views. */
import type { BusyReason, GeneralCode, ListNoun, ProblemTexts } from "../../protocol/problems.ts";

const busy: Record<BusyReason, string> = {
  requests: "Zu viele solche Anfragen laufen.",
  reports: "Zu viele Berichte laufen.",
  passwords: "Zu viele Passwörter werden geprüft.",
  queries: "Zu viele Abfragen von Zahlen laufen.",
  explanations: "Zu viele Erklärungen laufen.",
  histories: "Zu viele Listen von Änderungen werden gelesen.",
  "bulk-changes": "Zu viele Sammeländerungen laufen.",
  pages: "Zu viele Seiten werden gelesen.",
  lists: "Zu viele Listen werden gelesen.",
  imports: "Zwei Importe dieses Netzwerks werden schon gesendet.",
  unread: "Frühere Berichte sind noch ungelesen. Lies oder schließe sie.",
  "unread-answers": "Frühere Antworten sind noch ungelesen. Lies oder schließe sie.",
  "slow-numbers": "Diese Zahlen brauchen zu lange.",
  late: "Der Bericht hat zu lange gedauert.",
};

/** In the dative plural. */
const lists: Record<ListNoun, string> = {
  "three-letter country codes": "Ländercodes aus drei Buchstaben",
  ids: "IDs",
  "whole numbers": "ganzen Zahlen",
  hours: "Stunden",
  hostnames: "Hostnamen",
  sizes: "Größen",
  groupings: "Gruppierungen",
  orders: "Sortierungen",
  blocks: "Blöcken",
  metrics: "Kennzahlen",
  "names of columns": "Spaltennamen",
  accounts: "Konten",
};

const listAny = (values: readonly string[]) => values.join(" oder ");
const listAll = (values: readonly string[]) => values.join(", ");

export const problems: ProblemTexts<GeneralCode> = {
  "accounts-only": ({ name, accounts, values }) =>
    `${name} gibt es nur für Konten der Rolle ${listAny(accounts)}. Erwartet wird eines von: ${listAll(values)}.`,
  "account-id": "Erwartet wird die ID eines Kontos.",
  "another-value": "Erwartet wird ein anderer Wert.",
  "another-value-or-null": "Erwartet wird ein anderer Wert oder null.",
  boolean: "Erwartet wird true oder false.",
  "column-name": "Erwartet wird der Name einer Spalte.",
  "country-code": "Erwartet wird ein Ländercode aus drei Buchstaben.",
  "country-unknown": ({ name }) => `„${name}“ ist kein iso3 eines Landes in /collections/countries.`,
  "days-order": "Der letzte Tag liegt vor dem ersten.",
  "day-form": () => "Erwartet wird ein Tag als JJJJ-MM-TT.",
  "day-unknown": "Diesen Tag gibt es nicht.",
  either: ({ values }) => `Erwartet wird ${listAny(values)}.`,
  email: "Erwartet wird eine E-Mail-Adresse.",
  "empty-text": "Neben api_token wird ein leerer Text erwartet.",
  "field-missing": "Dieses Feld fehlt.",
  "field-unexpected": "Dieses Feld wurde nicht erwartet.",
  flag: "Erwartet wird 0 oder 1.",
  "flag-or-boolean": "Erwartet wird 0, 1, false oder true.",
  "goals-need-tracking": ({ values }) =>
    `Ziele gibt es nur für Konten mit Conversion-Tracking. Erwartet wird eines von: ${listAll(values)}.`,
  "hostname-characters": "Erwartet werden Buchstaben a–z, Ziffern, Bindestriche und Punkte.",
  list: "Erwartet wird eine Liste.",
  "list-of": ({ what }) => `Erwartet wird eine Liste von ${lists[what]}.`,
  "list-of-least-one": ({ what }) => `Erwartet wird eine nicht leere Liste von ${lists[what]}.`,
  "list-of-most": ({ most, what }) => `Erwartet wird eine Liste von höchstens ${most} ${lists[what]}.`,
  "least-characters": ({ least }) =>
    least === 1 ? "Erwartet wird mindestens ein Zeichen." : `Erwartet werden mindestens ${least} Zeichen.`,
  "least-entries": ({ least }) =>
    least === 1 ? "Erwartet wird mindestens ein Eintrag." : `Erwartet werden mindestens ${least} Einträge.`,
  "least-number": ({ least }) => `Erwartet wird mindestens ${least}.`,
  "min-above-max": ({ min }) => `Erwartet wird eine Zahl, die nicht unter min (${min}) liegt.`,
  "min-or-max": "Erwartet wird min, max oder beides.",
  "more-problems": "Es gibt weitere Fehler, die nicht aufgeführt sind.",
  "most-characters": ({ most }) =>
    most === 1 ? "Erwartet wird höchstens ein Zeichen." : `Erwartet werden höchstens ${most} Zeichen.`,
  "most-entries": ({ most }) =>
    most === 1 ? "Erwartet wird höchstens ein Eintrag." : `Erwartet werden höchstens ${most} Einträge.`,
  "most-number": ({ most }) => `Erwartet wird höchstens ${most}.`,
  "named-twice": ({ what }) => `${what === "field" ? "Dieses Feld" : "Diese Gruppierung"} kommt zweimal vor.`,
  "name-invisible": "Erwartet wird ein Name mit einem sichtbaren Zeichen.",
  "no-controls": "Erwartet wird ein Text ohne Steuerzeichen.",
  number: "Erwartet wird eine Zahl.",
  "number-range": ({ least, most }) => `Erwartet wird eine Zahl von ${least} bis ${most}.`,
  object: "Erwartet wird ein Objekt.",
  "one-of": ({ values }) => `Erwartet wird eines von: ${listAll(values)}.`,
  "one-or-more-of": ({ values }) => `Erwartet wird mindestens eines von: ${listAll(values)}.`,
  "only-value": ({ value }) => `Erwartet wird ${value}.`,
  "order-needs-grouping": ({ name }) => `Um nach ${name} zu sortieren, nimm es auch in group_by auf.`,
  "reason-length": ({ most }) => `Erwartet werden 1 bis ${most} Zeichen.`,
  "password-length": ({ least, most }) => `Erwartet werden ${least} bis ${most} Zeichen.`,
  "password-own-name": "Wähle ein anderes Passwort als deinen Namen oder deine E-Mail-Adresse.",
  "password-repeats": "Wähle ein Passwort, das nicht nur aus wenigen, wiederholten Zeichen besteht.",
  projection: "Erwartet wird eine Liste von Blöcken oder ein Objekt mit einer Liste von Kennzahlen je Block.",
  "query-string": "Erwartet wird ein Query-String.",
  "report-column-unknown": ({ name, values }) =>
    `Dieser Bericht hat keine Spalte „${name}“. Seine Spalten sind: ${listAll(values)}.`,
  "size-form": "Erwartet wird eine Größe als BREITExHÖHE.",
  text: "Erwartet wird ein Text.",
  "text-length": ({ most }) => `Erwartet wird ein Text von höchstens ${most} Zeichen.`,
  "timezone-name": "Erwartet wird der Name einer Zeitzone.",
  "timezone-unknown": "Diese Zeitzone gibt es nicht; /collections/timezones führt sie auf.",
  token: "Erwartet wird ein Token.",
  "whole-number": "Erwartet wird eine ganze Zahl.",
  "whole-number-range": ({ least, most }) => `Erwartet wird eine ganze Zahl von ${least} bis ${most}.`,

  "address-unknown": "Unter dieser Adresse gibt es nichts.",
  "body-cut-off": "Die Anfrage brach ab, bevor sie vollständig war.",
  "body-depth": ({ most }) => `Erwartet werden höchstens ${most} Ebenen von Listen und Objekten.`,
  "body-encoded": "Sende den Inhalt ohne Content-Encoding.",
  "body-malformed": "Der Inhalt ist kein gültiges JSON.",
  "body-not-json": "Sende den Inhalt als JSON, mit Content-Type: application/json.",
  "body-size": ({ most }) => `Der Inhalt darf höchstens ${most} Bytes haben.`,
  busy: ({ reason }) => `${busy[reason]} Versuche es in 5 Sekunden erneut oder frage weniger ab.`,
  cancelled: "Niemand wartet auf den Bericht.",
  "disk-full": "Die Festplatte ist voll.",
  "idempotency-key":
    "Als Idempotency-Key werden 1 bis 255 druckbare ASCII-Zeichen ohne Leerzeichen erwartet.",
  "idempotency-key-used": "Dieser Idempotency-Key wurde schon für eine andere Anfrage verwendet.",
  "lone-surrogate": "Erwartet werden ganze Zeichen; dieser Text enthält ein halbes Surrogatpaar.",
  "method-unsupported": ({ methods }) => `Diese Adresse akzeptiert ${listAll(methods)}.`,
  "rate-limited": ({ seconds }) => `Zu viele Anfragen. Versuche es in ${seconds} Sekunden erneut.`,
  "request-invalid": "Die Anfrage ist nicht gültig.",
  "statistics-unavailable": "Die Statistik ist gerade nicht verfügbar.",

  "account-lacks-user": "Dieser Benutzer gehört nicht zum Konto.",
  "account-suspended": "Das Netzwerk hat dieses Konto gesperrt; es lässt sich nur lesen.",
  "account-role-needed": ({ roles, role }) =>
    `Dafür braucht es ein Konto der Rolle ${listAny(roles)}; deines hat die Rolle ${role}.`,
  "api-token-wrong": "Dieses API-Token ist nicht gültig.",
  "link-invalid": "Dieser Link gilt nicht mehr. Bitte einen Inhaber des Kontos um einen neuen.",
  "not-https": "Öffne das Dashboard über https: Über http behalten Browser keine Sitzung.",
  "other-page":
    "Das Cookie einer Sitzung gilt nur auf Seiten dieses Dienstes. Programme senden ein Token im Header Authorization.",
  "password-changed": "Das Passwort wurde inzwischen geändert.",
  "password-wrong": "Benutzername oder Passwort ist falsch.",
  "second-factor-missing":
    "Sende als `otp` auch einen Code deiner Authenticator-App oder einen Wiederherstellungscode.",
  "second-factor-wrong":
    "Der Code ist falsch oder schon benutzt. Warte auf den nächsten, oder nimm einen Wiederherstellungscode.",
  "role-needed": ({ needs, role }) =>
    `Dafür braucht es im Konto die Rolle ${needs}${role ? `; deine ist ${role}` : ""}.`,
  "session-absent": "Diese Anfrage hat keine Sitzung; ihr Token läuft ab.",
  "session-unknown": "Diese Sitzung hast du nicht.",
  "setup-link-invalid":
    "Dieser Einrichtungslink gilt nicht mehr. Melde dich an, oder lass `zonetag-service setup-link` einen neuen ausgeben.",
  "sign-in-needed": "Melde dich mit POST /v2/login an und sende das Token im Header Authorization.",
  "sign-ins-limited": ({ seconds }) =>
    `Zu viele fehlgeschlagene Anmeldungen. Versuche es in ${seconds} Sekunden erneut.`,
  "token-manages-people": "API-Tokens verwalten keine Benutzer.",

  "grouping-unknown": ({ name }) => `Nach „${name}“ lässt sich nicht gruppieren.`,
  "parquet-unsupported":
    "Parquet braucht die eigene Datenbank des Dienstes, und dieser Dienst verwendet ClickHouse. Frage application/x-ndjson oder text/csv ab.",
  "share-reads-only": "Ein geteilter Link liest nur Berichte.",
  "share-days": ({ periods }) => `Dieser Link zeigt nur die Tage ${periods.join(" und ")}.`,
  "share-lacks-report": "Dieser Link zeigt das nicht.",
  "share-unknown": "Diesen Link hat das Konto nicht.",
  "shares-full": ({ most }) => `Dieses Konto darf diese Ansicht nicht teilen oder hat schon ${most} Links.`,
  "view-unknown": "Diese Ansicht hat das Konto nicht.",
  "views-full": ({ most }) => `Dieses Konto hat schon ${most} Ansichten.`,
};
