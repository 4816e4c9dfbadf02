/**
 * What is known of a visitor from address, user agent and language, as the numbers that events are kept by.
 */
import Bowser from "bowser";
import { limitKey } from "./address.ts";
import {
  browsers,
  type DeviceName,
  devices,
  deviceTypes,
  languages,
  operatingSystems,
} from "./dimensions.ts";
import { visitorPart } from "./facts.ts";
import { countryOfAddress } from "./geo.ts";
import type { VisitorTraits } from "./placement/campaign-index.ts";
import type { Part } from "./store/store.ts";
import { encodeVisitor } from "./tracking/token.ts";

export interface Visitor {
  traits: VisitorTraits;
  /** As events have it. */
  part: Part;
  /** As tokens have it. */
  text: string;
}

/** What a user agent says of itself. */
export interface Agent {
  browser: number | undefined;
  operatingSystem: number | undefined;
  device: number | undefined;
  deviceType: number | undefined;
}

/** A user agent that was read, and the visitors who had it. */
interface KnownAgent {
  agent: Agent;
  /** By address and language. */
  visitors: Map<string, Visitor>;
}

/** Reading a user agent costs more than deciding ten zones; pages of one site repeat few. */
const REMEMBERED_AGENTS = 5000;
const REMEMBERED_VISITORS = 20_000;
const AGENT_LENGTH = 1024;

export class Visitors {
  readonly #digest: (address: string) => string;
  readonly #agents = new Map<string, KnownAgent>();
  #visitors = 0;

  /** `digest` recognises an address without giving it away. */
  constructor(digest: (address: string) => string) {
    this.#digest = digest;
  }

  of(address: string, userAgent: string, language: string | undefined): Visitor {
    const known = this.#agent(userAgent.slice(0, AGENT_LENGTH));
    const code = language?.slice(0, 2).toLowerCase() ?? "";
    const key = `${address} ${code}`;
    const found = known.visitors.get(key);
    if (found) return found;
    const visitor = this.#make(address, known.agent, code);
    this.#forgetVisitors();
    known.visitors.set(key, visitor);
    return visitor;
  }

  /** What impressions are compared by: an IPv6 visitor's address changes within its /64. */
  addressDigest(address: string): string {
    return this.#digest(limitKey(address));
  }

  /** What was read first goes when there is too much. */
  #agent(userAgent: string): KnownAgent {
    const found = this.#agents.get(userAgent);
    if (found) return found;
    const known = { agent: readAgent(userAgent), visitors: new Map() };
    if (this.#agents.size >= REMEMBERED_AGENTS)
      this.#agents.delete(this.#agents.keys().next().value as string);
    this.#agents.set(userAgent, known);
    return known;
  }

  /** All at once: to know which was seen last would cost every request. */
  #forgetVisitors(): void {
    this.#visitors += 1;
    if (this.#visitors <= REMEMBERED_VISITORS) return;
    for (const { visitors } of this.#agents.values()) visitors.clear();
    this.#visitors = 1;
  }

  #make(address: string, agent: Agent, code: string): Visitor {
    const country = countryOfAddress(address);
    const language = languages.id(code);
    const { browser, operatingSystem, deviceType } = agent;
    const visitor = { country, language, ...agent, address: this.addressDigest(address) };
    return {
      traits: known({ country, language, browser, operatingSystem, deviceType }),
      part: visitorPart(visitor),
      text: encodeVisitor(visitor),
    };
  }
}

export function readAgent(userAgent: string): Agent {
  if (userAgent.trim() === "") {
    return { browser: undefined, operatingSystem: undefined, device: undefined, deviceType: undefined };
  }
  const { browser, os, platform } = Bowser.parse(userAgent);
  const type = platform.type ?? "";
  return {
    browser: browsers.id(browser.name ?? ""),
    operatingSystem: operatingSystems.id(os.name ?? ""),
    device: devices.id(deviceOf(userAgent, type, platform.vendor, platform.model)),
    deviceType: deviceTypes.id(type),
  };
}

const PHONES: [RegExp, DeviceName][] = [
  [/\bSM-|\bSamsung/i, "Samsung phone"],
  [/\bPixel\b/, "Google Pixel"],
  [/\bXiaomi|\bRedmi|\bPOCO|\bMi \d/i, "Xiaomi phone"],
  [/\bHuawei/i, "Huawei phone"],
  [/\bOnePlus/i, "OnePlus phone"],
  [/\bMotorola|\bmoto\b/i, "Motorola phone"],
  [/\bOPPO|\bCPH\d/i, "Oppo phone"],
  [/\bvivo\b/i, "Vivo phone"],
];

function deviceOf(userAgent: string, type: string, vendor?: string, model?: string): DeviceName | "" {
  const apple = `${vendor} ${model}`.toLowerCase();
  if (type === "mobile") {
    if (apple === "apple iphone") return "Apple iPhone";
    if (apple === "apple ipod") return "Apple iPod";
    return PHONES.find(([pattern]) => pattern.test(userAgent))?.[1] ?? "Other phone";
  }
  if (type === "tablet") {
    if (apple === "apple ipad") return "Apple iPad";
    if (vendor === "Amazon") return "Amazon tablet";
    return /\bSM-|\bSamsung/i.test(userAgent) ? "Samsung tablet" : "Other tablet";
  }
  if (type === "desktop") return vendor === "Apple" ? "Apple Mac" : "Computer";
  if (type === "tv") return "Television";
  return type === "bot" ? "Robot" : "";
}

/** Absent keys instead of undefined ones. */
function known(traits: { [K in keyof VisitorTraits]: VisitorTraits[K] | undefined }): VisitorTraits {
  return Object.fromEntries(Object.entries(traits).filter(([, value]) => value !== undefined));
}
