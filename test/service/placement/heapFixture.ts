/** Reads and places 6,000 requests, each with 62 KB of unique text; exits with 0 if the heap suffices. */
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { describeCaller } from "../../../src/service/http/caller.ts";
import { resolveClientAddress } from "../../../src/service/http/proxies.ts";
import { normalizeAddress } from "../../../src/service/net/address.ts";
import { Placement } from "../../../src/service/placement/placement.ts";
import { readRequest } from "../../../src/service/placement/readRequest.ts";
import { aCampaign, aCatalogue } from "../support/catalogue.ts";
import { createPlacementParts } from "../support/placementParts.ts";

const REQUESTS = 6000;
const LONG = "x".repeat(62_000);
const RULES = { maxZones: 100, isIpRequired: false };

const placement = new Placement(
  { ...createPlacementParts(1000), random: Math.random },
  aCatalogue({ campaigns: [aCampaign({ id: 1 })] }),
  0,
);

function createCaller(headers: Record<string, string>) {
  const incoming = new IncomingMessage(new Socket());
  incoming.headers = headers;
  return describeCaller(incoming, "192.0.2.1", { trusted: () => false, origin: "https://ads.example" });
}

function place(user: object, headers: Record<string, string> = {}): void {
  const reading = readRequest(Buffer.from(JSON.stringify({ user, zones: [{ id: 1 }] })), RULES);
  const request = "request" in reading ? reading.request : { user: {}, zones: [{ id: 1 }] };
  placement.place(request, createCaller(headers), 0);
}

/** One sender for each field or header that can contain a long text. */
const SENDERS: ((text: string, number: number) => void)[] = [
  (text) => place({}, { "user-agent": text }),
  (text) => place({}, { "accept-language": text }),
  (text) => place({ ua: text, referer: text }),
  (text) => place({ referer: text.slice(0, 16_384) }),
  // A hop of X-Forwarded-For is a slice that can keep the complete header in memory.
  (text, number) =>
    void resolveClientAddress("192.0.2.1", `${text},2001:db8::ffff:${number.toString(16)}`, () => true),
  (text, number) => void normalizeAddress(`10.0.${number >> 8}.${number & 255}${" ".repeat(text.length)}`),
];

for (let number = 0; number < REQUESTS; number++)
  SENDERS[number % SENDERS.length]?.(`${number} ${LONG}`, number);
