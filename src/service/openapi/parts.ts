/** What the parts of the OpenAPI document are put together from. */

// biome-ignore lint/suspicious/noExplicitAny: a JSON Schema is any object.
export type Schema = Record<string, any>;

export function ref(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

/** An object with these properties and no others. */
export function json(properties: Record<string, Schema>, required: readonly string[]): Schema {
  return { type: "object", properties, required, additionalProperties: false };
}

const RATE = Object.fromEntries(
  ["Limit", "Remaining", "Reset"].map((name) => [
    `X-Rate-Limit-${name}`,
    { $ref: `#/components/headers/X-Rate-Limit-${name}` },
  ]),
);

export function answer(description: string, schema: Schema): object {
  return { description, headers: RATE, content: { "application/json": { schema } } };
}

const REASONS = {
  400: "What is wrong with the request, every problem of it.",
  401: "No token, or one that is not good (any more).",
  403: "The account may not do this.",
  404: "There is nothing at this address.",
  409: "Somebody else changed it since; load it again.",
  413: "The body is too large.",
  415: "The body is not declared as JSON, or is compressed.",
  428: "The header If-Match is missing.",
  429: "A limit is reached; Retry-After says for how many seconds.",
} as const;

/** Refusals by status, each with its body. */
export function refusals(...statuses: (keyof typeof REASONS)[]): Record<string, object> {
  const entries = statuses.map((status) => [
    status,
    answer(REASONS[status], ref(status === 400 ? "ValidationFailure" : "Refusal")),
  ]);
  return Object.fromEntries(entries);
}
