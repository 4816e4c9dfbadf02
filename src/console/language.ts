/** Whether German comes before English among a reader's languages. */
export const prefersGerman = (languages: readonly string[]): boolean =>
  /^de/i.test(languages.find((tag) => /^(de|en)\b/i.test(tag)) ?? "");
