/**
 * Parses a placement request from bytes to a typed request, or to the first problems. The fields are in
 * `protocol/placement.ts`.
 */
import { isUtf8 } from "node:buffer";
import {
  type AdRequest,
  REQUEST_FIELDS,
  type RequestField,
  type RequestFields,
  type TextFormat,
} from "../../protocol/placement.ts";
import type { Problem } from "../../protocol/problems.ts";
import { formatPath } from "../../protocol/validation.ts";
import { normalizeAddress } from "../net/address.ts";
import { getOrMake } from "../values/getOrMake.ts";
import { isObject } from "../values/object.ts";
import { type FieldProblem, ProblemList } from "../values/problemList.ts";

export type Reading = { request: AdRequest } | { problems: FieldProblem[] };

interface ReadingRules {
  maxZones: number;
  /** Whether `user.ip` is required. */
  isIpRequired: boolean;
}

const MISSING = { code: "field-missing" } as const;
const MALFORMED: Reading = { problems: [{ path: formatPath([]), problem: { code: "body-malformed" } }] };
const LANGUAGE = /^[a-z]{2}(-[a-z]{2})?$/i;
const BASE64 = /^(?:[\w+/-]{4})*(?:[\w+/-]{2}(?:==)?|[\w+/-]{3}=?)?$/;
/** Readers may ignore it: https://www.rfc-editor.org/rfc/rfc8259#section-8.1 */
const BYTE_ORDER_MARK = "\ufeff";

export function readRequest(body: Buffer, rules: ReadingRules): Reading {
  let value: unknown;
  try {
    if (!isUtf8(body)) return MALFORMED;
    const json = body.toString();
    value = JSON.parse(json.startsWith(BYTE_ORDER_MARK) ? json.slice(1) : json);
  } catch {
    return MALFORMED;
  }
  return checkRequest(value, rules);
}

export function checkRequest(value: unknown, rules: ReadingRules): Reading {
  const problems = new ProblemList();
  return isRequest(value, rules, problems) ? { request: value } : { problems: problems.list() };
}

/** Whether a value has the shape of `REQUEST_FIELDS`; otherwise adds its problems. */
function isRequest(
  value: unknown,
  { maxZones, isIpRequired }: ReadingRules,
  problems: ProblemList,
): value is AdRequest {
  if (!isObject(value)) problems.add(formatPath([]), describeType("object"));
  else {
    checkFields(value, REQUEST_READER, "", { maxZones, problems, totals: new Map() });
    if (isIpRequired && isObject(value.user) && readOwn(value.user, "ip") === undefined)
      problems.add("[user][ip]", MISSING);
  }
  return problems.isEmpty;
}

interface ObjectReader {
  checks: ReadonlyMap<string, Check>;
  required: readonly string[];
}

interface Checking {
  maxZones: number;
  problems: ProblemList;
  totals: Map<RequestField, Total>;
}

/** Different values of a field with `maxTotal`. */
interface Total {
  texts: Set<string>;
  characters: number;
}

/** Adds the problems of the field `key` of an object at `path`. Joins path and key only for a problem. */
type Check = (object: Record<string, unknown>, key: string, path: string, checking: Checking) => void;

function createReader(fields: RequestFields): ObjectReader {
  const entries = Object.entries(fields);
  return {
    checks: new Map(entries.map(([name, field]) => [name, createCheck(field)])),
    required: entries.filter(([, field]) => field.required).map(([name]) => name),
  };
}

function createCheck(field: RequestField): Check {
  switch (field.type) {
    case "string":
      return checkBy(
        (value, { totals }) =>
          describeText(value, field.maxLength, field.format) ?? describeTotal(value, field, totals),
      );
    case "integer":
      return checkBy((value) => describeInteger(value, field.values));
    case "map":
      return (object, key, path, checking) => checkMap(object, key, `${path}[${key}]`, checking, field);
    case "object": {
      const reader = createReader(field.fields);
      return (object, key, path, checking) => {
        const value = object[key];
        // An empty object of PHP is `[]`.
        const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
        if (field.mayBeEmpty && isEmpty) delete object[key];
        else if (isObject(value)) checkFields(value, reader, `${path}[${key}]`, checking);
        else checking.problems.add(`${path}[${key}]`, describeType("object"));
      };
    }
    case "list": {
      const reader = createReader(field.fields);
      return (object, key, path, checking) => checkList(object[key], reader, `${path}[${key}]`, checking);
    }
  }
}

function checkBy(describe: (value: unknown, checking: Checking) => Problem | undefined): Check {
  return (object, key, path, checking) => {
    const problem = describe(object[key], checking);
    if (problem) checking.problems.add(`${path}[${key}]`, problem);
  };
}

function checkFields(
  object: Record<string, unknown>,
  { checks, required }: ObjectReader,
  path: string,
  checking: Checking,
): void {
  const { problems } = checking;
  // Results of `JSON.parse` have no inherited enumerable properties.
  for (const key in object) {
    const check = checks.get(key);
    if (check) check(object, key, path, checking);
    else problems.add(path + formatPath([key]), { code: "field-unexpected" });
    if (problems.isFull) return;
  }
  for (const name of required)
    if (readOwn(object, name) === undefined) problems.add(`${path}[${name}]`, MISSING);
}

function checkList(value: unknown, reader: ObjectReader, path: string, checking: Checking): void {
  const { maxZones, problems } = checking;
  if (!Array.isArray(value) || value.length === 0 || value.length > maxZones) {
    problems.add(path, describeList(value, maxZones));
    return;
  }
  for (const [at, item] of value.entries()) {
    if (isObject(item)) checkFields(item, reader, `${path}[${at}]`, checking);
    else problems.add(`${path}[${at}]`, describeType("object"));
    if (problems.isFull) return;
  }
}

type MapField = Extract<RequestField, { type: "map" }>;

function checkMap(
  object: Record<string, unknown>,
  key: string,
  path: string,
  { problems }: Checking,
  { maxKeys, maxKeyLength, maxValueLength }: MapField,
): void {
  const value = object[key];
  // Languages whose empty map is an empty list, such as PHP, write `[]`: https://www.php.net/manual/en/function.json-encode.php
  if (Array.isArray(value) && value.length === 0) {
    object[key] = Object.create(null);
    return;
  }
  const names = isObject(value) ? Object.keys(value) : [];
  if (!isObject(value) || names.length > maxKeys) {
    problems.add(path, isObject(value) ? describeCount(maxKeys) : describeType("object"));
    return;
  }
  for (const name of names) {
    const problem = isLonger(name, maxKeyLength)
      ? ({ code: "value-key-length", most: maxKeyLength } as const)
      : describeText(value[name], maxValueLength, undefined);
    if (problem) problems.add(path + formatPath([name]), problem);
    if (problems.isFull) return;
  }
  // Without a prototype, every name has only the sender's value.
  object[key] = Object.assign(Object.create(null), value);
}

function describeType(type: "string" | "integer" | "object" | "array"): Problem {
  return { code: "value-type", type };
}

function describeList(value: unknown, most: number): Problem {
  if (!Array.isArray(value)) return describeType("array");
  return value.length === 0 ? { code: "value-empty" } : describeCount(most);
}

function describeCount(most: number): Problem {
  return { code: "value-count", most };
}

function describeText(
  value: unknown,
  maxLength: number,
  format: TextFormat | undefined,
): Problem | undefined {
  if (typeof value !== "string") return describeType("string");
  if (isLonger(value, maxLength)) return { code: "value-length", most: maxLength };
  return format === undefined ? undefined : FORMATS[format](value);
}

/** Describes the one value with which the different values of a field exceed their total. */
function describeTotal(
  value: unknown,
  field: Extract<RequestField, { type: "string" }>,
  totals: Map<RequestField, Total>,
): Problem | undefined {
  const { maxTotal } = field;
  if (maxTotal === undefined) return undefined;
  const total = getOrMake(totals, field, (): Total => ({ texts: new Set(), characters: 0 }));
  const text = String(value);
  if (total.texts.has(text) || total.characters > maxTotal) return undefined;
  total.texts.add(text);
  total.characters += countCharacters(text);
  if (total.characters <= maxTotal) return undefined;
  return { code: "value-total-length", most: maxTotal };
}

function isLonger(text: string, most: number): boolean {
  return text.length > most && countCharacters(text) > most;
}

const SURROGATE_PAIRS = /[\ud800-\udbff][\udc00-\udfff]/g;

/** Counts code points, so that the alphabet makes no difference. */
function countCharacters(text: string): number {
  return text.length - (text.match(SURROGATE_PAIRS)?.length ?? 0);
}

function describeInteger(value: unknown, values: readonly number[] | undefined): Problem | undefined {
  if (!values) return Number.isSafeInteger(value) ? undefined : describeType("integer");
  return values.some((allowed) => allowed === value) ? undefined : { code: "value-one-of", values };
}

const FORMATS: Record<TextFormat, (value: string) => Problem | undefined> = {
  address: (value) => (normalizeAddress(value) ? undefined : { code: "value-address" }),
  language: (value) => (LANGUAGE.test(value) ? undefined : { code: "value-language" }),
  base64: (value) => (BASE64.test(value) ? undefined : { code: "value-base64" }),
  "base64-json": (value) => (isEncodedJson(value) ? undefined : { code: "value-base64-json" }),
};

function isEncodedJson(value: string): boolean {
  if (!BASE64.test(value)) return false;
  try {
    JSON.parse(Buffer.from(value, "base64").toString("utf8"));
    return true;
  } catch {
    return false;
  }
}

/** Reads an own property, never an inherited one. */
function readOwn(object: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

const REQUEST_READER = createReader(REQUEST_FIELDS);
