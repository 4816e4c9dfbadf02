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
const requestId = optional(text, "Id of the request, as in the header `X-Request-Id`.");

export const VALIDATION_FAILURE = answer(
  "ValidationFailure",
  v.strictObject({
    message: optional(text, "The first problem."),
    errors: describe(
      v.array(v.record(text, text)),
      "One object for each problem. Its only key is the path of the field.",
    ),
    codes: optional(v.array(codedProblem), "Codes of the entries of `errors`, in the same order."),
    request_id: requestId,
  }) satisfies v.GenericSchema<ValidationFailure>,
);

export const REFUSAL = answer(
  "Refusal",
  v.strictObject({
    message: text,
    code: optional(v.literal("declared"), "A file owns the catalogue."),
    fields: optional(
      v.array(text),
      "For a conflict: fields that differ from the version that the caller named.",
    ),
    errors: optional(
      v.array(v.record(text, text)),
      "Reasons why entries of a bulk change cannot be changed, by path.",
    ),
    codes: optional(
      v.array(codedProblem),
      "Codes of the entries of `errors`, in the same order; without `errors`, the code of `message`.",
    ),
    second_factor: optional(
      v.literal("totp"),
      "User name and password are right; send a code of the second factor as `otp`, too.",
    ),
    request_id: requestId,
  }) satisfies v.GenericSchema<Refusal>,
);
