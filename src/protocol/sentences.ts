/** Writes sentences of any language. Separate from `problems.ts`, so that the dashboard does not load the English ones. */

/**
 * A sentence, or the function that writes it from the parameters of its problem. The type of a method accepts functions
 * of any parameters.
 */
export type Sentence = string | { write(parameters: object): string }["write"];

/** Sentences by code. */
export type Sentences = Readonly<Record<string, Sentence>>;

/** Writes a sentence with the parameters of its problem. */
export function writeSentence(sentence: Sentence, parameters: { field?: unknown }): string {
  const text = typeof sentence === "string" ? sentence : sentence(parameters);
  return parameters.field === undefined ? text : `${parameters.field} ${text}`;
}
