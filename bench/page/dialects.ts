/** The same decision in each contender's format. */
import type { AdRequest } from "../../src/protocol/placement.ts";

export type Dialect = "placement" | "openrtb" | "kevel";

interface OpenRtbRequest {
  id: string;
  cur?: string[];
  imp: { id: string; ext: { prebid: { bidder: { mock: { placementId: number } } } } }[];
}

interface KevelRequest {
  placements: { divName: string; zoneIds: [number] }[];
}

/** `answer` takes a body of its own kind; `filled` is false when no zone gets an ad. */
export const DIALECTS: Record<
  Dialect,
  { path: string; answer(body: never, origin: string, filled: boolean): unknown }
> = {
  placement: { path: "/v1/placement", answer: answerPlacement },
  openrtb: { path: "/openrtb2/auction", answer: answerOpenRtb },
  kevel: { path: "/api/v2", answer: answerKevel },
};

function createAddresses(origin: string, zone: number) {
  return {
    url: `${origin}/click/${zone}`,
    impression: `${origin}/impression/${zone}`,
    image: `${origin}/image/${zone}`,
  };
}

/** Complete markup, for contenders that take it. */
function renderBanner({ url, image }: { url: string; image: string }): string {
  return `<a href="${url}" target="_blank"><img src="${image}" width="300" height="250" alt=""></a>`;
}

/** Answers as the ad service does, with the size of the banner. */
function answerPlacement({ zones }: AdRequest, origin: string, filled: boolean): unknown {
  return {
    zones: zones.map(({ id }) =>
      filled
        ? { idzone: id, type: "banner", data: { ...createAddresses(origin, id), width: 300, height: 250 } }
        : null,
    ),
    errors: {},
  };
}

/** Answers as Prebid Server does. The impression is a pixel in the markup, the cheapest way for the script. */
function answerOpenRtb({ id, imp }: OpenRtbRequest, origin: string, filled: boolean): unknown {
  if (!filled) return { id, seatbid: [], cur: "USD" };
  const bid = imp.map((one, at) => {
    const data = createAddresses(origin, one.ext.prebid.bidder.mock.placementId);
    const adm = `${renderBanner(data)}<img src="${data.impression}" width="1" height="1" alt="">`;
    const shown = { adm, w: 300, h: 250, crid: `c${at}`, mtype: 1 };
    return { id: `bid-${at}`, impid: one.id, price: 1, ...shown, ext: { prebid: { type: "banner" } } };
  });
  return { id, seatbid: [{ seat: "mock", bid }], cur: "USD" };
}

function answerKevel({ placements }: KevelRequest, origin: string, filled: boolean): unknown {
  const decisions = placements.map(({ divName, zoneIds: [zone] }, at) => {
    if (!filled) return [divName, null];
    const data = createAddresses(origin, zone);
    const contents = [
      { type: "html", template: "image", body: renderBanner(data), data: { imageUrl: data.image } },
    ];
    const ids = { adId: at + 1, creativeId: at + 1, flightId: 1, campaignId: 1 };
    return [divName, { ...ids, clickUrl: data.url, impressionUrl: data.impression, contents, events: [] }];
  });
  return { user: { key: "abc" }, decisions: Object.fromEntries(decisions) };
}
