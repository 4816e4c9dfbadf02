/**
 * Reads a placement request: any bytes in, a request whose types are true or every problem with it.
 *
 * Written by hand rather than with the schema library: messages and paths are the ones that the ad placement interface
 * documents, and it runs for every request, in half the time.
 */
import { isUtf8 } from "node:buffer";
import type { AdRequest, Gdpr, User, ZoneRequest } from "../../protocol/placement.ts";
import { normalAddress } from "../address.ts";
import { isObject } from "../object.ts";

/** One object of one key, the field's path, for each problem. */
export type Problems = Record<string, string>[];

export type Reading = { request: AdRequest } | { problems: Problems };

export interface ReadingRules {
  maxZones: number;
  /** Whether `user.ip` must be there. */
  ipRequired: boolean;
}

const MISSING = "This field is missing.";
const UNEXPECTED = "This field was not expected.";
const MALFORMED = "Malformed JSON body.";
const LANGUAGE = /^[a-z]{2}(-[a-z]{2})?$/i;
const BASE64 = /^(?:[\w+/-]{4})*(?:[\w+/-]{2}(?:==)?|[\w+/-]{3}=?)?$/;

type Fields = Record<string, unknown>;
/** Says what is wrong with a value; undefined when nothing is. */
type Check = (value: unknown) => string | undefined;
type Checks = ReadonlyMap<string, Check>;
/** Where in the request; asked for only when something is wrong there. */
type Path = () => string;

function checksOf<T>(checks: Record<keyof T, Check>): Checks {
  return new Map(Object.entries(checks) as [string, Check][]);
}

const ofType = (type: string) => `This value should be of type ${type}.`;
const isText: Check = (value) => (typeof value === "string" ? undefined : ofType("string"));
const isInteger: Check = (value) => (Number.isSafeInteger(value) ? undefined : ofType("integer"));
const text =
  (valid: (value: string) => boolean, message: string): Check =>
  (value) =>
    typeof value !== "string" ? ofType("string") : valid(value) ? undefined : message;

const USER = checksOf<User>({
  id: isText,
  ip: text((value) => normalAddress(value) !== undefined, "This is not a valid IP address."),
  ua: isText,
  language: text((value) => LANGUAGE.test(value), "This value should have the form xx or xx-yy."),
  referer: isText,
  el: text((value) => BASE64.test(value), "This value should be Base64."),
  // An object of its own, read apart.
  gdpr: () => undefined,
  buyeruids: text(isEncodedJson, "This value should be JSON in Base64."),
});

const GDPR = checksOf<Gdpr>({
  gdpr: (value) => (value === 0 || value === 1 ? undefined : "This value should be 0 or 1."),
  consent: isText,
});

const ZONE = checksOf<ZoneRequest>({
  id: isInteger,
  sub: isInteger,
  keywords: isText,
  // An object of its own, read apart.
  custom_targeting: () => undefined,
});

export function readRequest(body: Buffer, rules: ReadingRules): Reading {
  let value: unknown;
  try {
    if (!isUtf8(body)) return { problems: [{ "[body]": MALFORMED }] };
    value = JSON.parse(body.toString());
  } catch {
    return { problems: [{ "[body]": MALFORMED }] };
  }
  return checkRequest(value, rules);
}

export function checkRequest(value: unknown, rules: ReadingRules): Reading {
  const problems: Problems = [];
  if (!isObject(value)) return { problems: [{ "[body]": ofType("object") }] };
  for (const key of Object.keys(value)) {
    if (key !== "user" && key !== "zones") problems.push({ [`[${key}]`]: UNEXPECTED });
  }
  checkUser(own(value, "user"), rules, problems);
  checkZones(own(value, "zones"), rules, problems);
  return problems.length > 0 ? { problems } : { request: value as unknown as AdRequest };
}

function checkUser(user: unknown, rules: ReadingRules, problems: Problems): void {
  if (user === undefined) problems.push({ "[user]": MISSING });
  else if (!isObject(user)) problems.push({ "[user]": ofType("object") });
  else {
    checkFields(user, USER, () => "[user]", problems);
    if (rules.ipRequired && own(user, "ip") === undefined) problems.push({ "[user][ip]": MISSING });
    checkGdpr(own(user, "gdpr"), problems);
  }
}

function checkGdpr(gdpr: unknown, problems: Problems): void {
  if (gdpr === undefined) return;
  if (!isObject(gdpr)) return void problems.push({ "[user][gdpr]": ofType("object") });
  checkFields(gdpr, GDPR, () => "[user][gdpr]", problems);
  if (own(gdpr, "gdpr") === undefined) problems.push({ "[user][gdpr][gdpr]": MISSING });
}

function checkZones(zones: unknown, { maxZones }: ReadingRules, problems: Problems): void {
  if (zones === undefined) return void problems.push({ "[zones]": MISSING });
  if (!Array.isArray(zones)) return void problems.push({ "[zones]": ofType("array") });
  const message = countMessage(zones.length, maxZones);
  if (message) return void problems.push({ "[zones]": message });
  for (let at = 0; at < zones.length; at++) checkZone(zones[at], () => `[zones][${at}]`, problems);
}

function countMessage(length: number, most: number): string | undefined {
  if (length === 0) return "This collection should contain 1 element or more.";
  return length > most ? `This collection should contain ${most} elements or less.` : undefined;
}

function checkZone(zone: unknown, path: Path, problems: Problems): void {
  if (!isObject(zone)) return void problems.push({ [path()]: ofType("object") });
  checkFields(zone, ZONE, path, problems);
  if (own(zone, "id") === undefined) problems.push({ [`${path()}[id]`]: MISSING });
  const targeting = own(zone, "custom_targeting");
  if (targeting === undefined) return;
  if (!isObject(targeting)) return void problems.push({ [`${path()}[custom_targeting]`]: ofType("object") });
  for (const [key, value] of Object.entries(targeting)) {
    const message = isText(value);
    if (message) problems.push({ [`${path()}[custom_targeting][${key}]`]: message });
  }
}

function checkFields(object: Fields, checks: Checks, path: Path, problems: Problems): void {
  // What JSON gives inherits nothing that could be listed, and keys are listed without a list.
  for (const key in object) {
    const check = checks.get(key);
    const message = check ? check(object[key]) : UNEXPECTED;
    if (message) problems.push({ [`${path()}[${key}]`]: message });
  }
}

/** A property that the sender wrote, never one that every object has. */
function own(object: Fields, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function isEncodedJson(value: string): boolean {
  if (!BASE64.test(value)) return false;
  try {
    JSON.parse(Buffer.from(value, "base64").toString("utf8"));
    return true;
  } catch {
    return false;
  }
}
