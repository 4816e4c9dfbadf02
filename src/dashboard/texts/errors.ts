/** Localized messages for errors. */
import { writeSentence } from "../../protocol/sentences.ts";
import { type Problem, type RefusalCode, StatisticsError } from "../../statistics/statistics.ts";
import type { Locale } from "./locale.ts";

/** What the service says about a request or a field. */
type Said = Pick<Problem, "message"> & RefusalCode;

/**
 * Writes a problem in the reader's language; in the service's English for a code that the language does not have, or for
 * parameters of a newer service that its sentence does not know.
 */
export function translate(
  { message, code = "", parameters = {} }: Said,
  { texts }: Pick<Locale, "texts">,
): string {
  const sentence = Object.hasOwn(texts.problems, code) ? texts.problems[code] : undefined;
  if (sentence === undefined) return message;
  try {
    const text = writeSentence(sentence, parameters);
    return /\bundefined\b/.test(text) ? message : text;
  } catch {
    return message;
  }
}

/** Writes each problem of fields, or the one of the whole request. */
export function explainRefusal({ message, problems, refusal }: StatisticsError, locale: Locale): string {
  const said: readonly Said[] = problems.length > 0 ? problems : [{ message, ...refusal }];
  return said.map((one) => translate(one, locale)).join(" ");
}

export function explainError(error: unknown, locale: Locale): string {
  const words = locale.texts.errors;
  if (!(error instanceof StatisticsError)) return words.invalid;
  switch (error.code) {
    case "network":
      return words.network;
    case "timeout":
      return words.timeout;
    case "server":
      return words.server;
    case "rate-limited":
      return error.refusal ? explainRefusal(error, locale) : words.limit;
    case "forbidden":
      return explainRefusal(error, locale);
    case "invalid-response":
      return words.invalid;
    case "not-found":
      return words.gone;
    default:
      return words.refused(explainRefusal(error, locale));
  }
}
