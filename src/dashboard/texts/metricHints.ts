/** What each metric means, by its key, in every language. Loaded when the first one is shown. */
import type { Language } from "./locale.ts";

type Hints = Readonly<Record<string, string>>;

const rtbEn: Hints = {
  queries: "Bid requests that were sent.",
  success: "Bid requests that were answered with a bid.",
  no_bid: "Bid requests that were answered without a bid.",
  errors: "Bid requests that failed.",
  timeouts: "Bid requests that were not answered in time.",
  skipped: "Bid requests that were not sent.",
  wins: "Auctions that were won.",
  value: "Money of the auctions that were won.",
  total_time: "Milliseconds of all bid requests together.",
  avg_total_time: "Milliseconds of a bid request on average.",
  avg_cpm: "Money per thousand auctions that were won.",
  bid_response_ratio: "Bids per hundred bid requests.",
  no_bid_ratio: "Answers without a bid per hundred bid requests.",
  errors_ratio: "Errors per hundred bid requests.",
  timeouts_ratio: "Timeouts per hundred bid requests.",
  skipped_ratio: "Skipped bid requests per hundred, sent or not.",
  win_ratio: "Auctions won per hundred bids.",
};

const en: Hints = {
  "base.impressions": "Ads that were shown on a visible page.",
  "base.clicks": "Clicks on ads, at most one for each impression.",
  "base.cost": "What advertisers pay.",
  "base.revenue": "What publishers are paid.",
  "base.cpc": "Money per click: cost for advertisers, revenue for publishers.",
  "base.cpm": "Money per thousand impressions: cost for advertisers, revenue for publishers.",
  "base.ctr": "Click-through rate: clicks per hundred impressions.",
  "base.ad_requests": "Requests of zones for an ad. For an advertiser: those that got one of its ads.",
  "base.fill_rate": "Share of the ad requests that got an ad.",
  "base.ad_requests_rpm": "Money per thousand ad requests, with an ad or without.",
  "base.publisher_revenue": "What publishers are paid.",
  "base.network_revenue": "What the network keeps: cost less publisher revenue.",
  "base.margin": "What the network keeps, in percent of the cost.",
  "base.invalid_impressions":
    "Impressions from another address than the request. They are not paid, and not part of Impressions.",
  "base.invalid_clicks":
    "Clicks by a script, a frame or another address. They are not paid, and not part of Clicks.",
  "base.robot_requests": "Requests of programs that say so. They are part of no other metric.",
  "base.robot_impressions": "Impressions of programs that say so. They are not paid.",
  "base.robot_clicks": "Clicks of programs that say so. They are not paid.",
  "video.impressions": "Video ads that were started.",
  "video.views": "Video ads that were viewed.",
  "video.cpv": "Money per video view.",
  "video.vtr": "View-through rate: views per hundred video impressions.",
  "wpn.sent": "Web push notifications that were sent.",
  "wpn.subscriptions": "Visitors who allowed notifications.",
  "wpn.unsubscriptions": "Visitors who ended their subscription.",
  "goals.total": "Conversions of all goals.",
  "goals.g": "Conversions: visitors who reached this goal after a click.",
  "goals.ecpa": "Cost per conversion of this goal.",
};

const rtbDe: Hints = {
  queries: "Gesendete Gebotsanfragen.",
  success: "Gebotsanfragen, auf die ein Gebot kam.",
  no_bid: "Gebotsanfragen, auf die eine Antwort ohne Gebot kam.",
  errors: "Gescheiterte Gebotsanfragen.",
  timeouts: "Gebotsanfragen ohne rechtzeitige Antwort.",
  skipped: "Nicht gesendete Gebotsanfragen.",
  wins: "Gewonnene Auktionen.",
  value: "Geld der gewonnenen Auktionen.",
  total_time: "Millisekunden aller Gebotsanfragen zusammen.",
  avg_total_time: "Millisekunden einer Gebotsanfrage im Mittel.",
  avg_cpm: "Geld pro tausend gewonnene Auktionen.",
  bid_response_ratio: "Gebote pro hundert Gebotsanfragen.",
  no_bid_ratio: "Antworten ohne Gebot pro hundert Gebotsanfragen.",
  errors_ratio: "Fehler pro hundert Gebotsanfragen.",
  timeouts_ratio: "Timeouts pro hundert Gebotsanfragen.",
  skipped_ratio: "Nicht gesendete pro hundert Gebotsanfragen, ob gesendet oder nicht.",
  win_ratio: "Gewonnene Auktionen pro hundert Gebote.",
};

const de: Hints = {
  "base.impressions": "Anzeigen, die auf einer sichtbaren Seite gezeigt wurden.",
  "base.clicks": "Klicks auf Anzeigen, höchstens einer pro Einblendung.",
  "base.cost": "Was Werbekunden zahlen.",
  "base.revenue": "Was Publisher bekommen.",
  "base.cpc": "Geld pro Klick: Kosten bei Werbekunden, Einnahmen bei Publishern.",
  "base.cpm": "Geld pro tausend Einblendungen: Kosten bei Werbekunden, Einnahmen bei Publishern.",
  "base.ctr": "Klicks pro hundert Einblendungen (Click-Through-Rate).",
  "base.ad_requests":
    "Anfragen von Zonen nach einer Anzeige. Bei Werbekunden: die, auf die eine ihrer Anzeigen kam.",
  "base.fill_rate": "Anteil der Anfragen, auf die eine Anzeige kam.",
  "base.ad_requests_rpm": "Geld pro tausend Anfragen, ob mit oder ohne Anzeige.",
  "base.publisher_revenue": "Was Publisher bekommen.",
  "base.network_revenue": "Was das Netzwerk behält: Kosten abzüglich der Publisher-Einnahmen.",
  "base.margin": "Was das Netzwerk behält, in Prozent der Kosten.",
  "base.invalid_impressions":
    "Einblendungen von einer anderen Adresse als der der Anfrage. Sie werden nicht bezahlt und zählen nicht zu den Einblendungen.",
  "base.invalid_clicks":
    "Klicks durch ein Skript, einen Frame oder von einer anderen Adresse. Sie werden nicht bezahlt und zählen nicht zu den Klicks.",
  "base.robot_requests":
    "Anfragen von Programmen, die sich als solche ausweisen. Sie zählen zu keiner anderen Kennzahl.",
  "base.robot_impressions":
    "Einblendungen bei Programmen, die sich als solche ausweisen. Sie werden nicht bezahlt.",
  "base.robot_clicks": "Klicks von Programmen, die sich als solche ausweisen. Sie werden nicht bezahlt.",
  "video.impressions": "Gestartete Video-Anzeigen.",
  "video.views": "Angesehene Video-Anzeigen.",
  "video.cpv": "Geld pro angesehenem Video.",
  "video.vtr": "Angesehene pro hundert gestartete Videos (View-Through-Rate).",
  "wpn.sent": "Gesendete Web-Push-Nachrichten.",
  "wpn.subscriptions": "Besucher, die Nachrichten erlaubt haben.",
  "wpn.unsubscriptions": "Besucher, die ihr Abonnement beendet haben.",
  "goals.total": "Conversions aller Ziele.",
  "goals.g": "Conversions: Besucher, die dieses Ziel nach einem Klick erreicht haben.",
  "goals.ecpa": "Kosten pro Conversion dieses Ziels.",
};

const HINTS: Record<Language, readonly [all: Hints, rtb: Hints]> = { en: [en, rtbEn], de: [de, rtbDe] };

/** `key`: also `rtb.adv_wins`, the wins of one side, and `goals.g2`, the second goal. */
export function findMetricHint(key: string, language: string): string | undefined {
  const [all, rtb] = HINTS[language === "de" ? "de" : "en"];
  const auction = /^rtb\.(?:adv_|pub_)?(.+)$/.exec(key)?.[1];
  return auction ? rtb[auction] : all[key.replace(/^(goals\.(?:g|ecpa))\d+$/, "$1")];
}
