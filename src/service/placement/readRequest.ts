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
import {
  formatPath,
  MALFORMED_BODY,
  MISSING_FIELD,
  type Problems,
  UNEXPECTED_FIELD,
} from "../../protocol/validation.ts";
import { normalizeAddress } from "../net/address.ts";
import { isObject } from "../values/object.ts";
import { ProblemList } from "../values/problemList.ts";

export type Reading = { request: AdRequest } | { problems: Problems };

interface ReadingRules {
  maxZones: number;
  /** Whether `user.ip` is required. */
  isIpRequired: boolean;
}

const LANGUAGE = /^[a-z]{2}(-[a-z]{2})?$/i;
const BASE64 = /^(?:[\w+/-]{4})*(?:[\w+/-]{2}(?:==)?|[\w+/-]{3}=?)?$/;
/** https://www.rfc-editor.org/rfc/rfc8259#section-8.1 lets a reader ignore it. */
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

export function readRequest(body: Buffer, rules: ReadingRules): Reading {
  const json = body.subarray(0, 3).equals(BYTE_ORDER_MARK) ? body.subarray(3) : body;
  let value: unknown;
  try {
    if (!isUtf8(json)) return { problems: [{ "[body]": MALFORMED_BODY }] };
    value = JSON.parse(json.toString());
  } catch {
    return { problems: [{ "[body]": MALFORMED_BODY }] };
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
    checkFields(value, REQUEST_READER, "", { maxZones, problems });
    if (isIpRequired && isObject(value.user) && readOwn(value.user, "ip") === undefined)
      problems.add("[user][ip]", MISSING_FIELD);
  }
  return problems.isEmpty;
}

type ObjectReader = ReadonlyMap<string, { check: Check; isRequired: boolean }>;

interface Checking {
  maxZones: number;
  problems: ProblemList;
}

/** Adds the problems of a value, which is the field `key` of `object`. */
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
      return checkBy((value) => describeText(value, field.maxLength, field.format));
    case "integer":
      return checkBy((value) => describeInteger(value, field.values));
    case "map":
      return (value, path, checking, object, key) => checkMap(value, path, checking, object, key, field);
    case "object": {
      const reader = createReader(field.fields);
      return (value, path, checking) => {
        if (isObject(value)) checkFields(value, reader, path, checking);
        else checking.problems.add(path, describeType("object"));
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
    if (problem) problems.add(path, problem);
  };
}

function checkFields(
  object: Record<string, unknown>,
  reader: ObjectReader,
  path: string,
  checking: Checking,
): void {
  const { problems } = checking;
  // Results of `JSON.parse` have no inherited enumerable properties.
  for (const key in object) {
    const field = reader.get(key);
    if (field) field.check(object[key], `${path}[${key}]`, checking, object, key);
    else problems.add(path + formatPath([key]), UNEXPECTED_FIELD);
    if (problems.isFull) return;
  }
  for (const [name, { isRequired }] of reader) {
    if (isRequired && readOwn(object, name) === undefined) problems.add(`${path}[${name}]`, MISSING_FIELD);
  }
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
  value: unknown,
  path: string,
  { problems }: Checking,
  object: Record<string, unknown>,
  key: string,
  { maxKeys, maxKeyLength, maxValueLength }: MapField,
): void {
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
    const problem =
      name.length > maxKeyLength
        ? `This key is too long. It should have ${maxKeyLength} characters or less.`
        : describeText(value[name], maxValueLength, undefined);
    if (problem) problems.add(path + formatPath([name]), problem);
    if (problems.isFull) return;
  }
  // Without a prototype, every name has only the sender's value.
  object[key] = Object.assign(Object.create(null), value);
}

function describeType(type: string): string {
  return `This value should be of type ${type}.`;
}

function describeList(value: unknown, most: number): string {
  if (!Array.isArray(value)) return describeType("array");
  return value.length === 0 ? "This collection should contain 1 element or more." : describeCount(most);
}

function describeCount(most: number): string {
  return `This collection should contain ${most} elements or less.`;
}

function describeText(value: unknown, maxLength: number, format: TextFormat | undefined): string | undefined {
  if (typeof value !== "string") return describeType("string");
  if (value.length > maxLength)
    return `This value is too long. It should have ${maxLength} characters or less.`;
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

/** Reads an own property, never an inherited one. */
function readOwn(object: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

const REQUEST_READER = createReader(REQUEST_FIELDS);
