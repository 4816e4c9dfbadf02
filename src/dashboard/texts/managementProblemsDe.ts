/** German sentences for problems that only the pages beside the statistics show. */
import type { EntryNoun, ManagementCode, NameNoun, ProblemTexts } from "../../protocol/problems.ts";
import { mailProblems } from "./mailProblemsDe.ts";

const nouns: Record<EntryNoun, string> = {
  account: "Konto",
  site: "Website",
  zone: "Zone",
  campaign: "Kampagne",
  creative: "Werbemittel",
  category: "Kategorie",
  region: "Region",
  offer: "Angebot",
  "landing page": "Landingpage",
};

/** With the indefinite article. */
const unknown: Record<NameNoun, string> = {
  country: "kein bekanntes Land",
  "time zone": "keine bekannte Zeitzone",
  language: "keine bekannte Sprache",
  "device type": "keine bekannte Geräteart",
  "operating system": "kein bekanntes Betriebssystem",
  browser: "kein bekannter Browser",
};

const changed = { catalogue: "Der Katalog", people: "Die Liste der Benutzer" };

const listAny = (values: readonly (string | number)[]) => values.join(" oder ");
const listAll = (values: readonly string[]) => values.join(", ");

export const problems: ProblemTexts<ManagementCode> = {
  ...mailProblems,
  "account-of-role": ({ role }) => `Erwartet wird die ID eines Kontos der Rolle ${role}.`,
  "account-unknown": "Ein Konto mit dieser ID gibt es nicht.",
  "creative-missing": "Erwartet wird mindestens ein Werbemittel.",
  "code-form": ({ example }) => `Erwartet wird ein Code wie „${example}“.`,
  currency: "Erwartet wird ein Code von ISO 4217 wie „EUR“.",
  "day-early": ({ day }) => `Erwartet wird ein Tag ab dem ${day}.`,
  "decimal-places": ({ places }) =>
    `Erwartet wird eine Dezimalzahl als Text mit höchstens ${places} Nachkommastellen.`,
  "field-not-allowed": "Dein Konto darf dieses Feld nicht ändern.",
  "goal-unknown": ({ goals }) =>
    goals === 0 ? "Das Konto hat keine Ziele." : `Erwartet wird ein Ziel des Kontos, von 1 bis ${goals}.`,
  "hash-form": ({ command }) => `Erwartet wird, was \`${command}\` ausgibt.`,
  "hostname-form": "Erwartet wird ein Hostname wie news.example, in Kleinbuchstaben.",
  "image-address": "Erwartet wird eine Adresse mit http oder https oder ein Pfad, der mit / beginnt.",
  "image-missing": ({ name }) => `Unter /creatives/ gibt es keine Datei ${name}.`,
  "image-missing-in": ({ name, folders }) => `In ${listAny(folders)} gibt es keine Datei ${name}.`,
  "key-length": ({ most }) => `Erwartet wird ein Schlüssel von höchstens ${most} Zeichen.`,
  "keyword-comma": "Erwartet wird ein einzelnes Stichwort ohne Komma.",
  "keyword-words": "Erwartet wird ein Wort oder eine Wortgruppe.",
  "landing-page-length": ({ most }) => `Erwartet werden höchstens ${most} Zeichen, auch prozentkodiert.`,
  "list-unsupported": "Diese Version kennt das nicht.",
  "macro-length": ({ most }) =>
    `Erwartet werden höchstens ${most} Zeichen, wenn jedes Makro seinen längsten Wert hat.`,
  "macro-place": ({ name }) =>
    `„${name}“ wird nur in den Parametern oder im Fragment eingesetzt, also nach ? oder #.`,
  "macro-unknown": ({ name, values }) =>
    `„${name}“ ist kein Makro. Möglich sind: ${values.join(", ")}. Andere geschweifte Klammern schreibst du als %7B und %7D.`,
  "most-keys": ({ most }) => `Erwartet werden höchstens ${most} Schlüssel.`,
  "name-taken": "Das verwendet schon ein anderer Benutzer.",
  "name-unknown": ({ what, name }) => `„${name}“ ist ${unknown[what]}.`,
  "network-only": "Das darf nur dein Netzwerk erhöhen oder aufheben.",
  "network-suspended": "Ein Netzwerk kann nicht gesperrt werden.",
  "not-a-network": ({ id }) => `${id} ist kein Konto der Rolle network.`,
  "phrase-words": ({ most }) => `Erwartet wird eine Wortgruppe von höchstens ${most} Wörtern.`,
  "publisher-campaign": ({ id }) => `${id} ist ein Publisher, und Kampagnen gehören Werbekunden.`,
  "reference-missing": ({ what, id }) => `${nouns[what]} ${id} gibt es nicht.`,
  "reference-missing-in-network": ({ what, id }) => `${nouns[what]} ${id} gibt es in seinem Netzwerk nicht.`,
  share: "Erwartet wird ein Anteil wie „0.70“.",
  "site-unknown": "Eine Website mit dieser ID gibt es nicht.",
  "size-unused": ({ sizes }) => `Keine Zone hat diese Größe. Es gibt: ${listAll(sizes) || "noch keine"}.`,
  "time-form": "Erwartet wird ein Zeitpunkt wie „2026-11-20T12:00:00.000Z“.",
  "unsafe-address": "Erwartet wird eine Adresse ohne Benutzername, Passwort und Anführungszeichen im Host.",
  "used-twice": ({ value }) => `${value} kommt zweimal vor.`,
  "value-missing": "Erwartet wird mindestens ein Wert.",
  "values-repeated": "Erwartet werden verschiedene Werte.",
  "web-address": "Erwartet wird eine Adresse mit http oder https.",

  "answer-large": "Die Antwort hat mehr als 32 MB.",
  "list-large": "Die Antwort hat mehr als 32 MB. Verwende ein kleineres limit.",
  "bulk-ids": ({ most }) => `Erwartet werden 1 bis ${most} verschiedene IDs.`,
  "bulk-large": ({ count }) =>
    `Die Änderung ist zu groß für ${count} Einträge auf einmal. Ändere weniger Einträge oder weniger Werte.`,
  "bulk-refused": "Nichts wurde geändert.",
  "bulk-versions": "Erwartet wird die Version jedes Eintrags, in der Reihenfolge der IDs.",
  "campaign-invalid": "Die Kampagne ist nicht gültig.",
  "catalogue-changing": ({ what }) => `${changed[what]} wird ständig geändert. Versuche es erneut.`,
  "catalogue-declared": ({ file }) =>
    `Den Katalog legt ${file === undefined ? "eine Datei" : `die Datei ${file}`} fest; nur dort lässt er sich ändern.`,
  "catalogue-unreachable": ({ what }) =>
    `${changed[what]} lässt sich gerade nicht ändern: Redis antwortet nicht. Versuche es erneut.`,
  "change-refused": "Die Änderung wurde nicht gespeichert.",
  "change-unknown":
    "Redis hat nicht geantwortet; vielleicht wurde die Änderung gespeichert. Sende sie mit demselben Idempotency-Key erneut, oder sieh nach.",
  "change-unstored": ({ reason }) => `Die Änderung konnte nicht gespeichert werden: ${reason}`,
  "changes-large": "Die Antwort hat mehr als 32 MB. Frage mit limit weniger Änderungen ab.",
  "creative-unknown": ({ campaign, id }) => `Kampagne ${campaign} hat kein Werbemittel ${id}.`,
  "currency-in-use": ({ currency }) =>
    `Dieses Konto hat Beträge in ${currency}, deren Bedeutung sich ändern würde. Der Betreiber kann die Währung ändern: zonetag-service account currency.`,
  "decision-impossible": "Keine Version dieses Werbemittels wartet auf Freigabe.",
  "entry-changed": "Jemand anderes hat das inzwischen geändert. Lade es neu und ändere es dann.",
  "entry-unknown": ({ what, id }) => `${nouns[what]} ${id} gibt es nicht.`,
  "goal-reported": ({ goal, from }) =>
    `Meldungen für Ziel ${goal} zählen seit dem ${from}; ein Import dieser Tage würde sie doppelt zählen. Lass die Quelle bestehen und den ersten Tag nicht später beginnen.`,
  "ids-unreadable":
    "Die Statistik ist gerade nicht lesbar und enthält vielleicht schon die nächste ID. Versuche es erneut.",
  "page-invalid": "Die Seite ist nicht gültig.",
  "version-missing": "Nenne im Header If-Match die Version, die du gesehen hast.",

  "image-damaged": "Das Bild ist abgeschnitten oder beschädigt. Speichere es neu und lade es dann hoch.",
  "image-pixels": ({ most }) => `Erwartet wird ein Bild von höchstens ${most} mal ${most} Pixeln.`,
  "image-type": "Erwartet wird ein Bild: PNG, JPEG, WebP, AVIF oder GIF.",
  "images-full": ({ used, quota }) =>
    `Dieses Konto hat ${used} von ${quota} Bytes an Bildern hochgeladen, und dieses ist zu groß für den Rest.`,
  "images-unreachable": "Bilder lassen sich gerade nicht speichern. Versuche es erneut.",

  "day-range": ({ most }) => `Erwartet werden ein erster und ein letzter Tag, höchstens ${most} Tage.`,
  "filter-hidden": ({ name }) => `Dein Konto kann hier nicht nach ${name} filtern.`,
  "grouping-hidden": ({ name }) => `Dein Konto kann hier nicht nach ${name} gruppieren.`,
  "groupings-repeated": ({ values }) => `Erwartet wird eine Liste ohne Wiederholung aus: ${listAll(values)}.`,
  id: "Erwartet wird eine ID.",
  "records-full": ({ most }) =>
    `Es gibt mehr als ${most} Zeilen. Frage weniger Gruppierungen oder Tage ab, oder einen Bericht.`,
  "side-hidden": "Dein Konto hat keinen Zugriff auf diese Zahlen.",

  "explanations-large":
    "Die Erklärungen sind zu lang für eine Antwort: 16 MB. Frage nach weniger Zonen auf einmal.",
  "page-address": "Erwartet wird eine Adresse, die mit https:// oder http:// beginnt.",
  "page-answer": ({ status, type }) => `Antwort: ${status} (${type || "–"}) statt HTML.`,
  "page-host-private": ({ hostname }) => `${hostname} ist nicht öffentlich.`,
  "page-host-unknown": ({ hostname }) => `Der Hostname ${hostname} ist nicht bekannt.`,
  "page-redirect": "Sie leitet auf eine unlesbare Adresse weiter.",
  "page-redirects": ({ most }) => `Sie leitet mehr als ${most} Mal weiter.`,
  "page-silent": "Die Seite antwortet nicht.",
  "page-site-unknown": ({ hostname }) => `Keine Website hat den Hostnamen ${hostname}.`,
  "value-address": "Das ist keine gültige IP-Adresse.",
  "value-base64": "Erwartet wird Base64.",
  "value-base64-json": "Erwartet wird JSON in Base64.",
  "value-count": ({ most }) => `Die Liste darf höchstens ${most} Einträge haben.`,
  "value-empty": "Die Liste muss mindestens einen Eintrag haben.",
  "value-key-length": ({ most }) => `Der Schlüssel ist zu lang. Er darf höchstens ${most} Zeichen haben.`,
  "value-language": "Erwartet wird die Form xx oder xx-yy.",
  "value-length": ({ most }) => `Der Wert ist zu lang. Er darf höchstens ${most} Zeichen haben.`,
  "value-one-of": ({ values }) => `Erwartet wird ${listAny(values)}.`,
  "value-total-length": ({ most }) =>
    `Der Wert ist zu lang. Alle verschiedenen Werte einer Anfrage dürfen zusammen höchstens ${most} Zeichen haben.`,
  "value-type": ({ type }) => `Erwartet wird ein Wert vom Typ ${type}.`,

  "address-taken": "Ein anderer Benutzer hat diese Adresse schon.",
  "confirmation-invalid": "Dieser Link gilt nicht mehr. Lass dir in deinem Konto einen neuen schicken.",
  "email-confirmed": "Deine E-Mail-Adresse ist schon bestätigt.",
  "email-missing": "Du meldest dich mit einem Benutzernamen an. Bestätigen lassen sich nur E-Mail-Adressen.",
  "last-owner": "Das Konto braucht zuerst einen anderen Inhaber.",
  "own-password": "Ändere dein eigenes Passwort mit dem aktuellen: PATCH /v2/user.",
  "own-password-wrong": "Das Passwort ist falsch.",
  "own-second-factor":
    "Schalte deinen eigenen zweiten Faktor mit Passwort und Code aus: POST /v2/user/second-factor/off.",
  "second-factor-off": "Es gibt keinen zweiten Faktor.",
  "second-factor-on": "Es gibt schon einen zweiten Faktor. Schalte ihn zuerst aus.",
  "second-factor-setup": "Die Einrichtung ist abgelaufen. Beginne von vorn.",
  "setup-unfinished": ({ id, reason }) =>
    `Konto ${id} wurde erstellt, hat aber noch keinen Benutzer: ${reason} Erstelle seinen Inhaber auf dem Server mit \`zonetag-service user create\`.`,
  "sign-in-declared": "Die Datei des Katalogs legt diese Anmeldung fest; nur dort lässt sie sich ändern.",
  "subscription-unknown": "Diesen regelmäßigen Bericht hast du nicht.",
  "token-unknown": ({ id }) => `API-Token ${id} gibt es nicht.`,
  "tokens-full": ({ most }) => `Ein Konto hat höchstens ${most} API-Tokens.`,
  "unsubscribe-invalid": "Dieser Link ist nicht gültig. Beende die E-Mails im Dashboard unter Einstellungen.",
  "user-belongs": "Der Benutzer gehört schon zu diesem Konto.",
  "user-elsewhere": "Der Benutzer gehört auch zu Konten, die du nicht verwaltest.",
  "user-gone": "Diesen Benutzer gibt es nicht.",
  "user-id": "Erwartet wird die ID eines Benutzers.",
  "user-unknown": ({ id }) => `Benutzer ${id} gibt es nicht.`,
  "users-full": ({ most }) => `Ein Konto hat höchstens ${most} Benutzer.`,

  "campaign-gone": "Die Kampagne dieses Klicks gibt es nicht mehr.",
  "click-forged": "Das ist keine Klick-ID dieses Dienstes.",
  "creative-rejected":
    "Ein abgelehntes oder zurückgezogenes Werbemittel lässt sich testen, sobald es freigegeben ist.",
  "conversion-test-over": "Dieser Test ist vorbei. Starte einen neuen.",
  "conversion-late": ({ days }) =>
    `Der Klick liegt mehr als ${days} Tage zurück; spätere Conversions zählen nicht.`,
  "conversion-unstored": "Die Conversion konnte nicht gespeichert werden. Sende sie noch einmal.",
  "goal-imported": ({ goal, from }) =>
    from === undefined
      ? `Ziel ${goal} wird importiert. Das Netzwerk kann seine Quelle ändern.`
      : `Ziel ${goal} wird vor dem ${from} importiert.`,

  "import-interrupted": "Der Upload wurde unterbrochen.",
  "import-name": "Erwartet werden 1 bis 4096 Zeichen ohne Steuerzeichen.",
  "import-refused": "Wegen der abgelehnten Zeilen wurde nichts importiert.",
  "import-size": ({ most }) => `Ein Import darf höchstens ${most} Bytes haben.`,
  "import-type": "Sende Zeilen als application/x-ndjson oder text/csv, ohne Content-Encoding.",
  "import-unknown": "Einen Import mit diesem Namen gibt es nicht.",
  "import-unreadable": ({ reason }) => `Der Import ist nicht lesbar: ${reason}`,
  "imports-busy": "Zwei Importe dieses Netzwerks werden schon gesendet. Versuche es in 5 Sekunden erneut.",
  "imports-unsupported": "Die Ereignisse dieses Dienstes sind in ClickHouse, das keine Importe annimmt.",

  "excluded-blocked": "Die Website sperrt ihren Werbekunden.",
  "excluded-browsers": ({ values }) => `Sie ist für andere Browser: ${listAll(values)}.`,
  "excluded-budget": "Ihr Budget ist ausgegeben.",
  "excluded-caps": "Ihre Obergrenze für Einblendungen ist erreicht.",
  "excluded-categories": "Sie ist für Websites anderer Kategorien.",
  "excluded-consent":
    "Sie ist für bestimmte Besucher; ohne Einwilligung ist nicht bekannt, ob dieser dazugehört.",
  "excluded-countries": ({ values, country }) =>
    country === undefined
      ? `Sie ist für ${listAll(values)}; das Land des Besuchers ist nicht bekannt.`
      : `Sie ist für ${listAll(values)}; der Besucher ist in ${country}.`,
  "excluded-creatives": ({ size }) =>
    `Ihre Werbemittel der Größe ${size} pausieren, warten auf Freigabe, oder ihre Datei fehlt.`,
  "excluded-custom": ({ key, values }) => `Die Zone muss ${key} angeben: ${listAny(values)}.`,
  "excluded-device-types": ({ values }) => `Sie ist für andere Geräte: ${listAll(values)}.`,
  "excluded-ended": ({ day }) => `Sie endete am ${day}.`,
  "excluded-frequency": "Der Besucher hat sie so oft gesehen, wie ihr Frequency Cap erlaubt.",
  "excluded-future": ({ day }) => `Sie beginnt am ${day}.`,
  "excluded-keywords-page": "Keines ihrer Stichwörter kommt in der Adresse der Seite vor.",
  "excluded-keywords-zone": "Keines ihrer Stichwörter ist unter denen der Zone.",
  "excluded-languages": ({ values }) => `Sie ist für andere Sprachen: ${listAll(values)}.`,
  "excluded-negative-keyword": "Eines ihrer ausschließenden Stichwörter kommt vor.",
  "excluded-network": "Die Website gehört zu einem anderen Netzwerk.",
  "excluded-operating-systems": ({ values }) => `Sie ist für andere Systeme: ${listAll(values)}.`,
  "excluded-paused": "Die Kampagne pausiert.",
  "excluded-rank-keyword": ({ name }) => `Eine Kampagne mit passendem Stichwort hat Vorrang: ${name}.`,
  "excluded-rank-priority": ({ name }) => `Eine Kampagne höherer Priorität hat Vorrang: ${name}.`,
  "excluded-regions": "Sie ist für andere Regionen.",
  "excluded-sites": "Sie ist für andere Websites.",
  "excluded-size": ({ size }) => `Sie hat kein Werbemittel der Größe ${size}.`,
  "excluded-spread": "Sie wird über den Tag verteilt und hat ihren Anteil bis jetzt ausgeliefert.",
  "excluded-suspended": "Das Konto der Website ist gesperrt.",
  "excluded-suspended-advertiser": "Das Konto der Kampagne ist gesperrt.",
  "excluded-times": ({ timezone }) => `Zu dieser Stunde (${timezone}) wird sie nicht gezeigt.`,
  "excluded-zones": "Sie ist für andere Zonen.",
};
