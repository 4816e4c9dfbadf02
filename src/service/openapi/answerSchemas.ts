/** Parts of the schemas of answers, and the schemas of refusals. The types of answers are those of the protocol. */
import * as v from "valibot";
import type { CodedProblem, Refusal, ValidationFailure } from "../../protocol/statistics.ts";
import { answer } from "./routeEntry.ts";

export const text = v.string();
export const describe = <S extends v.GenericSchema>(schema: S, description: string) =>
  v.pipe(schema, v.description(description));
export const optional = <S extends v.GenericSchema>(schema: S, description: string) =>
  v.exactOptional(describe(schema, description));
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));
export const time = v.pipe(text, v.metadata({ format: "date-time" }));
export const named = v.strictObject({ id: count, name: text });
export const codedProblem = describe(
  v.looseObject({ code: text }),
  "A code with the parameters of its sentence, such as `whole-number-range` with `least` and `most`. Later versions have more codes.",
) satisfies v.GenericSchema<CodedProblem>;
const requestId = optional(text, "As in the header `X-Request-Id`.");

export const VALIDATION_FAILURE = answer(
  "ValidationFailure",
  v.strictObject({
    message: optional(text, "The first problem."),
    errors: describe(
      v.array(v.record(text, text)),
      "One object of one key, the field's path, for each problem.",
    ),
    codes: optional(v.array(codedProblem), "The code of each entry of `errors`, in its order."),
    request_id: requestId,
  }) satisfies v.GenericSchema<ValidationFailure>,
);

export const REFUSAL = answer(
  "Refusal",
  v.strictObject({
    message: text,
    code: optional(v.literal("declared"), "A file owns the catalogue."),
    fields: optional(v.array(text), "Fields that differ from what the caller saw, for a conflict."),
    errors: optional(
      v.array(v.record(text, text)),
      "Why each of these entries of a bulk change cannot be changed, by its path.",
    ),
    codes: optional(
      v.array(codedProblem),
      "The code of each entry of `errors`, in its order; without `errors`, the one of `message`.",
    ),
    request_id: requestId,
  }) satisfies v.GenericSchema<Refusal>,
);
