/** Localized messages for errors. */
import { StatisticsError } from "../../statistics/statistics.ts";
import type { Locale } from "./locale.ts";
import { translate } from "./phrases.ts";

export function explainError(error: unknown, { texts }: Locale): string {
  const words = texts.errors;
  if (!(error instanceof StatisticsError)) return words.invalid;
  switch (error.code) {
    case "network":
      return words.network;
    case "timeout":
      return words.timeout;
    case "server":
      return words.server;
    case "rate-limited":
      return words.limit;
    case "forbidden":
      return translate(error.message, texts.service);
    case "invalid-response":
      return words.invalid;
    case "not-found":
      return words.gone;
    default:
      return words.refused(
        listSentences(error)
          .map((each) => translate(each, texts.service))
          .join(" "),
      );
  }
}

/** Sentences from the service. */
function listSentences({ message, problems }: StatisticsError): string[] {
  return problems.length > 0 ? problems.map((problem) => problem.message) : [message];
}
