/** Every text of inventory, campaigns and "Try a page" in English; the statistics have theirs in `../../texts`. */
export const en = {
  start: {
    title: "No numbers yet",
    publisher: "Put this code on your pages. Numbers appear here a few seconds after the first ad is shown.",
    advertiser: "Numbers appear here as soon as your campaigns are shown for the first time.",
    network: "Numbers appear here as soon as the first ad of your members is shown.",
    noZones: "Your account has no zones yet.",
    makeZones: "Make one in the inventory",
  },

  code: {
    script: "Once on every page, in its head",
    zone: "Where the ad goes",
    copy: "Copy",
  },
};

export type PlaceTexts = typeof en;
