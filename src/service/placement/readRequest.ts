/**
 * Reads a placement request: any bytes in, a request whose types are true or every problem with it. What a request may
 * hold is the table in `protocol/placement.ts`.
 */
import { isUtf8 } from "node:buffer";
import {
  type AdRequest,
  REQUEST_FIELDS,
  type RequestField,
  type RequestFields,
  type TextFormat,
} from "../../protocol/placement.ts";
import { normalizeAddress } from "../net/address.ts";
import { isObject } from "../values/object.ts";

/** One object of one key, the field's path, for each problem. */
export type Problems = Record<string, string>[];

export type Reading = { request: AdRequest } | { problems: Problems };

export interface ReadingRules {
  maxZones: number;
  /** Whether `user.ip` must be there. */
  isIpRequired: boolean;
}

const MISSING = "This field is missing.";
const UNEXPECTED = "This field was not expected.";
const MALFORMED = "Malformed JSON body.";
const LANGUAGE = /^[a-z]{2}(-[a-z]{2})?$/i;
const BASE64 = /^(?:[\w+/-]{4})*(?:[\w+/-]{2}(?:==)?|[\w+/-]{3}=?)?$/;
/** https://www.rfc-editor.org/rfc/rfc8259#section-8.1 lets a reader ignore it. */
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

export function readRequest(body: Buffer, rules: ReadingRules): Reading {
  const json = body.subarray(0, 3).equals(BYTE_ORDER_MARK) ? body.subarray(3) : body;
  let value: unknown;
  try {
    if (!isUtf8(json)) return { problems: [{ "[body]": MALFORMED }] };
    value = JSON.parse(json.toString());
  } catch {
    return { problems: [{ "[body]": MALFORMED }] };
  }
  return checkRequest(value, rules);
}

export function checkRequest(value: unknown, rules: ReadingRules): Reading {
  const problems: Problems = [];
  return isRequest(value, rules, problems) ? { request: value } : { problems };
}

/** Whether a value is what `REQUEST_FIELDS` says and may be answered; what is wrong with it is added to the problems. */
function isRequest(
  value: unknown,
  { maxZones, isIpRequired }: ReadingRules,
  problems: Problems,
): value is AdRequest {
  if (!isObject(value)) problems.push({ "[body]": describeType("object") });
  else {
    checkFields(value, REQUEST_READER, "", { maxZones, problems });
    if (isIpRequired && isObject(value.user) && readOwn(value.user, "ip") === undefined)
      problems.push({ "[user][ip]": MISSING });
  }
  return problems.length === 0;
}

type ObjectReader = ReadonlyMap<string, { check: Check; isRequired: boolean }>;

interface Checking {
  maxZones: number;
  problems: Problems;
}

/** Adds what is wrong with a value to the problems. `object` holds the value under `key`. */
type Check = (
  value: unknown,
  path: string,
  checking: Checking,
  object: Record<string, unknown>,
  key: string,
) => void;

function createReader(fields: RequestFields): ObjectReader {
  return new Map(
    Object.entries(fields).map(([name, field]) => [
      name,
      { check: createCheck(field), isRequired: field.required === true },
    ]),
  );
}

function createCheck(field: RequestField): Check {
  switch (field.type) {
    case "string":
      return checkBy((value) => describeText(value, field.format));
    case "integer":
      return checkBy((value) => describeInteger(value, field.values));
    case "map":
      return checkMap;
    case "object": {
      const reader = createReader(field.fields);
      return (value, path, checking) => {
        if (isObject(value)) checkFields(value, reader, path, checking);
        else checking.problems.push({ [path]: describeType("object") });
      };
    }
    case "list": {
      const reader = createReader(field.fields);
      return (value, path, checking) => checkList(value, reader, path, checking);
    }
  }
}

function checkBy(describe: (value: unknown) => string | undefined): Check {
  return (value, path, { problems }) => {
    const problem = describe(value);
    if (problem) problems.push({ [path]: problem });
  };
}

function checkFields(
  object: Record<string, unknown>,
  reader: ObjectReader,
  path: string,
  checking: Checking,
): void {
  // What `JSON.parse` gives inherits nothing that could be listed.
  for (const key in object) {
    const field = reader.get(key);
    if (field) field.check(object[key], `${path}[${key}]`, checking, object, key);
    else checking.problems.push({ [`${path}[${key}]`]: UNEXPECTED });
  }
  for (const [name, { isRequired }] of reader) {
    if (isRequired && readOwn(object, name) === undefined)
      checking.problems.push({ [`${path}[${name}]`]: MISSING });
  }
}

function checkList(value: unknown, reader: ObjectReader, path: string, checking: Checking): void {
  const { maxZones, problems } = checking;
  if (!Array.isArray(value)) return void problems.push({ [path]: describeType("array") });
  if (value.length === 0)
    return void problems.push({ [path]: "This collection should contain 1 element or more." });
  if (value.length > maxZones)
    return void problems.push({ [path]: `This collection should contain ${maxZones} elements or less.` });
  for (const [at, item] of value.entries()) {
    if (isObject(item)) checkFields(item, reader, `${path}[${at}]`, checking);
    else problems.push({ [`${path}[${at}]`]: describeType("object") });
  }
}

const checkMap: Check = (value, path, { problems }, object, key) => {
  // Languages whose empty map is an empty list, such as PHP, write `[]`: https://www.php.net/manual/en/function.json-encode.php
  if (Array.isArray(value) && value.length === 0) object[key] = {};
  else if (!isObject(value)) problems.push({ [path]: describeType("object") });
  else {
    for (const [name, text] of Object.entries(value))
      if (typeof text !== "string") problems.push({ [`${path}[${name}]`]: describeType("string") });
  }
};

function describeType(type: string): string {
  return `This value should be of type ${type}.`;
}

function describeText(value: unknown, format: TextFormat | undefined): string | undefined {
  if (typeof value !== "string") return describeType("string");
  return format === undefined ? undefined : FORMATS[format](value);
}

function describeInteger(value: unknown, values: readonly number[] | undefined): string | undefined {
  if (!values) return Number.isSafeInteger(value) ? undefined : describeType("integer");
  return values.some((allowed) => allowed === value)
    ? undefined
    : `This value should be ${values.join(" or ")}.`;
}

const FORMATS: Record<TextFormat, (value: string) => string | undefined> = {
  address: (value) => (normalizeAddress(value) ? undefined : "This is not a valid IP address."),
  language: (value) => (LANGUAGE.test(value) ? undefined : "This value should have the form xx or xx-yy."),
  base64: (value) => (BASE64.test(value) ? undefined : "This value should be Base64."),
  "base64-json": (value) => (isEncodedJson(value) ? undefined : "This value should be JSON in Base64."),
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

/** A property that the sender wrote, never one that every object has. */
function readOwn(object: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

const REQUEST_READER = createReader(REQUEST_FIELDS);
