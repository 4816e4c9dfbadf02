// Prebid.js from npm, used as its package's README says, with its server adapter. Shows banners as its example "Running
// Prebid.js as an ad server" does: one auction, and the winner of each unit in a frame.
import pbjs from "prebid.js";
import "prebid.js/modules/prebidServerBidAdapter";

const { endpoint } = document.currentScript.dataset;

pbjs.processQueue();
pbjs.setConfig({
  s2sConfig: {
    accountId: "1",
    enabled: true,
    bidders: ["mock"],
    adapter: "prebidServer",
    endpoint: { p1Consent: endpoint, noP1Consent: endpoint },
    timeout: 3000,
  },
  bidderTimeout: 3000,
});

const slots = [...document.querySelectorAll("[data-zone-id]")];
pbjs.addAdUnits(
  slots.map((slot) => ({
    code: slot.id,
    mediaTypes: { banner: { sizes: [[300, 250]] } },
    bids: [{ bidder: "mock", params: { placementId: +slot.dataset.zoneId } }],
  })),
);
pbjs.requestBids({ bidsBackHandler: () => pbjs.getHighestCpmBids().forEach(show) });

function show(bid) {
  const frame = document.createElement("iframe");
  frame.width = bid.width;
  frame.height = bid.height;
  frame.style.border = "0";
  document.getElementById(bid.adUnitCode).append(frame);
  pbjs.renderAd(frame.contentWindow.document, bid.adId);
}
