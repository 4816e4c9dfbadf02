/** Every text of inventory, campaigns and "Try a page" in German. */
import type { PlaceTexts } from "./en.ts";

export const de: PlaceTexts = {
  start: {
    title: "Noch keine Zahlen",
    publisher:
      "Setze diesen Code auf deine Seiten. Zahlen erscheinen hier wenige Sekunden nach der ersten Anzeige.",
    advertiser: "Zahlen erscheinen hier, sobald deine Kampagnen zum ersten Mal gezeigt werden.",
    network: "Zahlen erscheinen hier, sobald die erste Anzeige deiner Mitglieder gezeigt wird.",
    noZones: "Dein Konto hat noch keine Zonen.",
    makeZones: "Lege eine im Inventar an",
  },

  code: {
    script: "Einmal auf jeder Seite, im Kopf",
    zone: "Wo die Anzeige hingehört",
    copy: "Kopieren",
  },
};
